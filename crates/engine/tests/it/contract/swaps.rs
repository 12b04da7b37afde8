//! A file that takes the name of a target between two phases, or during prefill, is neither written nor read.

use super::job::{ScratchFile, base_plan, numbered, real_engines};
use engine::{RunControl, prefill, run};
use sample::{EngineEvent, IntervalSample};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use sys::guard::{self, FileWritePermission, FreeSpaceRule};
use sys::inventory::SystemRoots;
use sys::target::Target;
use workload::{CacheMode, SyncMode};

const LENGTH: u64 = 1 << 20;

/// How another file takes the name of a target.
#[derive(Clone, Copy, Debug)]
enum NameSwap {
    File,
    HardLink,
    SymbolicLink,
}

const SWAPS: [NameSwap; 3] = [NameSwap::File, NameSwap::HardLink, NameSwap::SymbolicLink];

impl NameSwap {
    /// Moves `target` aside and gives its name to `victim`; a second call reverses that.
    fn toggle(self, target: &Path, victim: &Path) {
        let aside = target.with_extension("aside");
        if aside.exists() {
            if matches!(self, Self::File) {
                std::fs::rename(target, victim).expect("own");
            }
            return std::fs::rename(&aside, target).expect("own");
        }
        std::fs::rename(target, &aside).expect("own");
        match self {
            Self::File => std::fs::rename(victim, target),
            Self::HardLink => std::fs::hard_link(victim, target),
            Self::SymbolicLink => std::os::unix::fs::symlink(victim, target),
        }
        .expect("own");
    }
}

/// A target that is approved for writing, and a file that must keep every byte.
struct SwapPair {
    own: ScratchFile,
    victim: ScratchFile,
    precious: Vec<u8>,
    held: Target,
}

impl SwapPair {
    fn new() -> Self {
        let (own, victim) = (ScratchFile::new(LENGTH), ScratchFile::new(LENGTH));
        let precious: Vec<u8> = (0..LENGTH).map(|at| (at % 251) as u8).collect();
        std::fs::write(&victim.path, &precious).expect("own");
        let judged =
            guard::file(&own.path, std::slice::from_ref(&own.path), &SystemRoots::default());
        let Ok(FileWritePermission::Present(held)) = judged else { panic!("{judged:?}") };
        Self { own, victim, precious, held }
    }

    fn paths(&self) -> (PathBuf, PathBuf) {
        (self.own.path.clone(), self.victim.path.clone())
    }

    fn is_whole(&self, what: &str) {
        assert!(self.victim.read() == self.precious, "{what}: the victim was written to");
    }
}

#[test]
fn what_takes_the_place_of_a_target_between_phases_keeps_every_byte() {
    let ways = [
        (CacheMode::Buffered, SyncMode::None),
        (CacheMode::Direct, SyncMode::None),
        (CacheMode::Buffered, SyncMode::Dsync),
        (CacheMode::Dropped, SyncMode::Sync),
    ];
    for engine in real_engines() {
        for swap in SWAPS {
            let pair = SwapPair::new();
            let mut plan = base_plan(engine, &pair.own);
            let phase = plan.phases[0].clone();
            // Each phase opens the target with different flags.
            plan.phases = ways
                .map(|(cache, sync)| {
                    let mut phase = phase.clone();
                    let work = &mut phase.workers[0];
                    (work.cache, work.sync) = (cache, sync);
                    (work.read_share, work.ios_max) = (0.5, Some(64));
                    let second = numbered(work, 1);
                    phase.workers.push(second);
                    phase
                })
                .to_vec();
            let (own, victim) = pair.paths();
            let mut sum = IntervalSample::new(0, 0, 0);
            let targets = [Some(pair.held.clone())];
            run(&plan, &targets, &RunControl::new(&plan), &mut |event| match event {
                EngineEvent::PhaseEnd { .. } => swap.toggle(&own, &victim),
                EngineEvent::Interval(interval) => sum.merge(&interval),
                _ => {}
            })
            .expect("the target is held");
            pair.is_whole(&format!("{engine:?}, {swap:?}"));
            assert_eq!((sum.ios(), sum.read.errors + sum.write.errors), (4 * 128, 0));
        }
    }
}

#[test]
fn what_takes_the_place_of_a_target_while_it_is_laid_keeps_every_byte() {
    for swap in SWAPS {
        let pair = SwapPair::new();
        let (own, victim) = pair.paths();
        let mut toggled = false;
        for _ in 0..2 {
            prefill(&pair.held, 0, 4 * LENGTH + 700, 7, FreeSpaceRule::Nothing, &mut |_, _| {
                swap.toggle(&own, &victim);
                toggled = !toggled;
                ControlFlow::Continue(())
            })
            .expect("the target is held");
        }
        if toggled {
            swap.toggle(&own, &victim);
        }
        pair.is_whole(&format!("{swap:?}"));
        assert_eq!(pair.own.read().len() as u64, 4 * LENGTH + 700);
    }
}
