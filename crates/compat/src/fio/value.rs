//! Values of options: sizes, counts, times, percentages, lists. Each comes with a note where one is needed.
//!
//! [`Units::literal`] reads as fio itself does: digits at the start, a unit from the first letter, anything after it
//! ignored. Otherwise fractions and long units have their usual meaning.

use super::expand::calculate;
use base::Nanos;
use job::notation::DASHES;
use std::cell::Cell;

#[derive(Clone, Copy, Debug)]
pub(super) struct Units {
    /// Whether values are read as fio itself reads them.
    pub literal: bool,
    /// `kb_base`: 1,024 or 1,000.
    pub kb_base: u32,
}

/// A value and, if needed, a note on it.
#[derive(Debug, PartialEq)]
pub(super) struct NotedValue<T> {
    pub value: T,
    pub note: Option<String>,
}

pub(super) type ValueResult<T> = Result<NotedValue<T>, String>;

pub(super) fn without_note<T>(value: T) -> ValueResult<T> {
    Ok(NotedValue { value, note: None })
}

impl<T> NotedValue<T> {
    pub(super) fn map<U>(self, f: impl FnOnce(T) -> U) -> NotedValue<U> {
        NotedValue { value: f(self.value), note: self.note }
    }
}

/// A product without brackets: fio reads the number before the `*` and ignores what follows.
fn product<T>(text: &str, read: impl FnOnce(&str) -> ValueResult<T>) -> Option<ValueResult<T>> {
    let (bare, _) = text.split_once('*').filter(|_| !text.starts_with('('))?;
    let note = format!("\"{text}\" is taken as {bare}, as fio does; brackets multiply");
    Some(read(bare).map(|found| NotedValue { note: Some(note), ..found }))
}

const LARGEST: f64 = 9.0e18;

/// A number with at most one decimal point, and the text after it in lower case.
fn split(text: &str) -> Option<(f64, String)> {
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return u64::from_str_radix(hex, 16).ok().map(|n| (n as f64, String::new()));
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, text[end..].trim().to_ascii_lowercase()))
}

/// The digits at the start and the text after them, as `strtoll` and fio read them.
fn literally(text: &str) -> Option<(f64, String)> {
    if text.starts_with(char::is_whitespace) {
        // fio looks for the unit before the number.
        return literally(text.trim_start()).map(|(number, _)| (number, String::new()));
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..end].parse::<f64>().ok()?;
    let rest = text[end..].to_ascii_lowercase();
    if let Some(hex) = rest.strip_prefix('x').filter(|_| number == 0.0) {
        let end = hex.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hex.len());
        let number = u64::from_str_radix(&hex[..end], 16).ok()?;
        return Some((number as f64, rest));
    }
    Some((number, rest))
}

const STEPS: [char; 5] = ['k', 'm', 'g', 't', 'p'];

impl Units {
    /// The factor that fio applies for a unit.
    fn fio_factor(self, unit: &str) -> f64 {
        let Some(power) = unit.chars().next().and_then(|c| STEPS.iter().position(|s| *s == c))
        else {
            return 1.0;
        };
        let other = if self.kb_base == 1000 { 1024.0 } else { 1000.0 };
        let long = unit.get(1..3) == Some("ib");
        let base: f64 = if long { other } else { f64::from(self.kb_base) };
        base.powi(power as i32 + 1)
    }

    fn factor(self, unit: &str) -> Option<f64> {
        let unit = unit.strip_suffix("bytes").unwrap_or(unit).trim();
        let mut letters = unit.chars();
        let Some(first) = letters.next() else { return Some(1.0) };
        if unit == "b" {
            return Some(1.0);
        }
        let power = STEPS.iter().position(|s| *s == first)?;
        let base: f64 = match letters.as_str() {
            "" | "b" => f64::from(self.kb_base),
            "i" | "ib" => 1024.0,
            _ => return None,
        };
        Some(base.powi(power as i32 + 1))
    }

    fn fio_size(self, text: &str) -> Option<f64> {
        literally(text).map(|(number, unit)| number * self.fio_factor(&unit))
    }

