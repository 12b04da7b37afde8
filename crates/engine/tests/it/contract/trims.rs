//! Trims of files, on every engine that works here: trimmed ranges read as zeros, and a write after a trim is present.

use super::job::{ScratchFile, base_plan, go, real_engines, totals};
use std::os::unix::fs::MetadataExt;
use workload::{AccessPattern, EngineKind, SyncMode, TrimMode};

const BLOCKS: u64 = 16;
const BLOCK: u64 = 64 << 10;

/// Runs once over a file of 16 blocks filled with the byte 7.
fn through(
    trim: TrimMode,
    sync: SyncMode,
    look: impl Fn(&str, &sample::IntervalSample, &[u8], u64),
) {
    for engine in real_engines() {
        let scratch = ScratchFile::new(0);
        std::fs::write(&scratch.path, vec![7; (BLOCKS * BLOCK) as usize]).expect("room for 1 MiB");
        let mut plan = base_plan(engine, &scratch);
        let work = &mut plan.phases[0].workers[0];
        work.read_share = 0.0;
        work.write_blocks = workload::BlockSizes::Fixed(base::Bytes(BLOCK));
        work.align_bytes = BLOCK;
        // With the sync engine, each thread is a separate commit group with its own share of the writes.
        work.depth = if engine == EngineKind::Sync { 1 } else { work.depth };
        work.access = AccessPattern::Sequential;
        work.ios_max = Some(BLOCKS);
        (work.trim, work.sync) = (trim, sync);
        let sum = totals(&go(&plan));
        if sum.trim.errors > 0 {
            return eprintln!("SKIPPED: the file system of the temporary folder punches no holes");
        }
        let there = std::fs::read(&scratch.path).expect("it is still there");
        let blocks = std::fs::metadata(&scratch.path).expect("it is still there").blocks();
        look(&format!("{engine:?}"), &sum, &there, blocks);
    }
}

#[test]
fn trims_instead_of_writes_leave_a_hole() {
    // There are no flushes, because nothing is written.
    through(TrimMode::Instead, SyncMode::Fdatasync { every: 2 }, |engine, sum, there, blocks| {
        assert_eq!((sum.trim.ios, sum.trim.bytes), (BLOCKS, BLOCKS * BLOCK), "{engine}");
        assert_eq!(sum.trim.total.count(), BLOCKS, "{engine}");
        assert_eq!((sum.write.ios, sum.flush.ios), (0, 0), "{engine}");
        assert_eq!(there.len() as u64, BLOCKS * BLOCK, "{engine}: it stays as long");
        assert!(there.iter().all(|&byte| byte == 0) && blocks == 0, "{engine}: {blocks}");
    });
}

#[test]
fn each_write_comes_after_the_trim_of_its_place() {
    through(TrimMode::Before, SyncMode::Fdatasync { every: 2 }, |engine, sum, there, _| {
        assert_eq!((sum.trim.ios, sum.write.ios), (BLOCKS, BLOCKS), "{engine}");
        assert_eq!((sum.write.total.count(), sum.flush.ios), (BLOCKS, BLOCKS / 2), "{engine}");
        for (number, block) in there.chunks(BLOCK as usize).enumerate() {
            let zeros = block.iter().filter(|&&byte| byte == 0).count();
            assert!(zeros < block.len() / 16, "{engine}: block {number} has {zeros} zeros");
            assert!(block != vec![7; BLOCK as usize], "{engine}: block {number} is old");
        }
    });
}
