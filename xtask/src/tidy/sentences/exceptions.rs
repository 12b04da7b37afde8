//! Documents whose sentences do not hold the rules yet, each with the reason. The list may only become shorter.

/// Not rewritten since the rules were made.
const OLD: &str = "written before these rules";
/// Made from texts in the folders of the tools.
const TOOLS: &str = "generated from the texts of the tools in crates/compat";
/// Made from the help of the keys.
const KEYS: &str = "generated from the help of the keys in crates/workload";

/// Path and reason.
pub(super) const EXCEPTIONS: &[(&str, &str)] = &[
    ("docs/dialects/diskspd.md", TOOLS),
    ("docs/dialects/fio-examples.md", TOOLS),
    ("docs/dialects/fio.md", TOOLS),
    ("docs/dialects/iometer.md", TOOLS),
    ("docs/dialects/orion.md", TOOLS),
    ("docs/dialects/sqlio.md", TOOLS),
    ("docs/dialects/sqliosim.md", TOOLS),
    ("docs/explanation/sizing.md", OLD),
    ("docs/reference/job-language.md", KEYS),
];
