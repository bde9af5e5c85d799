//! The macros that define the sets of `vocabulary.rs`.

/// A set of words: the name of its words in messages, and the words.
macro_rules! word_set {
    ($(#[$meta:meta])* $name:ident $what:literal { $( $(#[$doc:meta])* $variant:ident = $id:literal, )+ }) => {
        word_enum! { $(#[$meta])* $name { $( $(#[$doc])* $variant = $id, )+ } }

        impl Word for $name {
            const NOUN: &'static str = $what;

            fn all() -> &'static [Self] {
                Self::ALL
            }

            fn word(self) -> &'static str {
                self.id()
            }
        }
    };
}

/// A set of words and their phrases.
macro_rules! phrased_word_set {
    // `words.rs` has a function for the phrases, which need more than the word.
    ($(#[$meta:meta])* $name:ident $what:literal { $( $(#[$doc:meta])* $variant:ident = $id:literal, )+ }) => {
        word_set! { $(#[$meta])* $name $what { $( $(#[$doc])* $variant = $id, )+ } }

        #[cfg(test)]
        impl $name {
            fn phrases() -> Vec<&'static str> {
                Vec::new()
            }
        }
    };
    // One phrase for each word.
    ($(#[$meta:meta])* $name:ident $what:literal {
        $( $(#[$doc:meta])* $variant:ident = $id:literal => $phrase:literal, )+
    }) => {
        word_set! { $(#[$meta])* $name $what {
            $( #[doc = concat!($phrase, ".")] $(#[$doc])* $variant = $id, )+
        } }

        impl InWords for $name {
            fn in_words(self) -> &'static str {
                match self { $( Self::$variant => $phrase, )+ }
            }
        }

        #[cfg(test)]
        impl $name {
            fn phrases() -> Vec<&'static str> {
                vec![$( $phrase, )+]
            }
        }
    };
    // Two phrases for each fact: it holds, or it does not.
    ($(#[$meta:meta])* $name:ident $what:literal {
        $( $(#[$doc:meta])* $variant:ident = $id:literal => $so:literal / $not:literal, )+
    }) => {
        word_set! { $(#[$meta])* $name $what {
            $( #[doc = concat!($so, ".")] $(#[$doc])* $variant = $id, )+
        } }

        impl $name {
            /// The fact as a clause: that it holds, or that it does not.
            pub(super) const fn phrase(self, holds: bool) -> &'static str {
                let (so, not) = match self { $( Self::$variant => ($so, $not), )+ };
                if holds { so } else { not }
            }

            #[cfg(test)]
            fn phrases() -> Vec<&'static str> {
                vec![$( $so, $not, )+]
            }
        }
    };
}

/// Defines every set, and the functions that list them.
macro_rules! vocabulary {
    ($( $(#[$meta:meta])* $name:ident $what:literal { $( $words:tt )+ } )+) => {
        $( phrased_word_set! { $(#[$meta])* $name $what { $( $words )+ } } )+

        /// Every closed set of a law file: the name of its words in messages, and the words.
        /// The schema must have the same sets.
        pub fn vocabulary() -> Vec<(&'static str, Vec<&'static str>)> {
            vec![$( ($what, $name::ALL.iter().map(|word| word.id()).collect()), )+]
        }

        /// The fixed phrases of every set, empty for the sets that have a function in `words.rs`.
        #[cfg(test)]
        pub(super) fn phrases() -> Vec<(&'static str, Vec<&'static str>)> {
            vec![$( ($what, $name::phrases()), )+]
        }
    };
}
