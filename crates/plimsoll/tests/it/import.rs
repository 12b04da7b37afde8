//! `results import`: results of other tools come into the store whole, with their doubts, or not at all.

use crate::drive::Place;

const SQLIO: &str = "sqlio v1.5.SG
using system counter for latency timings, 2539060 counts per second
2 threads reading for 60 secs from file d:\\test.dat
\tusing 8KB random IOs
\tenabling multiple I/Os per thread with 8 outstanding
using current size: 1000 MB for file: d:\\test.dat
initialization done
CUMULATIVE DATA:
throughput metrics:
IOs/sec:  4000.00
MBs/sec:    99.25
latency metrics:
Min_Latency(ms): 1
Avg_Latency(ms): 3
Max_Latency(ms): 40
histogram:
ms: 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24+
%:  0 10 20 40 20 10  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0
";

#[test]
fn a_foreign_log_is_listed_shown_exported_and_reported_like_our_own_runs() {
    let place = Place::new("import");
    place.write("log.txt", SQLIO);
    let told = place.expect(0, &["results", "import", "log.txt"]);
    assert!(
        told.stdout.contains("run 1  sqlio 8KB random reads  1 test  1 doubt"),
        "{}",
        told.stdout
    );
    let list = place.expect(0, &["results", "--json"]).json();
    assert_eq!(list["runs"][0]["kind"], "import");
    assert_eq!(list["runs"][0]["target"], "d:\\test.dat");
    let shown = place.expect(0, &["results", "show", "last"]).stdout;
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "4,000 IOPS",
        "99.25 MiB/s, but 4,000 operations a second of 8192 bytes are 31.25",
        "(imported)",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let document = place.expect(0, &["results", "show", "last", "--json"]).json();
    assert_eq!(document["doubts"][0]["kind"], "rate-times-size");
    let csv = place.expect(0, &["results", "export", "last"]).stdout;
    assert_eq!(csv.lines().count(), 1, "a header and no intervals: {csv}");
    place.expect(0, &["report", "last", "-o", "page.html"]);
    assert!(place.read("page.html").contains("The text that was imported"));
}

#[test]
fn all_that_is_wrong_in_all_files_is_told_at_once_and_nothing_is_stored() {
    let place = Place::new("import-wrong");
    place.write("good.txt", SQLIO);
    place.write("bad.txt", SQLIO.replace("4000.00", "many").replace("Max_Latency", "Largest"));
    place.write("other.txt", "a shopping list\n");
    let words = ["results", "import", "good.txt", "bad.txt", "other.txt", "absent.txt"];
    let told = place.expect(3, &words).stderr;
    for line in [
        "bad.txt:10: \"many\" is not a number",
        "bad.txt:1: the run that starts here has no line \"Max_Latency(ms):\"",
        "other.txt:1: is not a result",
        "absent.txt: failed to read",
        "4 problems; nothing was imported",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(place.expect(0, &["results", "--json"]).json()["runs"].as_array().unwrap().is_empty());
}
