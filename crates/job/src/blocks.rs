//! Notation of block sizes, access patterns and sync modes: read and written.

use super::value::{TomlValue, ValueProblem, not_a, percent_of, size, size_of, unknown_word};
use super::written::{bare, quoted, size as size_text};
use base::Bytes;
use toml::de::DeValue;
use workload::{AccessPattern, AccessZone, BlockSizes, Extent, SyncMode, WordChoice};

/// The largest block: far beyond any single storage operation, small enough for buffers.
const BLOCK_MAX: Bytes = Bytes::mib(64);

fn block_size(bytes: Bytes) -> Result<Bytes, ValueProblem> {
    if bytes.0 == 0 {
        return Err(ValueProblem::new("must be above 0"));
    }
    if bytes > BLOCK_MAX {
        return Err(ValueProblem::new(format!("must be at most {BLOCK_MAX}, not {bytes}")));
    }
    Ok(bytes)
}

/// Parses `"8k"`, `8192`, `"8k-64k"`, `"8k-64k/4k"` or `{ 8k = 9, 64k = 1 }`.
pub(super) fn blocks(value: &TomlValue<'_>) -> Result<BlockSizes, ValueProblem> {
    match value.get_ref() {
        DeValue::String(text) => match text.split_once('-') {
            None => size_of(text).and_then(block_size).map(BlockSizes::Fixed),
            Some((low, rest)) => range(low, rest),
        },
        DeValue::Table(_) => weighted(value),
        DeValue::Integer(_) => {
            size(Bytes(0)..=Bytes(u64::MAX))(value).and_then(block_size).map(BlockSizes::Fixed)
        }
        _ => not_a(value, "block sizes such as \"8k\""),
    }
}

fn range(low: &str, rest: &str) -> Result<BlockSizes, ValueProblem> {
    let (high, step) = match rest.split_once('/') {
        Some((high, step)) => (high, Some(step)),
        None => (rest, None),
    };
    let low = size_of(low).and_then(block_size)?;
    let high = size_of(high).and_then(block_size)?;
    let step = step.map_or(Ok(low), |step| size_of(step).and_then(block_size))?;
    if low >= high {
        return Err(ValueProblem::new(format!("goes from {low} to {high}, which is no range")));
    }
    if !low.0.is_multiple_of(step.0) || !high.0.is_multiple_of(step.0) {
        return Err(ValueProblem::new(format!(
            "has ends that are not multiples of the step {step}; write it as LOW-HIGH/STEP"
        )));
    }
    Ok(BlockSizes::Range { low, high, step })
}

fn weighted(value: &TomlValue<'_>) -> Result<BlockSizes, ValueProblem> {
    let DeValue::Table(table) = value.get_ref() else { return not_a(value, "sizes with weights") };
    let mut list = Vec::new();
    for (key, weight) in table.iter() {
        let here = |wrong: ValueProblem| ValueProblem { span: Some(key.span()), ..wrong };
        let size = size_of(key.get_ref()).and_then(block_size).map_err(here)?;
        let weight = super::value::positive(1e9)(weight).map_err(|wrong| ValueProblem {
            span: Some(weight.span()),
            text: format!("has a weight that {}", wrong.text),
        })?;
        if list.iter().any(|(_, (known, _))| *known == size) {
            return Err(here(ValueProblem::new(format!("names the size {size} twice"))));
        }
        list.push((key.span().start, (size, weight)));
    }
    if list.is_empty() {
        return Err(ValueProblem::new("names no size"));
    }
    list.sort_by_key(|(at, _)| *at);
    Ok(BlockSizes::Weighted(list.into_iter().map(|(_, entry)| entry).collect()))
}

/// The word before a colon, and the text after it.
fn text_of<'v>(
    value: &'v TomlValue<'_>,
    wanted: &str,
) -> Result<(&'v str, Option<&'v str>), ValueProblem> {
    match value.get_ref() {
        DeValue::String(text) => Ok(match text.split_once(':') {
            Some((word, rest)) => (word.trim(), Some(rest.trim())),
            None => (text.trim(), None),
        }),
        _ => not_a(value, wanted),
    }
}

/// Parses `90%/10%,10%/1GiB`: shares of the I/O and the parts of the range that get them.
fn zones(text: &str) -> Result<AccessPattern, ValueProblem> {
    let zones: Option<Vec<AccessZone>> = text.split(',').map(zone).collect();
    match zones {
        Some(zones) if zones.iter().map(|zone| zone.io_percent).sum::<f64>() > 0.0 => {
            Ok(AccessPattern::Zones(zones))
        }
        _ => Err(ValueProblem::new(
            "takes SHARE/PART,... after \"zones:\", such as 90%/10%,10%/90% or 100%/1GiB",
        )),
    }
}

