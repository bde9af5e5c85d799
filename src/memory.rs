//! Lists that may be long, and what their memory does to others.
//!
//! The GNU allocator has the system map memory for a long list alone, and unmap it when the list is freed. But from then on
//! it does so only for longer ones than that: all others, and their successors, lie among short ones, and where they have
//! been are holes. A list that is made short first, where it is, gives back its memory and changes nothing.

/// In elements. A list of so many is of no usual game.
const MANY: usize = 8 << 10;

/// For how many more a list is to have room that holds so many, `most` at the most: twice as many, or all there may be. Each
/// time that a long list grows it leaves a hole where it was; what it does not use of its room is not there.
pub(crate) fn room_for_more(held: usize, most: usize) -> usize {
    if held < MANY { held.max(1).min(most.saturating_sub(held)) } else { most.saturating_sub(held) }
}

/// As [`let_go`], of a text, which is seldom long.
pub(crate) fn let_go_text(text: &mut String) {
    if text.capacity() > MANY {
        text.clear();
        text.shrink_to(1);
    }
}

/// Frees what a list holds, and then the list, short.
pub(crate) fn let_go<T>(list: &mut Vec<T>) {
    list.clear();
    list.shrink_to(1);
}
