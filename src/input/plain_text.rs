//! Text that is read from a file as it is.

use super::format::{ForeignData, Format};
use super::utf16::utf_16_of;

/// Whether a source that begins with these bytes holds its text as it is: neither compressed nor in UTF-16.
pub(crate) fn is_plain_text(beginning: &[u8]) -> bool {
    Format::of(beginning).is_none() && ForeignData::of(beginning).is_none() && utf_16_of(beginning).is_none()
}
