//! The lab book's notation of a methodology's points, `-b(8,64,256) -o(1-64) -t(1,2,4) -k(R,W) -f(random,sequential)`,
//! and of its sets of disks, `-R(2-14)` or `-R(2->14)`: takes its text, gives a [`PointList`] or every problem with
//! its place.
//!
//! `1-64` means the powers of two, but every number in -R. A mix is `70R`. A missing option has the value of
//! [`PointLoad::SEQUENTIAL_READ`]: `-kR -b64 -o1 -t1 -fsequential`. Reads everything that a [`PointLoad`] prints,
//! except how writes are made durable, which a grid does not have.

use crate::Problem;
use crate::notation::{self, NotationWord, POINTS_MAX, problem, short};
use crate::suggest::nearest;
use base::Bytes;
use std::ops::Range;
use workload::grid::{ORDER_WORDS, order_of};
use workload::{PointGrid, PointLoad};

#[derive(Clone, Debug, PartialEq)]
pub struct PointList {
    pub grid: PointGrid,
    /// The sets of disks that are loaded at the same time, by their numbers in the lab book: `-R(2-4)` is
    /// `[2], [3], [4]`; `-R(2->4)` is `[2], [2, 3], [2, 3, 4]`; `-R2,3` is `[2, 3]`. Empty without -R.
    pub sets: Vec<Vec<u32>>,
}

/// The largest block of a job, as in its key.
const BLOCK_BYTES_MAX: u64 = 64 * Bytes::MIB;

/// The options of a grid, for help on other text.
const KNOWN: &str = "a grid has -k, -b, -o, -t, -f and -R";

pub fn read(text: &str) -> Result<PointList, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut terms = Vec::new();
    notation::read(text, &mut terms, &mut problems);
    let mut grid = PointGrid {
        read_percents: vec![PointLoad::SEQUENTIAL_READ.read_percent],
        blocks: vec![PointLoad::SEQUENTIAL_READ.block],
        depths: vec![PointLoad::SEQUENTIAL_READ.depth],
        threads: vec![PointLoad::SEQUENTIAL_READ.threads],
        random: vec![PointLoad::SEQUENTIAL_READ.random],
    };
    let mut sets = Vec::new();
    for term in &terms {
        let wrong = &mut problems;
        match term.option.as_str() {
            "-k" => grid.read_percents = values(term, wrong, read_percent),
            "-b" => grid.blocks = values(term, wrong, block),
            "-o" => grid.depths = values(term, wrong, |v| number(v, 4_096)),
            "-t" => grid.threads = values(term, wrong, |v| number(v, 1_024)),
            "-f" => grid.random = values(term, wrong, random),
            "-R" => sets = values(term, wrong, set),
            _ => unknown(term, &short(&text[term.span.clone()]), wrong),
        }
    }
    if terms.is_empty() {
        let help = "write -b(8,64,256) -o(1-64) -t(1,2,4) -k(R,W)";
        problems.push(problem(0..text.len(), "there is no list".to_owned(), help));
    }
    let lists = [grid.read_percents.len(), grid.blocks.len(), grid.depths.len()];
    let lists = lists.into_iter().chain([grid.threads.len(), grid.random.len()]);
    let all = lists.fold(1usize, usize::saturating_mul).saturating_mul(sets.len().max(1));
    if all > POINTS_MAX {
        let text_of = format!("more than {POINTS_MAX} points");
        problems.push(problem(0..text.len(), text_of, "shorten the lists"));
    }
    if problems.is_empty() {
        return Ok(PointList { grid, sets });
    }
    problems.sort_by_key(|p| p.span.start);
    Err(problems)
}

/// What a list of queue depths may be.
pub const DEPTHS_HELP: &str = "write 1-64 for 1, 2, 4 and so on to 64, or a list such as 1,8,32";

/// Reads queue depths: `1-64` by doubling, or a list.
///
/// # Errors
/// All problems; [`DEPTHS_HELP`] says what to write.
pub fn depths(text: &str) -> Result<Vec<u32>, Vec<String>> {
    let mut problems = Vec::new();
    let quoted = format!("\"{}\"", short(text));
    let values = notation::items('o', (&quoted, text), 0, &mut problems);
    let mut wrong: Vec<String> = problems.into_iter().map(|problem| problem.text).collect();
    let mut depths: Vec<u32> = Vec::new();
    for (value, _) in values {
        match number(&value, 4_096) {
            Ok(depth) if depths.contains(&depth) => wrong.push(format!("{value} is there twice")),
            Ok(depth) => depths.push(depth),
            Err((text, _)) => wrong.push(text),
        }
    }
    if wrong.is_empty() { Ok(depths) } else { Err(wrong) }
}

/// Why a value is invalid: the problem, and what to do.
type PointProblem = (String, String);

