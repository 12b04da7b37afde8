//! What hosts do together before anything is measured: they agree, claim their places, and take turns at work that must not
//! run twice at once on one machine.

use super::Hosts;
use crate::claim;
use crate::failure::{Ending, Failure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::PathBuf;

/// Why a host cannot continue, as sent to the other hosts.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct HostRefusal {
    ending: RefusalEnding,
    lines: Vec<String>,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
enum RefusalEnding {
    Target,
    Wrong,
    Interrupted,
}

impl HostRefusal {
    fn of(failure: &Failure) -> Self {
        let ending = match failure.ending {
            Ending::Interrupted => RefusalEnding::Interrupted,
            Ending::Wrong => RefusalEnding::Wrong,
            _ => RefusalEnding::Target,
        };
        Self { ending, lines: failure.messages().map(|line| line.into_owned()).collect() }
    }
}

impl Hosts {
    /// Succeeds only if every host succeeds. The first host reports the lines of each failed host, with the host's name.
    pub fn agree<T>(&mut self, own: Result<T, Failure>) -> Result<T, Failure> {
        let all = self.exchange(&own.as_ref().err().map(HostRefusal::of))?;
        if all.iter().all(Option::is_none) {
            return own;
        }
        let refusals = || all.iter().flatten();
        let ending = match refusals().map(|refusal| refusal.ending).max() {
            Some(RefusalEnding::Interrupted) => Ending::Interrupted,
            Some(RefusalEnding::Wrong) => Ending::Wrong,
            _ => Ending::Target,
        };
        // Report the same failure of all hosts only once.
        let is_common =
            refusals().count() == self.count() && all.windows(2).all(|two| two[0] == two[1]);
        if !self.leads() {
            return Err(Failure::of(ending, Vec::new()));
        }
        if is_common {
            // The own failure also has the positions in the user's text.
            return own;
        }
        let mut lines = Vec::new();
        for (name, refusal) in self.names.iter().zip(&all) {
            let of_host = refusal.iter().flat_map(|refusal| &refusal.lines);
            lines.extend(of_host.map(|line| format!("{name}: {line}")));
        }
        Err(Failure::of(ending, lines))
    }

    /// Hosts with a lower rank on the same machine.
    fn before_on_machine(&self, rank: usize) -> impl Iterator<Item = usize> {
        (0..rank).filter(move |other| self.facts[*other].boot == self.facts[rank].boot)
    }

    /// Claims places for all hosts together. If several hosts on one machine measure a place, the first of them claims it.
    pub fn claim(&mut self, places: &[PathBuf]) -> Result<(), Failure> {
        let all = self.exchange(&places.to_vec())?;
        let before: Vec<usize> = self.before_on_machine(self.rank()).collect();
        let is_claimed = |place: &&PathBuf| before.iter().any(|rank| all[*rank].contains(place));
        let claimed = claim::all(places.iter().filter(|place| !is_claimed(place)));
        self.agree(claimed)
    }

    /// Runs work that must not run twice at once on one machine: the hosts of a machine run it one after the other. `own` is told
    /// whether this host is the first one on its machine.
    pub fn run_in_turn(
        &mut self,
        mut own: impl FnMut(bool) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let turn = |rank: usize| self.before_on_machine(rank).count();
        let last_turn = (0..self.count()).map(turn).max().unwrap_or(0);
        let own_turn = turn(self.rank());
        for now in 0..=last_turn {
            let result = if now == own_turn { own(now == 0) } else { Ok(()) };
            self.agree(result)?;
        }
        Ok(())
    }

    /// The first host's value, for all.
    pub fn value_of_first<T: Serialize + DeserializeOwned + Default>(
        &mut self,
        own: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let value = if self.leads() { own() } else { Ok(T::default()) };
        let value = self.agree(value)?;
        Ok(self.exchange(&value)?.swap_remove(0))
    }

    /// This host's own place: `{host}` and `{rank}` are replaced by the host's name and number.
    pub fn place(&self, text: &str) -> String {
        text.replace("{host}", self.name()).replace("{rank}", &self.rank().to_string())
    }
}
