//! The values that a key takes, as data: the reader checks values with it, and the documentation is generated from it.

use base::{Bytes, Nanos};

/// The largest file offset of the kernel (lseek(2), `off_t`).
pub const SIZE_MAX: Bytes = Bytes(i64::MAX as u64);
/// The longest time that is accepted: 366 days, a leap year.
pub const TIME_MAX: Nanos = Nanos::secs(366 * 86_400);

/// The values that a key takes. Ranges include both ends.
#[derive(Clone, Copy, Debug)]
pub enum KeyDomain {
    /// One line of text, with a description of its allowed content.
    Text(&'static str),
    /// `true` or `false`.
    YesNo,
    Word(fn() -> Vec<&'static str>),
    Whole(u64, u64),
    /// A number above 0 and at most this, with its unit.
    Positive(f64, &'static str),
    Percent(f64, f64),
    /// A percentage between these, ends excluded.
    PercentWithin(f64, f64),
    Size {
        least: Bytes,
        most: Bytes,
        step: Bytes,
    },
    /// A size of at least this, or a percentage of the existing size.
    Extent(Bytes),
    Duration(Nanos, Nanos),
    /// A text or list in a special form: its kind, and a description of the form.
    Form(&'static str, &'static str),
}

#[derive(Clone, Copy, Debug)]
pub enum KeyDefault {
    /// The key is required; the text says where, if not everywhere.
    Required(&'static str),
    /// This value, in the notation of the job language.
    Value(&'static str),
    /// Derived from other keys or from the machine.
    Derived(&'static str),
}

/// Sizes up to the largest offset.
pub(super) const fn size_from(least: Bytes) -> KeyDomain {
    KeyDomain::Size { least, most: SIZE_MAX, step: Bytes(1) }
}

impl KeyDomain {
    /// The kind of value, as shown to people.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::YesNo => "yes or no",
            Self::Word(_) => "one word",
            Self::Whole(..) | Self::Positive(..) => "number",
            Self::Percent(..) | Self::PercentWithin(..) => "percent",
            Self::Size { .. } => "size",
            Self::Extent(_) => "size or percent",
            Self::Duration(..) => "duration",
            Self::Form(kind, _) => kind,
        }
    }

    /// The accepted values, as shown to people.
    pub fn range(&self) -> String {
        match self {
            Self::Text(what) => (*what).to_owned(),
            Self::YesNo => "`true`, `false`".to_owned(),
            Self::Word(words) => {
                let words: Vec<String> = words().iter().map(|word| format!("`{word}`")).collect();
                words.join(", ")
            }
            Self::Whole(least, most) => format!("{} to {}", digits(*least), digits(*most)),
            Self::Positive(most, unit) => format!("above 0 to {}{unit}", digits(*most as u64)),
            Self::Percent(least, most) => format!("{least}% to {most}%"),
            Self::PercentWithin(above, below) => format!("above {above}%, below {below}%"),
            Self::Size { least, most, step } => match step.0 {
                1 => format!("{least} to {}", end_of(*most)),
                _ => format!("{least} to {}, a multiple of {step}", end_of(*most)),
            },
            Self::Extent(least) => {
                let above = if least.0 > 0 { "above " } else { "" };
                format!("{least} to {}, or {above}0% to 100%", end_of(SIZE_MAX))
            }
            Self::Duration(Nanos(0), most) => format!("0 s to {most}"),
            Self::Duration(least, most) => format!("{least} to {most}"),
            Self::Form(_, range) => (*range).to_owned(),
        }
    }
}

impl KeyDefault {
    /// The value if the key is absent, as shown to people.
    pub fn text(&self) -> String {
        match self {
            Self::Required("") => "must be given".to_owned(),
            Self::Required(to) => format!("must be given {to}"),
            Self::Value(value) => format!("`{value}`"),
            Self::Derived(text) => (*text).to_owned(),
        }
    }
}

/// The upper end of a range of sizes, as shown to people.
pub fn end_of(most: Bytes) -> String {
    if most == SIZE_MAX { "less than 8192 PiB".to_owned() } else { most.to_string() }
}

/// A number with thousands separators.
fn digits(number: u64) -> String {
    if number == i64::MAX as u64 {
        return "2^63 - 1".to_owned();
    }
    let digits = number.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<String> = groups.map(|group| String::from_utf8_lossy(group).into()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_read_like_a_manual() {
        for (domain, range) in [
            (KeyDomain::Whole(1, 4096), "1 to 4096"),
            (KeyDomain::Whole(0, i64::MAX as u64), "0 to 2^63 - 1"),
            (KeyDomain::Positive(1e8, " per second"), "above 0 to 100,000,000 per second"),
            (KeyDomain::Percent(0.1, 50.0), "0.1% to 50%"),
            (size_from(Bytes(512)), "512 B to less than 8192 PiB"),
            (
                KeyDomain::Size { least: Bytes(512), most: Bytes::gib(1), step: Bytes(512) },
                "512 B to 1 GiB, a multiple of 512 B",
            ),
            (KeyDomain::Duration(Nanos::millis(1), TIME_MAX), "1 ms to 366 d"),
            (KeyDomain::Extent(Bytes(1)), "1 B to less than 8192 PiB, or above 0% to 100%"),
        ] {
            assert_eq!(domain.range(), range);
        }
    }
}
