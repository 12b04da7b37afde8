//! Documents whose sentences do not hold the rules yet, each with the reason. The list may only become shorter.

/// Not rewritten since the rules were made.
const OLD: &str = "written before these rules";
/// Made from texts in the folders of the tools.
const TOOLS: &str = "generated from the texts of the tools in crates/compat";
/// Made from the help of the keys.
const KEYS: &str = "generated from the help of the keys in crates/workload";

/// Path and reason.
pub(super) const EXCEPTIONS: &[(&str, &str)] = &[
    ("CHANGELOG.md", OLD),
    ("CONTRIBUTING.md", OLD),
    ("docs/dialects/diskspd.md", TOOLS),
    ("docs/dialects/fio-examples.md", TOOLS),
    ("docs/dialects/fio.md", TOOLS),
    ("docs/dialects/iometer.md", TOOLS),
    ("docs/dialects/orion.md", TOOLS),
    ("docs/dialects/sqlio.md", TOOLS),
    ("docs/dialects/sqliosim.md", TOOLS),
    ("docs/explanation/capture.md", OLD),
    ("docs/explanation/fitting.md", OLD),
    ("docs/explanation/integrity.md", OLD),
    ("docs/explanation/methods/commits.md", OLD),
    ("docs/explanation/methods/comparison.md", OLD),
    ("docs/explanation/methods/cpu.md", OLD),
    ("docs/explanation/methods/diff.md", OLD),
    ("docs/explanation/methods/load-line.md", OLD),
    ("docs/explanation/methods/outliers.md", OLD),
    ("docs/explanation/methods/points.md", OLD),
    ("docs/explanation/methods/queue-depth.md", OLD),
    ("docs/explanation/methods/quotas.md", OLD),
    ("docs/explanation/methods/rates.md", OLD),
    ("docs/explanation/methods/recorded.md", OLD),
    ("docs/explanation/methods/scaling.md", OLD),
    ("docs/explanation/methods/sizing.md", OLD),
    ("docs/explanation/methods/soak.md", OLD),
    ("docs/explanation/methods/stalls.md", OLD),
    ("docs/explanation/methods/warnings.md", OLD),
    ("docs/explanation/performance.md", OLD),
    ("docs/explanation/powercut.md", OLD),
    ("docs/explanation/safety.md", OLD),
    ("docs/explanation/sizing.md", OLD),
    ("docs/explanation/verdicts.md", OLD),
    ("docs/how-to/lab.md", OLD),
    ("docs/how-to/soak.md", OLD),
    ("docs/reference/csv.md", OLD),
    ("docs/reference/job-language.md", KEYS),
    ("docs/reference/json.md", OLD),
    ("docs/reference/numbers.md", OLD),
    ("docs/reference/simulation.md", OLD),
];
