//! Where a job's I/O follows fio's own habits: batches, new files, records of single operations, patterns.

use super::super::Logs;
use super::super::value::{Units, ValueResult, without_note};
use super::FioJob;
use super::durable;
use super::pace::{self, Engine};
use super::pattern::Pattern as Rw;
use job::Diagnostics;
use workload::emulation::{AccessHint, Batch, BytePattern, Emulation, Prefill};
use workload::{AccessPattern, EngineKind, ErrorAction, TrimMode};

/// The longest pattern that fio accepts, in bytes.
const PATTERN_MAX: usize = 512;
/// The largest map of visited offsets, in units of the smallest block.
const MAP_UNITS_MAX: u64 = 1 << 33;

/// The emulation settings that apply to every stream of a job.
pub(in super::super) fn emulation(
    job: &FioJob<'_>,
    rw: &Rw,
    engine: &Engine,
    logs: &Logs,
    sink: &mut Diagnostics,
) -> Emulation {
    let alone = logs.average.is_none();
    let logged = [&logs.bw, &logs.lat, &logs.iops].into_iter().any(Option::is_some);
    let silent = job.on("gtod_reduce", sink).unwrap_or(false);
    let unmeasured = job.on("disable_slat", sink).unwrap_or(silent);
    let mixed = rw.read_percent > 0.0 && rw.read_percent < 100.0;
    let is_off = |name: &str| job.given(name).is_none_or(|one| one.entry.is_off(one.value.trim()));
    Emulation {
        pauses_every: pace::pauses_every(job, sink),
        batch: batch(job, engine, sink),
        times_submission: engine.queues && engine.kind != EngineKind::Sync && !unmeasured,
        keeps_records: logged && alone || logs.trace.is_some(),
        keeps_histograms: logs.hist.is_some(),
        content: job
            .read("buffer_pattern", sink, pattern)
            .filter(|p| !p.bytes.is_empty() && is_off("dedupe_percentage")),
        prefill: prefill(job, rw, sink),
        separate_positions: mixed && rw.access == AccessPattern::Sequential,
        fits_last_operation: true,
        visits_each_once: false,
        fio_flushes: true,
        headers: None,
        counts_mismatches: durable::on_error(job, sink) == ErrorAction::Continue,
        replay: None,
        latency_from_due: false,
        removes_files: job.on("unlink", sink).unwrap_or(false),
        sequential_percent: 0.0,
        access_hint: access_hint(job, rw, sink),
        files: None,
    }
}

/// The hint that fio gives when it opens a file: by its own default, that of the job's access.
fn access_hint(job: &FioJob<'_>, rw: &Rw, sink: &mut Diagnostics) -> Option<AccessHint> {
    let hint = job.read("fadvise_hint", sink, |_, text| match text.trim() {
        "0" | "none" => without_note(None),
        "" | "1" => without_note(Some(None)),
        "random" => without_note(Some(Some(AccessHint::Random))),
        "sequential" => without_note(Some(Some(AccessHint::Sequential))),
        "noreuse" => without_note(Some(Some(AccessHint::Once))),
        _ => Err("is not one of 0, 1, random, sequential and noreuse".to_owned()),
    });
    let is_random = rw.name.starts_with("rand");
    let of_access = if is_random { AccessHint::Random } else { AccessHint::Sequential };
    hint.unwrap_or(Some(None)).map(|named| named.unwrap_or(of_access))
}

/// fio's own rules for how many operations it submits to the kernel at once.
fn batch(job: &FioJob<'_>, engine: &Engine, sink: &mut Diagnostics) -> Option<Batch> {
    let mut count = |name: &str| job.read(name, sink, Units::count_u32);
    let submit = count("iodepth_batch").unwrap_or(1);
    let complete_min = count("iodepth_batch_complete_min").unwrap_or(1);
    let complete_max = count("iodepth_batch_complete_max").unwrap_or(0).max(complete_min);
    let low = count("iodepth_low").unwrap_or(0);
    if !engine.queues || engine.kind == EngineKind::Sync {
        return None;
    }
    let depth = engine.depth;
    let within = |asked: u32| if asked == 0 || asked > depth { depth } else { asked };
    Some(Batch {
        submit: within(submit),
        complete_min: complete_min.max(1),
        complete_max,
        refill_depth: within(low),
    })
}

