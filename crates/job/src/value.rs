//! Values as they are written: sizes, durations, percentages, words. Each gives the value or what is wrong.

use base::{Bytes, Nanos};
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::DeValue;
use workload::Extent;
use workload::keys::{Domain, SIZE_MAX, end_of};

/// What is wrong with a value, to stand after the name of its key.
#[derive(Debug)]
pub(super) struct Wrong {
    pub text: String,
    /// The part of the value that is wrong; all of it when absent.
    pub span: Option<Range<usize>>,
}

impl Wrong {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), span: None }
    }
}

pub(super) type Value<'i> = Spanned<DeValue<'i>>;

fn type_error<T>(value: &DeValue<'_>, wanted: &str) -> Result<T, Wrong> {
    let article = if value.type_str().starts_with(['a', 'i']) { "an" } else { "a" };
    Err(Wrong::new(format!("must be {wanted}, not {article} {}", value.type_str())))
}

/// Text on one line that is not empty.
pub(super) fn line(value: &Value<'_>) -> Result<String, Wrong> {
    match value.get_ref() {
        DeValue::String(text) if text.trim().is_empty() => Err(Wrong::new("is empty")),
        DeValue::String(text) if text.chars().any(char::is_control) => {
            Err(Wrong::new("must be one line of text without control characters"))
        }
        DeValue::String(text) => Ok(text.to_string()),
        other => type_error(other, "text in quotes"),
    }
}

fn integer(value: &DeValue<'_>) -> Option<i128> {
    value.as_integer().and_then(|n| i128::from_str_radix(n.as_str(), n.radix()).ok())
}

/// A whole number within a range.
pub(super) fn whole(range: RangeInclusive<u64>) -> impl Fn(&Value<'_>) -> Result<u64, Wrong> {
    move |value| match integer(value.get_ref()) {
        Some(n) => u64::try_from(n).ok().filter(|n| range.contains(n)).ok_or_else(|| {
            Wrong::new(format!("must be {} to {}, not {n}", range.start(), range.end()))
        }),
        None => type_error(value.get_ref(), "a whole number"),
    }
}

fn plain_number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(float) => float.as_str().parse().ok(),
        other => integer(other).map(|n| n as f64),
    }
}

/// A number above 0 and at most `most`.
pub(super) fn positive(most: f64) -> impl Fn(&Value<'_>) -> Result<f64, Wrong> {
    move |value| match plain_number(value.get_ref()) {
        Some(n) if n > 0.0 && n <= most => Ok(n),
        Some(n) => Err(Wrong::new(format!("must be above 0 and at most {most}, not {n}"))),
        None => type_error(value.get_ref(), "a number"),
    }
}

/// A percentage from text such as `70%`, `70`.
pub(super) fn percent_of(text: &str) -> Option<f64> {
    let text = text.trim();
    text.strip_suffix('%').unwrap_or(text).trim_end().parse().ok().filter(|n: &f64| n.is_finite())
}

/// A percentage within a range.
pub(super) fn percent(range: RangeInclusive<f64>) -> impl Fn(&Value<'_>) -> Result<f64, Wrong> {
    move |value| {
        let number = match value.get_ref() {
            DeValue::String(text) => Some(
                percent_of(text)
                    .ok_or_else(|| Wrong::new(format!("\"{text}\" is not a percentage")))?,
            ),
            other => plain_number(other),
        };
        match number {
            Some(n) if range.contains(&n) => Ok(n),
            Some(n) => {
                Err(Wrong::new(format!("must be {}% to {}%, not {n}%", range.start(), range.end())))
            }
            None => type_error(value.get_ref(), "a percentage such as \"70%\""),
        }
    }
}

/// A size from text such as `64k`; digits alone are taken exactly.
pub(super) fn size_of(text: &str) -> Result<Bytes, Wrong> {
    match text.trim().parse::<u64>() {
        Ok(bytes) => Ok(Bytes(bytes)),
        Err(_) => text.parse::<Bytes>().map_err(|e| Wrong::new(format!("is not a size: {e}"))),
    }
}

/// A size in bytes within a range.
pub(super) fn size(range: RangeInclusive<Bytes>) -> impl Fn(&Value<'_>) -> Result<Bytes, Wrong> {
    move |value| {
        let bytes = match value.get_ref() {
            DeValue::String(text) => size_of(text)?,
            other => match integer(other) {
                Some(n) => Bytes(
                    u64::try_from(n).map_err(|_| Wrong::new(format!("must be a size, not {n}")))?,
                ),
                None => return type_error(other, "a size such as \"64k\""),
            },
        };
        if range.contains(&bytes) {
            Ok(bytes)
        } else {
            let last = end_of(*range.end());
            Err(Wrong::new(format!("must be {} to {last}, not {bytes}", range.start())))
        }
    }
}

/// A size, or a percentage of the target; `least` is the smallest size, and whether 0 % will do.
pub(super) fn extent(least: Bytes) -> impl Fn(&Value<'_>) -> Result<Extent, Wrong> {
    move |value| {
        if let DeValue::String(text) = value.get_ref()
            && text.trim_end().ends_with('%')
        {
            let wrong = || Wrong::new(format!("\"{text}\" is not a percentage of the target"));
            let percent = percent_of(text).ok_or_else(wrong)?;
            return if !(0.0..=100.0).contains(&percent) {
                Err(Wrong::new(format!("must be 0% to 100%, not {percent}%")))
            } else if percent == 0.0 && least.0 > 0 {
                Err(Wrong::new("must be above 0%"))
            } else {
                Ok(Extent::Percent(percent))
            };
        }
        size(least..=SIZE_MAX)(value).map(Extent::Bytes)
    }
}

