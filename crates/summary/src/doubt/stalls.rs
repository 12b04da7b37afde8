//! Stalls: times in which nothing moved for longer than the ceiling allows, whatever the load.
//!
//! Takes what was counted of them (what a stall is, is told by who counts), gives a doubt. Never looks at a trial.

use super::{Doubt, DoubtKind, Weight};
use base::units::readable;

/// What was counted of stalls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stalled {
    /// How many.
    pub count: u32,
    /// The usual length of one in seconds.
    pub usual_s: f64,
    /// The time in which they were looked for, in seconds.
    pub seconds: f64,
    /// The share of operations that they keep longer than the ceiling, whatever the rate; 0 to 1.
    pub late_share: f64,
    /// Whether the numbers told beside them leave them out, as a load line does.
    pub left_out: bool,
}

impl Stalled {
    /// That there were any, in words.
    pub fn there_were(&self) -> String {
        format!("there {} {}", if self.count == 1 { "was" } else { "were" }, self.told())
    }

    /// How long and how often, in words.
    pub fn told(&self) -> String {
        let usual = readable(self.usual_s);
        match self.count {
            1 => format!("one stall of about {usual} s in {:.0} s of trials", self.seconds),
            many => format!(
                "stalls of about {usual} s every {:.0} s ({many} in {:.0} s of trials)",
                self.seconds / f64::from(many.max(1)),
                self.seconds
            ),
        }
    }
}

/// Any stall is told: a line holds between stalls only, and a trial that met none says nothing of them.
pub fn stalls(about: &str, seen: &Stalled) -> Option<Doubt> {
    (seen.count > 0).then(|| {
        let numbers = if seen.left_out { "the numbers are those between stalls, and " } else { "" };
        let text = format!(
            "seen: {}, which keep {} % of all operations longer than the ceiling at any rate: {numbers}a longer test sees how \
             often they come",
            seen.told(),
            readable(100.0 * seen.late_share)
        );
        Doubt::new(DoubtKind::Stalls, Weight::Warning, about, text)
    })
}

/// So many that stalled are told by their names.
const NAMES_MAX: usize = 6;

/// Of the cells of a study so many of `all` met a stall: `who` stalled how often and how long, most often first, and
/// `first` is the first such cell.
pub fn stalls_cells(stalled: usize, all: usize, who: &[String], first: &str) -> Option<Doubt> {
    if stalled == 0 {
        return None;
    }
    let more = match who.len().saturating_sub(NAMES_MAX) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let text = format!(
        "in {stalled} of {all} cells nothing came back for a second or more: {}{more} (first in {first}). Their numbers hold what \
         was lost in it, and a cell that met none says nothing of how often it happens",
        who.iter().take(NAMES_MAX).cloned().collect::<Vec<_>>().join("; ")
    );
    Some(Doubt::new(DoubtKind::Stalls, Weight::Warning, "", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stalls_are_told_with_length_and_frequency_and_their_absence_is_not() {
        let seen =
            |count| Stalled { count, usual_s: 1.2, seconds: 60.0, late_share: 0.1, left_out: true };
        let many = stalls("data", &seen(6)).unwrap();
        assert_eq!(
            (many.kind, many.weight, many.about.as_str()),
            (DoubtKind::Stalls, Weight::Warning, "data")
        );
        assert!(many.text.contains("1.2 s every 10 s (6 in 60 s"), "{}", many.text);
        assert!(many.text.contains("keep 10 % of all operations"), "{}", many.text);
        let one = stalls("data", &seen(1)).unwrap();
        assert!(one.text.starts_with("seen: one stall of about 1.2 s in 60 s"), "{}", one.text);
        assert!(seen(1).there_were().starts_with("there was one stall"));
        assert!(seen(2).there_were().starts_with("there were stalls"));
        assert_eq!(stalls("data", &seen(0)), None);
    }

    #[test]
    fn cells_that_met_stalls_are_told_once_and_many_names_are_counted() {
        let who: Vec<String> = (1..=8).map(|disk| format!("disk{disk} once, for 2 s")).collect();
        let doubt = stalls_cells(7, 210, &who, "disk -kR").unwrap();
        assert_eq!((doubt.kind, doubt.weight), (DoubtKind::Stalls, Weight::Warning));
        let text = doubt.text;
        assert!(text.starts_with("in 7 of 210 cells") && text.contains("first in disk -kR"));
        assert!(
            text.contains("disk6 once, for 2 s; and 2 more") && !text.contains("disk7"),
            "{text}"
        );
        assert_eq!(stalls_cells(0, 210, &[], ""), None);
    }
}