/// All valid values of a list; reports each invalid value and each duplicate.
fn values<T: PartialEq>(
    term: &NotationWord,
    problems: &mut Vec<Problem>,
    one: impl Fn(&str) -> Result<T, PointProblem>,
) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    let mut tell = |place: &Range<usize>, text: String, help: &str| {
        problems.push(problem(place.clone(), format!("{}: {text}", term.option), help));
    };
    for (value, place) in term.values.iter().zip(&term.places) {
        match one(value) {
            Ok(known) if all.contains(&known) => {
                tell(place, format!("{value} is there twice"), "name each value once");
            }
            Ok(new) => all.push(new),
            Err((text, help)) => tell(place, text, &help),
        }
    }
    all
}

/// Parses `R`, `W`, or the percentage of reads in a mix, `70R`.
fn read_percent(value: &str) -> Result<f64, PointProblem> {
    match value {
        "R" | "r" => return Ok(100.0),
        "W" | "w" => return Ok(0.0),
        _ => {}
    }
    if let Some((side, _)) = value.split_once('+')
        && matches!(side.chars().last(), Some('R' | 'W' | 'r' | 'w'))
    {
        let text = format!("{value} asks for durable writes, which a grid does not have");
        return Err((text, format!("write {side}")));
    }
    let share = value.strip_suffix(['R', 'r']).and_then(|share| share.parse::<f64>().ok());
    share.filter(|share| (0.0..=100.0).contains(share)).ok_or_else(|| {
        (
            format!("\"{value}\" is not R, W or a mix"),
            "write R, W, or 70R for 70 % reads".to_owned(),
        )
    })
}

/// Parses a size in KiB, or a size with its unit.
fn block(value: &str) -> Result<Bytes, PointProblem> {
    let bare = value.ends_with(|c: char| c.is_ascii_digit() || c == '.');
    let read = if bare { format!("{value}k").parse::<Bytes>() } else { value.parse::<Bytes>() };
    let size = read.map_err(|_| {
        (format!("\"{value}\" is not a size"), "write KiB: -b(0.5,8,64)".to_owned())
    })?;
    if size.0 == 0 || size.0 % 512 != 0 || size.0 > BLOCK_BYTES_MAX {
        let help = "take multiples of 512 B up to 64 MiB, in KiB: -b(0.5,8,64)";
        return Err((format!("a block of {value} cannot be"), help.to_owned()));
    }
    Ok(size)
}

fn number(value: &str, most: u32) -> Result<u32, PointProblem> {
    let read = value.parse::<u32>().ok().filter(|n| (1..=most).contains(n));
    let help = || format!("take 1 to {most}");
    read.ok_or_else(|| (format!("\"{value}\" is not a number from 1 to {most}"), help()))
}

fn random(value: &str) -> Result<bool, PointProblem> {
    order_of(value).ok_or_else(|| {
        if value.parse::<u32>().is_ok() {
            return (
                format!("{value} stripes belong to SQLIO's own matrix"),
                "write -fsequential; `plimsoll sqlio sweep` runs a matrix with stripes".to_owned(),
            );
        }
        let meant = nearest(value, &ORDER_WORDS).map(|word| format!("write {word}"));
        let help = meant.unwrap_or_else(|| "write random or sequential".to_owned());
        (format!("\"{value}\" is no order"), help)
    })
}

/// The numbers of the disks of one set.
fn set(value: &str) -> Result<Vec<u32>, PointProblem> {
    let wrong = || {
        let help = "write -R(2-14) for each alone, -R(2->14) for sets that grow, -R2,3 for one set";
        (format!("\"{value}\" does not number disks"), help.to_owned())
    };
    let disks: Result<Vec<u32>, _> = value.split(',').map(|n| n.trim().parse::<u32>()).collect();
    let disks = disks.map_err(|_| wrong())?;
    let mut distinct = disks.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < disks.len() {
        return Err((format!("{value} names a disk twice"), "name each disk once".to_owned()));
    }
    Ok(disks)
}

