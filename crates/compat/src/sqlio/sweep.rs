//! The lab book's notation for a matrix of SQLIO runs, `-b(8,64) -o(1-64) -t(1,2,4) -f(1,2,4) -k(R,W) -R(2->14)`.
//!
//! `1-64` means the powers of two, but every number in -R; `2->14` means growing sets: 2, then 2 and 3, and so on.
//! Lists of -f, -t and -i with the same length advance together, as in the lab book, where stripe factor and rows
//! follow the threads. The last list varies fastest. The name of the tool may stand first, as in an article. Gives the points
//! and the lines of their table. Never does I/O.

use super::{AccessOrder, Numbers, SqlioView};
use base::shown::csv_text;
use job::Problem;
use job::notation::{self, NotationWord, POINTS_MAX, problem};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    pub points: Vec<SweepRun>,
    /// Combinations with more threads than stripes, which SQLIO refuses.
    pub left_out: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepRun {
    pub words: Vec<String>,
    pub log: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweepOptions {
    /// Whether lists of -f, -t and -i are also combined with each other.
    pub cross: bool,
    /// The size of a file, from which -i follows by the block size and the stripe factor of each point.
    pub part_bytes: Option<u64>,
}

/// The most bytes of words over all points, against long lists of files in thousands of points.
const TEXT_MAX: usize = 16 << 20;

/// Lists that advance together, with one value of each per step.
struct SweepAxis {
    terms: Vec<usize>,
    steps: usize,
}

/// Reads the notation; the words of `common` precede those of every point.
///
/// # Errors
/// Every list that cannot be parsed, with its place in the text.
pub fn expand(
    text: &str,
    common: &[String],
    sweep_options: SweepOptions,
) -> Result<Sweep, Vec<Problem>> {
    if let Some(problem) = notation::too_long(&common.join(" ")) {
        return Err(vec![problem]);
    }
    let mut problems = Vec::new();
    let mut terms = common.iter().map(|word| notation::fixed(word, text.len())).collect();
    notation::read(text, &mut terms, &mut problems);
    if terms.get(common.len()).is_some_and(is_tool_name) {
        terms.remove(common.len());
    }
    let axes = axes(&terms, sweep_options, &mut problems);
    let all = axes.iter().try_fold(1usize, |all, axis| all.checked_mul(axis.steps));
    let whole = 0..text.len();
    if all.is_none_or(|all| all > POINTS_MAX) {
        problems.push(problem(
            whole.clone(),
            format!("more than {POINTS_MAX} points"),
            "shorten the lists",
        ));
    }
    if sweep_options.part_bytes.is_some() && terms.iter().any(|t| t.option == "-i") {
        problems.push(problem(
            whole,
            "-i and --part exclude each other".to_owned(),
            "keep one of them",
        ));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut sweep = Sweep { points: Vec::new(), left_out: 0 };
    let (mut bytes, len) = (0, text.len());
    for number in 0..all.unwrap_or(0) {
        let picked = pick(&terms, &axes, number);
        if too_few_stripes(&terms, &picked) {
            sweep.left_out += 1;
        } else {
            let point = point(&terms, &picked, sweep_options);
            bytes += point.log.len() + point.words.iter().map(String::len).sum::<usize>();
            if bytes > TEXT_MAX {
                let text = "the points repeat too much text".to_owned();
                return Err(vec![problem(0..len, text, "shorten the lists")]);
            }
            sweep.points.push(point);
        }
    }
    Ok(sweep)
}

/// Whether a word is the name of the tool, such as `C:\SQLIO\sqlio.exe`.
fn is_tool_name(term: &NotationWord) -> bool {
    let name = term.values.iter().flat_map(|word| word.rsplit(['/', '\\']).next()).next();
    let name = name.unwrap_or_default().to_ascii_lowercase();
    term.option.is_empty() && ["sqlio", "sqlio.exe"].contains(&&*name)
}

fn axes(
    terms: &[NotationWord],
    sweep_options: SweepOptions,
    problems: &mut Vec<Problem>,
) -> Vec<SweepAxis> {
    let mut axes: Vec<SweepAxis> = Vec::new();
    let step = |option: &str| matches!(option, "-f" | "-t" | "-i");
    for (index, term) in terms.iter().enumerate().filter(|(_, t)| t.listed) {
        let fits = |axis: &&mut SweepAxis| {
            !sweep_options.cross
                && axis.steps == term.values.len()
                && step(&term.option)
                && step(&terms[axis.terms[0]].option)
        };
        match axes.iter_mut().find(fits) {
            Some(axis) => axis.terms.push(index),
            None => axes.push(SweepAxis { terms: vec![index], steps: term.values.len() }),
        }
    }
    let length = |option: &str| terms.iter().find(|t| t.option == option).map(|t| t.values.len());
    if let (Some(rows), Some(factors)) = (length("-i"), length("-f"))
        && !sweep_options.cross
        && rows > 1
        && rows != factors
        && let Some(term) = terms.iter().find(|t| t.option == "-i")
    {
        let text = format!("-i has {rows} values and -f has {factors}");
        problems.push(problem(
            term.span.clone(),
            text,
            "give each value of -f its own -i, or --part, or take every combination with --cross",
        ));
    }
    axes
}

/// The index of the value that each term has in this point.
fn pick(terms: &[NotationWord], axes: &[SweepAxis], mut number: usize) -> Vec<usize> {
    let mut picked = vec![0; terms.len()];
    for axis in axes.iter().rev() {
        for &term in &axis.terms {
            picked[term] = number % axis.steps;
        }
        number /= axis.steps;
    }
    picked
}

fn value<'a>(terms: &'a [NotationWord], picked: &[usize], option: &str) -> Option<&'a str> {
    let index = terms.iter().position(|t| t.option == option)?;
    Some(&terms[index].values[picked[index]])
}

