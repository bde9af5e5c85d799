//! The terminal that is none.

use jadoube::internals::cli::Terminal;

/// Nothing is a terminal: no colours, eighty columns.
pub const PIPES: Terminal = Terminal {
    stdin: false,
    stdout: false,
    stderr: false,
    width: 80,
    colors: false,
    unicode: true,
    own: false,
    on_github: false,
    workspace: None,
};
