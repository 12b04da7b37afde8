//! A storage whose speed wanders: the same load is kept at one time and not at another.
//!
//! Takes by how much (who measures tells how that is known), gives a doubt. Never looks at a trial.

use super::{Doubt, DoubtKind, Weight};
use base::units::readable;

/// What is known of a speed that wanders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wandering {
    /// By how much from one trial to another: a standard deviation of the logarithm.
    pub spread: f64,
    /// The highest load that was kept in a trial, in operations per second.
    pub kept_iops: f64,
    /// The lowest load that was not kept in one; infinite where there was none.
    pub broken_iops: f64,
}

/// A line from a few spells holds for such spells.
pub fn wandering(about: &str, seen: &Wandering) -> Doubt {
    let contradiction = if seen.kept_iops > seen.broken_iops {
        let (kept, broken) = (readable(seen.kept_iops), readable(seen.broken_iops));
        format!(" (a load of {kept} IOPS was kept, one of {broken} was not)")
    } else {
        String::new()
    };
    let text = format!(
        "the storage's speed wanders by about {:.0} % from trial to trial{contradiction}; the line holds for spells like \
         those that were met, and a longer --budget meets more of them",
        100.0 * seen.spread
    );
    Doubt::new(DoubtKind::SlowSpells, Weight::Warning, about, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_that_contradict_each_other_are_named() {
        let seen = Wandering { spread: 0.061, kept_iops: 60_000.0, broken_iops: 54_000.0 };
        let doubt = wandering("data", &seen);
        assert_eq!((doubt.kind, doubt.weight), (DoubtKind::SlowSpells, Weight::Warning));
        let told = "wanders by about 6 % from trial to trial (a load of 60,000 IOPS was kept, one of 54,000 was not); the line";
        assert!(doubt.text.contains(told), "{}", doubt.text);
        let none = wandering("data", &Wandering { broken_iops: f64::INFINITY, ..seen });
        assert!(none.text.contains("from trial to trial; the line"), "{}", none.text);
    }
}
