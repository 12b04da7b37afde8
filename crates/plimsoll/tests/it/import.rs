//! `results import`: each file of another tool is stored whole, with its warnings, or not at all.

use crate::drive::TestPlace;

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
    let place = TestPlace::new("import");
    place.write("log.txt", SQLIO);
    let told = place.expect(0, &["results", "import", "log.txt"]);
    told.shows("run 1  sqlio 8KB random reads, log.txt  1 test  1 warning");
    place.expect(0, &["results", "import", "log.txt"]).tells("log.txt is already there: run 1");
    place.expect(3, &["diff", "sqlio", "1"]).tells("\"sqlio\" is the name of these runs: 1;");
    let list = place.expect(0, &["results", "--json"]).json();
    assert_eq!(list["runs"].as_array().map(Vec::len), Some(1));
    assert_eq!(list["runs"][0]["kind"], "import");
    assert_eq!(list["runs"][0]["target"], "d:\\test.dat");
    let shown = place.expect(0, &["results", "show", "last"]).flat();
    for words in [
        "4,000 IOPS",
        "99.25 MiB/s were reported, but 4,000 operations a second of 8192 bytes make 31.25",
        "(imported)",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let document = place.record("last");
    assert_eq!(document["warnings"][0]["kind"], "rate-times-size");
    let csv = place.expect(0, &["results", "export", "last"]).stdout;
    assert_eq!(csv.lines().count(), 1, "a header and no intervals: {csv}");
    place.expect(0, &["results", "report", "last", "-o", "page.html"]);
    assert!(place.read("page.html").contains("The imported text"));
}

