//! Fills places level by level: takes the next point, and prefills what its fill level needs beyond the data already there.

use super::PointRunner;
use crate::engine_failure;
use crate::runner::RequestErrorReason;
use crate::shelf::Kind;
use base::Bytes;
use engine::prefill::PrefillError;
use record::Point;
use report::messages::places::PlaceFault;
use std::ops::ControlFlow;

impl PointRunner<'_> {
    /// Fills the targets of a point as far as it requests. A target that is filled further stays so. A simulated place needs
    /// no data.
    pub(super) fn fill(&mut self, point: &Point) -> Result<(), RequestErrorReason> {
        for name in &point.targets {
            let number = self.shelf.index_of(name);
            let spot = &self.shelf.spots[number];
            let wanted = self.shelf.filled_bytes(spot, point.fill_percent).unwrap_or(0);
            let has = self.filled_bytes[number];
            if wanted <= has || spot.kind == Kind::Simulated {
                continue;
            }
            let Some(held) = &self.shelf.held[spot.target] else { continue };
            let doing = PlaceFault::Filling {
                place: spot.word.to_string(),
                percent: point.fill_percent.to_string(),
                size: Bytes(wanted),
            }
            .to_string();
            self.watch.borrow_mut().progress.begin(&doing, None);
            let laid = engine::prefill(
                held,
                has,
                wanted,
                self.settings.seed,
                self.shelf.free_space_rule(spot),
                &mut |done, all| {
                    self.watch.borrow_mut().progress.share(done as f64 / all.max(1) as f64);
                    if self.runner.is_stopped() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            match laid {
                Ok(()) => self.filled_bytes[number] = wanted,
                // The caller sees that the user stopped it.
                Err(PrefillError::Stopped) => return Ok(()),
                Err(error) => {
                    return Err(RequestErrorReason::Run(engine_failure::of_prefill(&error)));
                }
            }
        }
        Ok(())
    }
}
