//! Reads Orion's command line and its list of LUNs; reports all problems at once, each with its place.

use super::loads::{self, Matrix};
use super::{OrionView, Run, build, options};
use crate::findings::ForeignFindings;
use crate::foreign::{Foreign, Load, Mapping, map_advice, mapped};
use job::notation::DASHES;
use std::ops::Range;

/// The most points: a week at a minute each.
const POINTS_MAX: usize = 10_000;

/// The most streams over all points, so that planning takes only a moment.
const STREAMS_MAX: u64 = 20_000;
const LUNS_MAX: usize = 1024;

/// A LUN: its name as given, and its local path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lun {
    pub(super) name: String,
    pub(super) path: String,
}

/// Values as given, with their places.
#[derive(Debug, Default)]
struct OrionOptions {
    usage: bool,
    run: Option<Run>,
    testname: Option<(Range<usize>, String)>,
    disks: Option<u32>,
    small_kib: Option<u32>,
    large_kib: Option<u32>,
    sequential: bool,
    stream_depth: Option<(Range<usize>, u32)>,
    striped: Option<Range<usize>>,
    stripe_kib: Option<(Range<usize>, u32)>,
    write_percent: Option<u32>,
    cache_mib: Option<(Range<usize>, u32)>,
    seconds: Option<u32>,
    matrix: Option<(Range<usize>, Matrix)>,
    small: Option<(Range<usize>, u32)>,
    large: Option<(Range<usize>, u32)>,
}

/// Reads a command line without the program's name.
pub fn read(words: &[String], load: Load<'_>, maps: &[Mapping]) -> Foreign<OrionView> {
    let text = words.join(" ");
    let whole = 0..text.len();
    let mut findings = ForeignFindings::new(text.clone());
    let switches = command_line(words, &mut findings);
    let luns = if switches.usage {
        Vec::new()
    } else {
        luns(&switches, &whole, load, maps, &mut findings)
    };
    check(&switches, &whole, luns.len(), &mut findings);
    let mut view = view(&switches, text, &luns, &whole, &mut findings);
    let fine = findings.has_no_problem() && !switches.usage;
    let workload = fine.then(|| build::workload(&mut view, &luns));
    findings.foreign(workload, view)
}

fn command_line(words: &[String], findings: &mut ForeignFindings) -> OrionOptions {
    let mut switches = OrionOptions::default();
    let mut at = 0;
    let mut placed = Vec::new();
    for word in words {
        if !word.is_empty() {
            placed.push((at..at + word.len(), word.as_str()));
        }
        at += word.len() + 1;
    }
    let mut placed = placed.into_iter().peekable();
    while let Some((span, word)) = placed.next() {
        let name = word.trim_start_matches(DASHES);
        if name.len() == word.len() {
            findings.problem(
                &span,
                format!("\"{word}\" is not an option"),
                "options begin with a dash, such as -run simple",
            );
            continue;
        }
        match name {
            "help" | "h" | "?" => switches.usage = true,
            "hugenotneeded" => {}
            "verbose" => findings.used(options::of("-verbose"), &span),
            _ if options::of(&format!("-{name}")).is_none() => {
                findings.problem(
                    &span,
                    format!("there is no option {word}"),
                    "`plimsoll orion -help` lists them",
                );
                // A value of the unknown option is not reported as a second mistake.
                placed.next_if(|next| !next.1.starts_with(DASHES));
            }
            _ => match placed.next_if(|next| !next.1.starts_with(DASHES)) {
                Some((place, value)) => {
                    take(&mut switches, name, span.start..place.end, value, findings)
                }
                None => findings.problem(
                    &span,
                    format!("-{name} needs a value"),
                    "write it as the next word",
                ),
            },
        }
    }
    switches
}

