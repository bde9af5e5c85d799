//! Files that are written beside their target and take its place once they are complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

use tempfile::TempPath;

/// A file that is being written. Until it is finished, and if it never is, its target keeps its contents.
#[derive(Debug)]
pub(super) struct PendingFile {
    /// `None` if the target itself is written.
    temporary: Option<TempPath>,
    target: PathBuf,
}

impl PendingFile {
    /// Creates a file for the contents of the target.
    pub(super) fn create(target: &Path) -> io::Result<(File, Self)> {
        if let Some(pending) = Self::beside(target) {
            return Ok(pending);
        }
        let file = File::create(target)?;
        Ok((file, Self { temporary: None, target: target.to_path_buf() }))
    }

    /// Creates the file beside the target. `None` if the target is a pipe or a device, cannot be written, or if its folder
    /// takes no other file: then the target is opened, which succeeds or says why not.
    fn beside(target: &Path) -> Option<(File, Self)> {
        // A link stays, and the file that it leads to is replaced.
        let target = match fs::canonicalize(target) {
            Ok(canonical) => canonical,
            Err(_) if target.is_symlink() => return None,
            Err(_) => target.to_path_buf(),
        };
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file() || old.permissions().readonly()) {
            return None;
        }
        let folder =
            target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut prefix = OsString::from(".");
        prefix.push(target.file_name()?);
        prefix.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, temporary) = builder.tempfile_in(folder).ok()?.into_parts();
        if let Some(old) = old {
            let _ = file.set_permissions(old.permissions());
        }
        remove_if_interrupted(&temporary);
        Some((file, Self { temporary: Some(temporary), target }))
    }

    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// Puts the file in the place of its target. It must be written and closed.
    pub(super) fn finish(self) -> io::Result<()> {
        let Some(temporary) = self.temporary else { return Ok(()) };
        match temporary.persist(&self.target) {
            Ok(()) => Ok(()),
            // A file that is mounted by itself cannot be replaced.
            Err(failure) => fs::copy(&failure.path, &self.target).map(drop),
        }
    }
}

/// Removes the file if the user interrupts the program.
fn remove_if_interrupted(file: &Path) {
    static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    static HANDLER: Once = Once::new();

    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(file.to_path_buf());
    HANDLER.call_once(|| {
        // Without a handler the files stay behind, under names that begin with a dot.
        let _ = ctrlc::try_set_handler(|| {
            for file in &*UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) {
                let _ = fs::remove_file(file);
            }
            #[expect(clippy::exit, reason = "the user wants the program to end")]
            std::process::exit(130);
        });
    });
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_target_keeps_its_contents_until_the_file_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("report.json");
        fs::write(&target, "old").unwrap();
        let (mut file, pending) = PendingFile::create(&target).unwrap();
        file.write_all(b"ne").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        drop((file, pending));
        assert_eq!((fs::read_to_string(&target).unwrap().as_str(), names(folder.path()).len()), ("old", 1));

        let (mut file, pending) = PendingFile::create(&target).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        pending.finish().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(names(folder.path()), ["report.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_written_through() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&target, &link).unwrap();
        let (mut file, pending) = PendingFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        pending.finish().unwrap();
        assert!(link.is_symlink() && fs::read_to_string(&target).unwrap() == "new");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);

        let (mut file, pending) = PendingFile::create(Path::new("/dev/null")).unwrap();
        file.write_all(b"x").unwrap();
        assert!(pending.temporary.is_none());
        assert!(PendingFile::create(&folder.path().join("none/c")).is_err());
    }
}
