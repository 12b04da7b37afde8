//! Writes the page of a test record to a file, prints its answer: `cargo run -p report --example page -- FILE RECORD LANGUAGE`.
//!
//! RECORD is check, run, bare, proof or soak. The example shows the pages without a measurement.

use report::{Language, Style, terminal};
use std::io::Write;
use testkit::proof::proof_example;
use testkit::record::{bare_example, check_example, run_example};
use testkit::soak::soak_example;

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let path = words.next().unwrap_or_else(|| "report.html".to_owned());
    let record = match words.next().as_deref() {
        Some("run") => run_example(),
        Some("proof") => proof_example(),
        Some("bare") => bare_example(),
        Some("soak") => soak_example(),
        _ => check_example(),
    };
    let language = words.next().and_then(|code| code.parse().ok()).unwrap_or(Language::En);
    let style = Style { colour: true, unicode: true, width: 80, language };
    std::io::stdout().write_all(terminal(&record, &style).as_bytes())?;
    std::fs::write(path, report::html(&record, language))
}