fn take(
    switches: &mut OrionOptions,
    name: &str,
    span: Range<usize>,
    value: &str,
    findings: &mut ForeignFindings,
) {
    let number = |range: std::ops::RangeInclusive<u32>, findings: &mut ForeignFindings| {
        let number = value.parse::<u32>().ok().filter(|n| range.contains(n));
        if number.is_none() {
            let text =
                format!("-{name} takes {} to {}, not \"{value}\"", range.start(), range.end());
            findings.problem(&span, text, "write a whole number, without a unit");
        }
        number
    };
    let word = |words: &str, findings: &mut ForeignFindings| {
        let text = format!("-{name} takes {words}, not \"{value}\"");
        findings.problem(&span, text, "write one of these words");
    };
    match name {
        "run" => {
            switches.run = run(value);
            if switches.run.is_none() {
                word("simple, normal, oltp, dss or advanced", findings);
            }
        }
        "testname" => switches.testname = Some((span, value.to_owned())),
        "num_disks" => switches.disks = number(1..=1000, findings),
        "size_small" => switches.small_kib = number(1..=65_536, findings),
        "size_large" => switches.large_kib = number(1..=65_536, findings),
        "type" => match value {
            "rand" => switches.sequential = false,
            "seq" => switches.sequential = true,
            _ => word("rand or seq", findings),
        },
        "num_streamIO" => switches.stream_depth = number(1..=4096, findings).map(|n| (span, n)),
        "simulate" => match value {
            "concat" => switches.striped = None,
            "raid0" => switches.striped = Some(span),
            _ => word("concat or raid0", findings),
        },
        "stripe" => switches.stripe_kib = number(1..=u32::MAX, findings).map(|n| (span, n)),
        "write" => switches.write_percent = number(0..=100, findings),
        "cache_size" => switches.cache_mib = number(0..=u32::MAX, findings).map(|n| (span, n)),
        "duration" => switches.seconds = number(1..=u32::MAX, findings),
        "matrix" => {
            switches.matrix = Matrix::named(value).map(|matrix| (span.clone(), matrix));
            if switches.matrix.is_none() {
                word("basic, detailed, point, col, row or max", findings);
            }
        }
        "num_small" => switches.small = number(0..=100_000, findings).map(|n| (span, n)),
        "num_large" => switches.large = number(0..=100_000, findings).map(|n| (span, n)),
        "storax" if value == "skgfr" => {}
        _ => findings.used(options::of(&format!("-{name}")), &span),
    }
}

fn run(word: &str) -> Option<Run> {
    Some(match word {
        "simple" => Run::Simple,
        "normal" => Run::Normal,
        "oltp" => Run::Oltp,
        "dss" => Run::Dss,
        "advanced" => Run::Advanced,
        _ => return None,
    })
}

/// The LUNs of `<testname>.lun`, one path per line.
fn luns(
    switches: &OrionOptions,
    whole: &Range<usize>,
    load: Load<'_>,
    maps: &[Mapping],
    findings: &mut ForeignFindings,
) -> Vec<Lun> {
    let (span, name) = match &switches.testname {
        Some((span, name)) => (span.clone(), name.clone()),
        None => (whole.clone(), "orion".to_owned()),
    };
    let file = format!("{name}.lun");
    let Some(path) = mapped(&file, maps) else {
        let text = format!("{file} is a Windows path");
        findings.problem(&span, text, map_advice(&file));
        return Vec::new();
    };
    let text = match load(&path) {
        Ok(text) => text,
        Err(why) => {
            let help =
                "it holds the LUNs, one path on each line; -testname gives its name without .lun";
            findings.problem(&span, format!("failed to read {path}: {why}"), help);
            return Vec::new();
        }
    };
    let source = findings.source(&path, &text);
    let mut luns: Vec<Lun> = Vec::new();
    let mut at = 0;
    for piece in text.split_inclusive('\n') {
        let line = piece.trim_end_matches(['\n', '\r']);
        let place = at..at + line.len();
        at += piece.len();
        let name = line.trim_start_matches('\u{feff}').trim();
        if name.is_empty() {
            continue;
        }
        if luns.len() == LUNS_MAX || findings.count() > LUNS_MAX {
            findings.problem((source, &place), format!("more than {LUNS_MAX} LUNs"), "name fewer");
            break;
        }
        if luns.iter().any(|lun| lun.name == name) {
            findings.problem((source, &place), format!("{name} is listed twice"), "name it once");
            continue;
        }
        match mapped(name, maps) {
            Some(path) => luns.push(Lun { name: name.to_owned(), path }),
            None => findings.problem(
                (source, &place),
                format!("{name} is a Windows path"),
                r"map it to a path here, such as --map '\\.\D:=/dev/sdb1'",
            ),
        }
    }
    if luns.is_empty() && findings.has_no_problem() {
        findings.problem(&span, format!("{file} names no LUN"), "write one path on each line");
    }
    luns
}

/// Reports contradictions, and options without effect.
fn check(
    switches: &OrionOptions,
    whole: &Range<usize>,
    luns: usize,
    findings: &mut ForeignFindings,
) {
    if switches.usage {
        return;
    }
    if switches.run.is_none() && findings.has_no_problem() {
        findings.problem(
            whole,
            "-run is missing",
            "write -run simple, normal, oltp, dss or advanced",
        );
    }
    let advanced = switches.run == Some(Run::Advanced);
    let matrix = switches.matrix.as_ref().map_or(Matrix::Basic, |m| m.1);
    for (given, needed, name) in [
        (&switches.small, matrix.needs().0, "-num_small"),
        (&switches.large, matrix.needs().1, "-num_large"),
    ] {
        match given {
            Some((span, _)) if !(needed && advanced) => {
                findings.note(span, format!("{name} has no effect with this -run and -matrix"));
            }
            None if needed && advanced => {
                let place = switches.matrix.as_ref().map_or(whole, |m| &m.0);
                findings.problem(
                    place,
                    format!("this -matrix needs {name}"),
                    "add it with a number",
                );
            }
            _ => {}
        }
    }
    let idle =
        |findings: &mut ForeignFindings, span: Option<&Range<usize>>, name: &str, with: &str| {
            if let Some(span) = span {
                findings.note(span, format!("{name} has no effect without {with}"));
            }
        };
    if !advanced {
        idle(findings, switches.matrix.as_ref().map(|m| &m.0), "-matrix", "-run advanced");
    }
    if !switches.sequential {
        idle(findings, switches.stream_depth.as_ref().map(|s| &s.0), "-num_streamIO", "-type seq");
        idle(findings, switches.cache_mib.as_ref().map(|s| &s.0), "-cache_size", "-type seq");
    }
    match &switches.striped {
        Some(span) if switches.sequential && luns > 1 => {
            findings.used(options::of(options::STRIPED_STREAMS), span)
        }
        Some(_) => {}
        None => {
            idle(
                findings,
                switches.stripe_kib.as_ref().map(|s| &s.0),
                "-stripe",
                "-simulate raid0",
            );
        }
    }
    if luns > 1 {
        let place = switches.testname.as_ref().map_or(whole, |t| &t.0);
        findings.used(options::of(options::SEVERAL_LUNS), place);
    }
}

