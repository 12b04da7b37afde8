//! Hostile input for every reader: input of four times the length takes about four times as long, whatever it repeats.

#[path = "../../../../fuzz/hostile.rs"]
mod inputs;

use super::fuzz_seeds::{feed, seeds};

#[test]
fn no_reader_takes_the_square_of_its_input() {
    if inputs::cpu_ns().is_none() {
        eprintln!("SKIPPED: the kernel does not tell the CPU time of a thread");
        return;
    }
    let slow: Vec<String> = std::thread::scope(|scope| {
        let begun: Vec<_> = feed::readers()
            .map(|reader| {
                scope.spawn(move || inputs::slow(reader, |data| feed::feed(reader, data)))
            })
            .collect();
        begun.into_iter().flat_map(|one| one.join().expect("no reader panics")).collect()
    });
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
