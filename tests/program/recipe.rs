//! The recipes for a repository of games work with the documented commands: a repository made of the
//! samples, with its known findings in a baseline, passes; with one more defect it fails with that defect
//! alone.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const RECORD: &str = "samples/plain/two-games.pgn";
const SOUND: &str = "2. g4 Qh4# 0-1";
/// The queen cannot pass the pawn on d7.
const DEFECT: &str = "2. g4 Qd5 0-1";
const FOUND: &str = "Black's queen on d8 cannot go to d5";

/// A repository of games that the test removes.
struct Repository(TempDir);

impl Repository {
    fn new() -> Self {
        let repository = Self(tempfile::tempdir().unwrap());
        for folder in ["samples/plain", "samples/fide-2023", "samples/record/result"] {
            copy(Path::new(folder), &repository.0.path().join(folder));
        }
        fs::copy("tests/recipes/jadoube.toml", repository.0.path().join("jadoube.toml")).unwrap();
        repository.succeeds("git init --quiet .");
        repository.succeeds("git config user.name Club && git config user.email club@example.org");
        repository.succeeds("jadoube audit --write-baseline known.json .");
        repository.succeeds("git add . && git commit --quiet --message 'The records'");
        repository
    }

    /// A shell command in the repository, with the built `jadoube` on the path.
    fn run(&self, command: &str) -> Output {
        let folder = Path::new(env!("CARGO_BIN_EXE_jadoube")).parent().unwrap().to_owned();
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths([folder].into_iter().chain(env::split_paths(&path))).unwrap();
        Command::new("sh")
            .args(["-c", command])
            .current_dir(self.0.path())
            .env("PATH", path)
            .env_remove("GIT_DIR")
            .env_remove("GITHUB_ACTIONS")
            .output()
            .unwrap()
    }

    #[track_caller]
    fn succeeds(&self, command: &str) {
        let output = self.run(command);
        assert_eq!(output.status.code(), Some(0), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// The hook, installed for git.
    fn hooked(self) -> Self {
        let hook = self.0.path().join(".git/hooks/pre-commit");
        fs::create_dir_all(hook.parent().unwrap()).unwrap();
        fs::copy("tests/recipes/pre-commit", &hook).unwrap();
        self
    }

    fn replace(&self, old: &str, new: &str) {
        let path = self.0.path().join(RECORD);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old));
        fs::write(path, text.replace(old, new)).unwrap();
    }

