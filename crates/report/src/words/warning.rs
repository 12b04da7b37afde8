//! The warnings of validity checks, in sentences with their numbers and the action to take.

mod process;
mod storage;

use crate::catalogue::warning as text;
use crate::language::Language;
use crate::meaning::meaning;
use crate::messages::contradiction;
use crate::words::{ended, purpose};
use record::TrialPurpose;
use summary::Warning;
use summary::warning::Detail;

/// The event, its effect on the result, and the action to take.
pub fn warning(language: Language, warning: &Warning) -> String {
    let seen = ended(detail(language, &warning.detail));
    format!("{seen} {}", meaning(language, warning.kind).action)
}

/// The result of a check: the event, and its effect on the result.
pub fn detail(language: Language, detail: &Detail) -> String {
    let l = language;
    match detail {
        Detail::Imported { line, contradiction: of } => contradiction(l, *line, of),
        Detail::Earlier(text) => text.clone(),
        Detail::InTrial { trial, detail: own } => {
            let trial = purpose(l, &TrialPurpose::of(trial));
            text::in_trial(l, &trial, &self::detail(l, own))
        }
        Detail::InPoint { target, point, detail: own, more } => {
            let warning = &self::detail(l, own);
            let first = text::in_point(l, &text::InPoint { target, point, warning });
            match more {
                0 => first,
                more => format!("{first} {}", text::more_points(l, *more as u64)),
            }
        }
        Detail::DepthDiffers { depth, held, allowed } => {
            let difference = l.digits(&format!("{:+.1}", (held / depth - 1.0) * 100.0));
            text::depth_differs(l, depth.round(), *held, &difference, allowed * 100.0)
        }
        Detail::SizeDiffers { mean_bytes, block_bytes, short } => {
            let (mean, block) = (mean_bytes.round() as u64, block_bytes.round() as u64);
            text::size_differs(l, &text::SizeDiffers { mean, block, short: *short })
        }
        Detail::DeviceCountedLess(share) => text::device_counted_less(l, *share),
        Detail::DeviceMovedMore(times) => text::device_moved_more(l, *times),
        Detail::RequestSize { issued_bytes, device_bytes } => {
            let [device, issued] = [device_bytes, issued_bytes].map(|bytes| bytes / 1024.0);
            match device < issued {
                true => text::request_split(l, device, issued),
                false => text::request_merged(l, device, issued),
            }
        }
        Detail::SteadyRate { value, unit } => {
            text::steady_rate(l, &super::rate_of_quota(l, *value, *unit))
        }
        Detail::Overloaded { offered_iops, done_iops, dropped: 0, waiting } => {
            let (offered, done) = (*offered_iops, *done_iops);
            text::overloaded(l, &text::Overloaded { offered, done, waiting: waiting.round() })
        }
        // Dropped arrivals limit the queue, and with it the latencies of the others.
        Detail::Overloaded { offered_iops, done_iops, dropped, waiting } => {
            text::overloaded_dropped(l, *offered_iops, *done_iops, *dropped, waiting.round())
        }
        Detail::LateArrivals { late_ns, latency_ns, simulated } => {
            // Simulated storage has its own clock, so the load of the machine cannot delay it.
            text::late_arrivals(l, *late_ns as f64, *latency_ns as f64, *simulated)
        }
        Detail::AuditFitsMemory { file_bytes, memory_bytes, sound: true } => {
            text::audit_fits_memory(l, *file_bytes, *memory_bytes)
        }
        Detail::AuditFitsMemory { file_bytes, memory_bytes, sound: false } => {
            text::audit_fits_memory_faulty(l, *file_bytes, *memory_bytes)
        }
        short => self::short(l, short),
    }
}

/// The details without numbers.
fn short(l: Language, detail: &Detail) -> String {
    let fixed = match detail {
        Detail::Buffered => text::buffered(l),
        Detail::NothingCounted => text::nothing_counted(l),
        Detail::NoInterval => text::no_interval(l),
        Detail::Interrupted => text::interrupted(l),
        Detail::AuditInterrupted => text::audit_interrupted(l),
        Detail::AuditThroughCache => text::audit_through_cache(l),
        Detail::StudyInterrupted => text::study_interrupted(l),
        Detail::Unfinished => text::unfinished(l),
        with_numbers => return numbers(l, with_numbers),
    };
    fixed.to_owned()
}

