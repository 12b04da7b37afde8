//! The languages of texts for people, and how each writes numbers, units and dates.
//!
//! A language is a value that is passed with a request; nothing here reads the environment. Refusals and progress lines, which
//! start before there is a request, use the single language of the process. Documents for programs (JSON, CSV, metrics) use none
//! of this.

use base::{Bytes, Nanos, clock, number, shell};
use std::path::Path;
use std::str::FromStr;
use std::sync::OnceLock;
use summary::Estimate;
use workload::LatencyLimit;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    En,
    Ru,
    De,
}

/// The plural categories of the Unicode CLDR that the three languages have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plural {
    One,
    Few,
    Many,
    Other,
}

static OF_PROCESS: OnceLock<Language> = OnceLock::new();

/// Separates the digits of a Russian number, and a number from its unit, where no line may break.
const NO_BREAK: &str = "\u{a0}";

impl Language {
    pub const ALL: [Self; 3] = [Self::En, Self::Ru, Self::De];

    /// Sets the language of refusals and progress lines. The program calls it once, before its command starts.
    pub fn set_for_process(self) {
        // A second call has no effect, so that all texts are in one language.
        let _ = OF_PROCESS.set(self);
    }

    /// The language of refusals and progress lines; English unless another was set.
    pub fn of_process() -> Self {
        OF_PROCESS.get().copied().unwrap_or_default()
    }

