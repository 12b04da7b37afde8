//! "Did you mean ...?": the nearest known word, or the word that other tools use for the same thing.

/// Words of here, each with those of other tools for the same thing.
const HABITS: &[(&str, &[&str])] = &[
    ("block", &["bs", "blocksize", "block_size"]),
    ("depth", &["iodepth", "queue_depth", "outstanding"]),
    ("workers", &["numjobs", "threads"]),
    ("duration", &["runtime", "time"]),
    ("warm_up", &["ramp_time", "warmup"]),
    ("path", &["filename", "file"]),
    ("kind", &["ioengine"]),
    ("rate", &["rate_iops", "iops"]),
    ("read", &["rwmixread", "mix"]),
    ("access", &["pattern"]),
    ("cache", &["direct"]),
    ("pin", &["affinity", "cpus"]),
    ("think", &["thinktime"]),
    ("ios", &["number_ios"]),
    ("sync", &["fsync", "psync"]),
    ("seed", &["randseed"]),
    ("phase", &["stonewall", "phases"]),
    ("target", &["targets"]),
    ("stream", &["streams"]),
    ("random", &["rand", "uniform"]),
    ("sequential", &["seq"]),
    ("libaio", &["aio"]),
    ("uring", &["io_uring"]),
];

/// The known word that was most likely meant by `written`.
pub fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = written.to_lowercase().replace('-', "_");
    if let Some((here, _)) = HABITS.iter().find(|(_, there)| there.contains(&&*lower))
        && let Some(word) = known.iter().find(|word| *word == here)
    {
        return Some(word);
    }
    let letters = lower.chars().count();
    let limit = (letters / 3).clamp(1, 3);
    // Words of very different length are never near, so that many long unknown words stay cheap.
    let close = known.iter().filter(|word| word.len().abs_diff(letters) <= limit);
    close
        .map(|word| (strsim::osa_distance(&lower, &word.to_ascii_lowercase()), *word))
        .filter(|(steps, _)| *steps <= limit)
        .min_by_key(|(steps, _)| *steps)
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_habits_are_understood_and_strangers_are_not() {
        let known = ["depth", "workers", "block", "duration"];
        assert_eq!(nearest("dpeth", &known), Some("depth"));
        assert_eq!(nearest("worker", &known), Some("workers"));
        assert_eq!(nearest("bs", &known), Some("block"));
        assert_eq!(nearest("runtime", &known), Some("duration"));
        assert_eq!(nearest("colour", &known), None);
        assert_eq!(nearest("bs", &["depth"]), None);
    }

    #[test]
    fn long_strangers_cost_next_to_nothing() {
        // A distance matrix for such a word would take minutes and gigabytes.
        assert_eq!(nearest(&"depth".repeat(1 << 20), &["depth"; 200]), None);
    }
}
