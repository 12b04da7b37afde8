//! The headings of options in the help of every command.

pub const WHAT: &str = "What to measure";
pub const LENGTH: &str = "How long";
pub const COURSE: &str = "How it runs";
pub const BUILT: &str = "Layouts to build";
pub const WRITTEN: &str = "What may be written";
pub const RESULT: &str = "Where the result goes";
