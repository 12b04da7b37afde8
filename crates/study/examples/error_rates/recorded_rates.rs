//! Prints how often a race over recorded points names the best layout, over all kinds of noise: the table of crates/study/METHODS.md.
//!
//! `cargo run --release -p study --example error_rates -- recorded [SEEDS] [FIRST_SEED]`; nothing is asserted.

#[path = "../../tests/it/race/record/truths.rs"]
mod truths;

use truths::{NOISES, Place, Truth, first, named, reads_and_writes};

pub(crate) fn print(words: &[String]) {
    let (seeds, first_seed) = super::seeds(words, 400);
    let records = [
        ("2 points", first(2), 1),
        ("4 points", first(4), 1),
        ("8 points", first(8), 1),
        ("8 points, half of them writes", reads_and_writes(), 1),
        ("12 points", first(12), 1),
        ("4 points, 2 values each", first(4), 2),
        ("4 points, 3 values each", first(4), 3),
        ("8 points, 2 values each", first(8), 2),
        ("12 points, 3 values each", first(12), 3),
    ];
    println!("| record | equal | 10 % faster | twice as fast | 10 times as fast |");
    println!("| --- | --- | --- | --- | --- |");
    let leads: [fn(Place) -> Vec<f64>; 4] =
        [|_| vec![1.0, 1.0], |_| vec![1.1, 1.0], |_| vec![2.0, 1.0], |_| vec![10.0, 1.0]];
    for (name, places, repeats) in records {
        let cells = leads.iter().enumerate().map(|(column, &speeds)| {
            let percents = NOISES.map(|(_, noise)| {
                let truth = Truth { places: places.clone(), repeats, speeds, noise };
                let [right, wrong] = named(&truth, first_seed..first_seed + seeds);
                let count = if column == 0 { right + wrong } else { right };
                100.0 * f64::from(count) / seeds as f64
            });
            let least = percents.into_iter().fold(f64::INFINITY, f64::min);
            let most = percents.into_iter().fold(0.0, f64::max);
            let decimals = usize::from(column == 0);
            format!("{least:.decimals$} to {most:.decimals$}")
        });
        println!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
}