fn zone(text: &str) -> Option<AccessZone> {
    let (share, part) = text.split_once('/')?;
    let io_percent = percent_of(share).filter(|percent| (0.0..=100.0).contains(percent))?;
    let length = if part.trim().ends_with('%') {
        Extent::Percent(percent_of(part).filter(|p| *p > 0.0 && *p <= 100.0)?)
    } else {
        Extent::Bytes(size_of(part).ok().filter(|bytes| bytes.0 > 0)?)
    };
    Some(AccessZone { io_percent, length })
}

/// Parses `1MiB`, `-8k` for backwards, or `1MiB,4` for columns.
fn strided(text: &str) -> Result<AccessPattern, ValueProblem> {
    let (distance, columns) = match text.split_once(',') {
        Some((distance, columns)) => (distance, Some(columns)),
        None => (text, None),
    };
    let (back, distance) = match distance.trim().strip_prefix('-') {
        Some(distance) if columns.is_none() => (true, distance),
        _ => (false, distance),
    };
    let stride = size_of(distance)?;
    if stride.0 == 0 || !stride.0.is_multiple_of(512) || stride.0 > i64::MAX as u64 {
        return Err(ValueProblem::new("takes a stride that is a multiple of 512 B"));
    }
    let Some(columns) = columns else {
        return Ok(if back {
            AccessPattern::Backward(stride)
        } else {
            AccessPattern::Strided(stride)
        });
    };
    let columns = columns.trim().parse::<u32>().ok().filter(|n| *n > 0);
    columns.map(|columns| AccessPattern::Columns { stride, columns }).ok_or_else(|| {
        ValueProblem::new("takes a count of columns after the comma, such as \"strided:1MiB,4\"")
    })
}

/// Parses `256MiB,2GiB`: the length of runs, and the distance between their starts.
fn runs(text: &str) -> Result<AccessPattern, ValueProblem> {
    let sizes = text.split_once(',').map(|(run, stride)| (size_of(run), size_of(stride)));
    match sizes {
        Some((Ok(run), Ok(stride))) if run.0 > 0 && run <= stride => {
            Ok(AccessPattern::Runs { run, stride })
        }
        _ => Err(ValueProblem::new(
            "takes RUN,STRIDE after \"runs:\", such as 256MiB,2GiB, the stride not below the run",
        )),
    }
}

/// Parses `64MiB,1GiB,4GiB`: the bytes moved within a window, its length, and the distance between starts of windows.
fn hops(text: &str) -> Result<AccessPattern, ValueProblem> {
    let sizes: Vec<Bytes> = text.split(',').map_while(|part| size_of(part).ok()).collect();
    match (&sizes[..], text.split(',').count()) {
        ([bytes, window, stride], 3) if sizes.iter().all(|size| size.0 > 0) => {
            Ok(AccessPattern::Hops { bytes: *bytes, window: *window, stride: *stride })
        }
        _ => Err(ValueProblem::new(
            "takes BYTES,WINDOW,STRIDE after \"hops:\", such as 64MiB,1GiB,4GiB, each above 0",
        )),
    }
}

const ACCESS_WORDS: &[&str] =
    &["random", "sequential", "zipf", "pareto", "normal", "strided", "runs", "hops", "zones"];

/// Parses `"random"`, `"zipf:1.1"` and the like.
pub(super) fn access(value: &TomlValue<'_>) -> Result<AccessPattern, ValueProblem> {
    let (word, rest) = text_of(value, "a word in quotes such as \"random\"")?;
    let share = |text: &str, low: f64, high: f64| {
        percent_of(text).filter(|p| *p >= low && *p <= high).ok_or_else(|| {
            ValueProblem::new(format!("takes {low}% to {high}% after \"{word}:\", not \"{text}\""))
        })
    };
    match (word, rest) {
        ("random", None) => Ok(AccessPattern::Uniform),
        ("shuffled", None) => Ok(AccessPattern::Shuffled),
        ("sequential", None) => Ok(AccessPattern::Sequential),
        ("sequential", Some(text)) => share(text, 0.0, 100.0).map(AccessPattern::SequentialShare),
        ("zipf", rest) => rest
            .unwrap_or("1.1")
            .parse::<f64>()
            .ok()
            .filter(|theta| *theta > 0.0 && *theta <= 10.0)
            .map(AccessPattern::Zipf)
            .ok_or_else(|| {
                ValueProblem::new("takes an exponent above 0 and at most 10 after \"zipf:\"")
            }),
        ("pareto", rest) => {
            let text = rest.unwrap_or("80%");
            // The writer uses a share, which is exact where a percentage is rounded.
            if let Some(share) = text.parse().ok().filter(|share| *share > 0.5 && *share < 1.0) {
                return Ok(AccessPattern::Pareto(share));
            }
            let percent = share(text, 50.0, 100.0)?;
            if percent == 50.0 || percent == 100.0 {
                return Err(ValueProblem::new(
                    "takes more than 50% and less than 100% after \"pareto:\"",
                ));
            }
            Ok(AccessPattern::Pareto(percent / 100.0))
        }
        ("normal", rest) => {
            let text = rest.unwrap_or("50%,10%");
            let (center, deviation) = text.split_once(',').ok_or_else(|| {
                ValueProblem::new("takes CENTER,DEVIATION after \"normal:\", such as 50%,10%")
            })?;
            let deviation_percent = share(deviation, 0.0, 100.0)?;
            if deviation_percent == 0.0 {
                return Err(ValueProblem::new("takes a deviation above 0%"));
            }
            Ok(AccessPattern::Normal {
                center_percent: share(center, 0.0, 100.0)?,
                deviation_percent,
            })
        }
        ("zones", Some(text)) => zones(text),
        ("strided", Some(text)) => strided(text),
        ("runs", Some(text)) => runs(text),
        ("hops", Some(text)) => hops(text),
        ("strided", None) => {
            Err(ValueProblem::new("takes a distance after \"strided:\", such as \"strided:1MiB\""))
        }
        ("random", Some(_)) => Err(ValueProblem::new("takes nothing after \"random\"")),
        (other, _) => Err(unknown_word(other, ACCESS_WORDS)),
    }
}