/// The details of the machine, the target and the run.
fn numbers(l: Language, detail: &Detail) -> String {
    match detail {
        Detail::CpusBusy { share, beside_quota } => text::cpus_busy(l, *share, *beside_quota),
        Detail::CpusBusyInPoints { share, full, points, beside_quota } => {
            text::cpus_busy_in_points(l, *full as u64, *points as u64, *share, *beside_quota)
        }
        Detail::CpuSteal(share) => text::cpu_steal(l, 100.0 * share),
        Detail::FewCpus { workers, cpus } => text::few_cpus(l, (*workers).into(), (*cpus).into()),
        Detail::OtherIo(iops) => text::other_io(l, *iops),
        Detail::ArraySync(action) => text::array_sync(l, action),
        Detail::Scheduler(name) => text::scheduler(l, name),
        Detail::Misaligned { offset_bytes, unit_bytes } => {
            text::misaligned(l, *offset_bytes, *unit_bytes)
        }
        Detail::ClockJump(ns) => text::clock_jump(l, &l.digits(&format!("{:+.3}", ns / 1e9))),
        Detail::ProcessStopped { stops, left_out } => process::stopped(l, stops, *left_out),
        Detail::EngineFallback(change) => text::engine_fallback(l, change),
        Detail::Memory(place) => text::memory(l, place),
        Detail::CachedShare(share) => text::cached_share(l, *share),
        Detail::BufferedLoop(device) => text::buffered_loop(l, device),
        Detail::EasyData(percent) => text::easy_data(l, percent.round()),
        Detail::Holes { hole_bytes, file_bytes } => text::holes(l, *hole_bytes, *file_bytes),
        Detail::FitsCache { file_bytes, cache_bytes } => {
            text::fits_cache(l, *file_bytes, *cache_bytes)
        }
        Detail::FitsMemory { file_bytes, ram_bytes } => {
            text::fits_memory(l, *file_bytes, *ram_bytes)
        }
        Detail::Unmounted(target) => text::unmounted(l, target),
        Detail::NotStored(error) => text::not_stored(l, error),
        Detail::FewOperations { quantile, needed, measured } => {
            text::few_operations(l, &l.quantile(*quantile), *needed, *measured)
        }
        Detail::ShorterThanCycle { seconds, cycle_s } => {
            text::short_cycle(l, seconds.round(), cycle_s.round())
        }
        Detail::WideInterval(half) => text::wide_interval(l, (100.0 * half).round()),
        Detail::Failed { failed, done } => text::failed_operations(l, *failed, *done),
        over_time => storage::changes(l, over_time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use summary::warning::{StallCounts, TargetStalls};

    #[test]
    fn split_and_merged_requests_have_their_cause() {
        let of = |issued_bytes, device_bytes| {
            detail(Language::En, &Detail::RequestSize { issued_bytes, device_bytes })
        };
        let split = of(1_048_576.0, 65_536.0);
        assert!(split.contains("64 KiB on average; 1,024 KiB were issued. A layer"), "{split}");
        assert!(of(8192.0, 65_536.0).contains("The kernel merges neighbours"));
    }

    #[test]
    fn stalls_have_their_length_and_frequency_and_many_targets_are_counted() {
        let (usual_s, seconds, late_share) = (1.2, 60.0, 0.1);
        let seen = StallCounts { count: 6, usual_s, seconds, late_share, left_out: true };
        let shown = |seen| detail(Language::En, &Detail::Stalls(seen));
        let many = shown(seen);
        assert!(
            many.contains("6 stalls of about 1.2 s in 60 s of trials, one every 10 s"),
            "{many}"
        );
        assert!(many.contains("Because of stalls, 10 % of all operations"), "{many}");
        let one = shown(StallCounts { count: 1, ..seen });
        assert!(one.starts_with("There was one stall of about 1.2 s in 60 s"), "{one}");
        let target = |n: usize| TargetStalls {
            target: format!("disk{n}"),
            count: 1,
            longest_s: 2.0,
            length_s: 2.0,
        };
        let targets: Vec<TargetStalls> = (1..9).map(target).collect();
        let (stalled, points, first) = (7, 210, "disk -kR".to_owned());
        let of_points = Detail::StallsInPoints { stalled, points, targets, first };
        let text = detail(Language::En, &of_points);
        assert!(
            text.contains("in 7 of 210 points") && text.contains("first in disk -kR"),
            "{text}"
        );
        assert!(text.contains("disk6 once, for 2 s; and 2 more"), "{text}");
    }

    #[test]
    fn dropped_arrivals_bound_the_latencies_and_waiting_ones_do_not() {
        let (offered_iops, done_iops, waiting) = (5_000.0, 4_000.0, 10_000.0);
        let of = |dropped| {
            let seen = Detail::Overloaded { offered_iops, done_iops, dropped, waiting };
            detail(Language::En, &seen)
        };
        let both = of(50_000);
        assert!(both.contains("50,000 were dropped and about 10,000 still waited"), "{both}");
        assert!(both.contains("leave out the dropped operations"), "{both}");
        assert!(of(0).contains("grow with the length of the run"), "{}", of(0));
    }

    #[test]
    fn a_simulated_storage_is_not_late_because_of_this_machine() {
        let (late_ns, latency_ns) = (300_000, 100_000);
        let of = |simulated| {
            detail(Language::En, &Detail::LateArrivals { late_ns, latency_ns, simulated })
        };
        assert!(of(false).contains("this machine") && !of(true).contains("machine"));
    }
}
