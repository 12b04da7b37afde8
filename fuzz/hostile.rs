//! Hostile input for every reader: seeds that repeat a line or a word without end, and parts that only an attacker repeats. Gives
//! the inputs for which a reader takes longer than their length explains. The tests of both crates of readers share it.

use super::seeds;
use super::worst_cases::{FLOOR_NS, spent_ns};
use std::collections::BTreeSet;

/// Repetitions of the shorter input; the longer one has [`TIMES`] as many.
const REPETITIONS: usize = 400;
const TIMES: usize = 4;
/// A reader that looks at everything for everything takes 16 times as long; half of that is between the two.
const RATIO_MAX: f64 = 8.0;

/// Parts that a text may repeat.
const PARTS: &[&str] = &[
    ",",
    "[",
    "]",
    "(",
    ")",
    "{",
    "<a>",
    "<a b=\"c\"/>",
    "\"",
    "'",
    "a,",
    "a=[",
    "-",
    " x",
    "\\",
    "\t",
    "\r",
    "=",
    "a=b;",
    "0",
    "1-2,",
    "\u{1b}",
    "\0",
    "é",
    ":",
    "%",
    "$",
    "#",
    "\n",
    "x\n",
    "=\n",
    "a=1\n",
    "[a]\n",
    "[[stage]]\n",
    "'a\n",
    "None,x,1\n",
];

/// What may stand before the repetition, and after it, for some of the readers; none: for all.
const FRAMES: &[(&[&str], &str, &str)] = &[
    (&[], "x\n", ""),
    (&["plan"], "[[stage]]\nstudy = \"compare\"\nlayout = [", "]\n"),
    (&["native"], "[target.x]\npath = \"", "\"\n"),
    (&["native", "profile"], "x = [", "]\n"),
    (&["grid", "sqlio"], "-b(", ")\n"),
    (&["grid", "sqlio"], "-R(", ")\n"),
    (&["layouts"], "raid5 x 64k,", ""),
    (&["sqlio", "sqliosim"], "-p x\n", ""),
    (&["fio"], "--name=x --bssplit=", "\n"),
    (&["diskspd"], "-Px.xml\n<Profile>", "</Profile>"),
    (&["iometer"], "x.icf\n'Version 1998\n", "\n"),
];

/// The texts for a reader of which there are seeds, each with a name.
fn texts(reader: &str, repetitions: usize) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    // What is repeated after one seed says the same after another.
    let mut repeated = BTreeSet::new();
    for (path, seed) in seeds(reader) {
        let text = String::from_utf8_lossy(&seed).into_owned();
        let lines: BTreeSet<&str> = text.lines().skip(1).collect();
        let new = |line: &&str| repeated.insert((*line).to_owned());
        for line in lines.into_iter().filter(new).take(8) {
            let name = format!("{} and `{line}` again and again", path.display());
            all.push((
                name,
                format!("{text}\n{}", format!("{line}\n").repeat(repetitions)).into_bytes(),
            ));
        }
        let numbered: String = (0..repetitions).map(|n| format!("[s{n}]\nk{n}=1\n")).collect();
        all.push((
            format!("{} and sections", path.display()),
            format!("{text}\n{numbered}").into_bytes(),
        ));
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let words = first.split(' ').collect::<BTreeSet<_>>().into_iter();
        for word in words.filter(|word| repeated.insert(format!(" {word}"))) {
            let words = format!(" {word}").repeat(repetitions);
            all.push((
                format!("{} and words {word}", path.display()),
                format!("{first}{words}\n{rest}").into_bytes(),
            ));
        }
    }
    let fits = |readers: &[&str]| readers.is_empty() || readers.contains(&reader);
    for (_, before, after) in FRAMES.iter().filter(|(readers, ..)| fits(readers)) {
        for part in PARTS {
            let name = format!("{before:?} and {part:?} again and again");
            all.push((name, format!("{before}{}{after}", part.repeat(repetitions)).into_bytes()));
        }
    }
    all
}

/// The inputs of a reader that take longer than their length explains. Two threads share the inputs.
pub(crate) fn slow(reader: &str, feed: impl Fn(&[u8]) + Sync) -> Vec<String> {
    let (short, long) = (texts(reader, REPETITIONS), texts(reader, REPETITIONS * TIMES));
    let pairs: Vec<_> = short.into_iter().zip(long).collect();
    let slow_of = |first: usize| {
        let own = pairs.iter().skip(first).step_by(2);
        let ratios = own.filter_map(|((name, short), (_, long))| {
            let ratio = slow_ratio(|| feed(short), || feed(long))?;
            Some(format!("{reader}: {name}: {ratio:.1} times as long"))
        });
        ratios.collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let odd = scope.spawn(|| slow_of(1));
        let even = slow_of(0);
        even.into_iter().chain(odd.join().expect("no reader panics")).collect()
    })
}

/// How many times as long the longer input takes, if its length does not explain it.
fn slow_ratio(short: impl Fn(), long: impl Fn()) -> Option<f64> {
    // Most are too short for any ratio to be too large.
    let measured_ns = spent_ns(&long);
    if measured_ns <= RATIO_MAX * FLOOR_NS {
        return None;
    }
    let short_ns = || spent_ns(&short).max(FLOOR_NS);
    let first = measured_ns / short_ns();
    let ratio = || spent_ns(&long) / short_ns();
    let is_slow = first > RATIO_MAX && (first > 3.0 * RATIO_MAX || ratio() > RATIO_MAX);
    is_slow.then_some(first)
}
