//! How closely one load repeats another: takes the I/Os of both at the device, gives a [`Fidelity`].
//!
//! Reads and writes are compared in full, flushes only by their number. Figures that are not known for both loads are absent.

mod distance;

pub use distance::{earth_mover, jensen_shannon};

use crate::{IoEvent, IoFlags, IoKind};
use std::collections::{BTreeMap, VecDeque};
use workload::{Fidelity, FidelityDistance, FidelityFigure, FigurePair};

/// Recent I/Os of a direction that the next one may continue: the most sequential streams that can be distinguished.
const RECENT_MAX: usize = 64;

/// The I/Os of a load in the order of their issue, and how long it took.
#[derive(Clone, Copy, Debug)]
pub struct LoadSample<'a> {
    pub events: &'a [IoEvent],
    pub length_ns: u64,
}

/// Compares the load of a fitted job with the captured one; `None` if one of them has no read and no write.
pub fn compare(captured: LoadSample<'_>, fitted: LoadSample<'_>, target: &str) -> Option<Fidelity> {
    let (captured, fitted) = (LoadMeasure::of(captured)?, LoadMeasure::of(fitted)?);
    let pair = |(figure, captured): &(FidelityFigure, f64)| {
        let fitted = fitted.figures.iter().find(|other| other.0 == *figure)?.1;
        Some(FigurePair { figure: *figure, captured: *captured, fitted })
    };
    let sizes: BTreeMap<_, _> = captured.sizes.iter().chain(&fitted.sizes).collect();
    let share = |measure: &LoadMeasure, size| measure.sizes.get(size).copied().unwrap_or(0.0);
    let mix =
        jensen_shannon(sizes.keys().map(|size| (share(&captured, size), share(&fitted, size))));
    let moved = |kind, a: &[u64], b: &[u64]| {
        let mean = a.iter().map(|value| *value as f64).sum::<f64>() / a.len() as f64;
        Some((kind, earth_mover(a, b)? / mean)).filter(|moved| moved.1.is_finite())
    };
    let distances = [
        Some((FidelityDistance::SizeMix, mix)),
        moved(FidelityDistance::Gaps, &captured.gaps_ns, &fitted.gaps_ns),
        moved(FidelityDistance::Latencies, &captured.latencies_ns, &fitted.latencies_ns),
    ];
    Some(Fidelity {
        target: target.to_owned(),
        figures: captured.figures.iter().filter_map(pair).collect(),
        distances: distances.into_iter().flatten().collect(),
    })
}

struct LoadMeasure {
    figures: Vec<(FidelityFigure, f64)>,
    /// The share of reads and writes of each direction and size; together 1.
    sizes: BTreeMap<(IoKind, u32), f64>,
    /// In ascending order.
    gaps_ns: Vec<u64>,
    /// In ascending order.
    latencies_ns: Vec<u64>,
}

impl LoadMeasure {
    fn of(sample: LoadSample<'_>) -> Option<Self> {
        let transfers: Vec<&IoEvent> = sample.events.iter().filter(|e| e.is_transfer()).collect();
        if transfers.is_empty() || sample.length_ns == 0 {
            return None;
        }
        let all = transfers.len() as f64;
        let share = |count: usize| count as f64 / all;
        let reads = transfers.iter().filter(|event| event.operation == IoKind::Read).count();
        let bytes: u64 = transfers.iter().map(|event| u64::from(event.length_bytes)).sum();
        let is_flush = |event: &&IoEvent| {
            event.operation == IoKind::Flush || event.flags.has(IoFlags::PREFLUSH)
        };
        let mut figures = vec![
            (FidelityFigure::Iops, all * 1e9 / sample.length_ns as f64),
            (FidelityFigure::ReadShare, share(reads)),
            (FidelityFigure::SizeMean, bytes as f64 / all),
            (FidelityFigure::SequentialShare, sequential_share(&transfers)),
            (FidelityFigure::FlushShare, share(sample.events.iter().filter(is_flush).count())),
        ];
        let latencies_ns = sorted(transfers.iter().filter_map(|event| event.latency_ns));
        if !latencies_ns.is_empty() {
            let sum: f64 = latencies_ns.iter().map(|latency| *latency as f64).sum();
            let last = latencies_ns.len() - 1;
            let p99 = latencies_ns[(last as f64 * 0.99).round() as usize];
            figures.extend([
                (FidelityFigure::LatencyMean, sum / latencies_ns.len() as f64),
                (FidelityFigure::LatencyP99, p99 as f64),
                (FidelityFigure::DepthMean, sum / sample.length_ns as f64),
            ]);
        }
        let mut sizes = BTreeMap::new();
        for event in &transfers {
            *sizes.entry((event.operation, event.length_bytes)).or_default() += 1.0 / all;
        }
        let gap = |pair: &[&IoEvent]| pair[1].issued_ns.saturating_sub(pair[0].issued_ns);
        let gaps_ns = sorted(transfers.windows(2).map(gap));
        Some(Self { figures, sizes, gaps_ns, latencies_ns })
    }
}

fn sorted(values: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values
}

