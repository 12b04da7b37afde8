//! The command that would tell what the stored runs do not: a ramp to the ceiling, or a deeper ladder where there is none.
//!
//! Takes a need and a storage; gives text. Runs nothing.

use super::SizeNeed;
use super::storage::MeasuredStorage;
use base::Bytes;
use base::shell::quoted;

/// The depth that a ramp may use where its usual one held it back.
const DEPTH_MAX: u32 = 256;
/// The time of a ramp after one that told too little: never less than a ramp takes of itself, which is most on rotating
/// disks (45 min).
const BUDGET_AGAIN: &str = "45min";

/// What measures this need on this storage; none where one command cannot, as on several places at once. `again`: a line was
/// climbed already, and takes more depth and time.
pub fn command(
    need: &SizeNeed,
    storage: &MeasuredStorage<'_>,
    block: Bytes,
    again: bool,
) -> Option<String> {
    let [place] = &storage.places[..] else { return None };
    let block = need.block.unwrap_or(block);
    let word = quoted(place.as_bytes(), true);
    let kind = storage.kinds.first().map_or("", String::as_str);
    if kind.contains("taken down") || storage.recorded() {
        return None;
    }
    let write = match kind {
        kind if kind.ends_with("of a device") => format!(" --destroy {word}"),
        kind if kind.ends_with("of a file") => format!(" --overwrite {word}"),
        _ => String::new(),
    };
    let write = if need.write > 0.0 { write } else { String::new() };
    let ceiling = need.ceiling.map(|ceiling| ceiling.to_string().replace(' ', ""));
    if need.commits {
        let rate = need.iops.unwrap_or_default();
        let ceiling = ceiling.map_or(String::new(), |text| format!(", {text}"));
        let asked = quoted(format!("commits>={rate}{ceiling}").as_bytes(), true);
        return Some(format!("plimsoll check {word} --roles log --need {asked}{write}"));
    }
    let size = match block.0 {
        bytes if bytes.is_multiple_of(1 << 20) => format!("{}m", bytes >> 20),
        bytes if bytes % 1024 == 0 => format!("{}k", bytes / 1024),
        bytes => bytes.to_string(),
    };
    let reads = base::units::trimmed(100.0 * (1.0 - need.write), 1);
    let order = if need.random == Some(false) { " --sequential" } else { "" };
    let load = format!("--block {size} --mix {reads}{order}");
    Some(match ceiling {
        None => format!("plimsoll ramp {word} {load} --ladder 1-{DEPTH_MAX}{write}"),
        Some(text) => {
            let text = quoted(text.as_bytes(), true);
            let more = match again {
                true => format!(" --depth-max {DEPTH_MAX} --budget {BUDGET_AGAIN}"),
                false => String::new(),
            };
            format!("plimsoll ramp {word} {load} --ceiling {text}{more}{write}")
        }
    })
}
