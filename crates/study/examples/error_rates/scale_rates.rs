//! Prints how often growing a set of disks finds the limit behind it: the table of crates/study/METHODS.md.
//!
//! `cargo run --release -p study --example error_rates -- scale [SEEDS] [FIRST_SEED]`; nothing is asserted. `SCALE_WRONG=1` lists the
//! seeds that were off.

#[path = "../../tests/it/studies/scale/truths.rs"]
mod truths;

pub(crate) fn print(words: &[String]) {
    let (seeds, first) = super::seeds(words, 400);
    println!(
        "| path | disks | noise | own spread | count +/-1, or \"not reached\" | cannot tell | plateau within 3 % | covered | slope held | limit held | falls | \
         linear, corner, USL, none | points | minutes |"
    );
    println!(
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    );
    for case in truths::table() {
        let rates = case.rates(first..first + seeds);
        let mut told = case.truth.told();
        if case.last < 1.0 {
            told += ", last disk 30 % slow";
        }
        if case.alone {
            told += ", each known";
        }
        let laws = rates.laws.map(|law| format!("{:.0}", rates.percent(law))).join(", ");
        let each = f64::from(rates.seeds);
        let held = |count: u32| match rates.told {
            0 => String::new(),
            told => format!("{:.1}", 100.0 * f64::from(count) / f64::from(told)),
        };
        println!(
            "| {told} | {} | {} %, lag-1 {} | {} % | {:.1} | {:.1} | {:.1} | {:.1} | {} | {} | {:.1} | {laws} | {:.1} | {:.0} |",
            case.disks,
            100.0 * case.noise.0,
            case.noise.1,
            100.0 * case.spread,
            rates.percent(rates.count),
            rates.percent(rates.open),
            rates.percent(rates.plateau),
            rates.percent(rates.covered),
            held(rates.slope),
            held(rates.limit),
            rates.percent(rates.falls),
            rates.points / each,
            rates.time_s / each / 60.0,
        );
        if std::env::var_os("SCALE_WRONG").is_some() {
            for (seed, what) in rates.wrong.iter().take(4) {
                eprintln!("  {seed}: {what}");
            }
        }
    }
}