/// The share of reads and writes that start within one of the last I/Os of their direction or at its end. The log of a
/// database rewrites its last page. Random I/Os that match by chance are counted in both loads.
fn sequential_share(transfers: &[&IoEvent]) -> f64 {
    let mut recent: [VecDeque<(u64, u64)>; 2] = Default::default();
    let mut continuing = 0u64;
    for event in transfers {
        let places = &mut recent[usize::from(event.operation == IoKind::Write)];
        let found =
            places.iter().position(|place| (place.0..=place.1).contains(&event.offset_bytes));
        continuing += u64::from(found.and_then(|at| places.remove(at)).is_some());
        places.push_front((event.offset_bytes, event.end_bytes()));
        places.truncate(RECENT_MAX);
    }
    continuing as f64 / transfers.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(count: u64, gap_ns: u64, latency_ns: u64) -> Vec<IoEvent> {
        let event = |number: u64| IoEvent {
            issued_ns: number * gap_ns,
            latency_ns: Some(latency_ns),
            operation: if number.is_multiple_of(4) { IoKind::Write } else { IoKind::Read },
            offset_bytes: (number * 7919 % 1000) * 65_536,
            length_bytes: if number.is_multiple_of(2) { 8192 } else { 16_384 },
            ..IoEvent::default()
        };
        (0..count).map(event).collect()
    }

    fn compared(captured: &[IoEvent], fitted: &[IoEvent]) -> Fidelity {
        let sample = |events| LoadSample { events, length_ns: 1_000_000_000 };
        compare(sample(captured), sample(fitted), "x").expect("both have reads and writes")
    }

    fn error(fidelity: &Fidelity, figure: FidelityFigure) -> f64 {
        fidelity.pair(figure).expect("it is known").error()
    }

    #[test]
    fn a_load_agrees_with_itself() {
        let events = load(1000, 1_000_000, 300_000);
        let fidelity = compared(&events, &events);
        assert_eq!(fidelity.figures.len(), 8);
        assert!(fidelity.figures.iter().all(|pair| pair.error() == 0.0), "{fidelity:?}");
        assert!(fidelity.distances.iter().all(|distance| distance.1.abs() < 1e-9), "{fidelity:?}");
        assert_eq!(error(&fidelity, FidelityFigure::DepthMean), 0.0);
        let depth = fidelity.pair(FidelityFigure::DepthMean).expect("it is known").captured;
        assert!((depth - 0.3).abs() < 1e-9, "1,000 per second of 300 us each: {depth}");
    }

    #[test]
    fn what_differs_shows_where_it_belongs() {
        let captured = load(1000, 1_000_000, 300_000);
        let slower = compared(&captured, &load(500, 2_000_000, 450_000));
        assert!((error(&slower, FidelityFigure::Iops) + 50.0).abs() < 1e-9);
        assert!((error(&slower, FidelityFigure::LatencyP99) - 50.0).abs() < 1e-9);
        let distance = |fidelity: &Fidelity, kind| {
            fidelity.distances.iter().find(|known| known.0 == kind).expect("it is known").1
        };
        assert!((distance(&slower, FidelityDistance::Gaps) - 1.0).abs() < 1e-9);
        assert!((distance(&slower, FidelityDistance::Latencies) - 0.5).abs() < 1e-9);
        assert!(distance(&slower, FidelityDistance::SizeMix) < 1e-9);

        let mut reads = captured.clone();
        reads.iter_mut().for_each(|event| event.operation = IoKind::Read);
        let fidelity = compared(&captured, &reads);
        assert!((error(&fidelity, FidelityFigure::ReadShare) - 25.0).abs() < 1e-9);
        assert!(distance(&fidelity, FidelityDistance::SizeMix) > 0.1, "writes became reads");
        assert!(fidelity.excess() > 24.0, "{}", fidelity.excess());
    }

    #[test]
    fn a_log_that_writes_its_last_page_again_is_sequential() {
        let mut log = load(1000, 1_000_000, 300_000);
        for (event, page) in log.iter_mut().zip(0u64..) {
            event.operation = IoKind::Write;
            // Two writes for each page, the second one into the next page.
            (event.offset_bytes, event.length_bytes) = (page / 2 * 8192, 8192 << (page % 2));
        }
        let fidelity = compared(&log, &load(1000, 1_000_000, 300_000));
        let pair = fidelity.pair(FidelityFigure::SequentialShare).expect("it is known");
        assert!((pair.captured - 0.999).abs() < 1e-9, "{pair:?}");
        assert_eq!(pair.fitted, 0.0, "a random load comes back after 1,000 others");
    }

    #[test]
    fn what_one_load_does_not_tell_is_absent() {
        let captured = load(100, 1_000_000, 300_000);
        let mut blind = captured.clone();
        blind.iter_mut().for_each(|event| event.latency_ns = None);
        let fidelity = compared(&captured, &blind);
        assert_eq!(fidelity.pair(FidelityFigure::LatencyMean), None);
        assert_eq!(fidelity.distances.len(), 2, "{fidelity:?}");
        let sample = |events| LoadSample { events, length_ns: 1 };
        assert_eq!(compare(sample(&captured), sample(&[]), "x"), None);
    }
}
