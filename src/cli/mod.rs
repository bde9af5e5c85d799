//! One file per subcommand; arguments as typed, then arguments resolved.