    pub(super) fn size(self, text: &str) -> ValueResult<u64> {
        let (fio, text) = (self.fio_size(text), text.trim());
        if self.literal {
            return match fio.filter(|n| *n < LARGEST) {
                Some(n) => without_note(n as u64),
                None => Err("is not a size".to_owned()),
            };
        }
        let read = |token: &str| {
            let (number, unit) = split(token)?;
            self.factor(&unit).map(|factor| number * factor)
        };
        let value = if text.starts_with('(') { calculate(text, false, &read) } else { read(text) };
        // Scripts sometimes leave an extra bracket at the end; fio ignores it too.
        let bare = text.trim_end_matches([')', ']', '}', '"', '\'']);
        if value.is_none() && bare.len() < text.len() && !text.starts_with('(') {
            return Ok(NotedValue {
                note: Some(format!("\"{text}\" is taken as {bare}")),
                ..self.size(bare)?
            });
        }
        match value.map(f64::round).filter(|n| (0.0..LARGEST).contains(n)) {
            Some(n) => {
                let note = fio.filter(|f| *f != n).map(|f| {
                    format!("\"{text}\" is taken as {n:.0} bytes; fio itself takes {f:.0}")
                });
                Ok(NotedValue { value: n as u64, note })
            }
            None => Err("is not a size; write for example 4k, 64k or 1g".to_owned()),
        }
    }

    /// A count: `k` is a thousand here; fio takes it as 1,024.
    pub(super) fn count(self, text: &str) -> ValueResult<u64> {
        let text = text.trim();
        if let Some(found) = product(text, |bare| self.count(bare)) {
            return found;
        }
        if self.literal {
            return self.size(text);
        }
        let fio = self.fio_size(text);
        let read = |token: &str| {
            let (number, unit) = split(token)?;
            let power = match unit.as_str() {
                "" => 0,
                "k" => 1,
                "m" => 2,
                "g" => 3,
                _ => return None,
            };
            Some(number * 1000_f64.powi(power))
        };
        let value = if text.starts_with('(') { calculate(text, false, &read) } else { read(text) };
        match value.filter(|n| (0.0..LARGEST).contains(n) && n.fract() == 0.0) {
            Some(n) => {
                let note = fio
                    .filter(|f| *f != n)
                    .map(|f| format!("\"{text}\" is taken as {n:.0}; fio itself takes {f:.0}"));
                Ok(NotedValue { value: n as u64, note })
            }
            None => Err("is not a whole number".to_owned()),
        }
    }

    /// A count that fits 32 bits.
    pub(super) fn count_u32(self, text: &str) -> ValueResult<u32> {
        let noted = self.count(text)?;
        let value = u32::try_from(noted.value).map_err(|_| "is too large".to_owned())?;
        Ok(NotedValue { value, note: noted.note })
    }

    /// A time; a bare number counts units of `bare_ns` nanoseconds.
    pub(super) fn time(self, text: &str, bare_ns: f64) -> ValueResult<Nanos> {
        if let Some(found) = product(text.trim(), |bare| self.time(bare, bare_ns)) {
            return found;
        }
        let fio = literally(text).map(|(number, unit)| number * fio_unit_ns(&unit, bare_ns));
        let text = text.trim();
        if self.literal {
            return match fio.filter(|n| *n < LARGEST) {
                Some(n) => without_note(Nanos(n as u64)),
                None => Err("is not a time".to_owned()),
            };
        }
        let has_unit = Cell::new(false);
        let read = |token: &str| {
            let (number, unit) = split(token)?;
            if unit.is_empty() {
                return Some(number);
            }
            has_unit.set(true);
            unit_ns(&unit).map(|ns| number * ns)
        };
        let value = if text.starts_with('(') { calculate(text, false, &read) } else { read(text) };
        let value = value.map(|n| if has_unit.get() { n } else { n * bare_ns });
        match value.map(f64::round).filter(|n| (0.0..LARGEST).contains(n)) {
            Some(n) => {
                let value = Nanos(n as u64);
                let note = fio.filter(|f| *f != n).map(|f| {
                    format!("\"{text}\" is taken as {value}; fio itself takes {}", Nanos(f as u64))
                });
                Ok(NotedValue { value, note })
            }
            None => Err("is not a time; write for example 60, 90s, 10m or 500us".to_owned()),
        }
    }

    /// A time in seconds when it has no unit.
    pub(super) fn seconds(self, text: &str) -> ValueResult<Nanos> {
        self.time(text, 1e9)
    }

    /// A time in microseconds when it has no unit.
    pub(super) fn micros(self, text: &str) -> ValueResult<Nanos> {
        self.time(text, 1e3)
    }

