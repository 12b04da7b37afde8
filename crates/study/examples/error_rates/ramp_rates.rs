//! Prints how often the ramp is right about storages whose load line is known: the table of crates/study/METHODS.md.
//!
//! `cargo run --release -p study --example error_rates -- ramp [SEEDS] [FIRST_SEED] [CASE]`; nothing is asserted.
//! With `RAMP_TRUTH=6000000` it only recomputes the true lines, from that many operations. `RAMP_WRONG=1` lists the seeds that
//! were off, `RAMP_VERBOSE=1` every trial.

use super::cases::{
    COMMITS, COMMITS_DISK, COMMITS_DISK_FAST, COMMITS_DISK_FASTEST, COMMITS_SLOW, CREDITS, Case,
    DISK, DISTURBED, FLASH, NEAREST, NOISE, QUOTA, RARE_STALLS, SLICED, STALLS, STEADY, TRANSFERS,
    WANDER, WANDER_FAST, WAVES,
};

pub(crate) fn print(words: &[String]) {
    let (seeds, first) = super::seeds(words, 400);
    let only = words.get(2).cloned();
    println!(
        "| storage | budget | 0 to 5 % below | not above | covered | confirmed | interval width | \
         cannot be held | stalls told | a slower state told | \
         a wandering speed told |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let cases: [(&str, Case); 27] = [
        ("flash", FLASH),
        ("flash-short", Case { budget_s: 15, ..FLASH }),
        ("steady", STEADY),
        ("quota", QUOTA),
        ("quota-short", Case { budget_s: 30, ..QUOTA }),
        ("sliced", SLICED),
        ("commits", COMMITS),
        ("commits-slow", COMMITS_SLOW),
        ("commits-disk", COMMITS_DISK),
        ("commits-disk-fast", COMMITS_DISK_FAST),
        ("commits-disk-fastest", COMMITS_DISK_FASTEST),
        ("transfers", TRANSFERS),
        ("transfers-short", Case { budget_s: 15, ..TRANSFERS }),
        ("noise", NOISE),
        ("disk", DISK),
        ("disk-short", Case { budget_s: 30, ..DISK }),
        ("nearest", NEAREST),
        ("nearest-short", Case { budget_s: 1800, ..NEAREST }),
        ("stalls", STALLS),
        ("rare-stalls", RARE_STALLS),
        ("disturbed", DISTURBED),
        ("waves", WAVES),
        ("waves-short", Case { budget_s: 60, ..WAVES }),
        ("credits", CREDITS),
        ("wander", WANDER),
        ("wander-long", Case { budget_s: 600, ..WANDER }),
        ("wander-fast", WANDER_FAST),
    ];
    let truth_from = std::env::var("RAMP_TRUTH").ok().and_then(|n| n.parse().ok());
    for (key, case) in cases {
        if only.as_ref().is_some_and(|only| only != key) {
            continue;
        }
        if let Some(operations) = truth_from {
            println!("{}: {:.1} a second", case.name, case.true_line(operations));
            continue;
        }
        let rates = case.rates(first..first + seeds);
        println!(
            "| {} | {} s | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} % | {:.1} | {:.1} | {:.1} | {:.1} |",
            case.name,
            case.budget_s,
            rates.percent(rates.close),
            rates.percent(rates.not_above),
            rates.percent(rates.covered),
            rates.percent(rates.confirmed),
            100.0 * rates.width / f64::from(rates.seeds),
            rates.percent(rates.stalled),
            rates.percent(rates.stalls_told),
            rates.percent(rates.slow_told),
            rates.percent(rates.wander_told),
        );
        if std::env::var_os("RAMP_WRONG").is_some() {
            eprintln!("{:.2?}", rates.wrong);
        }
    }
}
