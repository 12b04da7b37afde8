//! Knows again what fio or this program wrote as fio's results: takes the beginning of a file, gives whether it is one.
//!
//! Whoever measures again and again writes over the results of the time before, as fio does. Only what nobody can take
//! for something else is known; all other files are left to the caller's care.

/// Whether a text begins as fio's results do, in any of its formats.
pub fn is_result(head: &str) -> bool {
    let json = "{\n  \"fio version\" : \"fio-";
    let document = head.starts_with(json) || head.contains(&format!("\n{json}"));
    let mut lines = head.lines();
    let terse = lines.next().is_some_and(|line| {
        line.split_once(";fio-")
            .is_some_and(|(version, _)| matches!(version, "2" | "3" | "4" | "5"))
    });
    let people = head.starts_with(|first: char| !first.is_control())
        && head.contains(": (g=")
        && head
            .lines()
            .zip(head.lines().skip(1))
            .any(|(version, next)| version.starts_with("fio-") && next.starts_with("Starting "));
    !head.contains('\0') && (document || terse || people)
}

/// Whether a file is one of fio's logs: by its name, and by every line of its beginning.
pub fn is_log(name: &str, head: &str) -> bool {
    const KINDS: [&str; 7] = ["bw", "iops", "lat", "clat", "slat", "clat_hist", "hist"];
    let Some(stem) = name.strip_suffix(".log") else { return false };
    let numbered = stem.rsplit_once('.').filter(|(_, n)| n.bytes().all(|b| b.is_ascii_digit()));
    let stem = numbered.map_or(stem, |(stem, _)| stem);
    let named = KINDS.iter().any(|kind| stem.ends_with(&format!("_{kind}")));
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_row = |line: &str| {
        line.split(',').count() >= 4 && line.split(',').all(|part| number(part.trim()))
    };
    // The last line may be cut where the beginning ends.
    let whole = head.rsplit_once('\n').map_or("", |(whole, _)| whole);
    named && whole.lines().all(is_row) && !whole.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_are_known() {
        assert!(is_result("{\n  \"fio version\" : \"fio-3.28\",\n"));
        assert!(is_result(
            "note: both iodepth >= 1 and synchronous I/O engine are selected\n{\n  \"fio version\" : \"fio-3.33\",\n"
        ));
        assert!(is_result("3;fio-3.33;a;0;0;"));
        assert!(is_result("a: (g=0): rw=read, bs=(R) 4096B-4096B\nfio-3.33\nStarting 1 process\n"));
        for other in [
            "",
            "{}",
            "fio-3.33",
            "{\n  \"jobs\" : [",
            "fio-3.33\nStarting 1 process\n",
            "7;fio-3.33;",
        ] {
            assert!(!is_result(other), "{other:?}");
        }
        assert!(!is_result("{\n  \"fio version\" : \"fio-3.28\",\n\0"));
    }

    #[test]
    fn only_logs_are_known() {
        let rows = "500, 1000, 0, 0, 0\n1000, 900, 1, 0, 0\n15";
        assert!(
            is_log("x_bw.1.log", rows)
                && is_log("x_clat_hist.2.log", rows)
                && is_log("x_lat.log", rows)
        );
        assert!(!is_log("x_bw.1.csv", rows) && !is_log("x.log", rows) && !is_log("x_bw.log", ""));
        assert!(
            !is_log("x_bw.log", "my own words\n") && !is_log("x_bw.log", "1, 2, 3, 4\nand words\n")
        );
    }
}
