//! A terminal setting for tests.

use jadoube::internals::cli::Terminal;

/// No stream is a terminal: no colours, 80 columns.
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
    source_date: None,
};
