//! Streams that end their phase: takes notices of ended streams, sets the stop flags of the other streams.

use plan::WorkerPlan;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the end of a stream does to the others of one phase.
#[derive(Debug, Default)]
pub(crate) struct PhaseEnds {
    /// The streams whose end is that of the phase.
    take_others: HashSet<usize>,
    /// The flag that ends each stream; empty where no stream takes others with it.
    flags: HashMap<usize, Arc<AtomicBool>>,
    /// What was raised here.
    raised: Vec<Arc<AtomicBool>>,
}

impl PhaseEnds {
    /// For the workers of a phase, each with the flag that ends its stream.
    pub(crate) fn of<'a>(
        workers: impl Iterator<Item = (&'a WorkerPlan, &'a Arc<AtomicBool>)> + Clone,
    ) -> Self {
        let take_others: HashSet<usize> =
            workers.clone().filter(|of| of.0.ends_others).map(|of| of.0.stream).collect();
        if take_others.is_empty() {
            return Self::default();
        }
        let flags = workers.map(|(work, flag)| (work.stream, Arc::clone(flag))).collect();
        Self { take_others, flags, raised: Vec::new() }
    }

    /// The last worker of a stream has ended.
    pub(crate) fn ended(&mut self, stream: usize) {
        if !self.take_others.contains(&stream) {
            return;
        }
        for flag in self.flags.values() {
            if !flag.swap(true, Ordering::Relaxed) {
                self.raised.push(Arc::clone(flag));
            }
        }
    }

    /// The phase is over: what was raised here ends nothing of a later one.
    pub(crate) fn lower(&mut self) {
        self.raised.drain(..).for_each(|flag| flag.store(false, Ordering::Relaxed));
    }
}
