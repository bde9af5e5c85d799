//! Names in the tags White and Black that are not those of one player.

/// In small letters, without other signs.
const PLACEHOLDERS: [&str; 10] =
    ["nn", "n", "allies", "amateur", "anonym", "anonymous", "computer", "consultants", "noname", "unknown"];

/// Those that are a player's family name if a given name is with them.
const PLACEHOLDERS_OR_NAMES: [&str; 5] = ["bye", "guest", "nobody", "opponent", "player"];

/// Whether this is a placeholder for an unknown name: `NN`, `N. N.`, `Anonymous`.
pub(crate) fn is_placeholder(name: &[u8]) -> bool {
    is_one_of(&PLACEHOLDERS, name) || is_one_of(&PLACEHOLDERS_OR_NAMES, name)
}

/// Whether this is a placeholder in the place of a family name, whatever the given name is: `NN, Amateur`.
pub(super) fn is_family_placeholder(family: &str) -> bool {
    is_one_of(&PLACEHOLDERS, family.as_bytes())
}

fn is_one_of(placeholders: &[&str], name: &[u8]) -> bool {
    let letters = || name.iter().filter(|byte| byte.is_ascii_alphabetic()).map(u8::to_ascii_lowercase);
    let is_sign = |byte: &u8| byte.is_ascii_alphabetic() || byte.is_ascii_punctuation() || *byte == b' ';
    placeholders.iter().any(|placeholder| letters().eq(placeholder.bytes())) && name.iter().all(is_sign)
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
