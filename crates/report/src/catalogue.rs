//! Every sentence that a person reads, in each language: one typed function for each message of `messages/*/*.ftl`.
//!
//! The build makes this module of the Fluent files (`build.rs`). A wrong name or argument does not compile; a message that one
//! language lacks, or has too much, fails the build; a message that nobody shows is dead code. A function takes the
//! [`Language`](crate::Language) first, then what the comment of the English message declares, and formats numbers by the
//! language itself. Of a message with three or more arguments of one type it takes a struct of their names. docs/reference/messages.md lists all of them.
//!
//! A comment `## NAME: what they are about` makes an enum of the messages below it, up to the next such comment: a variant for
//! each, with its arguments as fields (of type `text` unless the comment says otherwise), which shows its sentence. Refusals are such enums.
//!
//! To add a message: write it into the three files of its subject, English first, with a comment that says where it stands
//! and `$name (type)` for each argument. Types are `text`, `number`, `count` (plural forms by it), `latency` (ns),
//! `bytes`, `share` (1 is 100 %), `seconds`, `limit`, `moment` (Unix seconds) and `flag` (`yes` or `no`).

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
