//! Eight bytes of text in one register, for the fast scans.

/// The first byte is in the lowest bits.
pub(super) type ByteWindow = u64;

#[inline]
pub(super) const fn window(bytes: [u8; 8]) -> ByteWindow {
    ByteWindow::from_le_bytes(bytes)
}

/// One byte eight times.
#[inline]
pub(super) const fn each(byte: u8) -> ByteWindow {
    window([byte; 8])
}

/// Marks the bytes that are zero, each by its highest bit. Only the first mark is certain.
#[inline]
pub(super) const fn zeros(bytes: ByteWindow) -> ByteWindow {
    bytes.wrapping_sub(each(1)) & !bytes & each(0x80)
}
