//! Prints how often comparing disks is right about shelves whose truth is known: the table of crates/study/METHODS.md.
//!
//! `cargo run --release -p study --example error_rates -- calibrate [SEEDS] [FIRST_SEED]`; nothing is asserted.
//! `CALIBRATE_ONLY=waves` selects shelves by a part of that: name, disks, their own spread, noise (`healthy, 14 disks, 4 %`).

#[path = "../../tests/it/studies/calibrate/shelves.rs"]
mod shelves;

pub(crate) fn print(words: &[String]) {
    let (seeds, first) = super::seeds(words, 400);
    println!(
        "| shelf | disks | own spread | noise | every odd disk found | a healthy one accused | cannot tell | \
         two groups | time, in first passes | intervals hold what disks give | and how far they are off |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let only = std::env::var("CALIBRATE_ONLY").unwrap_or_default();
    let wanted = |case: &shelves::Case| {
        let (name, disks, spread) = (case.name, case.disks, 100.0 * case.spread);
        format!("{name}, {disks} disks, {spread} %, {}", case.noise.told()).contains(&only)
    };
    for case in shelves::table().into_iter().filter(wanted) {
        let rates = case.rates(first..first + seeds);
        let found = match (case.odd.is_empty(), case.accusable) {
            (false, true) => format!("{:.1}", rates.percent(rates.found)),
            _ => String::new(),
        };
        let [gave, off] = match rates.intervals {
            0 => [String::new(), String::new()],
            _ => rates.held_percent().map(|percent| format!("{percent:.1}")),
        };
        println!(
            "| {} | {} | {} % | {} | {found} | {:.2} | {:.1} | {:.1} | {:.1} | {gave} | {off} |",
            case.name,
            case.disks,
            100.0 * case.spread,
            case.noise.told(),
            rates.percent(rates.falsely),
            rates.percent(rates.cannot_tell),
            rates.percent(rates.groups),
            rates.time / f64::from(rates.seeds),
        );
    }
}