fn unknown(term: &NotationWord, written: &str, problems: &mut Vec<Problem>) {
    let help = match term.option.as_str() {
        "-s" => "how long a point takes is decided by the study; leave it out".to_owned(),
        "-B" | "-L" | "-i" => format!("leave it out; {KNOWN}"),
        _ => KNOWN.to_owned(),
    };
    problems.push(problem(term.span.clone(), format!("{written} is not a part of a grid"), &help));
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Rng;

    fn points(text: &str) -> PointList {
        read(text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
    }

    #[test]
    fn depths_are_a_range_or_a_list_and_nothing_else() {
        assert_eq!(depths("1-16").unwrap(), [1, 2, 4, 8, 16]);
        assert_eq!(depths("1, 8,32").unwrap(), [1, 8, 32]);
        assert_eq!(depths("16-1").unwrap_err(), ["\"16-1\": 16 is above 1"]);
        for wrong in ["", "0", "1,1", "1-8) -k(W", "1,x", "5000"] {
            assert!(depths(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_classic_grid_is_read_from_the_book() {
        let book = points("-k(R,W) -b(8,64,256,512,1024) -o(1-64) -t(1,2,4)");
        assert_eq!(book.grid, PointGrid::classic());
        assert!(book.sets.is_empty());
        // As printed in articles, without the first dash.
        let printed = points("k(R, W) \u{2013}b(8,64,256,512,1M) \u{2014}o(1\u{2013}64) -t(1,2,4)");
        assert_eq!(printed.grid, PointGrid::classic());
        assert_eq!(
            points("-kRW -b(8,64,256,512,1024) -o(1-64) -t(1,2,4)").grid,
            PointGrid::classic()
        );
    }

    #[test]
    fn what_is_left_out_is_one_stream_of_large_reads() {
        assert_eq!(points("-b64").grid.loads(), [PointLoad::SEQUENTIAL_READ]);
        let mixed = points("-k(70R,0R) -f(random,sequential) -b0.5").grid;
        assert_eq!((mixed.read_percents, mixed.random), (vec![70.0, 0.0], vec![true, false]));
        assert_eq!(mixed.blocks, [Bytes(512)]);
    }

    #[test]
    fn disks_stand_alone_or_in_sets() {
        assert_eq!(points("-R(2-4)").sets, [vec![2], vec![3], vec![4]]);
        assert_eq!(points("-R(2->4)").sets, [vec![2], vec![2, 3], vec![2, 3, 4]]);
        assert_eq!(points("-R2,3,5").sets, [vec![2, 3, 5]]);
        assert_eq!(points("-R(2,3,5)").sets, [vec![2], vec![3], vec![5]]);
        assert_eq!(points("-R(2->14)").sets.len(), 13);
    }

    #[test]
    fn every_load_that_is_printed_is_read_again() {
        let mut rng = Rng::new(5);
        for _ in 0..2_000 {
            let load = PointLoad {
                read_percent: [100.0, 0.0, 70.0, 33.5][rng.below(4) as usize],
                block: Bytes(512 * (1 + rng.below(2_048))),
                random: rng.below(2) == 0,
                depth: 1 + rng.below(4_096) as u32,
                threads: 1 + rng.below(1_024) as u32,
                ..PointLoad::SEQUENTIAL_READ
            };
            assert_eq!(points(&load.to_string()).grid.loads(), [load], "{load}");
        }
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once_with_its_place() {
        let text = "-b(8,7x,70000) -o(0,1-x) -k(R,Q,W+dsync) -f(randon,4) -t(1,1) -s60 -R(a) -o4 x";
        let wrong = read(text).expect_err("nearly everything");
        let texts: Vec<(&str, &str)> =
            wrong.iter().map(|p| (&text[p.span.clone()], p.text.as_str())).collect();
        let expected = [
            ("7x", "-b: \"7x\" is not a size"),
            ("70000", "-b: a block of 70000 cannot be"),
            ("0", "-o: \"0\" is not a number from 1 to 4096"),
            ("1-x", "-o(0,1-x): \"x\" is not a number"),
            ("Q", "-k: \"Q\" is not R, W or a mix"),
            ("W+dsync", "-k: W+dsync asks for durable writes, which a grid does not have"),
            ("randon", "-f: \"randon\" is no order"),
            ("4", "-f: 4 stripes belong to SQLIO's own matrix"),
            ("1", "-t: 1 is there twice"),
            ("-s60", "-s60 is not a part of a grid"),
            ("a", "-R: \"a\" does not number disks"),
            ("-o4", "-o is there twice"),
            ("x", "x is not a part of a grid"),
        ];
        assert_eq!(texts, expected);
        assert!(wrong.iter().all(|p| !p.help.is_empty()));
        assert_eq!(wrong[6].help, "write random");
    }

    #[test]
    fn a_grid_that_takes_years_is_refused() {
        let wrong = read("-R(0->900) -o(1-4096) -b(8,16,32) -t(1-1024)").expect_err("too many");
        assert!(wrong[0].text.contains("more than 100000 points"), "{wrong:?}");
        assert!(read("").expect_err("nothing")[0].text.contains("no list"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "(-?[bofkRtz]?\\(?[0-9RWk,> .-]{0,6}\\)? ?){0,5}|\\PC{0,24}") {
            match read(&text) {
                Ok(points) => proptest::prop_assert!(points.grid.loads().len() <= POINTS_MAX),
                Err(wrong) => for one in wrong {
                    proptest::prop_assert!(text.get(one.span).is_some());
                },
            }
        }
    }
}
