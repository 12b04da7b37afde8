//! Prints how often the race of layouts, and the three studies together, are right about shelves whose truth is known: the
//! tables of crates/study/METHODS.md.
//!
//! `cargo run --release -p study --example error_rates -- race [SEEDS] [FIRST_SEED]`; nothing is asserted. `RACE_WRONG=1` lists the
//! seeds that did not agree, `RACE_ONLY=sqlserver` selects the shelves whose name contains that.

#[path = "../../tests/it/race/plan.rs"]
mod plan;
#[path = "../../tests/it/race/shelves.rs"]
mod shelves;

use plan::Agreement;
use shelves::{Course, Rates, near, thrice, twins};
use testkit::raid::ModelDiskSet;

pub(crate) fn print(words: &[String]) {
    let (seeds, first) = super::seeds(words, 400);
    let (classic, profile) = (Course::classic(), Course::profile());
    let oltp = Course::sqlserver();
    let (grid, few) = (classic.loads(), profile.loads());
    let waves = |busy_s| Course::with_a_log().under(0.4, busy_s, 3.0 * busy_s);
    let [short, long, rare] =
        [waves(10.0), waves(60.0), Course::with_a_log().under(0.4, 20.0, 600.0)];
    let still = Course { pause_s: 0.0, ..Course::with_a_log() };
    let wide = Course::classic().under(0.4, 10.0, 30.0);
    type Make<'a> = &'a dyn Fn(u64) -> ModelDiskSet;
    let heavy = Course::with_a_log().under(0.7, 10.0, 30.0);
    let cases: [(&str, &Course, Make<'_>); 22] = [
        ("5 different layouts", &classic, &|seed| ModelDiskSet::random(seed, 5)),
        ("5 alike, within 2 %", &classic, &|seed| ModelDiskSet::alike(seed, 5, 0.02, &grid)),
        ("2 alike, within 2 %", &classic, &|seed| ModelDiskSet::alike(seed, 2, 0.02, &grid)),
        ("5 alike, within 10 %", &classic, &|seed| ModelDiskSet::alike(seed, 5, 0.10, &grid)),
        ("5 different, a tenth of the points at half", &classic, &|seed| ModelDiskSet {
            dips: 0.1,
            ..ModelDiskSet::random(seed, 5)
        }),
        ("3 different, 9 points of a profile", &profile, &|seed| ModelDiskSet::random(seed, 3)),
        ("3 of the same level, the same points", &profile, &|seed| {
            ModelDiskSet::alike(seed, 3, 0.10, &few)
        }),
        ("2 equal, 7 points of `sqlserver-oltp`", &oltp, &twins),
        ("2 alike, within 2 %, 7 points of `sqlserver-oltp`", &oltp, &|seed| {
            near(seed, 0.02, &oltp)
        }),
        ("3 different, 7 points of `sqlserver-oltp`", &oltp, &|seed| ModelDiskSet::random(seed, 3)),
        ("2 equal, 5 points of a profile", &still, &twins),
        ("3 different, 5 points of a profile", &still, &|seed| ModelDiskSet::random(seed, 3)),
        ("2 equal, 5 points, waves of 10 s in 40 s", &short, &twins),
        ("2 equal, 5 points, waves of 60 s in 240 s", &long, &twins),
        ("2 equal, 5 points, waves of 20 s in 620 s", &rare, &twins),
        ("3 different, 5 points, waves of 10 s in 40 s", &short, &|seed| {
            ModelDiskSet::random(seed, 3)
        }),
        ("2 equal, 210 points, waves of 10 s in 40 s", &wide, &twins),
        ("5 different, 210 points, waves of 10 s in 40 s", &wide, &|seed| {
            ModelDiskSet::random(seed, 5)
        }),
        ("one 3 times as fast, 210 points", &classic, &thrice),
        ("one 3 times as fast, 7 points of `sqlserver-oltp`", &oltp, &thrice),
        ("one 3 times as fast, 5 points, waves of 10 s in 40 s", &short, &thrice),
        ("2 equal, 5 points, waves of 10 s in 40 s that take 70 %", &heavy, &twins),
    ];
    println!(
        "| shelves | agreed | first the same | truly best within 2 % | best named | no difference | cannot tell | best that is none | leads covered | group's best named | any of them wrong | restless | time, median and longest |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let only = std::env::var("RACE_ONLY").unwrap_or_default();
    for (name, course, make) in cases.into_iter().filter(|case| case.0.contains(&only)) {
        let mut rates = Rates::default();
        (first..first + seeds).for_each(|seed| rates.add(seed, &make(seed), course));
        row(name, &rates);
        if std::env::var_os("RACE_WRONG").is_some() {
            eprintln!("{name}: {:?}", rates.wrong);
        }
    }
    println!();
    if only.is_empty() {
        methodology(seeds, first);
    }
}

fn row(name: &str, rates: &Rates) {
    let [median, longest] = rates.time_percent();
    println!(
        "| {name} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.0} | {median:.1} %, {longest:.1} % |",
        rates.percent(rates.agreed),
        rates.percent(rates.same_first),
        rates.percent(rates.truly_best),
        rates.percent(rates.best),
        rates.percent(rates.no_difference),
        rates.percent(rates.cannot_tell),
        rates.percent(rates.best_wrong),
        100.0 * f64::from(rates.covered[0]) / f64::from(rates.covered[1].max(1)),
        100.0 * f64::from(rates.groups[0]) / f64::from(rates.groups[2].max(1)),
        rates.percent(rates.group_wrong),
        rates.percent(rates.restless),
    );
}

/// The whole methodology beside the exhaustive plan.
fn methodology(seeds: u64, first: u64) {
    let mut agreement = Agreement::default();
    (first..first + seeds).for_each(|seed| agreement.add(seed));
    let [median, longest] = agreement.time_percent();
    println!("| the same as by hand | percent of the shelves |");
    println!("| --- | --- |");
    for (name, of) in [
        ("outliers", agreement.outliers),
        ("number of disks that fill the controller", agreement.count),
        ("(that number by hand is the true one)", agreement.count_true[0]),
        ("(that number by the studies is the true one)", agreement.count_true[1]),
        ("the interval of the studies holds that number", agreement.count_possible),
        ("that number within one", agreement.count_within_one),
        ("best layout, or it is among those that do not differ", agreement.best),
        ("disks, number within one and layout", agreement.all),
    ] {
        println!("| {name} | {:.1} |", agreement.percent(of));
    }
    println!(
        "| time used of the exhaustive plan's: median, longest | {median:.1} %, {longest:.1} % |"
    );
    if std::env::var_os("RACE_WRONG").is_some() {
        agreement.wrong.iter().for_each(|wrong| eprintln!("{wrong}"));
    }
}
