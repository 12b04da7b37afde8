//! What an operation is and where the next one goes: `rw`, its mix, its distribution.

use super::super::value::{NotedValue, Units, ValueResult, directions, without_note};
use super::FioJob;
use super::blocks::blocks;
use base::Bytes;
use job::Diagnostics;
use workload::{AccessPattern, AccessZone, BlockSizes, Extent, TrimMode};

const ZONES_MAX: usize = 256;

#[derive(Clone, Debug)]
pub(in super::super) struct Pattern {
    /// fio's own name of the pattern.
    pub name: &'static str,
    pub read_percent: f64,
    pub access: AccessPattern,
    pub blocks: [BlockSizes; 3],
    pub align: Option<Bytes>,
    pub trim: TrimMode,
}

impl Pattern {
    /// The block sizes of the directions that the pattern uses.
    pub(in super::super) fn used(&self) -> &[BlockSizes] {
        match self.read_percent {
            _ if self.trim == TrimMode::Instead => &self.blocks[2..],
            percent if percent >= 100.0 => &self.blocks[..1],
            percent if percent <= 0.0 => &self.blocks[1..2],
            _ => &self.blocks[..2],
        }
    }

    pub(in super::super) fn is_uniform(&self) -> bool {
        self.access == AccessPattern::Uniform
    }
}

/// A value of `rw`.
struct PatternRow {
    word: &'static str,
    /// What fio prints for it.
    name: &'static str,
    /// Mixed as `rwmixread` says if absent.
    read_percent: Option<f64>,
    is_random: bool,
    trim: TrimMode,
}

const fn row(
    word: &'static str,
    name: &'static str,
    read_percent: Option<f64>,
    is_random: bool,
    trim: TrimMode,
) -> PatternRow {
    PatternRow { word, name, read_percent, is_random, trim }
}

const PATTERNS: [PatternRow; 11] = [
    row("read", "read", Some(100.0), false, TrimMode::No),
    row("write", "write", Some(0.0), false, TrimMode::No),
    row("randread", "randread", Some(100.0), true, TrimMode::No),
    row("randwrite", "randwrite", Some(0.0), true, TrimMode::No),
    row("rw", "rw", None, false, TrimMode::No),
    row("readwrite", "rw", None, false, TrimMode::No),
    row("randrw", "randrw", None, true, TrimMode::No),
    row("trim", "trim", Some(0.0), false, TrimMode::Instead),
    row("randtrim", "randtrim", Some(0.0), true, TrimMode::Instead),
    row("trimwrite", "trimwrite", Some(0.0), false, TrimMode::Before),
    row("randtrimwrite", "randtrimwrite", Some(0.0), true, TrimMode::Before),
];

pub(in super::super) fn only_trims(job: &FioJob<'_>) -> bool {
    let name = job.given("rw").map(|given| given.value.split(':').next().unwrap_or("").trim());
    name.is_some_and(|name| {
        PATTERNS.iter().any(|row| row.word == name && row.trim == TrimMode::Instead)
    })
}

pub(in super::super) fn pattern(job: &FioJob<'_>, sink: &mut Diagnostics) -> Pattern {
    let (row, step) = job
        .read("rw", sink, |_, text| {
            let text = text.trim();
            let (name, step) = text.split_once(':').map_or((text, None), |(n, s)| (n, Some(s)));
            let row = PATTERNS.iter().find(|row| row.word == name.trim());
            let wrong = "is not one of read, write, trim, randread, randwrite, randtrim, rw, readwrite, randrw, trimwrite and randtrimwrite";
            without_note((row.ok_or_else(|| wrong.to_owned())?, step.map(str::to_owned)))
        })
        .unwrap_or((&PATTERNS[0], None));
    let PatternRow { name, read_percent, is_random, trim, .. } = *row;
    // A wrong mix is reported even where it has no effect.
    let mixed_percent = mix(job, sink);
    let read_percent = read_percent.unwrap_or(mixed_percent);
    let mut blocks = blocks(job, sink);
    if job.on("bs_is_seq_rand", sink).unwrap_or(false) {
        blocks = std::array::from_fn(|_| blocks[usize::from(is_random)].clone());
    }
    let align = job.read("ba", sink, |units, text| {
        let part = directions(text)?.into_iter().flatten().next().unwrap_or(text);
        let align = units.size(part)?;
        if align.value.is_multiple_of(512) && align.value > 0 {
            Ok(align.map(Bytes))
        } else {
            Err("must be a multiple of 512 bytes".to_owned())
        }
    });
    let access = AccessPattern::Sequential;
    let mut pattern = Pattern { name, read_percent, access, blocks, align, trim };
    if trim == TrimMode::Before && pattern.blocks[1] != pattern.blocks[2] {
        sink.note(job.place_of("bs"), "`bs`: each trim is as large as the write that follows it");
    }
    if is_random {
        pattern.access = places(job, sink);
    }
    if let Some(step) = step {
        stepped(job, &mut pattern, is_random, &step, sink);
    }
    zoned(job, &mut pattern, is_random, sink);
    pattern
}