fn too_few_stripes(terms: &[NotationWord], picked: &[usize]) -> bool {
    let number = |option: &str| value(terms, picked, option).and_then(|v| v.parse::<u32>().ok());
    matches!((number("-t"), number("-f")), (Some(threads), Some(factor)) if threads > factor)
}

fn point(terms: &[NotationWord], picked: &[usize], sweep_options: SweepOptions) -> SweepRun {
    let word = |(term, &at): (&NotationWord, &usize)| format!("{}{}", term.option, term.values[at]);
    let mut words: Vec<String> = terms.iter().zip(picked).map(word).collect();
    let number = |option: &str, default: u64| {
        value(terms, picked, option).map_or(Some(default), |v| v.parse::<u64>().ok())
    };
    let mut rows = None;
    if let (Some(bytes), Some(block), Some(factor)) =
        (sweep_options.part_bytes, number("-b", 2), number("-f", 64))
    {
        let count = (bytes >> 10) / block.saturating_mul(factor).max(1);
        words.push(format!("-i{}", count.max(1)));
        rows = Some(count.max(1).to_string());
    }
    // Logs are named as in the lab book: R2-b64-f1-i2000000-o1-t1.log.
    let mut name = value(terms, picked, "-k").unwrap_or("R").to_owned();
    name += &value(terms, picked, "-R").unwrap_or("").replace(',', "+");
    for option in ["-b", "-f", "-i", "-o", "-t"] {
        let shown = value(terms, picked, option);
        let shown = shown.or_else(|| rows.as_deref().filter(|_| option == "-i"));
        name += &shown.map(|shown| format!("{option}{shown}")).unwrap_or_default();
    }
    for (term, &at) in terms.iter().zip(picked).filter(|(t, _)| t.listed) {
        if !matches!(term.option.as_str(), "-k" | "-R" | "-b" | "-f" | "-i" | "-o" | "-t") {
            name += &format!("{}{}", term.option, term.values[at]);
        }
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() || "+-_.".contains(c) { c } else { '_' };
    SweepRun { words, log: format!("{}.log", name.chars().map(plain).collect::<String>()) }
}

/// The heading of a sweep's table; with decimal commas, its columns are separated by semicolons.
pub fn csv_head(decimal_comma: bool) -> String {
    let columns = "log,operation,layout,block_kb,access,run,outstanding,threads,seconds,ios_per_s,mbs_per_s,min_ms,avg_ms,p99_ms,max_ms,errors,error,command\n";
    if decimal_comma { columns.replace(',', ";") } else { columns.to_owned() }
}

/// The line of one point of a layout; `wrong` gives the reason of a failure in one line and is empty otherwise. A failed point has
/// no numbers.
pub fn csv_line(
    point: &SweepRun,
    layout: &str,
    (view, seen): (&SqlioView, &Numbers),
    wrong: &str,
    decimal_comma: bool,
) -> String {
    let (access, run) = match view.access_order {
        AccessOrder::Random => ("random".to_owned(), String::new()),
        AccessOrder::Sequential => ("sequential".to_owned(), String::new()),
        AccessOrder::Stripes { factor, run, .. } => (factor.to_string(), run.to_string()),
    };
    let number = |value: f64, decimals: usize| {
        let text = format!("{value:.decimals$}");
        match (wrong.is_empty(), decimal_comma) {
            (false, _) => String::new(),
            (true, true) => text.replace('.', ","),
            (true, false) => text,
        }
    };
    let ms = |ns: f64| number(ns / 1e6, 3);
    let fields = [
        point.log.clone(),
        if view.writes { "write" } else { "read" }.to_owned(),
        layout.to_owned(),
        view.block_kib.to_string(),
        access,
        run,
        view.outstanding.map_or_else(String::new, |depth| depth.to_string()),
        view.threads.to_string(),
        number(seen.seconds, 3),
        number(seen.iops, 2),
        number(seen.mibps, 2),
        ms(seen.min_ns as f64),
        ms(seen.mean_ns),
        ms(seen.p99_ns as f64),
        ms(seen.max_ns as f64),
        seen.errors.to_string(),
        wrong.to_owned(),
        format!("sqlio {}", point.words.join(" ")),
    ];
    let separator = if decimal_comma { ';' } else { ',' };
    let fields = fields.iter().map(|field| csv_text(field, separator));
    fields.collect::<Vec<_>>().join(&separator.to_string()) + "\n"
}

/// A time for people, such as `2 h 1 min`.
pub fn readable(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, _, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_is_readable() {
        for (seconds, text) in [
            (0, "0 s"),
            (59, "59 s"),
            (90, "1 min 30 s"),
            (7260, "2 h 1 min"),
            (626_400, "7 d 6 h"),
        ] {
            assert_eq!(readable(seconds), text);
        }
    }
}
