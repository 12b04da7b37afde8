//! Documents whose sentences do not obey the rules yet, each with the reason. The list may only become shorter.

/// Made from texts in the folders of the tools.
const TOOLS: &str = "generated with notes that the commands print too, from crates/compat";

/// Path and reason.
pub(super) const EXCEPTIONS: &[(&str, &str)] = &[("docs/dialects/orion.md", TOOLS)];