fn mix(job: &FioJob<'_>, sink: &mut Diagnostics) -> f64 {
    let read = job.read("rwmixread", sink, |units, text| units.percent(text));
    let write = job.read("rwmixwrite", sink, |units, text| units.percent(text));
    let at = |name: &str| job.options.iter().rposition(|given| given.entry.row.name == name);
    match (read, write) {
        (Some(_), Some(write)) if at("rwmixread") < at("rwmixwrite") => 100.0 - write,
        (Some(read), _) => read,
        (None, Some(write)) => 100.0 - write,
        (None, None) => 50.0,
    }
}

fn places(job: &FioJob<'_>, sink: &mut Diagnostics) -> AccessPattern {
    let access =
        job.read("random_distribution", sink, distribution).unwrap_or(AccessPattern::Uniform);
    let random = job.read("percentage_random", sink, |units, text| {
        let part = directions(text)?.into_iter().flatten().next().unwrap_or(text);
        units.percent(part)
    });
    match random {
        Some(percent) if percent < 100.0 => {
            if access != AccessPattern::Uniform {
                let text = "`percentage_random` and `random_distribution` cannot be combined here";
                sink.problem(job.place_of("percentage_random"), text, "keep one of them");
            }
            if percent > 0.0 {
                AccessPattern::SequentialShare(100.0 - percent)
            } else {
                AccessPattern::Sequential
            }
        }
        _ => access,
    }
}

/// The distribution by fio's name, such as `zipf:1.2`.
pub(in super::super) fn distribution(units: Units, text: &str) -> ValueResult<AccessPattern> {
    if let Some((kind @ ("zoned" | "zoned_abs"), list)) = text.trim().split_once(':') {
        return zones(units, list, kind == "zoned_abs");
    }
    let mut parts = text.trim().split(':').map(str::trim);
    let kind = parts.next().unwrap_or_default();
    let mut number = || parts.next().filter(|p| !p.is_empty()).map(str::parse::<f64>);
    let wrong = |what: &str| format!("wants {what}");
    match kind {
        "random" => without_note(AccessPattern::Uniform),
        "zipf" => {
            let theta = number().unwrap_or(Ok(1.1)).map_err(|_| wrong("a number after zipf:"))?;
            let centre = number().is_some();
            if !(theta > 0.0 && theta <= 10.0) || theta == 1.0 {
                return Err("needs an exponent above 0, at most 10 and not 1".to_owned());
            }
            Ok(NotedValue { value: AccessPattern::Zipf(theta), note: off_centre(centre) })
        }
        "pareto" => {
            let h = number().unwrap_or(Ok(0.2)).map_err(|_| wrong("a number after pareto:"))?;
            let centre = number().is_some();
            if !(h > 0.0 && h < 1.0) || h == 0.5 {
                return Err(
                    "needs a share above 0 and below 1, but not 0.5, which is uniform".to_owned()
                );
            }
            // fio's number is the part of the range that gets the rest of the I/O.
            Ok(NotedValue {
                value: AccessPattern::Pareto(h.max(1.0 - h)),
                note: off_centre(centre),
            })
        }
        "normal" => {
            let deviation =
                number().unwrap_or(Ok(0.0)).map_err(|_| wrong("a number after normal:"))?;
            let centre = number().unwrap_or(Ok(0.5)).map_err(|_| wrong("a centre from 0 to 1"))?;
            if !(0.0..100.0).contains(&deviation) || !(0.0..=1.0).contains(&centre) {
                return Err("needs a deviation from 0 % and below 100 %, and a centre from 0 to 1"
                    .to_owned());
            }
            // fio takes the mean of twelve uniform draws and shifts it by another one, as wide as the deviation.
            let own = 100.0 / 12.0;
            let deviation_percent = f64::hypot(own, deviation.min(50.0) / 12_f64.sqrt());
            without_note(AccessPattern::Normal {
                center_percent: centre * 100.0,
                deviation_percent,
            })
        }
        "sequence" => Err("is not known here; use zipf, pareto, normal or zoned".to_owned()),
        _ => Err("is not one of random, zipf, pareto, normal and zoned".to_owned()),
    }
}

