//! The pair of every live type and its stored document, and macros that write one down field by field.
//!
//! Both macros take the live type apart without `..`: a field or a case that is added does not compile until it has
//! been decided what the stored form becomes.

use super::Float;
use super::header::EstimateDoc;
use record::UnknownWord;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;
use summary::Estimate;

/// A document of a live type.
pub(crate) trait Stored: Sized {
    /// What it is a document of.
    type Live;

    /// The document of a live value.
    fn of(live: &Self::Live) -> Self;

    /// The live value of a document, or what is wrong with it.
    fn live(self) -> Result<Self::Live, String>;
}

/// Types that are their own document.
macro_rules! plain {
    ($($type:ty),+) => {
        $(impl Stored for $type {
            type Live = Self;

            fn of(live: &Self) -> Self {
                live.clone()
            }

            fn live(self) -> Result<Self, String> {
                Ok(self)
            }
        })+
    };
}

plain!(bool, u8, u32, u64, usize, String);

impl Stored for Float {
    type Live = f64;

    fn of(live: &f64) -> Self {
        Self(*live)
    }

    fn live(self) -> Result<f64, String> {
        Ok(self.0)
    }
}

impl Stored for EstimateDoc {
    type Live = Estimate;

    fn of(live: &Estimate) -> Self {
        Self::from(live)
    }

    fn live(self) -> Result<Estimate, String> {
        Ok(Estimate::from(self))
    }
}

impl<T: Stored> Stored for Option<T> {
    type Live = Option<T::Live>;

    fn of(live: &Self::Live) -> Self {
        live.as_ref().map(T::of)
    }

    fn live(self) -> Result<Self::Live, String> {
        self.map(T::live).transpose()
    }
}

impl<T: Stored> Stored for Vec<T> {
    type Live = Vec<T::Live>;

    fn of(live: &Self::Live) -> Self {
        live.iter().map(T::of).collect()
    }

    fn live(self) -> Result<Self::Live, String> {
        self.into_iter().map(T::live).collect()
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    type Live = (A::Live, B::Live);

    fn of(live: &Self::Live) -> Self {
        (A::of(&live.0), B::of(&live.1))
    }

    fn live(self) -> Result<Self::Live, String> {
        Ok((self.0.live()?, self.1.live()?))
    }
}

/// The stable word of an enum that has its table of words in `record`.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct Word<T>(String, #[serde(skip)] PhantomData<T>);

impl<T> Stored for Word<T>
where
    T: Copy + Display + FromStr<Err = UnknownWord>,
{
    type Live = T;

    fn of(live: &T) -> Self {
        Self(live.to_string(), PhantomData)
    }

    fn live(self) -> Result<T, String> {
        Ok(self.0.parse()?)
    }
}

/// A struct and its document: `fields! { CellDoc = Cell { subject: String, repeat: u32 } }`.
macro_rules! fields {
    ($doc:ident = $live:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),+ $(,)? }) => {
        #[derive(Debug, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $doc { $($(#[$attribute])* $field: $type),+ }

        impl $crate::row::stored::Stored for $doc {
            type Live = $live;

            fn of(live: &$live) -> Self {
                let $live { $($field),+ } = live;
                Self { $($field: $crate::row::stored::Stored::of($field)),+ }
            }

            fn live(self) -> Result<$live, String> {
                let Self { $($field),+ } = self;
                Ok($live { $($field: $crate::row::stored::Stored::live($field)?),+ })
            }
        }
    };
}

/// An enum and its document: `cases! { SyncDoc = SyncMode { None, Fsync { every: u32 }, Other(text: String) } }`.
macro_rules! cases {
    ($doc:ident = $live:ident { $(
        $case:ident $({ $($field:ident: $type:ty),+ $(,)? })? $(( $($item:ident: $of:ty),+ ))?
    ),+ $(,)? }) => {
        #[derive(Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub(crate) enum $doc { $($case $({ $($field: $type),+ })? $(( $($of),+ ))?),+ }

        impl $crate::row::stored::Stored for $doc {
            type Live = $live;

            fn of(live: &$live) -> Self {
                match live {
                    $($live::$case $({ $($field),+ })? $(( $($item),+ ))? => Self::$case
                        $({ $($field: $crate::row::stored::Stored::of($field)),+ })?
                        $(( $($crate::row::stored::Stored::of($item)),+ ))?),+
                }
            }

            fn live(self) -> Result<$live, String> {
                Ok(match self {
                    $(Self::$case $({ $($field),+ })? $(( $($item),+ ))? => $live::$case
                        $({ $($field: $crate::row::stored::Stored::live($field)?),+ })?
                        $(( $($crate::row::stored::Stored::live($item)?),+ ))?),+
                })
            }
        }
    };
}

pub(crate) use {cases, fields};
