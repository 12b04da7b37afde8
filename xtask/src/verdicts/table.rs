//! The table of the results so far, as the text of docs/explanation/verdicts.md.

use super::VerdictOptions;
use base::units::readable;
use serde_json::Value;

/// The largest relative error of a named rate.
const NAMED_OFF: f64 = 0.05;
/// The largest error of a reported time, in seconds.
const TIME_OFF_S: f64 = 1.0;

/// Counts of right and wrong verdicts.
#[derive(Default)]
struct VerdictCounts {
    roles: u32,
    judged: u32,
    agree: u32,
    /// Load lines that fio does not reach.
    too_high: u32,
    /// Load lines that fio exceeds by 15 %.
    too_low: u32,
    quotas: u32,
    stalls: u32,
    changes: u32,
    told: u32,
}

/// The page, from the existing parts.
pub(super) fn of(wanted: &VerdictOptions, names: &[String]) -> Result<String, String> {
    let (mut rows, mut changes, mut missing) = (String::new(), String::new(), 0);
    let mut counts = VerdictCounts::default();
    for name in names {
        let Ok(text) = std::fs::read_to_string(wanted.file(name)) else {
            missing += 1;
            continue;
        };
        let found: Value = serde_json::from_str(&text).map_err(|e| format!("{name}: {e}"))?;
        if name.starts_with("roles") {
            roles(&found, &mut rows, &mut counts);
        } else {
            changes += &change(name, &found, &mut counts);
        }
    }
    let left = match missing {
        0 => String::new(),
        more => format!("{more} of {} parts are missing.\n\n", names.len()),
    };
    let VerdictCounts {
        roles,
        judged,
        agree,
        too_high,
        too_low,
        quotas,
        stalls,
        changes: all,
        told,
    } = counts;
    Ok(format!(
        "# Verdicts on throttled volumes\n\
         \n\
         `plimsoll check` ran on loop devices that the kernel throttles, with all roles of three profiles. Debian's fio then tested each load line with\n\
         Poisson arrivals in an open loop: at the rate of the line, and at a rate 15 % above it. `cargo xtask verdicts --write` writes this page.\n\
         \n\
         - A FIT verdict agrees with fio if fio meets the latency limit at the line and exceeds it 15 % above the line.\n\
         - If `check` stated no line, its verdict agrees if it is not FIT.\n\
         - A line is too high if fio exceeds the latency limit at the line. It is too low if fio still meets the limit 15 % above the line.\n\
         - fio 3.33 cannot issue commits that arrive at random and end with a flush. Lines of commits are therefore not tested.\n\n{left}\
         Of {judged} runs of a role that fio can test, {agree} agree; {too_high} lines are too high and {too_low} are too low. The quota was named with its rate in \
         {quotas} of {roles} runs.\nStalls were reported in {stalls} runs. In {all} further runs the storage changed its speed; {told} of these changes were reported at the right time.\n\n\
         `3300iops-20mb` limits reads and writes to 3,300 operations and 20 MB per second each. A line is in operations per second. Latencies are at the percentile of the latency limit.\n\n\
         | limits | profile | role | line | limit | fio at the line | fio 15 % above | limited by | agrees |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n{rows}\n\
         | change | when | reported | right |\n| --- | --- | --- | --- |\n{changes}"
    ))
}