/// Consecutive zones: `SHARE/LENGTH:...`, where blanks share what is left of 100.
fn zones(units: Units, text: &str, absolute: bool) -> ValueResult<AccessPattern> {
    let mut lists = text.split(',');
    let first = lists.next().unwrap_or_default();
    if lists.any(|list| list.trim() != first.trim()) {
        return Err("has other zones for writes; use a job for each direction".to_owned());
    }
    let parts: Vec<&str> =
        first.split(':').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() || parts.len() > ZONES_MAX {
        return Err(format!("has {} zones; 1 to {ZONES_MAX} fit", parts.len()));
    }
    let (mut shares, mut lengths) = (Vec::new(), Vec::new());
    for part in parts {
        let (share, length) = part.split_once('/').unwrap_or((part, ""));
        let percent = |text: &str| match text.trim() {
            "" => Ok(None),
            text => units.percent(text).map(|noted| Some(noted.value)),
        };
        shares.push(percent(share)?);
        lengths.push(match (absolute, length.trim()) {
            (true, "") => return Err("needs a length for each zone".to_owned()),
            (true, length) => Length::Bytes(units.size(length)?.value),
            (false, length) => Length::Percent(percent(length)?),
        });
    }
    let shares = filled(&shares)?;
    let percents: Vec<Option<f64>> = lengths
        .iter()
        .map(|length| match length {
            Length::Percent(percent) => *percent,
            Length::Bytes(_) => Some(0.0),
        })
        .collect();
    let percents = filled(&percents)?;
    let zones =
        shares.iter().zip(&lengths).zip(percents).map(|((share, length), percent)| AccessZone {
            io_percent: *share,
            length: match length {
                Length::Bytes(bytes) => Extent::Bytes(Bytes(*bytes)),
                Length::Percent(_) => Extent::Percent(percent),
            },
        });
    without_note(AccessPattern::Zones(zones.collect()))
}

enum Length {
    Bytes(u64),
    Percent(Option<f64>),
}

/// Fills in missing percentages, which share what is left of 100.
fn filled(list: &[Option<f64>]) -> Result<Vec<f64>, String> {
    let known: f64 = list.iter().flatten().sum();
    let blanks = list.iter().filter(|one| one.is_none()).count();
    if known > 100.0 + 1e-9 {
        return Err(format!("sums to {known} %, more than 100 %"));
    }
    let rest = (100.0 - known) / blanks.max(1) as f64;
    Ok(list.iter().map(|one| one.unwrap_or(rest)).collect())
}

fn off_centre(given: bool) -> Option<String> {
    given.then(|| {
        "its centre is ignored: the most frequently used blocks are scattered over the range"
            .to_owned()
    })
}

/// Reads the step of `rw=PATTERN:N`.
fn stepped(
    job: &FioJob<'_>,
    pattern: &mut Pattern,
    random: bool,
    step: &str,
    sink: &mut Diagnostics,
) {
    let place = job.place_of("rw");
    let step = step.trim();
    let (negative, digits) = step.strip_prefix('-').map_or((false, step), |rest| (true, rest));
    let read = if random { job.units.count(digits) } else { job.units.size(digits) };
    let value = match read {
        Ok(noted) => noted.value,
        Err(wrong) => return sink.problem(place, format!("`rw`: \"{step}\" {wrong}"), ""),
    };
    let identical = job.given("rw_sequencer").is_some_and(|g| g.value.trim() == "identical");
    if identical && value > 1 {
        sink.problem(
            job.place_of("rw_sequencer"),
            "`rw_sequencer=identical` is not supported: an offset is not repeated",
            "leave it out, or use a small size",
        );
    } else if random && value > 1 {
        pattern.access = AccessPattern::SequentialShare((value - 1) as f64 / value as f64 * 100.0);
    } else if !random && value > 0 {
        match &pattern.used()[0] {
            BlockSizes::Fixed(bytes) if value.is_multiple_of(512) => {
                let apart = i128::from(bytes.0) + i128::from(value) * if negative { -1 } else { 1 };
                strided(job, pattern, apart, sink);
            }
            _ => sink.problem(
                place,
                "`rw`: steps need one block size and a multiple of 512 bytes",
                "use `bs` with one size",
            ),
        }
    }
}

