//! A problem of a job as a sentence.

use crate::Language;
use crate::catalogue::plan_fault;
use plan::PlanProblem;

/// A problem of a job behind its place, in the language of the process.
pub fn plan_problem(problem: &PlanProblem) -> String {
    format!("{}: {}", problem.place, plan_fault::text(Language::of_process(), &problem.fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;
    use expect_test::expect_file;
    use plan::PlanFault;

    const MESSAGES: &str = include_str!("../messages/en/plan_fault.ftl");

    /// Every fault, each value a different one.
    #[expect(clippy::too_many_lines, reason = "a row for each fault")]
    fn faults() -> Vec<PlanFault> {
        let text = |name: &str| name.to_owned();
        vec![
            PlanFault::TargetsMixed,
            PlanFault::EngineOfTargets { forced: text("forced2"), requested: text("requested3") },
            PlanFault::EngineWithoutFiles { engine: text("engine4"), path: text("path5") },
            PlanFault::UringUnusable { engines: text("engines6") },
            PlanFault::LibaioUnusable { engines: text("engines7") },
            PlanFault::EngineUnusable { engine: text("engine8"), engines: text("engines9") },
            PlanFault::NoEngine,
            PlanFault::NeedsUring { engine: text("engine10") },
            PlanFault::IopollNeedsDirect,
            PlanFault::IopollCannotFlush,
            PlanFault::FactsMismatch,
            PlanFault::NameTwice,
            PlanFault::NoneNamed { kind: text("kind11") },
            PlanFault::PhaseWithoutStream,
            PlanFault::StreamTwice { stream: text("stream12") },
            PlanFault::NoStream { stream: text("stream13") },
            PlanFault::NoTarget { target: text("target14") },
            PlanFault::BuffersTooLarge { needed: Bytes::gib(15), most: Bytes::gib(16) },
            PlanFault::MustBeAboveZero,
            PlanFault::CountOutOfRange { most: 17, value: 18 },
            PlanFault::CountBelowOne,
            PlanFault::NotAPercentage { percent: 19.25 },
            PlanFault::RateOutOfRange { most: 20.25, rate: 21.25 },
            PlanFault::DelayReversed { least: text("least22"), most: text("most23") },
            PlanFault::WeightOutOfRange { weight: 24.25, least: 25.25, most: 26.25 },
            PlanFault::CurveOutOfRange,
            PlanFault::LatencyTargetOutOfRange,
            PlanFault::AccessOutOfRange,
            PlanFault::SteadyOutOfRange,
            PlanFault::ZerosShaped,
            PlanFault::TieWithPause,
            PlanFault::LatencyTargetWithRate,
            PlanFault::LatencyTargetWithWorkers,
            PlanFault::LatencyTargetWithFlushes,
            PlanFault::LatencyTargetOnSync,
            PlanFault::TrimWithoutWrites,
            PlanFault::TrimSimulated,
            PlanFault::TrimChecked,
            PlanFault::TrimOffSectors,
            PlanFault::FilesSimulated,
            PlanFault::FilesOnSync,
            PlanFault::FilesWithWorkers,
            PlanFault::CpuNotAllowed { cpu: 28, allowed: text("allowed29") },
            PlanFault::BlocksOutOfRange,
            PlanFault::BlockOffSectors { block: 30 },
            PlanFault::BlockOffDirect { block: 31, unit: Bytes::gib(32) },
            PlanFault::NotMultiple { unit: Bytes::gib(33), value: 34 },
            PlanFault::RunsNotFilled { run: Bytes::gib(35) },
            PlanFault::ShuffledSizes,
            PlanFault::WindowTooSmall { window: Bytes::gib(36) },
            PlanFault::StrideOffGrid { stride: Bytes::gib(37), align: Bytes::gib(38) },
            PlanFault::WorkerPartTooSmall {
                workers: 39,
                part: Bytes::gib(40),
                block: Bytes::gib(41),
            },
            PlanFault::FilePartTooSmall {
                part: Bytes::gib(42),
                target: text("target43"),
                block: Bytes::gib(44),
            },
            PlanFault::PartTooSmall { part: Bytes::gib(45), block: Bytes::gib(46) },
            PlanFault::OffsetBeyondEnd { offset: Bytes::gib(47), size: Bytes::gib(48) },
            PlanFault::PartBeyondEnd {
                part: Bytes::gib(49),
                offset: Bytes::gib(50),
                size: Bytes::gib(51),
            },
            PlanFault::NoEnd,
            PlanFault::TooFewOperations { workers: 52, operations: 53 },
            PlanFault::TooFewBytes { bytes: Bytes::gib(54), workers: 55, least: Bytes::gib(56) },
            PlanFault::CheckShared { stream: text("stream57") },
            PlanFault::CheckWorkersShare,
            PlanFault::CheckMemory { needed: Bytes::gib(58), most: Bytes::gib(59) },
            PlanFault::CheckKeepsNothing,
            PlanFault::CheckOnSync,
            PlanFault::CheckShaped,
            PlanFault::CheckOffSectors,
            PlanFault::CheckWrittenWrites,
            PlanFault::CheckWrittenWithoutBytes,
            PlanFault::NoDirect { target: text("target60") },
            PlanFault::AbsentWithoutSize,
            PlanFault::AbsentPercentage,
            PlanFault::SizeNotAPercentage { percent: 61.25 },
            PlanFault::SizeBeyondTarget { size: Bytes::gib(62), present: Bytes::gib(63) },
            PlanFault::TargetEmpty,
            PlanFault::DeviceNotMarked { device: text("device64") },
            PlanFault::FileWritten { file: text("file65") },
            PlanFault::FileGrown { file: text("file66"), growth: Bytes::gib(67) },
            PlanFault::SpaceShort { needed: Bytes::gib(68), free: Bytes::gib(69), is_full: true },
            PlanFault::SpaceReserved {
                needed: Bytes::gib(71),
                usable: Bytes::gib(72),
                free: Bytes::gib(73),
                is_full: true,
            },
            PlanFault::TooFewDisks { least: 75, disks: 76 },
            PlanFault::OddDisks { disks: 77 },
            PlanFault::SliceOutOfRange { slice: Bytes::gib(78), least: Bytes::gib(79) },
            PlanFault::DiskTooSmall {
                disk: Bytes::gib(80),
                layouts: 81,
                slice: Bytes::gib(82),
                wanted: Bytes::gib(83),
            },
            PlanFault::HostPartTooSmall,
        ]
    }

    #[test]
    fn every_problem_of_a_job_is_worded_in_each_language() {
        let faults = faults();
        let messages = MESSAGES
            .lines()
            .filter(|line| line.split_once(" = ").is_some_and(|(id, _)| !id.contains([' ', '#'])));
        assert_eq!(faults.len(), messages.count(), "a fault is missing here");
        let mut words = String::new();
        for fault in &faults {
            words += &format!("{fault:?}\n");
            for language in Language::ALL {
                words += &format!("    {}\n", plan_fault::text(language, fault));
            }
        }
        expect_file!["../tests/golden/plan-faults.txt"].assert_eq(&words);
    }
}