    /// Its ISO 639 code, as in `--lang` and HTML.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ru => "ru",
            Self::De => "de",
        }
    }

    /// The language of a POSIX locale such as `de_AT.UTF-8`; `None` for an unsupported language.
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '.', '@', '-']).next()?;
        Self::ALL.into_iter().find(|language| code.eq_ignore_ascii_case(language.code()))
    }

    /// The plural category of a whole number (CLDR, cardinal rules).
    pub(crate) fn plural(self, count: u64) -> Plural {
        match (self, count % 10, count % 100) {
            (Self::En | Self::De, ..) if count == 1 => Plural::One,
            (Self::En | Self::De, ..) => Plural::Other,
            (Self::Ru, 1, tens) if tens != 11 => Plural::One,
            (Self::Ru, 2..=4, tens) if !(12..=14).contains(&tens) => Plural::Few,
            (Self::Ru, ..) => Plural::Many,
        }
    }

    /// English digits with the decimal sign and the separator of thousands of the language.
    pub(crate) fn digits(self, english: &str) -> String {
        let swapped = |point: &str, comma: &str| {
            let mut out = String::with_capacity(english.len() + 4);
            for sign in english.chars() {
                match sign {
                    '.' => out.push_str(point),
                    ',' => out.push_str(comma),
                    sign => out.push(sign),
                }
            }
            out
        };
        match self {
            Self::En => english.to_owned(),
            Self::Ru => swapped(",", NO_BREAK),
            Self::De => swapped(",", "."),
        }
    }

    /// A number with its unit, such as `1.12 ms` or `4 GiB`; takes English digits and an English unit.
    pub(crate) fn measure(self, (digits, unit): (impl AsRef<str>, &str)) -> String {
        format!("{}{}{}", self.digits(digits.as_ref()), self.gap(), self.unit(unit))
    }

    pub(crate) fn gap(self) -> &'static str {
        if self == Self::En { " " } else { NO_BREAK }
    }

    /// A unit of time, size or throughput; other units have no translation.
    pub(crate) fn unit(self, english: &str) -> &str {
        let russian = match english {
            "ns" => "нс",
            "us" => "мкс",
            "ms" => "мс",
            "s" => "с",
            "min" => "мин",
            "h" => "ч",
            "d" => "сут",
            "B" => "Б",
            "KiB" => "КиБ",
            "MiB" => "МиБ",
            "GiB" => "ГиБ",
            "TiB" => "ТиБ",
            "PiB" => "ПиБ",
            "MiB/s" => "МиБ/с",
            _ => english,
        };
        match (self, english) {
            (Self::Ru, _) => russian,
            (_, "us") => "\u{b5}s",
            _ => english,
        }
    }

    /// Three significant digits below 1,000, whole numbers with separated thousands above; `?` when not finite.
    pub fn number(self, value: f64) -> String {
        let english = match value {
            v if !v.is_finite() => "?".to_owned(),
            v if v.abs() < 999.5 => number::significant(v),
            v if v < 0.0 => format!("-{}", number::grouped(-v.round() as u64)),
            v => number::grouped(v.round() as u64),
        };
        self.digits(&english)
    }

    /// A number with all of its digits, as somebody wrote it.
    pub(crate) fn exact(self, value: f64) -> String {
        self.digits(&value.to_string())
    }

    pub(crate) fn count(self, value: u64) -> String {
        self.digits(&number::grouped(value))
    }

    /// A latency in nanoseconds with three significant digits; `?` when it is not a number.
    pub(crate) fn latency(self, ns: f64) -> String {
        if !ns.is_finite() || ns < 0.0 {
            return "?".to_owned();
        }
        self.measure(Nanos(ns.round() as u64).in_unit())
    }

    /// A number; a dash if it was not measured.
    pub(crate) fn number_or_dash(self, value: Option<f64>) -> String {
        let known = value.filter(|value| value.is_finite());
        known.map_or("-".to_owned(), |value| self.number(value))
    }

    /// A latency; a dash if it was not measured.
    pub(crate) fn latency_or_dash(self, ns: f64) -> String {
        summary::stream::measured_ns(ns).map_or("-".to_owned(), |ns| self.latency(ns))
    }

    /// A size in the largest binary unit that leaves at least 1.
    pub fn bytes(self, bytes: u64) -> String {
        self.measure(Bytes(bytes).in_unit())
    }

    /// A percentage of `share`, where 1 is 100 %.
    pub(crate) fn percent(self, share: f64) -> String {
        let digits = match share * 100.0 {
            p if !p.is_finite() => "?".to_owned(),
            p if p > 0.0 && p < 1.0 => "<1".to_owned(),
            p => self.number(p.round()),
        };
        self.percent_sign(&digits)
    }

    /// A number that is a percentage.
    pub(crate) fn percent_sign(self, digits: &str) -> String {
        format!("{digits}{}%", self.gap())
    }

    /// A time in seconds, minutes, hours or days.
    pub(crate) fn duration(self, seconds: f64) -> String {
        if !seconds.is_finite() || seconds < 0.0 {
            return "?".to_owned();
        }
        let (unit_s, unit) = time_unit(seconds);
        let decimals = usize::from(unit != "s" || seconds < 10.0);
        self.measure((number::trimmed(seconds / unit_s, decimals), unit))
    }

    /// A path as a word that can be pasted into a shell.
    pub(crate) fn path(self, path: &Path) -> String {
        shell::quoted(path.as_os_str().as_encoded_bytes(), true)
    }

    /// A latency limit, such as `p99 <= 10 ms`.
    pub(crate) fn limit(self, limit: &LatencyLimit) -> String {
        let latency = self.latency(limit.latency_ns.0 as f64);
        format!("{} \u{2264} {latency}", self.quantile(limit.quantile))
    }

    /// A quantile in the usual form: 0.999 is `p99.9` in every language.
    pub(crate) fn quantile(self, q: f64) -> String {
        format!("p{}", number::trimmed(q * 100.0, 3))
    }

    /// The interval of an estimate, such as `7,990 - 8,410`; `None` if there were too few data for one.
    pub(crate) fn interval(self, estimate: &Estimate) -> Option<String> {
        let ends = estimate.interval.filter(|_| estimate.is_known())?;
        Some(format!("{} - {}", self.number(ends.low), self.number(ends.high)))
    }

    /// A moment in UTC, such as `2025-11-21 08:00 UTC`.
    pub fn moment(self, unix_s: i64) -> String {
        self.moment_short(unix_s) + " UTC"
    }

    /// The same without its time zone, for columns.
    pub fn moment_short(self, unix_s: i64) -> String {
        let at = clock::utc(unix_s);
        let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
        let date = match self {
            Self::En => format!("{year:04}-{month:02}-{day:02}"),
            Self::Ru | Self::De => format!("{day:02}.{month:02}.{year:04}"),
        };
        format!("{date} {:02}:{:02}", at.hour(), at.minute())
    }
}