#[test]
fn a_file_that_cannot_be_read_is_listed_and_the_others_are_stored() {
    let place = TestPlace::new("import-wrong");
    place.write("bad.txt", SQLIO.replace("4000.00", "many").replace("Max_Latency", "Largest"));
    place.write("other.txt", "a shopping list\n");
    let words = ["results", "import", "bad.txt", "other.txt", "absent.txt"];
    let told = place.expect(3, &words).stderr;
    for line in [
        "bad.txt:10: \"many\" is not a number",
        "bad.txt:1: the run that starts here has no line \"Max_Latency(ms):\"",
        "other.txt:1: is no result",
        "absent.txt: failed to read",
        "nothing was imported",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let runs = || place.expect(0, &["results", "--json"]).json()["runs"].as_array().unwrap().len();
    assert_eq!(runs(), 0);
    place.write("good.txt", SQLIO);
    place.expect(3, &["results", "import", "good.txt", "bad.txt"]).tells("bad.txt:10:");
    assert_eq!(runs(), 1);
    // In a folder anything may stand.
    std::fs::create_dir_all(place.dir.join("results/2026")).unwrap();
    for (name, text) in without_latency() {
        place.write(&format!("results/2026/{name}"), text);
    }
    place.write("results/readme.md", "how these were measured\n");
    let told = place.expect(0, &["results", "import", "results", "--json"]);
    assert_eq!(told.json()["runs"].as_array().map(Vec::len), Some(2));
    told.tells("readme.md:1: is no result");
    assert_eq!(runs(), 3);
}

/// As a DBA's folder of years: several tools, grids, files of one name, notes and broken results.
#[test]
fn a_folder_of_200_mixed_files_is_imported_in_one_command() {
    let place = TestPlace::new("import-200");
    let [(_, fio), (_, sqlio)] = without_latency();
    let grid = "layout,op,block_kib,depth,threads,order,value\nraid10,read,8,1,1,random,1.6\n";
    for number in 0..40 {
        let folder = format!("old/{number}");
        std::fs::create_dir_all(place.dir.join(&folder)).unwrap();
        let fio = fio.replace("1700000000", &format!("{}", 1_700_000_000 + number));
        let files = [
            ("fio.json", fio.clone()),
            ("copy.json", fio.clone()),
            ("sqlio.log", format!("{sqlio}\n{}", "\n".repeat(number))),
            ("grid.csv", format!("{grid}raid10,read,8,1,1,random,{number}.7\n")),
            ("notes.md", "how these were measured\n".to_owned()),
            ("cut.json", fio[..fio.len() / 2].to_owned()),
        ];
        for (name, text) in files {
            place.write(&format!("{folder}/{name}"), text);
        }
    }
    let told = place.expect(0, &["results", "import", "old", "--json"]).json();
    let runs = told["runs"].as_array().expect("it lists them");
    let subjects: std::collections::HashSet<_> =
        runs.iter().map(|run| run["subject"].as_str().expect("a text")).collect();
    let left_out = told["left_out"].to_string();
    let wrong = |name: &str| left_out.matches(name).count();
    assert_eq!(
        (runs.len(), subjects.len(), wrong("notes.md"), wrong("cut.json"), wrong("fio.json has")),
        (120, 120, 40, 40, 40)
    );
}

/// Results without latencies: fio with `disable_lat` and `disable_clat`, and SQLIO on storage that is faster than its clock of
/// whole milliseconds.
fn without_latency() -> [(&'static str, String); 2] {
    let zero = "\"min\" : 0, \"max\" : 0, \"mean\" : 0.0, \"stddev\" : 0.0";
    let fio = format!(
        "{{\n  \"fio version\" : \"fio-3.33\",\n  \"timestamp\" : 1700000000,\n  \"jobs\" : [ {{ \"jobname\" : \"a\", \"error\" : 0,\n    \
         \"job options\" : {{ \"rw\" : \"randread\", \"bs\" : \"4k\", \"iodepth\" : \"8\", \"disable_lat\" : \"1\" }},\n    \
         \"read\" : {{ \"io_bytes\" : 40960000, \"total_ios\" : 10000, \"iops\" : 1000.0, \"bw_bytes\" : 4096000, \"bw\" : 4000, \"runtime\" : 10000,\n      \
         \"slat_ns\" : {{ {zero} }}, \"clat_ns\" : {{ {zero} }}, \"lat_ns\" : {{ {zero} }} }},\n    \
         \"write\" : {{ \"io_bytes\" : 0, \"total_ios\" : 0, \"iops\" : 0.0, \"bw_bytes\" : 0, \"bw\" : 0, \"runtime\" : 0,\n      \
         \"slat_ns\" : {{ {zero} }}, \"clat_ns\" : {{ {zero} }}, \"lat_ns\" : {{ {zero} }} }}\n  }} ]\n}}\n"
    );
    let sqlio = SQLIO
        .replace("Min_Latency(ms): 1", "Min_Latency(ms): 0")
        .replace("Avg_Latency(ms): 3", "Avg_Latency(ms): 0")
        .replace("Max_Latency(ms): 40", "Max_Latency(ms): 0")
        .replace("99.25", "31.25")
        .replace(
            "%:  0 10 20 40 20 10  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0",
            "%:100  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0",
        );
    [("fio.json", fio), ("sqlio.txt", sqlio)]
}

#[test]
fn a_latency_that_was_not_measured_is_absent_from_every_output() {
    for (name, text) in without_latency() {
        let place = TestPlace::new(&format!("import-untimed-{name}"));
        place.write(name, text);
        place.expect(0, &["results", "import", name]);
        let zero = |text: &str| {
            text.split_whitespace().collect::<Vec<_>>().join(" ").contains(" 0 ns")
                || text.contains(">0 ns<")
        };
        let shown = place.expect(0, &["results", "show", "last"]).stdout;
        assert!(!zero(&shown), "{name}: {shown}");
        let document = place.record("last");
        let read = &document["trials"][0]["streams"][0]["read"];
        for key in ["mean_ns", "min_ns", "max_ns"] {
            assert!(read[key].is_null(), "{name} {key}: {read}");
        }
        let csv = place.expect(0, &["results", "export", "last", "--trials"]).stdout;
        let (heads, fields) = csv.split_once('\n').expect("a header");
        // Commas between quotes do not separate fields.
        let parts = fields.trim_end().split('"').enumerate();
        let fields: String =
            parts.map(|(n, part)| if n % 2 == 1 { "quoted" } else { part }).collect();
        for (head, field) in heads.split(',').zip(fields.split(',')) {
            // SQLIO's histogram gives its percentiles although its means are 0.
            let timed = head.ends_with("_ms") && (name != "sqlio.txt" || head.ends_with("mean_ms"));
            assert!(!timed || field.is_empty(), "{name} {head}: {field}");
        }
        place.expect(0, &["results", "report", "last", "-o", "page.html"]);
        assert!(!zero(&place.read("page.html")), "{name}");
        place.write("again", place.read(name));
        place.expect(0, &["results", "import", "again"]);
        let diff = place.call(&["diff", "1", "2"]);
        let compared = diff.stdout.lines().filter(|line| line.contains(" -> "));
        let of_latency: Vec<&str> = compared.filter(|line| line.contains("latency")).collect();
        assert!(!zero(&diff.stdout) && of_latency.is_empty(), "{name}: {}", diff.stdout);
    }
}

#[test]
fn nothing_in_an_imported_file_steers_a_terminal_or_a_page() {
    let place = TestPlace::new("import-steers");
    let odd = "\u{1b}[2J\u{9b}31m\u{202e}x";
    place.write("log.txt", SQLIO.replace("d:\\test.dat", &format!("d:\\{odd}.dat")));
    place.expect(0, &["results", "import", "log.txt"]);
    let shown = place.expect(0, &["results", "show", "last"]).stdout;
    place.expect(0, &["results", "report", "last", "-o", "page.html"]);
    let wrong = place.write("wrong.toml", format!("[stream.{odd}]\nodd{odd} = \"{odd}\"\n"));
    let told = place.expect(3, &["run", &wrong]).stderr;
    let unknown = place.expect(3, &["check", ".", "--for", odd]).stderr;
    let argument = place.expect(3, &["run", odd, odd]).stderr;
    for text in [shown, place.read("page.html"), told, unknown, argument] {
        let hidden = |c: char| {
            c != '\n' && c != '\t' && (c.is_control() || matches!(c, '\u{202a}'..='\u{202e}'))
        };
        assert!(!text.contains(hidden), "{text:?}");
    }
}