fn view(
    switches: &OrionOptions,
    command: String,
    luns: &[Lun],
    whole: &Range<usize>,
    findings: &mut ForeignFindings,
) -> OrionView {
    let run = switches.run.unwrap_or(Run::Simple);
    let matrix = switches.matrix.as_ref().map_or(Matrix::Basic, |m| m.1);
    let disks = switches.disks.unwrap_or(u32::try_from(luns.len()).unwrap_or(1).clamp(1, 1000));
    let load = |given: &Option<(Range<usize>, u32)>| given.as_ref().map_or(0, |g| g.1);
    let (small, large) = (load(&switches.small), load(&switches.large));
    let count = loads_count(run, matrix, disks, small, large);
    let fits = count <= POINTS_MAX as u64;
    if !fits {
        let text = format!("{count} points are more than {POINTS_MAX}");
        findings.problem(
            whole,
            text,
            "lower -num_disks, or use -run simple or -run advanced -matrix point",
        );
    }
    let loads = if fits {
        loads::of(run, matrix, disks, small, large)
    } else {
        loads::of(Run::Simple, Matrix::Basic, 1, 0, 0)
    };
    let streams: u64 = loads.points.iter().map(|point| streams(*point, switches, luns.len())).sum();
    if fits && streams > STREAMS_MAX {
        let text = format!("{streams} streams of I/O are more than {STREAMS_MAX}");
        findings.problem(
            whole,
            text,
            "lower -num_disks, -num_small or -num_large, or name fewer LUNs",
        );
    }
    if findings.has_no_problem() && loads.points.iter().all(|&(small, large)| small + large == 0) {
        findings.problem(whole, "no point has any load", "raise -num_small or -num_large");
    }
    let point = |&(small, large): &(u32, u32)| super::Point {
        small,
        large,
        small_streams: 0..0,
        large_streams: 0..0,
    };
    OrionView {
        usage: switches.usage,
        command,
        testname: switches.testname.as_ref().map_or_else(|| "orion".to_owned(), |t| t.1.clone()),
        run,
        small_kib: switches.small_kib.unwrap_or(8),
        large_kib: switches.large_kib.unwrap_or(1024),
        stream_depth: switches
            .sequential
            .then(|| switches.stream_depth.as_ref().map_or(4, |s| s.1)),
        stripe_kib: switches
            .striped
            .as_ref()
            .map(|_| switches.stripe_kib.as_ref().map_or(1024, |s| s.1)),
        write_percent: switches.write_percent.unwrap_or(0),
        cache_mib: switches.cache_mib.as_ref().map(|c| c.1),
        seconds: switches.seconds.unwrap_or(60),
        luns: luns.iter().map(|lun| lun.name.clone()).collect(),
        points: loads.points.iter().map(point).collect(),
        small_columns: loads.small_columns,
        large_columns: loads.large_columns,
    }
}

/// The most streams that a point can have.
fn streams((small, large): (u32, u32), switches: &OrionOptions, luns: usize) -> u64 {
    let luns = luns as u64;
    let (small, large) = (u64::from(small), u64::from(large));
    let warming = if switches.sequential { luns } else { 0 };
    small.min(luns) + if switches.sequential { large } else { large.min(luns) } + warming
}

/// About the number of points that [`loads::of`] gives, computed without building them.
fn loads_count(run: Run, matrix: Matrix, disks: u32, small: u32, large: u32) -> u64 {
    let [disks, small, large] = [disks, small, large].map(u64::from);
    match (run, matrix) {
        (Run::Normal, _) | (Run::Advanced, Matrix::Detailed) => (5 * disks + 1) * (2 * disks + 1),
        (Run::Advanced, Matrix::Max) => (small + 1) * (large + 1),
        _ => 7 * disks + 1,
    }
}