/// Sets a distance between the starts of operations, from the step that fio adds after each; negative means downwards.
fn strided(job: &FioJob<'_>, pattern: &mut Pattern, apart: i128, sink: &mut Diagnostics) {
    let distance = u64::try_from(apart.unsigned_abs()).unwrap_or(u64::MAX);
    if apart == 0 {
        let text = "`rw`: a step of one block back repeats the same block";
        return sink.problem(job.place_of("rw"), text, "set `size` to one block for that");
    }
    let grid = pattern.blocks[0].smallest().0.min(pattern.blocks[1].smallest().0).max(512);
    if !distance.is_multiple_of(grid) && pattern.align.is_none() {
        pattern.align = Some(Bytes(gcd(grid, distance)));
    }
    let distance = Bytes(distance);
    pattern.access = if apart > 0 {
        AccessPattern::Strided(distance)
    } else {
        AccessPattern::Backward(distance)
    };
}

/// `zonemode=strided`: uses `zonesize` bytes of each zone; zones are `zonerange` long and `zoneskip` apart.
fn zoned(job: &FioJob<'_>, pattern: &mut Pattern, random: bool, sink: &mut Diagnostics) {
    let size = |name: &str, sink: &mut Diagnostics| {
        job.read(name, sink, |units, text| match text.trim().strip_suffix(['z', 'Z', '%']) {
            Some(_) => {
                Err("counts zones of a device, but zoned devices are not supported".to_owned())
            }
            None => units.size(text),
        })
    };
    let mode = job.read("zonemode", sink, |_, text| match text.trim() {
        "none" => without_note(false),
        "strided" => without_note(true),
        "zbd" => Err("is for zoned devices, which are not supported; describe the range with offset and size".to_owned()),
        _ => Err("is not one of none, strided and zbd".to_owned()),
    });
    let run = size("zonesize", sink).filter(|bytes| *bytes > 0);
    let range = size("zonerange", sink).filter(|bytes| *bytes > 0);
    let skip = size("zoneskip", sink).unwrap_or(0);
    if run.is_some() && job.given("zonemode").is_none() {
        let text = "`zonesize` without `zonemode` is taken as zonemode=strided; fio itself does so before 3.8 and refuses it since";
        sink.note(job.place_of("zonesize"), text);
    }
    if !mode.unwrap_or(run.is_some() && job.given("zonemode").is_none()) {
        return;
    }
    let place = job.place_of(if job.given("zonemode").is_some() { "zonemode" } else { "zonesize" });
    let Some(run) = run else {
        let text = "`zonemode=strided` needs a `zonesize`";
        return sink.problem(place, text, "add for example: zonesize=256m");
    };
    let range = range.unwrap_or(run);
    let grid = pattern.blocks[0].largest().0.max(pattern.blocks[1].largest().0);
    let one =
        pattern.blocks[0] == pattern.blocks[1] && matches!(pattern.blocks[0], BlockSizes::Fixed(_));
    let stride = range.saturating_add(skip);
    let plain = if random { AccessPattern::Uniform } else { AccessPattern::Sequential };
    let wrong = if pattern.access != plain {
        Some((
            "supports only plain sequential and plain random I/O",
            "leave out the step, or the distribution",
        ))
    } else if !random && run > range {
        Some(("goes through a zone several times", "use a zonesize that is not above zonerange"))
    } else if !one || !run.is_multiple_of(grid) || !stride.is_multiple_of(grid) {
        Some((
            "needs zones of whole blocks of one size",
            "use a zonesize and zoneskip of whole blocks",
        ))
    } else {
        None
    };
    match wrong {
        Some((what, help)) => sink.problem(place, format!("`zonemode=strided` here {what}"), help),
        None if random => {
            pattern.access = AccessPattern::Hops {
                bytes: Bytes(run),
                window: Bytes(range),
                stride: Bytes(stride),
            };
        }
        None if run == stride => {}
        None => pattern.access = AccessPattern::Runs { run: Bytes(run), stride: Bytes(stride) },
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