    /// A time in milliseconds; fio ignores any unit.
    pub(super) fn millis(self, text: &str) -> ValueResult<Nanos> {
        let text = text.trim();
        let bare = literally(text).map(|(number, _)| Nanos((number * 1e6) as u64));
        if self.literal {
            return bare.map_or_else(|| Err("is not a time".to_owned()), without_note);
        }
        let value = self.time(text, 1e6)?.value;
        let note = bare
            .filter(|fio| *fio != value)
            .map(|fio| format!("\"{text}\" is taken as {value}; fio itself takes {fio}"));
        Ok(NotedValue { value, note })
    }

    /// A percentage from 0 to 100, with or without its sign.
    pub(super) fn percent(self, text: &str) -> ValueResult<f64> {
        let text = text.trim();
        let number = text.strip_suffix('%').unwrap_or(text).trim_end().parse::<f64>();
        match number.ok().filter(|n| (0.0..=100.0).contains(n)) {
            Some(n) if self.literal => without_note(n.trunc()),
            Some(n) => without_note(n),
            None => Err("is not a percentage from 0 to 100".to_owned()),
        }
    }

    /// 0 or 1; words such as `yes` are accepted, unlike in fio.
    pub(super) fn boolean(self, text: &str) -> ValueResult<bool> {
        match (text.trim(), self.literal) {
            ("0", _) => without_note(false),
            ("1" | "", _) => without_note(true),
            ("true" | "yes" | "on", false) => without_note(true),
            ("false" | "no" | "off", false) => without_note(false),
            (other, _) if other.parse::<u32>().is_ok() => without_note(true),
            _ => Err("must be 0 or 1".to_owned()),
        }
    }
}

/// The unit that fio assumes for a time: any unknown letter means microseconds.
fn fio_unit_ns(unit: &str, bare_ns: f64) -> f64 {
    match unit {
        "d" => 86_400e9,
        "h" => 3_600e9,
        "m" => 60e9,
        "s" => 1e9,
        "ms" | "msec" => 1e6,
        other if other.starts_with(|c: char| c.is_ascii_alphabetic()) => 1e3,
        _ => bare_ns,
    }
}

fn unit_ns(unit: &str) -> Option<f64> {
    Some(match unit {
        "d" | "day" | "days" => 86_400e9,
        "h" | "hr" | "hour" | "hours" => 3_600e9,
        "m" | "min" | "mins" | "minute" | "minutes" => 60e9,
        "s" | "sec" | "secs" | "second" | "seconds" => 1e9,
        "ms" | "msec" | "msecs" => 1e6,
        "us" | "usec" | "usecs" | "µs" => 1e3,
        "ns" | "nsec" => 1.0,
        _ => return None,
    })
}

/// The parts for reads, writes and trims. One part applies to all, and an empty part keeps the default. The last of
/// two also applies to trims, unless a comma ends the list.
pub(super) fn directions(text: &str) -> Result<[Option<&str>; 3], String> {
    // A blank before a number is kept because it changes how fio reads the number.
    let parts: Vec<&str> = text.split(',').map(str::trim_end).collect();
    let part = |i: usize| parts.get(i).copied().filter(|p| !p.is_empty());
    match parts.len() {
        1 => Ok([part(0); 3]),
        2 => Ok([part(0), part(1), part(1)]),
        3 => Ok([part(0), part(1), part(2)]),
        _ => Err("has more than three parts: reads, writes and trims".to_owned()),
    }
}

pub(super) fn cpus(text: &str) -> ValueResult<Vec<u32>> {
    let wrong = || format!("\"{text}\" is not a list of CPUs such as 0-3,5");
    let mut all = Vec::new();
    for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
        let (low, high) = part.split_once(['-', ':']).unwrap_or((part, part));
        let low: u32 = low.trim().parse().map_err(|_| wrong())?;
        let high: u32 = high.trim().parse().map_err(|_| wrong())?;
        if high > 65_535 || low > high {
            return Err(wrong());
        }
        all.extend(low..=high);
    }
    if all.is_empty() { Err(wrong()) } else { without_note(all) }
}

/// Replaces the dashes of word processors with hyphens.
pub(super) fn plain_dashes(text: &str) -> String {
    text.replace(DASHES, "-")
}

#[cfg(test)]
#[path = "value_tests.rs"]
mod tests;
