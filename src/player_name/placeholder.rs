//! Names in the tags White and Black that are not those of one player.

/// In small letters, without other signs.
const PLACEHOLDERS: [&str; 15] = [
    "nn",
    "n",
    "allies",
    "amateur",
    "anonym",
    "anonymous",
    "bye",
    "computer",
    "consultants",
    "guest",
    "nobody",
    "noname",
    "opponent",
    "player",
    "unknown",
];

/// Whether this is a placeholder for an unknown name: `NN`, `N. N.`, `Anonymous`.
pub(crate) fn is_placeholder(name: &[u8]) -> bool {
    let letters = || name.iter().filter(|byte| byte.is_ascii_alphabetic()).map(u8::to_ascii_lowercase);
    let is_sign = |byte: &u8| byte.is_ascii_alphabetic() || byte.is_ascii_punctuation() || *byte == b' ';
    PLACEHOLDERS.iter().any(|placeholder| letters().eq(placeholder.bytes())) && name.iter().all(is_sign)
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn placeholders_are_no_names() {
        for name in ["NN", "N.N.", "N. N.", "?NN", "Anonymous", "amateur", "Guest"] {
            assert!(is_placeholder(name.as_bytes()), "{name}");
        }
        for name in ["", "White", "Guest12", "Blackburne", "NN (Paris)", "Nn\u{e9}"] {
            assert!(!is_placeholder(name.as_bytes()), "{name}");
        }
    }
}
