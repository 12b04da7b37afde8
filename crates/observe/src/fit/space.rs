//! The target area of a class: its part of the device and the access pattern within.

use super::classes::{Class, runs};
use super::skew;
use crate::fidelity::jensen_shannon;
use crate::{IoEvent, IoKind};
use base::Bytes;
use workload::{AccessPattern, AccessZone, Extent, Stream};

/// A class is sequential from this share of I/Os that follow another one.
const SEQUENTIAL_MIN: f64 = 0.97;
/// A class appends, like the log of a database, from this share of writes that start at the end of the class's last
/// write or rewrite its end.
const APPENDING_MIN: f64 = 0.8;
/// A class is random below this share of I/Os that follow another one.
const FOLLOWING_MIN: f64 = 0.02;
/// Equal parts of the range whose shares are compared.
const ZONES: usize = 50;
/// The parts' shares are kept if their Jensen-Shannon divergence from equal shares exceeds that of chance by this much, in bits.
const UNEVEN_MIN: f64 = 0.01;
/// Parts of a device, such as its journal, start and end at multiples of this.
const RANGE_UNIT_BYTES: u64 = 1 << 20;

/// Sets the stream's part of the target, its alignment and its access pattern.
pub(super) fn of(class: &Class, device_bytes: u64, smallest: Bytes, stream: &mut Stream) {
    let events = &class.events;
    let low = events.iter().map(|e| e.offset_bytes).min().unwrap_or(0);
    let high = events.iter().map(IoEvent::end_bytes).max().unwrap_or(device_bytes);
    let low = low / RANGE_UNIT_BYTES * RANGE_UNIT_BYTES;
    let high = (high.div_ceil(RANGE_UNIT_BYTES) * RANGE_UNIT_BYTES).min(device_bytes.max(high));
    if low > 0 || high < device_bytes {
        stream.offset = Extent::Percent(percent(low, device_bytes));
        stream.size = Some(Extent::Percent(percent(high - low, device_bytes)));
    }
    let aligned = |unit: u64| events.iter().all(|e| (e.offset_bytes - low).is_multiple_of(unit));
    let mut unit = smallest.0.next_power_of_two().max(512);
    while unit > 512 && !aligned(unit) {
        unit /= 2;
    }
    stream.align = (unit != smallest.0).then_some(Bytes(unit));
    let following = following(events);
    stream.access = if following >= SEQUENTIAL_MIN || appending(events) >= APPENDING_MIN {
        AccessPattern::Sequential
    } else if following >= FOLLOWING_MIN {
        AccessPattern::SequentialShare((following * 1000.0).round() / 10.0)
    } else {
        let zones = uneven(events, low, high).map_or(AccessPattern::Uniform, AccessPattern::Zones);
        skew::pattern(events, low, high - low, unit, zones)
    };
}

/// A share of the device in percent, to four decimals.
fn percent(part: u64, whole: u64) -> f64 {
    (part as f64 * 1e6 / whole.max(1) as f64).round() / 1e4
}

/// The share of I/Os that start where another one ended.
fn following(events: &[IoEvent]) -> f64 {
    let runs = runs(events);
    let starts = runs.iter().max().map_or(0, |last| last + 1);
    1.0 - starts as f64 / (events.len() as f64).max(1.0)
}

/// The share of writes that start within the write before them or at its end.
fn appending(events: &[IoEvent]) -> f64 {
    let appends = |pair: &&[IoEvent]| {
        pair[1].operation == IoKind::Write
            && (pair[0].offset_bytes..=pair[0].end_bytes()).contains(&pair[1].offset_bytes)
    };
    events.windows(2).filter(appends).count() as f64 / (events.len() as f64).max(1.0)
}

/// The shares of equal parts of the range, if they differ by more than chance.
fn uneven(events: &[IoEvent], low: u64, high: u64) -> Option<Vec<AccessZone>> {
    let mut counts = [0u64; ZONES];
    let span = (high - low).max(1);
    for event in events {
        let at = u128::from(event.offset_bytes - low) * ZONES as u128 / u128::from(span);
        counts[(at as usize).min(ZONES - 1)] += 1;
    }
    let all = events.len() as f64;
    let even = 1.0 / ZONES as f64;
    let divergence = jensen_shannon(counts.iter().map(|count| (*count as f64 / all, even)));
    // By its second-order expansion the divergence of a sample from its source is chi-square / (8 n ln 2), and the mean of
    // chi-square is the number of parts less one.
    let chance = (ZONES - 1) as f64 / (8.0 * all * std::f64::consts::LN_2);
    (divergence > UNEVEN_MIN + 2.0 * chance).then(|| {
        let zone = |count: &u64| AccessZone {
            io_percent: (*count as f64 * 1e4 / all).round() / 100.0,
            length: Extent::Percent(100.0 / ZONES as f64),
        };
        counts.iter().map(zone).collect()
    })
}
