//! Enums with one stable word for each case; stores, JSON, CSV and command lines all use this one table of words.

use std::fmt;

/// A word that matches no case of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    pub word: String,
    /// What the word should name, such as `kind of run`.
    pub what: &'static str,
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

/// A choice that is written as one word.
pub trait WordChoice: Copy + PartialEq + 'static {
    /// Every choice with its word, in the order of the documentation.
    const WORDS: &'static [(&'static str, Self)];

    /// The word of this choice.
    ///
    /// # Panics
    /// If the list of words lacks a choice.
    fn word(self) -> &'static str {
        let of = |known: &&(&str, Self)| known.1 == self;
        Self::WORDS.iter().find(of).expect("every choice has a word").0
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|known| known.0 == word).map(|known| known.1)
    }

    fn words() -> Vec<&'static str> {
        Self::WORDS.iter().map(|(word, _)| *word).collect()
    }
}

/// An enum whose cases have one word each. Words of a released version never change: stores hold them.
///
/// With `as "what it is"` serde stores the word; without it, the enum has only its words, and derives serde if it is stored.
#[macro_export]
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $( $(#[$case_about:meta])* $case:ident = $word:literal ),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $( $(#[$case_about])* $case ),+ }

        impl $crate::WordChoice for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$case)),+];
        }
    };
    (
        $(#[$about:meta])*
        pub enum $name:ident as $what:literal { $( $(#[$case_about:meta])* $case:ident = $word:literal ),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $( $(#[$case_about])* $case ),+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$case),+];

            /// Its stable word.
            pub fn name(self) -> &'static str {
                match self { $(Self::$case => $word),+ }
            }
        }

        impl $crate::WordChoice for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$case)),+];
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
