//! Notation of values: sizes, durations, percentages, words. Each function gives the value or the problem.

use super::written;
use base::{Bytes, Nanos};
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::DeValue;
use workload::Extent;
use workload::keys::{KeyDomain, SIZE_MAX, end_of};

/// A problem with a value, worded to follow the name of its key.
#[derive(Debug)]
pub(super) struct ValueProblem {
    pub text: String,
    /// The wrong part of the value; `None` for all of it.
    pub span: Option<Range<usize>>,
}

impl ValueProblem {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), span: None }
    }
}

pub(super) type TomlValue<'i> = Spanned<DeValue<'i>>;

fn type_error<T>(value: &DeValue<'_>, wanted: &str) -> Result<T, ValueProblem> {
    let article = if value.type_str().starts_with(['a', 'i']) { "an" } else { "a" };
    Err(ValueProblem::new(format!("must be {wanted}, not {article} {}", value.type_str())))
}

/// A non-empty text on one line.
pub(super) fn line(value: &TomlValue<'_>) -> Result<String, ValueProblem> {
    match value.get_ref() {
        DeValue::String(text) if text.trim().is_empty() => Err(ValueProblem::new("is empty")),
        DeValue::String(text) if text.chars().any(char::is_control) => {
            Err(ValueProblem::new("must be one line of text without control characters"))
        }
        DeValue::String(text) => Ok(text.to_string()),
        other => type_error(other, "text in quotes"),
    }
}

fn integer(value: &DeValue<'_>) -> Option<i128> {
    value.as_integer().and_then(|n| i128::from_str_radix(n.as_str(), n.radix()).ok())
}

