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
pub(crate) fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = written.to_lowercase().replace('-', "_");
    if let Some((_, here)) = HABITS.iter().find(|(there, _)| *there == lower)
        && let Some(word) = known.iter().find(|word| *word == here)
    {
        return Some(word);
    }
    let limit = (lower.chars().count() / 3).clamp(1, 3);
    known
        .iter()
        .map(|word| (distance(&lower, &word.to_lowercase()), *word))
        .filter(|(steps, _)| *steps <= limit)
        .min_by_key(|(steps, _)| *steps)
        .map(|(_, word)| word)
}

/// How many letters are inserted, dropped, changed or swapped with their neighbour (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best =
                (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
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
}
