//! Hostile input for the readers of results: input of four times the length takes about four times as long.

#[path = "../../../../../fuzz/hostile.rs"]
mod inputs;

use super::fuzz_seeds::{feed, seeds};

#[test]
fn no_reader_of_results_takes_the_square_of_its_input() {
    if inputs::cpu_ns().is_none() {
        eprintln!("SKIPPED: the kernel does not tell the CPU time of a thread");
        return;
    }
    let slow = inputs::slow("import", feed::import);
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
