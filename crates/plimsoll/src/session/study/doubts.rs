//! What makes a study's cells doubtful: takes what was true of the machine meanwhile, gives each kind of doubt once.
//!
//! A study has hundreds of cells; what holds for many of them is told of the first, with the number of the others.

use crate::session::conditions::{self, Ours, Witness};
use crate::session::shelf::Shelf;
use study::Cell;
use study::record::TrialRecord;
use summary::{Conditions, Doubt, DoubtKind};
use sys::inventory::Inventory;
use workload::{EngineChoice, EngineKind};

/// Watches the machine while a stage is measured.
pub(super) struct Seen {
    witness: Witness,
    stacks: Vec<Inventory>,
}

/// What ran while it watched.
pub(super) struct Ran<'a> {
    pub(super) ours: Ours,
    pub(super) choice: &'a EngineChoice,
    pub(super) used: Option<EngineKind>,
    pub(super) workers_max: u32,
    pub(super) interrupted: bool,
}

impl Seen {
    /// Starts to watch what a shelf stands on.
    pub(super) fn start(shelf: &Shelf) -> Self {
        let stacks = shelf.stacks();
        Self { witness: Witness::start(&stacks), stacks }
    }

    /// What the stack tells before anything runs.
    pub(super) fn known(&self) -> Conditions {
        conditions::of_stack(self.stacks.first(), None)
    }

    /// How busy the processors have been since this was asked last.
    pub(super) fn lap(&self, known: &Conditions) -> Conditions {
        self.witness.lap(known)
    }

    /// What was true of the machine.
    pub(super) fn stop(&self, shelf: &Shelf, ran: &Ran<'_>) -> Conditions {
        if shelf.simulated() {
            // A simulated storage has a clock of its own: nothing around this program can spoil it.
            return Conditions {
                simulated: true,
                interrupted: ran.interrupted,
                ..Conditions::default()
            };
        }
        let known = Conditions { workers: Some(ran.workers_max), ..self.known() };
        let mut seen = self.witness.stop(&known, ran.ours);
        seen.engine_fallback =
            ran.used.and_then(|used| conditions::engine_fallback(ran.choice, used));
        seen.interrupted = ran.interrupted;
        shelf.observe(&mut seen);
        seen
    }
}

/// The doubts of all cells and of the machine, each kind once.
pub(super) fn of_cells(cells: &[(Cell, TrialRecord)], seen: &Conditions) -> Vec<Doubt> {
    let mut found: Vec<(Doubt, usize)> = Vec::new();
    for (cell, trial) in cells {
        for stream in &trial.streams {
            let load = cell.load.stream(&stream.name, &stream.name, 0);
            let own = conditions::of_stream(seen, &load);
            let doubts = summary::doubt::check_stream(stream, &own);
            for doubt in doubts.into_iter().filter(|doubt| matters(doubt.kind)) {
                let text = format!("{} in {}: {}", stream.name, cell.descriptor(), doubt.text);
                let same = found.iter_mut().find(|known| known.0.kind == doubt.kind);
                match same {
                    Some((known, more)) => {
                        *more += 1;
                        if doubt.weight > known.weight {
                            *known = Doubt { about: String::new(), text, ..doubt };
                        }
                    }
                    None => found.push((Doubt { about: String::new(), text, ..doubt }, 0)),
                }
            }
        }
    }
    let told = found.into_iter().map(|(mut doubt, more)| {
        if more > 0 {
            doubt.text += &format!(" ({more} more like it)");
        }
        doubt
    });
    summary::doubt::heaviest_first(told.chain(summary::doubt::check_machine(seen)).collect())
}

/// How long a cell must be is the study's to say, and it says of each whether it settled.
fn matters(kind: DoubtKind) -> bool {
    !matches!(kind, DoubtKind::NotSettled | DoubtKind::TooShort | DoubtKind::FewIos)
}
