//! One file per subcommand; arguments as typed, then arguments resolved.
pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