/// A duration within a range; digits with `ns` are taken exactly.
pub(super) fn duration(
    range: RangeInclusive<Nanos>,
) -> impl Fn(&Value<'_>) -> Result<Nanos, Wrong> {
    move |value| {
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            other => match plain_number(other) {
                Some(n) if n >= 0.0 => format!("{n}s"),
                Some(n) => return Err(Wrong::new(format!("must not be negative, but is {n}"))),
                None => return type_error(other, "a duration such as \"10s\""),
            },
        };
        let exact = text.trim().strip_suffix("ns").and_then(|n| n.trim().parse::<u64>().ok());
        let time = match exact {
            Some(ns) => Nanos(ns),
            None => {
                text.parse::<Nanos>().map_err(|e| Wrong::new(format!("is not a duration: {e}")))?
            }
        };
        if range.contains(&time) {
            Ok(time)
        } else {
            Err(Wrong::new(format!("must be {} to {}, not {time}", range.start(), range.end())))
        }
    }
}

/// One of the words of a domain.
pub(super) fn word_of(domain: Domain, value: &Value<'_>) -> Result<&'static str, Wrong> {
    let Domain::Word(words) = domain else { return other_domain(domain) };
    match value.get_ref() {
        DeValue::String(text) => match words().into_iter().find(|word| word == text) {
            Some(word) => Ok(word),
            None => Err(unknown_word(text, &words())),
        },
        other => type_error(other, "a word in quotes"),
    }
}

/// What is read from a value that the table of keys gives a domain.
pub(super) trait Judged: Sized {
    /// The value, or what is wrong with it.
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong>;

    /// The same of text in quotes, as the table has its defaults.
    fn judge_text(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        Self::judge(domain, value)
    }
}

/// A key was read as something that its domain is not.
fn other_domain<T>(domain: Domain) -> T {
    panic!("the reader and the table of keys differ over {domain:?}")
}

impl Judged for String {
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        if !matches!(domain, Domain::Text(_)) {
            return other_domain(domain);
        }
        line(value)
    }
}

impl Judged for bool {
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        if !matches!(domain, Domain::YesNo) {
            return other_domain(domain);
        }
        match value.get_ref() {
            DeValue::Boolean(yes) => Ok(*yes),
            other => type_error(other, "true or false"),
        }
    }

    fn judge_text(_: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        Ok(value.get_ref().as_str() == Some("true"))
    }
}

impl Judged for u64 {
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        let Domain::Whole(least, most) = domain else { return other_domain(domain) };
        whole(least..=most)(value)
    }

    fn judge_text(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        let number = value.get_ref().as_str().and_then(|text| text.parse().ok());
        number.ok_or_else(|| Wrong::new(format!("is no number of {}", domain.range())))
    }
}

impl Judged for u32 {
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        let number = u64::judge(domain, value)?;
        Ok(Self::try_from(number).expect("the domain is of u32"))
    }

    fn judge_text(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        u64::judge_text(domain, value).map(|number| number as Self)
    }
}

impl Judged for f64 {
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        match domain {
            Domain::Positive(most, _) => positive(most)(value),
            Domain::Percent(least, most) => percent(least..=most)(value),
            Domain::PercentWithin(above, below) => {
                let number = percent(above..=below)(value)?;
                let wrong = || {
                    let text = format!("must be above {above}% and below {below}%, not {number}%");
                    Wrong::new(text)
                };
                (number > above && number < below).then_some(number).ok_or_else(wrong)
            }
            other => other_domain(other),
        }
    }

    fn judge_text(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        let number = value.get_ref().as_str().and_then(percent_of);
        number.ok_or_else(|| Wrong::new(format!("is no number of {}", domain.range())))
    }
}

impl Judged for Bytes {
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        let Domain::Size { least, most, step } = domain else { return other_domain(domain) };
        let bytes = size(least..=most)(value)?;
        let wrong = || Wrong::new(format!("must be a multiple of {step}, not {} B", bytes.0));
        bytes.0.is_multiple_of(step.0).then_some(bytes).ok_or_else(wrong)
    }
}

impl Judged for Extent {
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        let Domain::Extent(least) = domain else { return other_domain(domain) };
        extent(least)(value)
    }
}

impl Judged for Nanos {
    fn judge(domain: Domain, value: &Value<'_>) -> Result<Self, Wrong> {
        let Domain::Duration(least, most) = domain else { return other_domain(domain) };
        duration(least..=most)(value)
    }
}

/// What to say about a word that is not among `known`.
pub(super) fn unknown_word(written: &str, known: &[&str]) -> Wrong {
    match crate::suggest::nearest(written, known) {
        Some(near) => Wrong::new(format!("does not know \"{written}\"; did you mean \"{near}\"?")),
        None => Wrong::new(format!("does not know \"{written}\"")),
    }
}

/// What a value of the wrong type is told.
pub(super) fn not_a<T>(value: &Value<'_>, wanted: &str) -> Result<T, Wrong> {
    type_error(value.get_ref(), wanted)
}
