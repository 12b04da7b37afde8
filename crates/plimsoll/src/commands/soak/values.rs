//! The load, the length and the windows of a soak, from the words of its options.

use crate::flags::SoakFlags;
use base::{Nanos, number};
use report::messages::soak::SoakFault;
use session::soak::SoakLoad;

/// The shortest soak, and the longest: a year.
const PLANNED_S_MIN: u64 = 60;
const PLANNED_S_MAX: u64 = 366 * 86_400;
/// The shortest window: half of the seconds of a minute have to count.
const WINDOW_S_MIN: u64 = 60;
const DAY_S: f64 = 86_400.0;

/// Reads `60%`, `1x`, `500` or `log=200,data=1500`.
pub(super) fn load(text: &str) -> Result<SoakLoad, String> {
    let wrong = || SoakFault::NotALoad { load: text.to_owned() }.to_string();
    let positive = |text: &str| {
        let number = number::quantity(text).filter(|_| !number::may_be_thousands(text));
        number.filter(|number| *number > 0.0 && number.is_finite()).ok_or_else(wrong)
    };
    if text.contains('=') {
        let rates = text.split(',').map(|part| {
            let (name, rate) = part.split_once('=').ok_or_else(wrong)?;
            Ok((name.trim().to_owned(), positive(rate)?))
        });
        return rates.collect::<Result<_, String>>().map(SoakLoad::Rates);
    }
    if let Some(percent) = text.trim().strip_suffix('%') {
        return match positive(percent)? {
            percent if percent <= 100.0 => Ok(SoakLoad::LineShare(percent / 100.0)),
            _ => Err(SoakFault::MoreThanTheLine { load: text.to_owned() }.to_string()),
        };
    }
    match text.trim().strip_suffix(['x', 'X']) {
        Some(times) => positive(times).map(SoakLoad::Multiple),
        None => positive(text).map(SoakLoad::Rate),
    }
}

pub(super) fn planned_s(flags: &SoakFlags) -> Result<u64, String> {
    let (option, length, planned_s) = match (&flags.time, flags.days.as_deref()) {
        (Some(text), _) => ("--time", text.as_str(), time("--time", text)? / 1_000_000_000),
        (None, days) => {
            let text = days.unwrap_or_default();
            let days = text.trim().parse::<f64>().ok().filter(|days| *days > 0.0);
            let wrong = || SoakFault::NotDays { days: text.to_owned() }.to_string();
            ("--days", text, (days.ok_or_else(wrong)? * DAY_S) as u64)
        }
    };
    match planned_s {
        PLANNED_S_MIN..=PLANNED_S_MAX => Ok(planned_s),
        _ => {
            let (length, option) = (length.to_owned(), option.to_owned());
            Err(SoakFault::LengthNotInRange { length, option }.to_string())
        }
    }
}

/// The time from one window to the next, and its length, in seconds; none: the whole time.
pub(super) fn window_s(flags: &SoakFlags) -> Result<Option<(u64, u64)>, String> {
    let (Some(every), Some(window)) = (&flags.every, &flags.window) else { return Ok(None) };
    let every_s = time("--every", every)? / 1_000_000_000;
    let window_s = time("--window", window)? / 1_000_000_000;
    if window_s < WINDOW_S_MIN {
        return Err(SoakFault::WindowTooShort { window: window.clone() }.to_string());
    }
    if window_s >= every_s {
        let (every, window) = (every.clone(), window.clone());
        return Err(SoakFault::WindowNotShorter { every, window }.to_string());
    }
    Ok(Some((every_s, window_s)))
}

/// A time above zero; `m` is short for minutes.
pub(super) fn time(option: &str, text: &str) -> Result<u64, String> {
    let number = text.strip_suffix('m').filter(|number| number.parse::<f64>().is_ok());
    let whole = number.map(|number| format!("{number}min"));
    let time = whole.as_deref().unwrap_or(text).parse::<Nanos>();
    let time = time.map_err(|error| format!("{option}: {error}"))?;
    if time.0 > 0 {
        return Ok(time.0);
    }
    let (option, time) = (option.to_owned(), text.to_owned());
    Err(SoakFault::NotAboveZero { option, time }.to_string())
}
