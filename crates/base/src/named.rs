//! Serialises tuples as objects: each entry under its name.
//!
//! A type made by [`named!`](crate::named!) gives the names.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::marker::PhantomData;

/// Declares the names of a tuple's entries in documents, in the order of the tuple.
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* $visible:vis $name:ident { $( $(#[$how:meta])* $field:ident: $type:ty ),+ $(,)? }) => {
        $(#[$about])*
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $visible struct $name { $( $(#[$how])* $field: $type ),+ }

        impl From<($($type),+)> for $name {
            fn from(($($field),+): ($($type),+)) -> Self {
                Self { $($field),+ }
            }
        }

        impl From<$name> for ($($type),+) {
            fn from(named: $name) -> Self {
                ($(named.$field),+)
            }
        }
    };
}

/// For a list of tuples: `#[serde(with = "base::named::List::<Names>")]`.
#[derive(Debug)]
pub struct List<N>(PhantomData<N>);

impl<N> List<N> {
    /// Writes it.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T, S>(tuples: &[T], serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone,
        N: From<T> + Serialize,
        S: Serializer,
    {
        serializer.collect_seq(tuples.iter().cloned().map(N::from))
    }

    /// Reads it.
    ///
    /// # Errors
    /// The value is not a list of such tuples.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        T: From<N>,
        N: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<N>::deserialize(deserializer)?.into_iter().map(T::from).collect())
    }
}

/// For a tuple that may be absent: `#[serde(with = "base::named::Maybe::<Names>")]`.
#[derive(Debug)]
pub struct Maybe<N>(PhantomData<N>);

impl<N> Maybe<N> {
    /// Writes it.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T, S>(tuple: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone,
        N: From<T> + Serialize,
        S: Serializer,
    {
        tuple.clone().map(N::from).serialize(serializer)
    }

    /// Reads it.
    ///
    /// # Errors
    /// The value is present and not such a tuple.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: From<N>,
        N: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Option::<N>::deserialize(deserializer)?.map(T::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    named!(Bucket { up_to_ns: u64, count: u64 });

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Document {
        #[serde(with = "List::<Bucket>")]
        all: Vec<(u64, u64)>,
        #[serde(with = "Maybe::<Bucket>")]
        one: Option<(u64, u64)>,
    }

    #[test]
    fn entries_have_names_in_documents() {
        let live = Document { all: vec![(3, 4)], one: Some((5, 6)) };
        let text = r#"{"all":[{"up_to_ns":3,"count":4}],"one":{"up_to_ns":5,"count":6}}"#;
        assert_eq!(serde_json::to_string(&live).unwrap(), text);
        assert_eq!(serde_json::from_str::<Document>(text).unwrap(), live);
        let none: Document = serde_json::from_str(r#"{"all":[],"one":null}"#).unwrap();
        assert_eq!(none, Document { all: Vec::new(), one: None });
    }
}