/// Parses `"dsync"`, `"fdatasync:8"` and the like.
pub(super) fn sync(value: &TomlValue<'_>) -> Result<SyncMode, ValueProblem> {
    let (word, rest) = text_of(value, "a word in quotes such as \"dsync\"")?;
    let mode = SyncMode::of_word(word).ok_or_else(|| unknown_word(word, &SyncMode::words()))?;
    let Some(text) = rest else { return Ok(mode) };
    if mode.every().is_none() {
        return Err(ValueProblem::new(format!("takes nothing after \"{word}\"")));
    }
    let every = text.parse().ok().filter(|n| (1..=1_000_000).contains(n));
    every.map(|every| mode.with_every(every)).ok_or_else(|| {
        ValueProblem::new(format!(
            "takes a count of 1 to 1000000 after \"{word}:\", not \"{text}\""
        ))
    })
}

pub(super) fn blocks_text(blocks: &BlockSizes) -> String {
    match blocks {
        BlockSizes::Fixed(bytes) => size_text(*bytes),
        BlockSizes::Range { low, high, step } => {
            quoted(&format!("{}-{}/{}", bare(*low), bare(*high), bare(*step)))
        }
        BlockSizes::Weighted(list) => {
            let list: Vec<String> =
                list.iter().map(|(size, weight)| format!("{} = {weight}", bare(*size))).collect();
            format!("{{ {} }}", list.join(", "))
        }
    }
}

pub(super) fn access_text(access: &AccessPattern) -> String {
    match access {
        AccessPattern::Sequential => "sequential".to_owned(),
        AccessPattern::Uniform => "random".to_owned(),
        AccessPattern::Shuffled => "shuffled".to_owned(),
        AccessPattern::Zipf(theta) => format!("zipf:{theta}"),
        AccessPattern::Pareto(share) => format!("pareto:{share}"),
        AccessPattern::Normal { center_percent, deviation_percent } => {
            format!("normal:{center_percent}%,{deviation_percent}%")
        }
        AccessPattern::Strided(stride) => format!("strided:{}", bare(*stride)),
        AccessPattern::Backward(stride) => format!("strided:-{}", bare(*stride)),
        AccessPattern::Runs { run, stride } => format!("runs:{},{}", bare(*run), bare(*stride)),
        AccessPattern::Hops { bytes, window, stride } => {
            format!("hops:{},{},{}", bare(*bytes), bare(*window), bare(*stride))
        }
        AccessPattern::Columns { stride, columns } => {
            format!("strided:{},{columns}", bare(*stride))
        }
        AccessPattern::SequentialShare(percent) => format!("sequential:{percent}%"),
        AccessPattern::Zones(zones) => {
            format!("zones:{}", zones.iter().map(zone_text).collect::<Vec<_>>().join(","))
        }
    }
}

fn zone_text(zone: &AccessZone) -> String {
    match zone.length {
        Extent::Bytes(bytes) => format!("{}%/{}", zone.io_percent, bare(bytes)),
        Extent::Percent(percent) => format!("{}%/{percent}%", zone.io_percent),
    }
}

pub(super) fn sync_text(mode: SyncMode) -> String {
    match mode.every() {
        None | Some(1) => mode.word().to_owned(),
        Some(every) => format!("{}:{every}", mode.word()),
    }
}
