//! The results so far, as the text of docs/explanation/verdicts.md.

use super::Part;
use super::check::LEVELS_PERCENT;
use base::number::readable;
use serde_json::Value;

#[derive(Default)]
struct VerdictCounts {
    right: u32,
    undecided: u32,
    wrong: u32,
}

impl VerdictCounts {
    fn add(&mut self, percent: u64, verdict: &Value) {
        let right = if percent < 100 { "fit" } else { "not-fit" };
        match verdict.as_str() {
            Some(said) if said == right => self.right += 1,
            Some("fit" | "not-fit") => self.wrong += 1,
            _ => self.undecided += 1,
        }
    }

    fn row(&self, name: &str) -> String {
        let Self { right, undecided, wrong } = self;
        let all = right + undecided + wrong;
        format!("| {name} | {all} | {right} | {undecided} | {wrong} |\n")
    }
}

/// Confirmed loads of the checks without a requirement, against fio's line.
#[derive(Default)]
struct ConfirmedCounts {
    all: u32,
    at_least_half: u32,
    above: u32,
}

/// The page, from the existing parts.
pub(super) fn page(parts: &[Part]) -> Result<String, String> {
    let mut levels: Vec<VerdictCounts> = LEVELS_PERCENT.map(|_| VerdictCounts::default()).into();
    let mut confirmed = ConfirmedCounts::default();
    let mut rows = String::new();
    for part in parts {
        let text = std::fs::read_to_string(part.file())
            .map_err(|e| format!("cannot read {}: {e}", part.file().display()))?;
        let stored: Value =
            serde_json::from_str(&text).map_err(|e| format!("{}: {e}", part.name()))?;
        let line = stored["line"].as_f64().ok_or_else(|| format!("{}: no line", part.name()))?;
        for check in stored["checks"].as_array().into_iter().flatten() {
            let percent = check["percent"].as_u64().unwrap_or_default();
            let found = &check["found"];
            if percent > 0 {
                let level = LEVELS_PERCENT.iter().position(|one| *one == percent);
                let level = level.ok_or_else(|| format!("{}: {percent} %", part.name()))?;
                levels[level].add(percent, &found["verdict"]);
            } else {
                let share = found["confirmed"].as_f64().unwrap_or_default() / line;
                confirmed.all += 1;
                confirmed.at_least_half += u32::from(share >= 0.5);
                confirmed.above += u32::from(share > 1.0);
            }
            rows.push_str(&row(*part, line, check));
        }
    }
    let counts: String = LEVELS_PERCENT
        .iter()
        .zip(&levels)
        .filter(|(percent, _)| **percent > 0)
        .map(|(percent, counts)| counts.row(&format!("{percent} %")))
        .collect();
    let ConfirmedCounts { all, at_least_half, above } = confirmed;
    Ok(format!(
        "# Verdicts on throttled volumes\n\n\
         `cargo xtask verdicts --write` tests how often `plimsoll check` is right about a real device, and makes this page.\n\n\
         | required, of fio's line | checks | right | CANNOT TELL | wrong |\n| --- | --- | --- | --- | --- |\n{counts}\n\
         Without a requirement, {at_least_half} of {all} checks confirmed at least half of fio's line, and {above} more than it.\n\n\
         | in the table | is |\n| --- | --- |\n\
         | volume | half of a loop device that the kernel throttles |\n\
         | role | `data` of `generic-oltp`: 8 KiB, 67 % reads, p99 of at most 20 ms |\n\
         | fio's line | the highest rate at which fio meets that limit (Poisson arrivals, error 2 %), measured beside the same disturbance, and after a fall or the end of a burst |\n\
         | `busy` | beside two programs that only calculate, on two CPUs |\n\
         | `writer` | beside a program that writes to the other half, at a tenth of the lowest limit |\n\n\
         | volume | beside | budget | fio's line | required | verdict | confirmed | refuted |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n{rows}"
    ))
}

fn row(part: Part, line: f64, check: &Value) -> String {
    let found = &check["found"];
    let rate = |value: &Value| value.as_f64().map_or("-".to_owned(), readable);
    let required = match check["percent"].as_u64() {
        Some(0) | None => "-".to_owned(),
        Some(percent) => format!("{percent} %"),
    };
    let verdict = match found["verdict"].as_str() {
        Some("fit") => "FIT",
        Some("not-fit") => "NOT FIT",
        _ => "CANNOT TELL",
    };
    format!(
        "| {} | {} | {} s | {} | {required} | {verdict} | {} | {} |\n",
        part.shape.name,
        part.disturbance.name(),
        check["budget_s"],
        readable(line),
        rate(&found["confirmed"]),
        rate(&found["refuted"]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_above_the_line_is_wrong() {
        let mut counts = VerdictCounts::default();
        for (percent, verdict) in
            [(80, "fit"), (80, "not-fit"), (120, "not-fit"), (120, "fit"), (120, "cannot-tell")]
        {
            counts.add(percent, &verdict.into());
        }
        assert_eq!((counts.right, counts.undecided, counts.wrong), (2, 1, 2));
    }
}
