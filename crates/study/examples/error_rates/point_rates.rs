//! Prints how often a point's interval holds the truth when it is looked at every second, and how long a point takes: the
//! table of crates/study/METHODS.md.
//!
//! `cargo run --release -p study --example error_rates -- point [SEEDS] [FIRST_SEED]`; nothing is asserted.

#[path = "../../tests/it/studies/settle/settling.rs"]
mod settling;

use settling::SettleCase;

pub(crate) fn print(words: &[String]) {
    let (seeds, first) = super::seeds(words, 400);
    println!(
        "| CV | lag-1 | covers at every look | covers at the end | within 2 % at the end | settled | half are done by | \
         nine of ten by |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (cv, lag1, time_max_s) in [
        (0.05, 0.0, 3600),
        (0.05, 0.5, 3600),
        (0.05, 0.9, 3600),
        (0.02, 0.0, 3600),
        (0.02, 0.5, 3600),
        (0.02, 0.9, 3600),
    ] {
        let rates = SettleCase { cv, lag1, time_max_s }.rates(first..first + seeds);
        println!(
            "| {} % | {lag1} | {:.1} | {:.1} | {:.1} | {:.1} | {} s | {} s |",
            100.0 * cv,
            rates.percent(rates.always),
            rates.percent(rates.at_the_end),
            rates.percent(rates.close),
            rates.percent(rates.settled),
            rates.seconds_at(50),
            rates.seconds_at(90),
        );
    }
}