fn roles(found: &Value, rows: &mut String, counts: &mut VerdictCounts) {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let ms =
        |value: &Value| value.as_f64().map_or("-".to_owned(), |ms| format!("{} ms", readable(ms)));
    for role in found["roles"].as_array().into_iter().flatten() {
        let limit_ms = role["latency_limit_ms"].as_f64().unwrap_or_default();
        let (on, above) = (role["fio_at_line_ms"].as_f64(), role["fio_above_ms"].as_f64());
        let fit = role["verdict"] == "fit";
        let agreement = match (on, above) {
            (Some(on), _) if on > limit_ms => "too high",
            (Some(_), Some(above)) if above <= limit_ms => "too low",
            (Some(_), Some(_)) if fit => "yes",
            (Some(_), Some(_)) => "cannot tell",
            _ if role["line"].is_null() && !fit => "yes",
            _ if role["line"].is_null() => "too high",
            _ => "-",
        };
        let limits = [
            found["iops"].as_f64().unwrap_or_default(),
            found["bytes_per_s"].as_f64().unwrap_or_default() / 1e6,
        ];
        let quota = role["quota"]["value"].as_f64();
        let near = |value: f64| limits.iter().any(|limit| (value / limit - 1.0).abs() <= NAMED_OFF);
        let named = quota.is_some_and(near) && role["quota"]["owner"].is_string();
        counts.roles += 1;
        counts.judged += u32::from(agreement != "-");
        counts.agree += u32::from(agreement == "yes");
        counts.too_high += u32::from(agreement == "too high");
        counts.too_low += u32::from(agreement == "too low");
        counts.quotas += u32::from(named);
        counts.stalls += u32::from(role["stalls"] == true);
        let quota = quota.map(|v| format!("{} {}", readable(v), text(&role["quota"]["unit"])));
        let line = role["line"].as_f64().map_or("none".to_owned(), readable);
        rows.push_str(&format!(
            "| {} | {} | {} | {line} | {} | {} | {} | {} | {} |\n",
            text(&found["rates"]),
            text(&found["profile"]),
            text(&role["role"]),
            ms(&role["latency_limit_ms"]),
            ms(&role["fio_at_line_ms"]),
            ms(&role["fio_above_ms"]),
            quota.unwrap_or_else(|| text(&role["limit"])),
            agreement,
        ));
    }
}

/// A row of a change: the first second that the warnings name, compared with the real one.
fn change(name: &str, found: &Value, counts: &mut VerdictCounts) -> String {
    let warnings = found["warnings"].as_array().cloned().unwrap_or_default();
    let of = |kind: &str| {
        let one = warnings.iter().find(|warning| warning["kind"] == kind);
        one.and_then(|warning| warning["text"].as_str()).map(str::to_owned)
    };
    let (when, told, right) = if let Some(at_s) = found["at_s"].as_f64() {
        let told = of("burst-credits");
        let near = told.as_deref().and_then(second).is_some_and(|s| (s - at_s).abs() <= TIME_OFF_S);
        (format!("cut to a quarter at {at_s:.1} s"), told, near)
    } else {
        let starts: Vec<f64> =
            found["starts_s"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        let told = of("slow-phases").or_else(|| of("burst-credits"));
        let named = told.as_deref().is_some_and(|text| text.contains("fio ("));
        let near = told
            .as_deref()
            .and_then(second)
            .is_some_and(|told| starts.iter().any(|s| (s - told).abs() <= TIME_OFF_S));
        let all: Vec<String> = starts.iter().map(|s| format!("{s:.1}")).collect();
        (format!("a neighbour for 5 s from {} s", all.join(", ")), told, named && near)
    };
    counts.changes += 1;
    counts.told += u32::from(right);
    let told = told.unwrap_or_else(|| "nothing".to_owned());
    format!("| {name} | {when} | {told} | {} |\n", if right { "yes" } else { "no" })
}

/// The number after `After ` or `first at `.
fn second(text: &str) -> Option<f64> {
    let after = ["After ", "first at "].iter().find_map(|start| Some(text.split_once(start)?.1))?;
    after.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_that_is_told_is_read() {
        let told = "After 41.3 s and about 123,000 operations the rate at full queue depth fell";
        assert_eq!(second(told), Some(41.3));
        assert_eq!(second("(measured for 2.5 s, first at 12.0 s). x"), Some(12.0));
        assert_eq!(second("nothing"), None);
    }

    #[test]
    fn a_line_that_fio_does_not_hold_disagrees() {
        let run = |on: f64, above: f64| {
            let found = serde_json::json!({ "rates": "a", "profile": "p", "iops": 3300.0,
                "bytes_per_s": 0, "roles": [{ "role": "log", "verdict": "fit", "line": 1000.0,
                "latency_limit_ms": 10.0, "fio_at_line_ms": on, "fio_above_ms": above, "stalls": false,
                "quota": { "value": 3300.0, "unit": "writes per second", "owner": "g" } }] });
            let mut counts = VerdictCounts::default();
            roles(&found, &mut String::new(), &mut counts);
            [counts.agree, counts.too_high, counts.too_low, counts.quotas, counts.stalls]
        };
        assert_eq!(run(8.0, 40.0), [1, 0, 0, 1, 0]);
        assert_eq!(run(12.0, 40.0), [0, 1, 0, 1, 0]);
        assert_eq!(run(2.0, 9.0), [0, 0, 1, 1, 0]);
    }
}
