//! Writes the page of the test record to a file: `cargo run -p report --example page -- FILE [run|bare|proof]`.
//!
//! Takes a path and the name of a record; for looking at the page without measuring anything.

use testkit::proof::proof_example;
use testkit::record::{bare_example, check_example, run_example};

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let path = words.next().unwrap_or_else(|| "report.html".to_owned());
    let record = match words.next().as_deref() {
        Some("run") => run_example(),
        Some("proof") => proof_example(),
        Some("bare") => bare_example(),
        _ => check_example(),
    };
    std::fs::write(path, report::html(&record))
}
