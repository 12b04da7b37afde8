//! A captured load as operations with due times: takes events in the order of their issue, gives the operations of a
//! replay, each within the target. How well a replay kept the times: takes due times and starts.
//!
//! Writes that were durable on completion (FUA) and flushes get separate lists: the engine sets write-through for a whole stream,
//! and a flush must not delay the reads and writes after it, because it did not delay them in the capture.

use crate::{IoEvent, IoFlags, IoKind};
use base::{Bytes, Nanos};
use record::ReplayTiming;
use workload::emulation::TraceOperation;

/// Scaled offsets move in pieces of this size, so that sequential runs within a piece stay sequential.
const PIECE_BYTES: u64 = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReplaySpeed {
    /// At the captured times divided by this factor, above 0.
    Factor(f64),
    /// Each as soon as the queue has room.
    AsFastAsPossible,
}

/// How offsets of the captured device become offsets of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplaySpace {
    /// Unchanged; an operation beyond the end of the target is an error.
    Exact,
    /// The captured span is shrunk or stretched to the target, in pieces of 1 MiB.
    Scaled,
}

/// The limits of the target for operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayTarget {
    pub size_bytes: u64,
    /// Offsets and lengths are multiples of this.
    pub unit_bytes: u64,
    /// Whether it can discard; if not, discards are left out.
    pub discards: bool,
}

/// Why a capture cannot be replayed as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It contains only sums of intervals.
    #[error(
        "the capture holds only counters for each interval, not individual I/Os; replay needs a block trace"
    )]
    NoEvents,
    /// It contains only discards, and the target has none.
    #[error(
        "the capture holds only discards, which the target does not know; replay it on a file or a device"
    )]
    OnlyDiscards,
    /// The target ends before the captured I/O does.
    #[error(
        "the captured offsets reach to {}, but the target has only {}; use --scale-space to scale them to the target",
        Bytes(*.end_bytes), Bytes(*.size_bytes)
    )]
    TargetTooSmall { end_bytes: u64, size_bytes: u64 },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayOperations {
    pub transfers: Vec<TraceOperation>,
    pub durable_writes: Vec<TraceOperation>,
    pub flushes: Vec<TraceOperation>,
    /// The captured time from the first issue to the last.
    pub duration_ns: u64,
    /// Operations whose length was rounded to the target's unit.
    pub resized: u64,
    pub left_out_discards: u64,
}

/// Makes the operations of a replay; times count from the first event.
pub fn operations(
    events: &[IoEvent],
    speed: ReplaySpeed,
    space: ReplaySpace,
    target: ReplayTarget,
) -> Result<ReplayOperations, ReplayError> {
    if events.is_empty() {
        return Err(ReplayError::NoEvents);
    }
    let replayed = events.iter().filter(|e| target.discards || e.operation != IoKind::Trim);
    let first_ns = replayed.clone().map(|e| e.issued_ns).min().ok_or(ReplayError::OnlyDiscards)?;
    let last_ns = replayed.clone().map(|e| e.issued_ns).max().unwrap_or(first_ns);
    let end_bytes = replayed.clone().map(IoEvent::end_bytes).max().unwrap_or(0);
    if space == ReplaySpace::Exact && end_bytes > target.size_bytes {
        return Err(ReplayError::TargetTooSmall { end_bytes, size_bytes: target.size_bytes });
    }
    let mut made = ReplayOperations {
        duration_ns: last_ns - first_ns,
        left_out_discards: (events.len() - replayed.clone().count()) as u64,
        ..ReplayOperations::default()
    };
    for event in replayed {
        let due = match speed {
            ReplaySpeed::Factor(factor) => {
                Some(Nanos(((event.issued_ns - first_ns) as f64 / factor) as u64))
            }
            ReplaySpeed::AsFastAsPossible => None,
        };
        let (offset, length) = placed(event, end_bytes, space, target);
        made.resized += u64::from(length != u64::from(event.length_bytes));
        let kind = event.operation;
        let operation = TraceOperation { kind, offset: Bytes(offset), length: Bytes(length), due };
        let durable = event.operation == IoKind::Write && event.flags.has(IoFlags::FUA);
        match event.operation {
            IoKind::Flush => made.flushes.push(operation),
            _ if durable => made.durable_writes.push(operation),
            _ => made.transfers.push(operation),
        }
    }
    for list in [&mut made.transfers, &mut made.durable_writes, &mut made.flushes] {
        list.sort_by_key(|operation| operation.due.map_or(0, |due| due.0));
    }
    Ok(made)
}

