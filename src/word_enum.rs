//! Enums whose variants are words of records and law files.

/// Defines an enum with the word of each variant, and the conversions between the two.
macro_rules! word_enum {
    ($(#[$meta:meta])* $name:ident { $( $(#[$doc:meta])* $variant:ident = $id:literal, )+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(unreachable_pub, reason = "some of the sets are in the library's interface")]
        pub enum $name { $( $(#[$doc])* $variant, )+ }

        #[allow(dead_code, unreachable_pub, reason = "not every set is read and written")]
        impl $name {
            /// Every word, in order.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )+];

            /// The word as files and reports write it.
            pub const fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )+ }
            }

            /// The variant of a word.
            pub fn from_id(id: &str) -> Option<Self> {
                match id { $( $id => Some(Self::$variant), )+ _ => None }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let id = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                Self::from_id(&id).ok_or_else(|| serde::de::Error::custom("unknown word"))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id())
            }
        }
    };
}
