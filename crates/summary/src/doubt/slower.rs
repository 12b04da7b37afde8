//! A storage that goes slower at times, or from some moment on: two states, and which of them the number is.
//!
//! Takes what was measured of both (who measures tells what a spell is), gives a doubt. Never looks at a trial.

use super::{Doubt, DoubtKind, Weight};
use crate::Neighbour;
use base::units::{grouped, readable};

/// So many other processes are named.
const NAMES_MAX: usize = 3;

/// What was measured of a slower state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slower {
    /// What the storage carries at full depth otherwise, in operations per second.
    pub fast_iops: f64,
    /// What it carries at full depth in that state.
    pub slow_iops: f64,
    /// The time in which it was measured so, in seconds.
    pub seen_s: f64,
    /// When it began, in seconds of the measurement.
    pub after_s: f64,
    /// Operations before it was seen first.
    pub after_ios: f64,
    /// Whether it went as fast as before again.
    pub back: bool,
    /// How long after it was seen first it was tried if it had gone back, in seconds; 0: not at all.
    pub lasted_s: f64,
}

/// What goes back and forth is two states; what stays slower after so many operations is what ends of credits and caches look
/// like. `others` did I/O meanwhile.
pub fn slower(about: &str, seen: &Slower, others: &[Neighbour]) -> Doubt {
    let (fast, slow) = (readable(seen.fast_iops), readable(seen.slow_iops));
    let who = named(others);
    if seen.back {
        let who = who.map_or("another workload competes for the storage".to_owned(), |who| {
            format!("another workload competes for the storage ({who})")
        });
        let text = format!(
            "slow phases: at full depth {fast} IOPS at quiet times and {slow} at others (measured for {:.1} s, first at {:.1} s \
             of the measurement): {who}; the load line is that of the slow phases",
            seen.seen_s, seen.after_s
        );
        return Doubt::new(DoubtKind::SlowSpells, Weight::Warning, about, text);
    }
    let since = match seen.lasted_s {
        s if s > 0.0 => format!(" and had not come back {s:.0} s later"),
        _ => String::new(),
    };
    let who = who.map_or("something else works there".to_owned(), |who| {
        format!("another workload competes for the storage ({who})")
    });
    let text = format!(
        "at {:.1} s of the measurement, after about {} operations, the rate at full depth fell from {fast} to {slow} \
         IOPS{since}: a quota was lowered, burst credits or a cache ran out, or {who}; no trial from before counts, and the \
         load line is that of the lower rate",
        seen.after_s,
        grouped((seen.after_ios / 1000.0).round() as u64 * 1000)
    );
    Doubt::new(DoubtKind::BurstCredits, Weight::Warning, about, text)
}

/// The busiest of the others with what they did and when.
fn named(others: &[Neighbour]) -> Option<String> {
    let busiest = others.first()?.bytes;
    let worth = |other: &&Neighbour| other.bytes * 10 >= busiest;
    let each = |other: &Neighbour| {
        let mb = readable(other.bytes as f64 / 1e6);
        format!("{} moved {mb} MB from {:.0} to {:.0} s", other.name, other.from_s, other.until_s)
    };
    let names: Vec<String> = others.iter().filter(worth).take(NAMES_MAX).map(each).collect();
    Some(names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_is_two_states_and_what_does_not_is_an_end_of_credits() {
        let (fast_iops, slow_iops, seen_s) = (9000.0, 3000.0, 2.5);
        let (after_s, after_ios, lasted_s) = (16.2, 123_456.0, 40.0);
        let seen =
            Slower { fast_iops, slow_iops, seen_s, after_s, after_ios, back: true, lasted_s };
        let fio = Neighbour {
            name: "fio (4711)".to_owned(),
            bytes: 95_000_000,
            from_s: 12.3,
            until_s: 41.0,
        };
        let waves = slower("data", &seen, std::slice::from_ref(&fio));
        assert_eq!((waves.kind, waves.about.as_str()), (DoubtKind::SlowSpells, "data"));
        for part in
            ["9,000 IOPS at quiet times and 3,000", "(fio (4711) moved 95 MB from 12 to 41 s)"]
        {
            assert!(waves.text.contains(part), "{}", waves.text);
        }
        let credits = slower("data", &Slower { back: false, ..seen }, &[]);
        assert_eq!((credits.kind, credits.weight), (DoubtKind::BurstCredits, Weight::Warning));
        let told = "at 16.2 s of the measurement, after about 123,000 operations, the rate at full depth fell from 9,000 to \
                    3,000 IOPS and had not come back 40 s later: a quota was lowered";
        assert!(credits.text.starts_with(told), "{}", credits.text);
        let untried = slower("data", &Slower { back: false, lasted_s: 0.0, ..seen }, &[]);
        assert!(untried.text.contains("3,000 IOPS: a quota was lowered"), "{}", untried.text);
    }
}
