//! Eight bytes of text in one register, for the fast scanners.

/// The first byte is in the lowest bits.
pub(super) type ByteWindow = u64;

#[inline]
pub(super) const fn window(bytes: [u8; 8]) -> ByteWindow {
    ByteWindow::from_le_bytes(bytes)
}

#[inline]
pub(super) const fn each(byte: u8) -> ByteWindow {
    window([byte; 8])
}

/// Marks zero bytes by their highest bit. Only the first mark is exact.
#[inline]
pub(super) const fn zeros(bytes: ByteWindow) -> ByteWindow {
    bytes.wrapping_sub(each(1)) & !bytes & each(0x80)
}