/// A whole number within a range.
pub(super) fn whole(
    range: RangeInclusive<u64>,
) -> impl Fn(&TomlValue<'_>) -> Result<u64, ValueProblem> {
    move |value| match integer(value.get_ref()) {
        Some(n) => u64::try_from(n).ok().filter(|n| range.contains(n)).ok_or_else(|| {
            ValueProblem::new(format!("must be {} to {}, not {n}", range.start(), range.end()))
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
pub(super) fn positive(most: f64) -> impl Fn(&TomlValue<'_>) -> Result<f64, ValueProblem> {
    move |value| match plain_number(value.get_ref()) {
        Some(n) if n > 0.0 && n <= most => Ok(n),
        Some(n) => Err(ValueProblem::new(format!("must be above 0 and at most {most}, not {n}"))),
        None => type_error(value.get_ref(), "a number"),
    }
}

/// A factor: a number of 0 or more.
pub(super) fn factor(value: &TomlValue<'_>) -> Result<f64, ValueProblem> {
    match plain_number(value.get_ref()) {
        Some(factor) if factor.is_finite() && factor >= 0.0 => Ok(factor),
        Some(factor) => Err(ValueProblem::new(format!("must be 0 or more, not {factor}"))),
        None => type_error(value.get_ref(), "a number"),
    }
}

/// A percentage from text such as `70%`, `70`.
pub(super) fn percent_of(text: &str) -> Option<f64> {
    let text = text.trim();
    text.strip_suffix('%').unwrap_or(text).trim_end().parse().ok().filter(|n: &f64| n.is_finite())
}

pub(super) fn percent(
    range: RangeInclusive<f64>,
) -> impl Fn(&TomlValue<'_>) -> Result<f64, ValueProblem> {
    move |value| {
        let number = match value.get_ref() {
            DeValue::String(text) => Some(
                percent_of(text)
                    .ok_or_else(|| ValueProblem::new(format!("\"{text}\" is not a percentage")))?,
            ),
            other => plain_number(other),
        };
        match number {
            Some(n) if range.contains(&n) => Ok(n),
            Some(n) => Err(ValueProblem::new(format!(
                "must be {}% to {}%, not {n}%",
                range.start(),
                range.end()
            ))),
            None => type_error(value.get_ref(), "a percentage such as \"70%\""),
        }
    }
}

/// A size from text such as `64k`; plain digits are read exactly.
pub(super) fn size_of(text: &str) -> Result<Bytes, ValueProblem> {
    match text.trim().parse::<u64>() {
        Ok(bytes) => Ok(Bytes(bytes)),
        Err(_) => {
            text.parse::<Bytes>().map_err(|e| ValueProblem::new(format!("is not a size: {e}")))
        }
    }
}

/// A size in bytes within a range.
pub(super) fn size(
    range: RangeInclusive<Bytes>,
) -> impl Fn(&TomlValue<'_>) -> Result<Bytes, ValueProblem> {
    move |value| {
        let bytes = match value.get_ref() {
            DeValue::String(text) => size_of(text)?,
            other => match integer(other) {
                Some(n) => Bytes(
                    u64::try_from(n)
                        .map_err(|_| ValueProblem::new(format!("must be a size, not {n}")))?,
                ),
                None => return type_error(other, "a size such as \"64k\""),
            },
        };
        if range.contains(&bytes) {
            Ok(bytes)
        } else {
            let last = end_of(*range.end());
            Err(ValueProblem::new(format!("must be {} to {last}, not {bytes}", range.start())))
        }
    }
}

/// A size, or a percentage of the target; `least` is the smallest size, and 0 % is valid only if it is 0.
pub(super) fn extent(least: Bytes) -> impl Fn(&TomlValue<'_>) -> Result<Extent, ValueProblem> {
    move |value| {
        if let DeValue::String(text) = value.get_ref()
            && text.trim_end().ends_with('%')
        {
            let wrong =
                || ValueProblem::new(format!("\"{text}\" is not a percentage of the target"));
            let percent = percent_of(text).ok_or_else(wrong)?;
            return if !(0.0..=100.0).contains(&percent) {
                Err(ValueProblem::new(format!("must be 0% to 100%, not {percent}%")))
            } else if percent == 0.0 && least.0 > 0 {
                Err(ValueProblem::new("must be above 0%"))
            } else {
                Ok(Extent::Percent(percent))
            };
        }
        size(least..=SIZE_MAX)(value).map(Extent::Bytes)
    }
}

/// A duration within a range; digits with `ns` are read exactly.
pub(super) fn duration(
    range: RangeInclusive<Nanos>,
) -> impl Fn(&TomlValue<'_>) -> Result<Nanos, ValueProblem> {
    move |value| {
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            other => match plain_number(other) {
                Some(n) if n >= 0.0 => format!("{n}s"),
                Some(n) => {
                    return Err(ValueProblem::new(format!("must not be negative, but is {n}")));
                }
                None => return type_error(other, "a duration such as \"10s\""),
            },
        };
        let exact = text.trim().strip_suffix("ns").and_then(|n| n.trim().parse::<u64>().ok());
        let time = match exact {
            Some(ns) => Nanos(ns),
            None => text
                .parse::<Nanos>()
                .map_err(|e| ValueProblem::new(format!("is not a duration: {e}")))?,
        };
        if range.contains(&time) {
            Ok(time)
        } else {
            Err(ValueProblem::new(format!(
                "must be {} to {}, not {time}",
                range.start(),
                range.end()
            )))
        }
    }
}

/// One of the words of a domain.
pub(super) fn word_of(
    domain: KeyDomain,
    value: &TomlValue<'_>,
) -> Result<&'static str, ValueProblem> {
    let KeyDomain::Word(words) = domain else { return other_domain(domain) };
    match value.get_ref() {
        DeValue::String(text) => match words().into_iter().find(|word| word == text) {
            Some(word) => Ok(word),
            None => Err(unknown_word(text, &words())),
        },
        other => type_error(other, "a word in quotes"),
    }
}

/// A type of values that are read, given the domain of their key, and written.
pub(super) trait KeyValue: Sized {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem>;

    /// The same for text in quotes, which the defaults of the table use.
    fn parse_text(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        Self::parse(domain, value)
    }

    /// The text that is read as this value.
    fn written(&self) -> String;
}

/// Panics because a key is read as another type than its domain.
fn other_domain<T>(domain: KeyDomain) -> T {
    panic!("the reader and the table of keys differ over {domain:?}")
}

impl KeyValue for String {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        if !matches!(domain, KeyDomain::Text(_)) {
            return other_domain(domain);
        }
        line(value)
    }

    fn written(&self) -> String {
        written::quoted(self)
    }
}

impl KeyValue for bool {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        if !matches!(domain, KeyDomain::YesNo) {
            return other_domain(domain);
        }
        match value.get_ref() {
            DeValue::Boolean(yes) => Ok(*yes),
            other => type_error(other, "true or false"),
        }
    }

    fn parse_text(_: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        Ok(value.get_ref().as_str() == Some("true"))
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

impl KeyValue for u64 {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        let KeyDomain::Whole(least, most) = domain else { return other_domain(domain) };
        whole(least..=most)(value)
    }

    fn parse_text(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        let number = value.get_ref().as_str().and_then(|text| text.parse().ok());
        number.ok_or_else(|| ValueProblem::new(format!("is no number of {}", domain.range())))
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

impl KeyValue for u32 {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        let number = u64::parse(domain, value)?;
        Ok(Self::try_from(number).expect("the domain is of u32"))
    }

    fn parse_text(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        u64::parse_text(domain, value).map(|number| number as Self)
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

impl KeyValue for f64 {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        match domain {
            KeyDomain::Positive(most, _) => positive(most)(value),
            KeyDomain::Percent(least, most) => percent(least..=most)(value),
            KeyDomain::PercentWithin(above, below) => {
                let number = percent(above..=below)(value)?;
                let wrong = || {
                    let text = format!("must be above {above}% and below {below}%, not {number}%");
                    ValueProblem::new(text)
                };
                (number > above && number < below).then_some(number).ok_or_else(wrong)
            }
            other => other_domain(other),
        }
    }

    fn parse_text(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        let number = value.get_ref().as_str().and_then(percent_of);
        number.ok_or_else(|| ValueProblem::new(format!("is no number of {}", domain.range())))
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

impl KeyValue for Bytes {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        let KeyDomain::Size { least, most, step } = domain else { return other_domain(domain) };
        let bytes = size(least..=most)(value)?;
        let wrong =
            || ValueProblem::new(format!("must be a multiple of {step}, not {} B", bytes.0));
        bytes.0.is_multiple_of(step.0).then_some(bytes).ok_or_else(wrong)
    }

    fn written(&self) -> String {
        written::size(*self)
    }
}

impl KeyValue for Extent {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        let KeyDomain::Extent(least) = domain else { return other_domain(domain) };
        extent(least)(value)
    }

    fn written(&self) -> String {
        written::extent(*self)
    }
}

impl KeyValue for Nanos {
    fn parse(domain: KeyDomain, value: &TomlValue<'_>) -> Result<Self, ValueProblem> {
        let KeyDomain::Duration(least, most) = domain else { return other_domain(domain) };
        duration(least..=most)(value)
    }

    fn written(&self) -> String {
        written::time(*self)
    }
}

/// The problem of a word that is not in `known`.
pub(super) fn unknown_word(written: &str, known: &[&str]) -> ValueProblem {
    match crate::suggest::nearest(written, known) {
        Some(near) => {
            ValueProblem::new(format!("does not know \"{written}\"; did you mean \"{near}\"?"))
        }
        None => ValueProblem::new(format!("does not know \"{written}\"")),
    }
}

/// The problem text for a value of the wrong type.
pub(super) fn not_a<T>(value: &TomlValue<'_>, wanted: &str) -> Result<T, ValueProblem> {
    type_error(value.get_ref(), wanted)
}
