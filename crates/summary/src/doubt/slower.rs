//! A storage that goes slower at times, or from some moment on: two states, and which of them the number is.
//!
//! Takes what was measured of both (who measures tells what a spell is), gives a doubt. Never looks at a trial.

use super::{Doubt, DoubtKind, Weight};
use base::units::{grouped, readable};

/// What was measured of a slower state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slower {
    /// What the storage carries at full depth otherwise, in operations per second.
    pub fast_iops: f64,
    /// What it carries at full depth in that state.
    pub slow_iops: f64,
    /// The time in which it was measured so, in seconds.
    pub seen_s: f64,
    /// Seconds of load before it was seen first.
    pub after_s: f64,
    /// Operations before it was seen first.
    pub after_ios: f64,
    /// Whether it went as fast as before again.
    pub back: bool,
    /// How long after it was seen first it was tried if it had gone back, in seconds; 0: not at all.
    pub lasted_s: f64,
}

/// What goes back and forth is two states; what stays slower after so many operations is what ends of credits and caches look
/// like.
pub fn slower(about: &str, seen: &Slower) -> Doubt {
    let (fast, slow) = (readable(seen.fast_iops), readable(seen.slow_iops));
    if seen.back {
        let text = format!(
            "two states: at full depth {fast} IOPS at quiet times, {slow} at others (measured for {:.1} s), as when something \
             else works there; the line is that of the slower one",
            seen.seen_s
        );
        return Doubt::new(DoubtKind::SlowSpells, Weight::Warning, about, text);
    }
    let since = match seen.lasted_s {
        s if s > 0.0 => format!(" and had not come back {s:.0} s later"),
        _ => String::new(),
    };
    let text = format!(
        "after {:.0} s and about {} operations the rate at full depth fell from {fast} to {slow} IOPS{since}: burst credits or \
         a cache ran out, or something else works there; count on the lower rate, which the line is of",
        seen.after_s,
        grouped((seen.after_ios / 1000.0).round() as u64 * 1000)
    );
    Doubt::new(DoubtKind::BurstCredits, Weight::Warning, about, text)
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
        let waves = slower("data", &seen);
        assert_eq!((waves.kind, waves.about.as_str()), (DoubtKind::SlowSpells, "data"));
        assert!(
            waves.text.contains("9,000 IOPS at quiet times, 3,000 at others"),
            "{}",
            waves.text
        );
        let credits = slower("data", &Slower { back: false, ..seen });
        assert_eq!((credits.kind, credits.weight), (DoubtKind::BurstCredits, Weight::Warning));
        let told = "after 16 s and about 123,000 operations the rate at full depth fell from 9,000 to 3,000 IOPS and had not \
                    come back 40 s later: burst credits";
        assert!(credits.text.starts_with(told), "{}", credits.text);
        let untried = slower("data", &Slower { back: false, lasted_s: 0.0, ..seen });
        assert!(untried.text.contains("3,000 IOPS: burst credits"), "{}", untried.text);
    }
}