/// The unit of a time: its length in seconds, and its name. Below two of a unit, a time stands in the smaller one; what rounds to
/// two does not.
pub(crate) fn time_unit(seconds: f64) -> (f64, &'static str) {
    match seconds {
        s if s < 119.5 => (1.0, "s"),
        s if s < 7_170.0 => (60.0, "min"),
        s if s < 172_800.0 => (3_600.0, "h"),
        _ => (86_400.0, "d"),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl std::fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the languages are en, ru and de")
    }
}

impl std::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL.into_iter().find(|language| language.code() == code).ok_or(UnknownLanguage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{De, En, Ru};

    #[test]
    fn numbers_and_units_follow_the_language() {
        let all = |show: fn(Language) -> String| [En, Ru, De].map(show);
        let same = |text: &str| [text.to_owned(), text.to_owned(), text.to_owned()];
        assert_eq!(all(|l| l.number(48_598.4)), ["48,598", "48\u{a0}598", "48.598"]);
        assert_eq!(all(|l| l.number(-64.42)), ["-64.4", "-64,4", "-64,4"]);
        assert_eq!(all(|l| l.number(f64::NAN)), same("?"));
        assert_eq!(all(|l| l.latency(1_120_000.0)), ["1.12 ms", "1,12\u{a0}мс", "1,12\u{a0}ms"]);
        assert_eq!(all(|l| l.latency(121_000.0)), ["121 µs", "121\u{a0}мкс", "121\u{a0}µs"]);
        assert_eq!(all(|l| l.bytes(5 << 30)), ["5 GiB", "5\u{a0}ГиБ", "5\u{a0}GiB"]);
        assert_eq!(all(|l| l.percent(0.004)), ["<1 %", "<1\u{a0}%", "<1\u{a0}%"]);
        assert_eq!(all(|l| l.duration(90_000.0)), ["25 h", "25\u{a0}ч", "25\u{a0}h"]);
        let seconds = [9.94, 9.96, 119.4, 119.5, 7_169.0, 7_170.0, 172_799.0, 172_800.0];
        let shown = ["9.9 s", "10 s", "119 s", "2 min", "119.5 min", "2 h", "48 h", "2 d"];
        assert_eq!(seconds.map(|s| En.duration(s)), shown);
        assert_eq!(all(|l| l.quantile(0.999)), same("p99.9"));
        let moment = ["1970-01-01 00:00 UTC", "01.01.1970 00:00 UTC", "01.01.1970 00:00 UTC"];
        assert_eq!(all(|l| l.moment(0)), moment);
    }

    #[test]
    fn moments_are_right_around_leap_days_and_before_1970() {
        for (unix_s, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59 UTC"),
            (1_763_712_000, "2025-11-21 08:00 UTC"),
            (-60, "1969-12-31 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(En.moment(unix_s), text);
        }
    }

    #[test]
    fn plurals_are_those_of_the_unicode_cldr() {
        for (count, category) in [
            (1, Plural::One),
            (21, Plural::One),
            (101, Plural::One),
            (2, Plural::Few),
            (34, Plural::Few),
            (0, Plural::Many),
            (5, Plural::Many),
            (11, Plural::Many),
            (12, Plural::Many),
            (114, Plural::Many),
        ] {
            assert_eq!(Ru.plural(count), category, "{count}");
        }
        assert_eq!([En.plural(1), De.plural(1)], [Plural::One; 2]);
        assert_eq!([En.plural(0), De.plural(21)], [Plural::Other; 2]);
    }

    #[test]
    fn a_locale_names_its_language() {
        for (locale, language) in [
            ("de_AT.UTF-8", Some(De)),
            ("ru", Some(Ru)),
            ("en-GB", Some(En)),
            ("C.UTF-8", None),
            ("deutsch", None),
            ("", None),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
        assert_eq!("de".parse(), Ok(De));
        assert_eq!("fr".parse::<Language>(), Err(UnknownLanguage));
    }
}