/// The offset and length of an event on the target, both multiples of its unit and within it.
fn placed(
    event: &IoEvent,
    span_bytes: u64,
    space: ReplaySpace,
    target: ReplayTarget,
) -> (u64, u64) {
    if event.operation == IoKind::Flush {
        return (0, 0);
    }
    let unit = target.unit_bytes.max(1);
    let whole = target.size_bytes / unit * unit;
    let length =
        u64::from(event.length_bytes).max(1).div_ceil(unit).saturating_mul(unit).min(whole);
    let offset = match space {
        ReplaySpace::Exact => event.offset_bytes,
        ReplaySpace::Scaled => {
            let pieces = (whole / PIECE_BYTES).max(1);
            let captured = span_bytes.div_ceil(PIECE_BYTES).max(1);
            let piece = u128::from(event.offset_bytes / PIECE_BYTES) * u128::from(pieces);
            (piece / u128::from(captured)) as u64 * PIECE_BYTES + event.offset_bytes % PIECE_BYTES
        }
    };
    (offset.min(whole - length) / unit * unit, length)
}

/// Compares the due times with the start times of the same operations; both count from the start of the replay and are
/// in any order. The due times are the captured ones divided by `speed`. `None` with fewer than two operations, or if
/// their numbers differ, because the replay was cut short.
pub fn timing(mut due_ns: Vec<u64>, mut started_ns: Vec<u64>, speed: f64) -> Option<ReplayTiming> {
    if due_ns.len() < 2 || due_ns.len() != started_ns.len() {
        return None;
    }
    due_ns.sort_unstable();
    started_ns.sort_unstable();
    let span = |times: &[u64]| times[times.len() - 1] - times[0];
    let (due_duration_ns, duration_ns) = (span(&due_ns), span(&started_ns));
    let mut late_ns: Vec<u64> =
        due_ns.iter().zip(&started_ns).map(|(due, start)| start.saturating_sub(*due)).collect();
    late_ns.sort_unstable();
    let late = |q: f64| late_ns[((late_ns.len() - 1) as f64 * q).round() as usize];
    // Between sorted samples of equal size the distance is the mean difference of their ranks.
    let (due_gaps, gaps) = (sorted_gaps(&due_ns), sorted_gaps(&started_ns));
    let moved: u128 = due_gaps.iter().zip(&gaps).map(|(a, b)| u128::from(a.abs_diff(*b))).sum();
    Some(ReplayTiming {
        operations: due_ns.len() as u64,
        due_duration_ns,
        speed,
        duration_ns,
        gap_distance: moved as f64 / (due_duration_ns as f64).max(1.0),
        late_ns_p50: late(0.5),
        late_ns_p99: late(0.99),
        late_ns_max: late(1.0),
    })
}

