//! Changes, intervals and lists for the tables and sentences of studies, comparisons and sizings.

use crate::catalogue::unit;
use crate::language::Language;
use base::number::trimmed;
use record::RateUnit;
use summary::Estimate;
use summary::estimate::Interval;

/// A relative amount as a percentage with two or three digits: 0.0123 is `1.2 %`.
pub(crate) fn percent(language: Language, share: f64) -> String {
    language.percent_sign(&percent_digits(language, share))
}

/// A percentage without its sign: 0.0123 is `1.2`.
fn percent_digits(language: Language, share: f64) -> String {
    match share * 100.0 {
        p if !p.is_finite() => "?".to_owned(),
        p if p.abs() < 10.0 => language.digits(&trimmed(p, 1)),
        p => language.number(p),
    }
}

/// A relative difference with its sign: `+1.2 %`.
pub(crate) fn signed(language: Language, share: f64) -> String {
    language.percent_sign(&signed_digits(language, share))
}

/// A relative difference with its sign, without that of percentages: `+1.2`.
fn signed_digits(language: Language, share: f64) -> String {
    let size = percent_digits(language, share.abs());
    match share {
        _ if size == percent_digits(language, 0.0) => size,
        share if share < 0.0 => format!("-{size}"),
        _ => format!("+{size}"),
    }
}

/// A change with its sign and, where it has one, its interval: `-7.9 % (-8.2 to -7.6 %)`.
pub(crate) fn signed_range(language: Language, change: &Estimate) -> String {
    let value = signed(language, change.value);
    match change.interval.filter(|_| change.is_known()) {
        Some(Interval { low, high }) => {
            let low = signed_digits(language, low);
            format!("{value} ({})", unit::from_to(language, &low, &signed(language, high)))
        }
        None => value,
    }
}

/// An interval of a relative change, smaller size first, such as `1.2 - 3.4 %`; with signs if it contains 0.
pub(crate) fn size_range(language: Language, change: &Estimate) -> Option<String> {
    let ends = change.interval.filter(|_| change.is_known())?;
    let (low, high) = (ends.low * 100.0, ends.high * 100.0);
    Some(if low < 0.0 && high > 0.0 {
        let high = format!("+{}", language.number(high));
        unit::from_to(language, &language.number(low), &language.percent_sign(&high))
    } else {
        let (a, b) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
        let range = format!("{} - {}", language.number(a), language.number(b));
        language.percent_sign(&range)
    })
}

/// A value with its interval, for a column that names the unit.
pub(crate) fn ranged(language: Language, estimate: &Estimate) -> String {
    match language.interval(estimate) {
        Some(interval) => format!("{} ({interval})", language.number(estimate.value)),
        None => language.number(estimate.value),
    }
}

pub(crate) fn mibps(language: Language, estimate: &Estimate) -> String {
    let interval = language.interval(estimate).map(|interval| format!(" ({interval})"));
    let (value, unit) = (language.number(estimate.value), language.unit("MiB/s"));
    format!("{value} {unit}{}", interval.unwrap_or_default())
}

/// The first names of a list, and the number of others.
pub(crate) fn names(language: Language, names: &[&str], most: usize) -> String {
    let shown = names.iter().take(most).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        rest => unit::and_more(language, &shown, rest as u64),
    }
}

/// All names: `a, b and c`.
pub(crate) fn all_names(language: Language, names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => unit::both(language, &first.join(", "), last),
        few => few.concat(),
    }
}

pub(crate) fn rate_word(language: Language, of: RateUnit) -> String {
    match of {
        RateUnit::Iops => unit::iops(language).to_owned(),
        RateUnit::Commits => unit::commits(language).to_owned(),
        RateUnit::Transactions => unit::transactions(language).to_owned(),
        RateUnit::Mibps => unit::mibps(language).to_owned(),
        RateUnit::Millis => language.unit("ms").to_owned(),
        RateUnit::P99Millis => format!("p99 {}", language.unit("ms")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{De, En, Ru};

    #[test]
    fn intervals_of_changes_are_shown_by_their_size() {
        let change = |low, high| Estimate::between(0.0, low, high);
        let range = |low, high| size_range(En, &change(low, high));
        assert_eq!(range(-0.034, -0.012).as_deref(), Some("1.2 - 3.4 %"));
        assert_eq!(range(-0.01, 0.02).as_deref(), Some("-1 to +2 %"));
        assert_eq!(size_range(En, &Estimate::unknown(1.0)), None);
    }

    #[test]
    fn changes_and_lists_follow_the_language() {
        let change = Estimate::between(-0.079, -0.082, -0.076);
        let all = [En, Ru, De].map(|language| signed_range(language, &change));
        let expected = [
            "-7.9 % (-8.2 to -7.6 %)",
            "-7,9\u{a0}% (от -8,2 до -7,6\u{a0}%)",
            "-7,9\u{a0}% (-8,2 bis -7,6\u{a0}%)",
        ];
        assert_eq!(all, expected);
        assert_eq!(signed(En, 0.0004), "0 %");
        assert_eq!(names(De, &["a", "b", "c"], 2), "a, b und 1 weitere");
        assert_eq!(all_names(Ru, &["a", "b", "c"]), "a, b и c");
        assert_eq!([all_names(En, &["a"]), all_names(En, &[])], ["a", ""]);
    }
}