    /// Asserts that a command passes, fails with the one defect, and passes again.
    #[track_caller]
    fn hears_of_the_defect_alone(&self, command: &str) {
        let stdout = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
        for _ in 0..2 {
            let passed = self.run(command);
            assert_eq!((passed.status.code(), &*stdout(&passed)), (Some(0), ""), "{command}");
            self.replace(SOUND, DEFECT);
            let failed = self.run(command);
            let told = stdout(&failed);
            assert_eq!(failed.status.code(), Some(1), "{command}: {told}");
            assert_eq!(told.lines().count(), 1, "{told}");
            assert!(told.contains(RECORD) && told.contains("move.false") && told.contains(FOUND), "{told}");
            self.replace(DEFECT, SOUND);
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn recipe(name: &str) -> String {
    fs::read_to_string(Path::new("tests/recipes").join(name)).unwrap()
}

#[test]
fn the_workflow_fails_with_the_defect_alone() {
    let workflow = recipe("tournament.yml");
    let commands = workflow.lines().filter_map(|line| line.trim().strip_prefix("run: "));
    let [command] = *commands.filter(|command| command.starts_with("jadoube ")).collect::<Vec<_>>() else {
        unreachable!("one step audits");
    };
    let repository = Repository::new();
    repository.hears_of_the_defect_alone(command);
    repository.hears_of_the_defect_alone(&format!("GITHUB_ACTIONS=true {command}"));
    let page = fs::read_to_string(repository.0.path().join("report.html")).unwrap();
    assert!(page.contains("<title>"));
}

#[test]
fn the_hook_fails_with_the_defect_alone() {
    let repository = Repository::new().hooked();
    repository.succeeds("git commit --quiet --allow-empty --message 'No record changed'");

    repository.replace(SOUND, DEFECT);
    let refused = repository.run("git commit --quiet --all --message 'A defect'");
    // Git writes the output of a hook to standard error.
    let told = String::from_utf8(refused.stderr).unwrap() + &String::from_utf8(refused.stdout).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{told}");
    assert_eq!(told.lines().filter(|line| line.contains(": error ")).count(), 1, "{told}");
    assert!(told.contains(RECORD) && told.contains("move.false") && told.contains(FOUND), "{told}");

    repository.replace(DEFECT, &format!("{SOUND} ; mended"));
    repository.succeeds("git commit --quiet --all --message 'Mended'");
}

#[test]
fn the_hook_reads_what_is_staged() {
    let repository = Repository::new().hooked();
    repository.replace(SOUND, DEFECT);
    repository.succeeds("git add .");
    repository.replace(DEFECT, SOUND);
    let refused = repository.run("git commit --quiet --message 'A defect staged, mended since'");
    assert_eq!(refused.status.code(), Some(1), "{}", String::from_utf8_lossy(&refused.stderr));
    repository.succeeds("git add .");
    repository.replace(SOUND, DEFECT);
    repository.succeeds("git commit --quiet --allow-empty --message 'Sound as staged'");
    // A game that is known in one file is new in another.
    repository.replace(DEFECT, SOUND);
    repository.succeeds("cp samples/fide-2023/7.5.1/fires-game-goes-on.pgn samples/copy.pgn && git add .");
    assert_eq!(repository.run("git commit --quiet --message 'A copy'").status.code(), Some(1));
}

#[test]
fn the_hooks_pass_over_what_the_settings_exclude() {
    let hooks = fs::read_to_string(".pre-commit-hooks.yaml").unwrap();
    let entry = hooks.lines().find_map(|line| line.trim().strip_prefix("entry: ")).unwrap();
    let repository = Repository::new().hooked();
    let settings = repository.0.path().join("jadoube.toml");
    fs::write(&settings, fs::read_to_string(&settings).unwrap() + "exclude = ['samples/plain']\n").unwrap();
    repository.replace(SOUND, DEFECT);
    repository.succeeds(&format!("{entry} {RECORD}"));
    assert_eq!(repository.run(&format!("jadoube audit {RECORD}")).status.code(), Some(1));
    repository.succeeds("git commit --quiet --all --message 'A draft'");
}

#[test]
fn the_hook_of_the_framework_fails_with_the_defect_alone() {
    let hooks = fs::read_to_string(".pre-commit-hooks.yaml").unwrap();
    let entry = hooks.lines().find_map(|line| line.trim().strip_prefix("entry: ")).unwrap();
    Repository::new().hears_of_the_defect_alone(&format!("{entry} {RECORD}"));
}

#[test]
fn the_hooks_see_endings_in_capitals() {
    let repository = Repository::new().hooked();
    repository.replace(SOUND, DEFECT);
    repository.succeeds(&format!("git mv {RECORD} samples/plain/TWO-GAMES.PGN"));
    let committed = repository.run("git commit --quiet --all --message 'A defect'");
    assert_eq!(committed.status.code(), Some(1));
    assert!(fs::read_to_string(".pre-commit-hooks.yaml").unwrap().contains("files: (?i)"));
}

/// The recipes in the guide are the tested ones.
#[test]
fn the_guide_shows_the_recipes() {
    let guide = fs::read_to_string("GUIDE.md").unwrap();
    for name in ["jadoube.toml", "tournament.yml", "pre-commit"] {
        assert!(guide.contains(&recipe(name)), "{name}");
    }
}
