//! Prints how often the verdict of a check is right about a required rate, on storages whose load line is known: the table of
//! crates/study/METHODS.md.
//!
//! `cargo run --release -p study --example error_rates -- verdict [SEEDS] [FIRST_SEED] [CASE]`; nothing is asserted.
//! `CASE` is a part of a name in the table.

use super::cases::{Case, DISK, FLASH, NEAREST, NOISE, QUOTA, SLICED, STEADY, WAVES};

/// Required rates as shares of the true line.
const SHARES: [f64; 8] = [0.5, 0.8, 0.9, 0.95, 1.05, 1.1, 1.25, 2.0];

pub(crate) fn print(words: &[String]) {
    let (seeds, first) = super::seeds(words, 200);
    println!(
        "| storage | budget | FIT at 50 % | 80 % | 90 % | 95 % | NOT FIT at 105 % | 110 % | 125 % | 200 % | wrong |"
    );
    println!("|{}", " --- |".repeat(11));
    let cases = [
        FLASH,
        Case { budget_s: 15, ..FLASH },
        STEADY,
        QUOTA,
        Case { budget_s: 30, ..QUOTA },
        SLICED,
        NOISE,
        DISK,
        Case { budget_s: 300, ..DISK },
        NEAREST,
        WAVES,
    ];
    let (mut wrong, mut all) = (0, 0);
    let only = words.get(2).cloned().unwrap_or_default();
    for case in cases.into_iter().filter(|case| case.name.contains(&only)) {
        let mut row = format!("| {} | {} s |", case.name, case.budget_s);
        let mut wrong_here = 0;
        for share in SHARES {
            let counts = case.verdicts(share, first..first + seeds);
            let right = if share < 1.0 { counts.fit } else { counts.not_fit };
            row += &format!(" {:.0} |", counts.percent(right));
            (wrong_here, all) = (wrong_here + counts.wrong(share), all + counts.all());
        }
        println!("{row} {wrong_here} |");
        wrong += wrong_here;
    }
    println!("\n{wrong} of {all} verdicts were wrong.");
}