/// fio fills new files for jobs that read or overwrite; for jobs that only write it reserves space.
fn prefill(job: &FioJob<'_>, rw: &Rw, sink: &mut Diagnostics) -> Prefill {
    let overwrites = job.on("overwrite", sink).unwrap_or(false);
    let fallocate = job.given("fallocate").map_or("native", |given| given.value.trim());
    match fallocate {
        _ if rw.read_percent > 0.0 || overwrites => Prefill::Data,
        "none" | "0" => Prefill::Nothing,
        _ => Prefill::Reserve,
    }
}

/// Whether a map of visited offsets is kept, which unequal block sizes need.
pub(in super::super) fn maps(rw: &Rw, bytes: u64) -> bool {
    let unit = rw.used().iter().map(|sizes| sizes.smallest().0).min().unwrap_or(1).max(1);
    let random = rw.is_uniform() || matches!(rw.access, AccessPattern::Hops { .. });
    random && rw.trim != TrimMode::Instead && bytes / unit <= MAP_UNITS_MAX
}

/// A repeating byte pattern: texts in quotes, numbers (`0x` with digits in byte order, decimal with the lowest byte
/// first), and `%o` for the offset of the block in eight bytes.
pub(in super::super) fn pattern(_: Units, text: &str) -> ValueResult<BytePattern> {
    let (mut bytes, mut offset_positions) = (Vec::new(), Vec::new());
    let mut rest = text.trim();
    while !rest.is_empty() {
        rest = if let Some(after) = rest.strip_prefix('"') {
            let (inner, after) =
                after.split_once('"').ok_or("has a text without its closing quote")?;
            bytes.extend_from_slice(inner.as_bytes());
            after
        } else if let Some(after) = rest.strip_prefix("%o") {
            offset_positions.push(bytes.len());
            bytes.extend([0; 8]);
            after
        } else if rest.starts_with('\'') {
            return Err("names a file, which is not read here; write its bytes".to_owned());
        } else {
            number(rest, &mut bytes)?
        };
        if bytes.len() > PATTERN_MAX {
            return Err(format!("has more than {PATTERN_MAX} bytes"));
        }
    }
    without_note(BytePattern {
        bytes: bytes.into(),
        offset_positions: offset_positions.into(),
        restart_bytes: None,
    })
}

/// Reads a number from the start of the text; returns the text after it.
fn number<'t>(text: &'t str, bytes: &mut Vec<u8>) -> Result<&'t str, String> {
    let wrong = || format!("has \"{text}\", which is neither a number nor a text in quotes");
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        // A 0 before an x starts the next 0x number.
        let joined = digits[end..].starts_with(['x', 'X']) && digits[..end].ends_with('0');
        let (own, after) = digits.split_at(end - usize::from(joined));
        if own.is_empty() {
            return Err(wrong());
        }
        let even = if own.len().is_multiple_of(2) { own.to_owned() } else { format!("0{own}") };
        for pair in even.as_bytes().chunks(2) {
            let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
            bytes.push(u8::from_str_radix(pair, 16).map_err(|_| wrong())?);
        }
        return Ok(after);
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(text.len());
    let end = if text[end..].starts_with(['x', 'X']) { end.saturating_sub(1) } else { end };
    let value: i32 = text[..end].parse().map_err(|_| wrong())?;
    let all = (value as u32).to_le_bytes();
    let used = all.iter().rposition(|byte| *byte != 0).map_or(1, |last| last + 1);
    bytes.extend_from_slice(&all[..used]);
    Ok(&text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_fio_reads_them() {
        let units = Units { literal: false, kb_base: 1024 };
        let bytes = |text: &str| pattern(units, text).map(|noted| noted.value.bytes.to_vec());
        assert_eq!(bytes("0xdeadface"), Ok(vec![0xde, 0xad, 0xfa, 0xce]));
        assert_eq!(bytes("0xabc"), Ok(vec![0x0a, 0xbc]));
        assert_eq!(bytes("0xff0x14"), Ok(vec![0xff, 0x14]));
        assert_eq!(bytes("258"), Ok(vec![2, 1]));
        assert_eq!(bytes("-10"), Ok(vec![0xf6, 0xff, 0xff, 0xff]));
        assert_eq!(bytes("0"), Ok(vec![0]));
        assert_eq!(bytes("\"ab\"0x01"), Ok(vec![b'a', b'b', 1]));
        let offset = pattern(units, "0x7f%o").expect("it is one").value;
        assert_eq!((offset.bytes.len(), &*offset.offset_positions), (9, &[1][..]));
        for wrong in ["x", "\"open", "0x", "'file'"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
