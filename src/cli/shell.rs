//! `jadoube completions` and `jadoube man`, generated from the definitions of the arguments.

use std::fs;
use std::io::Write;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::args::{Args, CompletionsArgs, ManArgs};
use super::exit_status::ExitStatus;
use super::failure::CliError;

pub(super) fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let mut command = Args::command();
    command.build();
    // The generator panics if the writer fails, so it writes to a buffer.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "jadoube", &mut script);
    out.write_all(with_lists(&String::from_utf8_lossy(&script), args.shell, &command).as_bytes())?;
    Ok(ExitStatus::Clean)
}

/// Completes the last value of a list, without the space that would end the list. The generator knows only the first value.
fn with_lists(script: &str, shell: Shell, command: &Command) -> String {
    let mut script = script.to_owned();
    for values in list_values(command) {
        let words = values.join(" ");
        let (one_value, list) = match shell {
            Shell::Bash => (
                format!(r#"COMPREPLY=($(compgen -W "{words}" -- "${{cur}}"))"#),
                format!(
                    r#"COMPREPLY=($(compgen -P "${{cur%"${{cur##*,}}"}}" -W "{words}" -- "${{cur##*,}}"))
                    [[ "${{BASH_VERSINFO[0]}}" -lt 4 ]] || compopt -o nospace"#
                ),
            ),
            Shell::Zsh => (format!(":({words})'"), format!(":_sequence compadd - {words}'")),
            Shell::Fish => (
                format!(
                    "-a \"{}\"",
                    values.iter().map(|value| format!("{value}\\t''")).collect::<Vec<_>>().join("\n")
                ),
                format!("-a \"(__fish_jadoube_list {words})\""),
            ),
            _ => continue,
        };
        script = script.replace(&one_value, &list);
    }
    if shell == Shell::Fish { format!("{FISH_LIST}\n{script}") } else { script }
}

/// Prints each value after the values already typed.
const FISH_LIST: &str = r#"function __fish_jadoube_list
    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
    printf '%s\t\n' "$typed"$argv
end
"#;

/// The values of each option that takes a list.
fn list_values(command: &Command) -> impl Iterator<Item = Vec<String>> {
    let options = command.get_subcommands().flat_map(Command::get_arguments);
    options.filter(|option| option.get_value_delimiter().is_some()).filter_map(|option| {
        let values = option.get_value_parser().possible_values()?;
        Some(values.map(|value| value.get_name().to_owned()).collect())
    })
}

/// Writes the first page to standard output, or every page into a folder.
pub(super) fn man(args: &ManArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let mut command = Args::command();
    command.build();
    let Some(folder) = &args.output else {
        clap_mangen::Man::new(command).render(&mut *out)?;
        return Ok(ExitStatus::Clean);
    };
    let failed = |error| CliError::file(folder, "written", &error);
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    writeln!(err, "man pages written to {}", folder.display())?;
    Ok(ExitStatus::Clean)
}
