//! Comparisons of points that were measured earlier, here or elsewhere: all commands for studies work with them.

use crate::drive::{CommandOutput, TestPlace};
use serde_json::Value;

/// The finding of the comparison that is the first stage.
fn race(ended: &CommandOutput) -> Value {
    ended.json()["study"]["stages"][0]["finding"]["race"].clone()
}

/// Two layouts over reads and writes: 24 points; raid5 writes about a fifth less.
fn grid() -> String {
    let mut text = "layout,op,block_kib,depth,threads,value,order\n".to_owned();
    for (layout, share) in [("raid5", 0.8), ("raid10", 1.0)] {
        for (op, factor) in [("read", 1.0), ("write", share)] {
            for (kib, depth) in [(8, 1), (8, 4), (8, 16), (64, 1), (64, 4), (64, 16)] {
                // The ratio differs slightly between points, like measured values.
                let about = 1.0 + 0.01 * f64::from((kib + 3 * depth) % 5 - 2) * (1.0 - factor);
                let value = f64::from(kib * depth) * factor * about;
                text += &format!("{layout},{op},{kib},{depth},1,{value},random\n");
            }
        }
    }
    text
}

#[test]
fn an_imported_grid_is_shown_exported_compared_sized_and_raced_like_a_study() {
    let place = TestPlace::new("recorded-import");
    let file = place.write("grid.csv", grid());
    let told = place.expect(0, &["results", "import", &file]).stdout;
    assert!(told.contains("run 1  grid  24 points"), "{told}");
    let shown = place.expect(0, &["results", "show", "last"]).stdout;
    for part in
        ["24 points of raid5, raid10", "Means of raid5 in MiB/s", "writes, random", "(imported)"]
    {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    // raid5 reads 8 KiB at 8, 32 and 128 MiB/s.
    assert!(shown.contains("56.00"), "{shown}");
    let csv = place.expect(0, &["results", "export", "last"]).stdout;
    assert_eq!(csv.lines().count(), 25, "a header and each point: {csv}");
    place.expect(0, &["results", "report", "last", "-o", "page.html"]);
    assert!(place.read("page.html").contains("Means of raid10"));
    let size = place.verdict(&["size", "--require", "iops>=100, write=0", "--run", "1", "--json"]);
    size.shows("raid10");

    let writes: Vec<String> =
        grid().lines().filter(|line| !line.contains(",read,")).map(str::to_owned).collect();
    let writes = place.write("writes.csv", writes.join("\n"));
    let found = race(&place.expect(0, &["compare", "--recorded", &writes, "--json"]));
    assert_eq!(found["standings"][0]["name"], "raid10", "{found:#}");
    assert!(found["drift_percent_per_hour"].is_null(), "the times of its points are unknown");
    let stage = format!("[[stage]]\nstudy = \"compare\"\nrecorded = \"{writes}\"\n");
    let plan = place.write("plan.toml", stage.repeat(2));
    let told = place.expect(0, &["study", &plan, "--dry-run"]).stdout;
    assert!(told.contains("writes to  nothing"), "{told}");
    let ended = place.verdict(&["study", &plan, "--json"]);
    for stage in ended.json()["study"]["stages"].as_array().expect("two stages") {
        assert_eq!(stage["finding"]["race"]["standings"][0]["name"], "raid10", "{stage:#}");
    }
    // No point of either has an interval, but all points together give an answer.
    let diff = place.expect(0, &["diff", "1", "2"]);
    diff.shows("No difference");
}

#[test]
fn the_points_of_a_race_are_exported_and_read_back_as_a_grid() {
    let place = TestPlace::new("recorded-round");
    let (a, b) = ("a=sim:hdd?disks=4&layout=raid10", "b=sim:hdd?disks=4&layout=raid5");
    let grid = ["--grid", "-k(R,W) -b(8,64) -o(1,8) -frandom", "--passes", "2", "--seed", "2"];
    place.verdict(&[&["compare", "--layout", a, "--layout", b][..], &grid].concat());
    // From its export with either decimal sign: the same points, the same answer.
    let mut found = Vec::new();
    for (file, comma) in [("dot.csv", &[][..]), ("comma.csv", &["--decimal-comma"][..])] {
        place.expect(0, &[&["results", "export", "1", "--csv", "-o", file][..], comma].concat());
        found.push(race(&place.verdict(&["compare", "--recorded", file, "--seed", "1", "--json"])));
        place.expect(0, &["results", "import", file]);
        let diff = place.expect(0, &["diff", "1", "last"]).stdout;
        assert!(diff.contains("No difference"), "{diff}");
    }
    assert_eq!(found[0], found[1]);
    // A run without a grid is refused.
    place.expect(0, &["calibrate", "sim:hdd?disks=4&layout=none", "--seed", "1"]);
    place.expect(0, &["results", "export", "last", "--csv", "-o", "disks.csv"]);
    place.expect(3, &["compare", "--recorded", "disks.csv"]).tells("holds the points of calibrate");
}

/// A grid without an access order answers neither for random nor for sequential I/O, also after a comparison and an export.
#[test]
fn what_a_grid_does_not_tell_is_not_taken_for_told() {
    let place = TestPlace::new("recorded-untold");
    let bare: String = grid()
        .lines()
        .map(|line| line.replace(",random", "").replace(",order", "") + "\n")
        .collect();
    let file = place.write("bare.csv", bare);
    place.expect(0, &["results", "import", &file]);
    let sequential = grid().replace(",random", ",sequential");
    place.expect(0, &["results", "import", &place.write("told.csv", sequential)]);
    for requirement in
        ["iops>=100, write=0", "mibps>=1, write=0", "iops>=1, write=0, order=sequential"]
    {
        let told = place.call(&["size", "--require", requirement, "--run", "1"]).flat();
        assert!(told.contains("do not say whether they are random"), "{requirement}: {told}");
    }
    assert!(place.call(&["diff", "1", "2"]).stdout.contains("-f(unknown)"));
    let notes = |from: &str| {
        place.call(&["compare", "--recorded", from, "--json"]).json()["notes"].to_string()
    };
    let untold = "24 of 24 recorded points do not say";
    assert!(notes(&file).contains(untold), "{}", notes(&file));
    place.expect(0, &["results", "export", "last", "--csv", "-o", "again.csv"]);
    assert!(notes("again.csv").contains(untold));
    // They are not compared with points of a known order, and are used for neither.
    let known =
        grid().lines().filter(|line| !line.starts_with("raid10,")).collect::<Vec<_>>().join("\n");
    let other =
        grid().lines().filter(|line| line.starts_with("raid10,")).collect::<Vec<_>>().join("\n");
    let other = other.replace("raid10,", "bare,").replace(",random", ",");
    let file = place.write("mixed.csv", format!("{known}\n{other}\n"));
    place.expect(3, &["compare", "--recorded", &file]).tells("bare are not; mark each line");
}

/// Logs of SQLIO, two of each disk, and of a growing set whose path carries 430 MiB/s.
#[test]
fn recorded_logs_tell_the_slow_disk_and_the_saturated_path() {
    let place = TestPlace::new("recorded-disks");
    let log = |files: &str, mibps: f64| {
        format!(
            "sqlio v1.5.SG\n1 thread reading for 180 secs from {files}:\n\tusing 64KB IOs over 64KB stripes\n\
             CUMULATIVE DATA:\nIOs/sec: {:.2}\nMBs/sec: {mibps:.2}\n",
            16.0 * mibps
        )
    };
    let mut disks = Vec::new();
    for disk in 2..9_u8 {
        for run in 0..2_u8 {
            let mibps = if disk == 4 { 60.0 } else { 100.0 } + f64::from(disk + run) / 10.0;
            disks.push(
                place.write(&format!("R{disk}-{run}.log"), log(&format!("file {disk}"), mibps)),
            );
        }
    }
    let call = |study: &'static str, files: &[String]| -> Vec<String> {
        [study, "--recorded", "--seed", "1"]
            .map(str::to_owned)
            .into_iter()
            .chain(files.to_vec())
            .collect()
    };
    let words = call("calibrate", &disks);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    place.expect(1, &words).shows("x 4 is an outlier: ");
    // One result of each is too little.
    let once: Vec<&str> = words.iter().copied().filter(|word| !word.ends_with("-1.log")).collect();
    let told = place.expect(2, &once).flat();
    assert!(told.contains("was measured only once"), "{told}");
    place.expect(3, &words[..5]).tells("results of one disk only");
    let mut sets = vec![place.write("S1.log", log("file 2", 100.0))];
    for count in 2..9_u8 {
        let names: Vec<String> = (2..2 + count - 1).map(|disk| disk.to_string()).collect();
        let files = format!("files {} and {}", names.join(", "), count + 1);
        let mibps = (100.0 * f64::from(count)).min(430.0);
        sets.push(place.write(&format!("S{count}.log"), log(&files, mibps)));
    }
    let words = call("scale", &sets);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    place.expect(0, &words).shows("5 disks saturate the shared path at 430 MiB/s");
    let table = "disks,op,block_kib,depth,threads,mb/s\n1,read,64,1,1,100\n2,read,64,1,1,199\n4,read,64,1,1,398\n\
                 8,read,64,1,1,430\n6,read,64,1,1,430\n1,write,64,1,1,90\n";
    let table = place.write("sets.csv", table);
    let told = place.expect(0, &["scale", "--recorded", &table]);
    told.shows("5 disks saturate");
    told.shows("reads, 64 KiB");
    assert!(told.flat().contains("1 of 6 recorded points is left out"), "{}", told.stdout);
    place
        .expect(3, &["calibrate", "--recorded", &table, "--block", "8k"])
        .tells("cannot be used with");
}
