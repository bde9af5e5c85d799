//! One file per output format, one trait.
