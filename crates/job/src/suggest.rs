//! "Did you mean ...?": the nearest known word, or the word that other tools use for the same thing.

/// What people who know other tools write, and what it is called here.
const HABITS: &[(&str, &str)] = &[
    ("bs", "block"),
    ("blocksize", "block"),
    ("block_size", "block"),
    ("iodepth", "depth"),
    ("queue_depth", "depth"),
    ("outstanding", "depth"),
    ("numjobs", "workers"),
    ("threads", "workers"),
    ("runtime", "duration"),
    ("time", "duration"),
    ("ramp_time", "warm_up"),
    ("warmup", "warm_up"),
    ("filename", "path"),
    ("file", "path"),
    ("ioengine", "kind"),
    ("rate_iops", "rate"),
    ("iops", "rate"),
    ("rwmixread", "read"),
    ("mix", "read"),
    ("pattern", "access"),
    ("direct", "cache"),
    ("affinity", "pin"),
    ("cpus", "pin"),
    ("thinktime", "think"),
    ("number_ios", "ios"),
    ("fsync", "sync"),
    ("randseed", "seed"),
    ("stonewall", "phase"),
    ("targets", "target"),
    ("streams", "stream"),
    ("phases", "phase"),
    ("rand", "random"),
    ("uniform", "random"),
    ("seq", "sequential"),
    ("aio", "libaio"),
    ("io_uring", "uring"),
    ("psync", "sync"),
];

/// The known word that `written` was most likely meant to be.
pub fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = written.to_lowercase().replace('-', "_");
    if let Some((_, here)) = HABITS.iter().find(|(there, _)| *there == lower)
        && let Some(word) = known.iter().find(|word| *word == here)
    {
        return Some(word);
    }
    let letters: Vec<char> = lower.chars().collect();
    let limit = (letters.len() / 3).clamp(1, 3);
    // Words of another length are never near: long and many strangers must cost next to nothing.
    let close = known.iter().filter(|word| word.len().abs_diff(letters.len()) <= limit);
    close
        .filter_map(|word| Some((distance(&letters, word, limit)?, *word)))
        .min_by_key(|(steps, _)| *steps)
        .map(|(_, word)| word)
}

/// How many letters are inserted, dropped, changed or swapped with their neighbour (optimal string alignment) to come
/// from `a` to `word`, case aside; `None` when they are more than `limit`. Known words are plain ASCII.
fn distance(a: &[char], word: &str, limit: usize) -> Option<usize> {
    let b: Vec<char> = word.chars().map(|c| c.to_ascii_lowercase()).collect();
    let (mut before, mut above) = (vec![0; b.len() + 1], vec![0; b.len() + 1]);
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        (before, above, row) = (above, row, before);
        row[0] = i;
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (above[j] + 1).min(row[j - 1] + 1).min(above[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row[j] = best;
        }
        // A swap looks two rows back, so both have to be too far.
        if row.iter().chain(&above).all(|steps| *steps > limit) {
            return None;
        }
    }
    Some(row[b.len()]).filter(|steps| *steps <= limit)
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
    fn swaps_drops_and_strangers_have_their_distance() {
        let steps = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), b, 3);
        assert_eq!(steps("dpeth", "depth"), Some(1));
        assert_eq!(steps("kitten", "Sitting"), Some(3));
        assert_eq!(steps("ab", "ba"), Some(1));
        assert_eq!(steps("", "abc"), Some(3));
        assert_eq!(steps("colour", "workers"), None);
        // A table as long as the word would take minutes and gigabytes.
        assert_eq!(nearest(&"depth".repeat(1 << 20), &["depth"; 200]), None);
    }
}
