//! Enums with one stable word for each case; stores, JSON, CSV and command lines all use this one table of words.

use std::fmt;

/// A word that matches no case of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// What the word should name, such as `kind of run`.
    pub what: &'static str,
    /// The accepted words.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { word, what, known } = self;
        write!(f, "\"{word}\" is not a known {what}; known are {}", known.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

impl From<UnknownWord> for String {
    fn from(unknown: UnknownWord) -> Self {
        unknown.to_string()
    }
}

/// An enum whose cases have one word each. Words of a released version never change: stores hold them.
#[macro_export]
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident as $what:literal { $( $(#[$case_about:meta])* $case:ident = $word:literal ),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $( $(#[$case_about])* $case ),+ }

        impl $name {
            /// Every case.
            pub const ALL: &'static [Self] = &[$(Self::$case),+];

            /// Its stable word.
            pub fn name(self) -> &'static str {
                match self { $(Self::$case => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::words::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().copied().find(|case| case.name() == word);
                found.ok_or_else(|| $crate::words::UnknownWord {
                    word: word.to_owned(),
                    what: $what,
                    known: Self::ALL.iter().map(|case| case.name()).collect(),
                })
            }
        }
    };
}
