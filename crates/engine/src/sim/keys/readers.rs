//! Reads the value of a key into a specification, or returns what is wrong with it.

use super::super::spec::{DAY_NS, SimDaily, SimLayout, SimNeighbour, SimSpec, SimStall, SimStep};
use base::{Bytes, Nanos};

pub(super) fn size(text: &str) -> Result<u64, String> {
    text.parse::<Bytes>().map(|bytes| bytes.0).map_err(|e| e.to_string())
}

pub(super) fn time(text: &str) -> Result<u64, String> {
    text.parse::<Nanos>().map(|nanos| nanos.0).map_err(|e| e.to_string())
}

pub(super) fn above(value: u64, low: u64) -> Result<u64, String> {
    if value > low { Ok(value) } else { Err(format!("must be above {low}")) }
}

pub(super) fn whole(text: &str, low: u32, high: u32) -> Result<u32, String> {
    text.parse::<u32>()
        .ok()
        .filter(|value| (low..=high).contains(value))
        .ok_or_else(|| format!("\"{text}\" is not a whole number from {low} to {high}"))
}

pub(super) fn within(text: &str, low: f64, high: f64) -> Result<f64, String> {
    text.parse::<f64>()
        .ok()
        .filter(|value| (low..=high).contains(value))
        .ok_or_else(|| format!("\"{text}\" is not a number from {low} to {high}"))
}

pub(super) fn rate(text: &str) -> Result<f64, String> {
    within(text, 1e-3, 1e12)
}

pub(super) fn rate_or_none(text: &str) -> Result<Option<f64>, String> {
    if text == "none" { Ok(None) } else { rate(text).map(Some) }
}

pub(super) fn yes(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("\"{text}\" is neither yes nor no")),
    }
}

pub(super) fn set_layout(spec: &mut SimSpec, text: &str) -> Result<(), String> {
    let found = SimLayout::ALL.iter().find(|layout| layout.1 == text);
    spec.layout = Some(found.ok_or_else(|| format!("\"{text}\" is not a layout"))?.0);
    Ok(())
}

pub(super) fn set_chunk(spec: &mut SimSpec, text: &str) -> Result<(), String> {
    let bytes = size(text)?;
    if !bytes.is_power_of_two() || !(4096..=16 << 20).contains(&bytes) {
        return Err(format!("\"{text}\" is not a usable chunk"));
    }
    spec.chunk_bytes = bytes;
    Ok(())
}

pub(super) fn set_neighbour(spec: &mut SimSpec, text: &str) -> Result<(), String> {
    let mut parts = text.split(':');
    let (Some(share), Some(busy), Some(quiet), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err("three parts are needed".to_owned());
    };
    spec.neighbour = Some(SimNeighbour {
        share: within(share, 0.001, 0.999)?,
        busy_ns: above(time(busy)?, 0)?,
        quiet_ns: above(time(quiet)?, 0)?,
    });
    Ok(())
}

pub(super) fn set_daily(spec: &mut SimSpec, text: &str) -> Result<(), String> {
    let parts: Vec<&str> = text.split(':').collect();
    let [share, from, until] = parts[..] else {
        return Err("three parts are needed".to_owned());
    };
    let (from_ns, until_ns) = (time(from)?, time(until)?);
    if from_ns > DAY_NS || until_ns > DAY_NS || from_ns % DAY_NS == until_ns % DAY_NS {
        return Err("the times must differ and lie within 24h".to_owned());
    }
    let share = within(share, 0.001, 0.999)?;
    spec.daily = Some(SimDaily { share, from_ns, until_ns });
    Ok(())
}

pub(super) fn set_step(spec: &mut SimSpec, text: &str) -> Result<(), String> {
    let (at, factor) = text.split_once(':').ok_or("two parts are needed")?;
    spec.steps.push(SimStep { at_ns: time(at)?, factor: within(factor, 0.01, 1000.0)? });
    Ok(())
}

pub(super) fn set_slow(spec: &mut SimSpec, text: &str) -> Result<(), String> {
    let (disk, factor) = text.split_once(':').ok_or("two parts are needed")?;
    spec.slow.push((whole(disk, 1, 256)?, within(factor, 0.01, 1000.0)?));
    Ok(())
}

pub(super) fn set_stall_disk(spec: &mut SimSpec, text: &str) -> Result<(), String> {
    let (disk, times) = text.split_once(':').ok_or("three or four parts are needed")?;
    let disk = whole(disk, 1, 256)?;
    set_stall(spec, Some(disk), times)
}

pub(super) fn set_stall(spec: &mut SimSpec, disk: Option<u32>, text: &str) -> Result<(), String> {
    let parts = text.split(':').map(time).collect::<Result<Vec<u64>, String>>()?;
    let (at_ns, length_ns, every_ns) = match parts[..] {
        [at_ns, length_ns] => (at_ns, length_ns, None),
        [at_ns, length_ns, every_ns] => (at_ns, length_ns, Some(every_ns)),
        _ => return Err("a start, a length and perhaps a distance are needed".to_owned()),
    };
    spec.stalls.push(SimStall { disk, at_ns, length_ns: above(length_ns, 0)?, every_ns });
    Ok(())
}
