//! The `jadoube` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    jadoube::main()
}
