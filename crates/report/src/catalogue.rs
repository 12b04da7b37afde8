//! Every sentence that a person reads, in each language: one typed function for each message of `messages/*/*.ftl`.
//!
//! The build generates this module from the Fluent files (`build.rs`). A wrong name or argument does not compile; a message that
//! is missing or extra in one language fails the build; an unused message is dead code. A function takes the
//! [`Language`](crate::Language) first, then the arguments declared in the comment of the English message, which it formats for
//! the language. It takes a struct for three or more adjacent arguments of one type, or more than six in all.
//!
//! A comment `## NAME: what they are about` creates an enum of the messages below it, up to the next such comment. A variant has
//! the arguments as fields (type `text` unless declared otherwise) and displays its sentence. Refusals are such enums. A NAME with a
//! path is an enum of another crate, such as `summary::warning::Detail`: the function `text` gives the sentence of a value.
//! `(number, unnamed)` declares the only field of a variant without names of fields.
//!
//! To add a message, write it into the three files of its subject, English first, with a comment that says where it appears and
//! declares `$name (type)` for each argument. Types are `text`, `number`, `count` (selects plural forms), `latency` (ns),
//! `quantile`, `bytes`, `share` (1 is 100 %), `seconds`, `limit`, `moment` (Unix seconds), `error` (of the system) and `flag` (`yes` or `no`).

/// A field of any type of integers, for a message.
fn whole(value: impl TryInto<u64>) -> u64 {
    value.try_into().unwrap_or(u64::MAX)
}

/// A latency of either type, for a message.
trait Nanoseconds {
    fn ns(self) -> f64;
}

impl Nanoseconds for f64 {
    fn ns(self) -> f64 {
        self
    }
}

impl Nanoseconds for u64 {
    fn ns(self) -> f64 {
        self as f64
    }
}

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