fn sorted_gaps(times: &[u64]) -> Vec<u64> {
    let mut gaps: Vec<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(issued_ns: u64, operation: IoKind, offset_bytes: u64, length_bytes: u32) -> IoEvent {
        IoEvent { issued_ns, operation, offset_bytes, length_bytes, ..IoEvent::default() }
    }

    const TARGET: ReplayTarget =
        ReplayTarget { size_bytes: 64 << 20, unit_bytes: 4096, discards: true };

    #[test]
    fn times_count_from_the_first_event_and_follow_the_speed() {
        let events = [event(500, IoKind::Read, 0, 4096), event(2_500, IoKind::Write, 0, 4096)];
        let made = operations(&events, ReplaySpeed::Factor(2.0), ReplaySpace::Exact, TARGET);
        let made = made.expect("it fits");
        let due: Vec<_> = made.transfers.iter().map(|o| o.due.map(|due| due.0)).collect();
        assert_eq!((due, made.duration_ns), (vec![Some(0), Some(1_000)], 2_000));
    }

    #[test]
    fn flushes_and_durable_writes_hold_back_nothing_else() {
        let mut durable = event(10, IoKind::Write, 8192, 4096);
        durable.flags = IoFlags::FUA;
        let events = [event(0, IoKind::Flush, 0, 0), durable, event(20, IoKind::Read, 0, 512)];
        let made = operations(&events, ReplaySpeed::Factor(1.0), ReplaySpace::Exact, TARGET);
        let made = made.expect("it fits");
        assert_eq!(
            (made.transfers.len(), made.durable_writes.len(), made.flushes.len(), made.resized),
            (1, 1, 1, 1),
            "the read of 512 bytes grows to the target's unit"
        );
    }

    #[test]
    fn a_target_that_is_too_small_is_refused_and_scaling_fits_it() {
        let events: Vec<IoEvent> =
            (0..1000).map(|i| event(i, IoKind::Write, i << 20, 256 << 10)).collect();
        let exact = operations(&events, ReplaySpeed::Factor(1.0), ReplaySpace::Exact, TARGET);
        let end_bytes = (999 << 20) + (256 << 10);
        assert_eq!(
            exact,
            Err(ReplayError::TargetTooSmall { end_bytes, size_bytes: TARGET.size_bytes })
        );
        let scaled = operations(&events, ReplaySpeed::Factor(1.0), ReplaySpace::Scaled, TARGET);
        let scaled = scaled.expect("scaling fits any span").transfers;
        let ends = scaled.iter().map(|o| o.offset.0 + o.length.0);
        assert!(ends.clone().all(|end| end <= TARGET.size_bytes));
        assert!(ends.max() > Some(TARGET.size_bytes / 10 * 9), "the whole target is used");
    }

    #[test]
    fn sequential_runs_stay_sequential_when_space_is_scaled() {
        let events: Vec<IoEvent> =
            (0..128).map(|i| event(i, IoKind::Read, (i + 4096) * 8192, 8192)).collect();
        let made = operations(&events, ReplaySpeed::Factor(1.0), ReplaySpace::Scaled, TARGET);
        let made = made.expect("scaling fits any span").transfers;
        let follows = made.windows(2).filter(|w| w[0].offset.0 + 8192 == w[1].offset.0).count();
        assert_eq!(follows, 127);
    }

    #[test]
    fn discards_are_left_out_where_the_target_has_none() {
        let far = event(0, IoKind::Trim, 1 << 40, 4096);
        let events = [far, event(30, IoKind::Read, 0, 4096)];
        let place = ReplayTarget { discards: false, ..TARGET };
        let made = |events| operations(events, ReplaySpeed::Factor(1.0), ReplaySpace::Exact, place);
        let some = made(&events[..]).expect("what is left fits");
        assert_eq!((some.transfers.len(), some.left_out_discards, some.duration_ns), (1, 1, 0));
        assert_eq!(made(&events[..1]), Err(ReplayError::OnlyDiscards));
    }

    #[test]
    fn a_replay_on_time_has_no_error() {
        let due: Vec<u64> = (0..1000).map(|k| k * k).collect();
        let timing = timing(due.clone(), due, 1.0).expect("as many as were due");
        assert_eq!(
            (timing.gap_distance, timing.late_ns_max, timing.duration_error()),
            (0.0, 0, 0.0)
        );
    }

    #[test]
    fn a_constant_delay_moves_no_gap_and_a_slower_replay_moves_all() {
        let due: Vec<u64> = (0..1001).map(|k| k * 1000).collect();
        let late = due.iter().map(|ns| ns + 70).collect();
        let delayed = timing(due.clone(), late, 1.0).expect("as many as were due");
        assert_eq!(
            (delayed.gap_distance, delayed.late_ns_p50, delayed.duration_ns),
            (0.0, 70, 1_000_000)
        );
        let slower = due.iter().map(|ns| ns * 11 / 10).collect();
        let slow = timing(due, slower, 1.0).expect("as many as were due");
        assert!((slow.duration_error() - 0.1).abs() < 1e-9, "{slow:?}");
        assert!((slow.gap_distance - 0.1).abs() < 1e-9, "{slow:?}");
    }

    #[test]
    fn bursts_in_place_of_even_gaps_are_far_apart() {
        let due: Vec<u64> = (0..1000).map(|k| k * 1000).collect();
        let bursts = (0..1000).map(|k| k / 10 * 10_000).collect();
        let timing = timing(due, bursts, 1.0).expect("as many as were due");
        assert!(timing.gap_distance > 1.5, "{timing:?}");
    }

    #[test]
    fn a_replay_that_was_cut_short_has_no_timing() {
        assert_eq!(timing(vec![0, 1, 2], vec![0, 1], 1.0), None);
        assert_eq!(timing(vec![0], vec![0], 1.0), None);
    }
}
