//! Prints how often each method is right about known storage: the tables of docs/explanation/methods.
//!
//! `cargo error-rates [METHOD] [SEEDS] [FIRST_SEED]`; without a method, all of them. Nothing is asserted. One program, because each program
//! of this size takes seconds to build.

#[path = "../../tests/it/ramp_line/cases.rs"]
mod cases;
#[path = "../../tests/it/ramp_line/nearest.rs"]
mod nearest;
#[path = "../../tests/it/ramp_line/queue.rs"]
mod queue;
#[path = "../../tests/it/ramp_line/verdicts.rs"]
mod verdicts;

mod calibrate_rates;
mod point_rates;
mod race_rates;
mod ramp_rates;
mod recorded_rates;
mod scale_rates;
mod soak_rates;
mod verdict_rates;

/// Prints the table of a method, with the words after its name.
type PrintTable = fn(&[String]);

/// The methods, in the order of their names.
const METHODS: [(&str, PrintTable); 8] = [
    ("calibrate", calibrate_rates::print),
    ("point", point_rates::print),
    ("race", race_rates::print),
    ("ramp", ramp_rates::print),
    ("recorded", recorded_rates::print),
    ("scale", scale_rates::print),
    ("soak", soak_rates::print),
    ("verdict", verdict_rates::print),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let method = words.first().and_then(|name| METHODS.iter().find(|method| method.0 == name));
    match method {
        Some((_, print)) => print(&words[1..]),
        None if words.first().is_none_or(|word| word.parse::<u64>().is_ok()) => {
            for (name, print) in METHODS {
                println!("## {name}\n");
                print(&words);
                println!();
            }
        }
        None => {
            eprintln!("name a method: {}", METHODS.map(|method| method.0).join(", "));
            std::process::exit(2);
        }
    }
}

/// The number of seeds and the first one, of the words after the method.
fn seeds(words: &[String], usual: u64) -> (u64, u64) {
    let number =
        |at: usize, usual: u64| words.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    (number(0, usual), number(1, 0))
}
