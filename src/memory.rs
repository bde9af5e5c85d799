//! Lists that may be long, and what their memory does to others.
//!
//! The GNU allocator has the system map memory for a long list alone, and unmap it when the list is freed. But from then on
//! it does so only for longer ones than that: all others, and their successors, lie among short ones, and where they have
//! been are holes. A list that is made short first, where it is, gives back its memory and changes nothing.

/// Frees what a list holds, and then the list, short.
pub(crate) fn let_go<T>(list: &mut Vec<T>) {
    list.clear();
    list.shrink_to(1);
}
