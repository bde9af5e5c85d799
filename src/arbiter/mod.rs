//! The fold: a record judged under a code.
