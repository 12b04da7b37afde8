//! Comparisons of points that were measured earlier, here or elsewhere: grids are imported whole, stored runs are compared again,
//! and all commands for studies work with them.

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
    assert!(size.stdout.contains("raid10"), "{}", size.stdout);

    // The comparison of the stored points equals that of the file.
    let words = ["--grid", "-kW -b(8,64) -o(1,4,16) -frandom", "--seed", "1", "--json"];
    let finding = |from: &str| {
        race(&place.expect(0, &[&["compare", "--recorded", from][..], &words].concat()))
    };
    let (by_run, by_file) = (finding("1"), finding(&file));
    assert_eq!(by_run["standings"][0]["name"], "raid10", "{by_run:#}");
    assert_eq!(by_run, by_file);
    assert!(by_run["drift_percent_per_hour"].is_null(), "the times of its points are unknown");
    let none = ["compare", "--recorded", &file, "--grid", "-kW -b9"];
    place.expect(3, &none).tells("no point -kW -b9 -o1 -t1 -fsequential of raid5");
    // A stored comparison can be compared again too, also in a plan.
    let plan = place.write(
        "plan.toml",
        "[[stage]]\nstudy = \"compare\"\nrecorded = \"2\"\n\
         [[stage]]\nstudy = \"compare\"\nrecorded = \"1\"\ngrid = \"-kW -b8 -o(1,4,16) -frandom\"\n",
    );
    let told = place.expect(0, &["study", &plan, "--dry-run"]).stdout;
    assert!(told.contains("writes to  nothing"), "{told}");
    let ended = place.verdict(&["study", &plan, "--json"]);
    for stage in ended.json()["study"]["stages"].as_array().expect("two stages") {
        assert_eq!(stage["finding"]["race"]["standings"][0]["name"], "raid10", "{stage:#}");
    }
    // No point of either has an interval, but all points together give an answer.
    let diff = place.expect(0, &["diff", "1", "2"]);
    assert!(diff.stdout.contains("No difference"), "{}", diff.stdout);
}

#[test]
fn recorded_fill_levels_are_compared_each_and_what_holds_no_layouts_is_refused() {
    let place = TestPlace::new("recorded-stored");
    let (a, b) = ("a=sim:hdd?disks=4&layout=raid10", "b=sim:hdd?disks=4&layout=raid5");
    let words = ["compare", "--layout", a, "--layout", b, "--fill", "10,50", "--seed", "2"];
    place.verdict(&[&words[..], &["--grid", "-kW -b8 -o4 -frandom"]].concat());
    let again = place.verdict(&["compare", "--recorded", "last", "--practical", "3%", "--json"]);
    assert!(!again.json()["command"].to_string().contains("last"), "{}", again.stdout);
    for name in ["a fill 10%", "a fill 50%", "b fill 10%", "b fill 50%"] {
        assert!(again.stdout.contains(name), "{name}\n{}", again.stdout);
    }
    let shelf = "sim:hdd?disks=4&layout=none";
    place.expect(0, &["calibrate", shelf, "--seed", "1"]);
    place.expect(3, &["compare", "--recorded", "last"]).tells("holds no points of layouts");
    // Nothing is built for recorded points.
    let both = ["compare", "--recorded", "1", "--build", "raid0", "--disks", "/dev/x"];
    place.expect(3, &both).tells("--build");
    place.expect(3, &["compare", "--recorded", "77"]).tells("there is no run 77");
    place.expect(3, &["compare", "--recorded", "no.csv"]).tells("no.csv");
    place.write("bad.csv", "layout,op,block_kib,depth,threads,value\na,read,8,0,1,5\n");
    place
        .expect(3, &["results", "import", "bad.csv"])
        .tells("bad.csv:2: depth and threads begin at 1");
}

#[test]
fn the_points_of_a_race_are_exported_and_read_back_as_a_grid() {
    let place = TestPlace::new("recorded-round");
    let (a, b) = ("a=sim:hdd?disks=4&layout=raid10", "b=sim:hdd?disks=4&layout=raid5");
    let grid = ["--grid", "-k(R,W) -b(8,64) -o(1,8) -frandom", "--passes", "2", "--seed", "2"];
    place.verdict(&[&["compare", "--layout", a, "--layout", b][..], &grid].concat());
    // By run number, and from its export with either decimal sign: the same points, the same answer.
    let finding = |from: &str| {
        let words = ["compare", "--recorded", from, "--practical", "2%", "--seed", "1", "--json"];
        race(&place.verdict(&words))
    };
    let by_run = finding("1");
    for (file, comma) in [("dot.csv", &[][..]), ("comma.csv", &["--decimal-comma"][..])] {
        place.expect(0, &[&["results", "export", "1", "--csv", "-o", file][..], comma].concat());
        let by_file = finding(file);
        assert_eq!(by_file["answer"], by_run["answer"], "{file}");
        assert_eq!(by_file["rounds"], by_run["rounds"], "{file}");
        place.expect(0, &["results", "import", file]);
        let diff = place.expect(0, &["diff", "1", "last"]).stdout;
        assert!(diff.contains("No difference"), "{diff}");
    }
    // A run without a grid is refused.
    place.expect(0, &["calibrate", "sim:hdd?disks=4&layout=none", "--seed", "1"]);
    place.expect(0, &["results", "export", "last", "--csv", "-o", "disks.csv"]);
    place.expect(3, &["compare", "--recorded", "disks.csv"]).tells("holds the points of calibrate");
}

/// The points of a single layout are imported, which shows their means; there is nothing to compare them with.
#[test]
fn one_recorded_layout_is_not_compared() {
    let place = TestPlace::new("recorded-alone");
    let one = grid()
        .lines()
        .filter(|line| !line.starts_with("raid5"))
        .fold(String::new(), |all, line| all + line + "\n");
    // 8 KiB reads at depth 1 occur three times: 8, 7 and 9.
    let text = one + "raid10,read,8,1,1,7,random\nraid10,read,8,1,1,9,random\n";
    let file = place.write("alone.csv", text);
    place.expect(3, &["compare", "--recorded", &file]).tells("holds one layout");
    place.expect(0, &["results", "import", &file]);
    let notes = place.expect(0, &["results", "show", "last", "--json"]).json()["notes"].to_string();
    assert!(notes.contains("1 point is recorded more than once, up to 3 times"), "{notes}");
    let shown = place.expect(0, &["results", "show", "last"]).stdout;
    // 8 KiB gives 8, 32 and 128 MiB/s.
    for part in ["Means of raid10 in MiB/s", "56.00"] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let few = ["compare", "--recorded", &place.write("all.csv", grid()), "--grid"];
    let few = place.verdict(&[&few[..], &["-kR -b(8,64) -o4 -frandom"]].concat());
    few.tells("20 of 24 recorded points are left out");
}

/// The report shows all points: those not compared, those that a layout lacks, and for an import its heatmaps.
#[test]
fn every_point_of_a_record_is_shown_and_what_a_layout_lacks_is_told() {
    let place = TestPlace::new("recorded-lacking");
    let whole = grid();
    let part: Vec<&str> =
        whole.lines().filter(|line| !line.starts_with("raid5,write,8,")).collect();
    let file = place.write("part.csv", part.join("\n"));
    let ended = place.verdict(&["compare", "--recorded", &file]);
    let outside = "3 recorded loads are left out because not all layouts have them: raid5 lacks 3";
    let told = ended.flat();
    assert!(told.contains(outside), "{told}");
    assert!(told.contains("The comparison used 18 of 21 recorded points"), "{told}");
    let points = |page: &str| {
        place.expect(0, &["results", "report", "last", "-o", page]);
        let page = place.read(page);
        assert!(!page.contains("all validity checks passed"), "nothing was checked");
        page.matches("<td class=\"cell\"").count()
    };
    assert_eq!(points("race.html"), 21);
    place.expect(0, &["results", "import", &file]);
    assert_eq!(points("import.html"), 21);
}

/// Repeats and points show the noise; of a single value, only plausible noise is known.
#[test]
fn a_lead_is_decided_by_the_noise_of_its_points() {
    let place = TestPlace::new("recorded-once");
    let head = "layout,op,block_kib,depth,threads,value,order\n";
    let line = |layout: &str, depth: u32, value: f64| {
        format!("{layout},read,8,{depth},1,{value},random\n")
    };
    let lead = |code: i32, name: &str, lines: String| {
        let file = place.write(name, head.to_owned() + &lines);
        let words = ["compare", "--recorded", &file, "--passes", "9", "--json"];
        let finding = race(&place.expect(code, &words));
        let lead = &finding["standings"][0]["lead"];
        let end = |end: &str| lead[end].as_f64().expect("a lead of a record has an interval");
        assert!(end("low") < end("value") && end("value") < end("high"), "{lead:#}");
        (finding["rounds"].as_u64().expect("a count"), end("high") - end("low"))
    };
    let (rounds, wide) = lead(2, "once.csv", line("a", 1, 100.0) + &line("b", 1, 80.0));
    assert!(rounds == 1 && wide > 1.0, "{rounds} {wide}");
    let both = |factor: fn(u32) -> f64| -> String {
        (1..=4).map(|n| line("a", n, factor(n) * f64::from(n)) + &line("b", n, n.into())).collect()
    };
    // Even equal ratios do not show that there is no noise.
    let (_, wide) = lead(0, "ratio.csv", both(|_| 1.25));
    assert!(wide > 0.02, "{wide}");
    lead(0, "far.csv", both(|n| if n % 2 == 0 { 10.0 } else { 14.0 }));
    lead(2, "apart.csv", both(|n| if n % 2 == 0 { 0.9 } else { 1.3 }));
    let five = [-2.0, 1.0, 0.0, 2.0, -1.0];
    let many = five.map(|off| line("a", 1, 100.0 + off) + &line("b", 1, 80.0 - off)).concat();
    let (rounds, wide) = lead(0, "many.csv", many);
    assert!(rounds == 5 && wide > 0.02 && wide < 0.2, "{rounds} {wide}");
}

/// A grid without an access order answers neither for random nor for sequential I/O.
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
        let size = place.call(&["size", "--require", requirement, "--run", "1"]);
        let told = size.flat();
        assert!(told.contains("do not say whether they are random"), "{requirement}: {told}");
    }
    let diff = place.call(&["diff", "1", "2"]).stdout;
    assert!(diff.contains("-f(unknown)"), "{diff}");
    // A comparison of them reports this, and so do its points.
    let ended = place.call(&["compare", "--recorded", "1", "--json"]);
    let notes = ended.json()["notes"].to_string();
    assert!(notes.contains("24 of 24 recorded points do not say whether they were"), "{notes}");
    assert!(ended.stdout.contains("recorded, order not told"), "{}", ended.stdout);
    // After a second comparison, and after export and import, the order is still unknown.
    let again = place.call(&["compare", "--recorded", "last", "--json"]).json();
    assert!(
        again["notes"].to_string().contains("24 of 24 recorded points do not say"),
        "{again:#}"
    );
    place.expect(0, &["results", "export", "last", "--csv", "-o", "again.csv"]);
    let told = place.call(&["compare", "--recorded", "again.csv"]).stdout;
    assert!(told.contains("24 of 24 recorded points do not say"), "{told}");
    // Points with unknown order are not compared with points of a known order, and are used for neither.
    let mixed: String =
        grid().lines().map(|line| line.replace("raid5,", "raid6,") + "\n").collect();
    let bare = place.read("again.csv");
    assert!(bare.contains("-f(unknown)") && !bare.contains("-fsequential"), "{bare}");
    let other: String = grid()
        .lines()
        .skip(1)
        .filter(|line| line.starts_with("raid10,"))
        .map(|line| line.replace("raid10,", "bare,").replace(",random", ",") + "\n")
        .collect();
    let told: String = mixed
        .lines()
        .filter(|line| !line.starts_with("raid10,"))
        .map(|line| format!("{line}\n"))
        .collect();
    let file = place.write("mixed.csv", told + &other);
    place.expect(3, &["compare", "--recorded", &file]).tells("bare are not; write random or");
    let words = ["compare", "--recorded", "1", "--grid", "-kW -b8 -o(1,4,16) -fsequential"];
    place.expect(3, &words).tells("do not say whether they are random or sequential");
}

/// Rows beyond those of the layout with the fewest are not dropped.
#[test]
fn every_row_counts() {
    let place = TestPlace::new("recorded-rows");
    let head = "layout,op,block_kib,depth,threads,value,order\n";
    let line = |layout: &str, depth: u32, value: f64| {
        format!("{layout},read,8,{depth},1,{value:.2},random\n")
    };
    // The first of the ten values of a is half of the others.
    let off = |depth: u32| 1.0 + 0.004 * f64::from(depth * 7 % 5);
    let uneven: String = (1..=12)
        .flat_map(|depth| {
            let of = move |time: u32| if time == 0 { 50.0 } else { 100.0 + f64::from(time % 3) };
            let a = (0..10).map(move |time| line("a", depth, of(time) * off(depth)));
            a.chain([line("b", depth, 80.0)])
        })
        .collect();
    let uneven = place.write("uneven.csv", head.to_owned() + &uneven);
    let ended = place.expect(0, &["compare", "--recorded", &uneven]);
    ended.tells("a has 10 values of a point, but b has 1 value. This concerns 12 points");
    assert!(ended.flat().contains("a is best"), "{}", ended.stdout);
    place.verdict(&["compare", "--recorded", &uneven, "--passes", "1"]);
    let both = ["compare", "--recorded", &uneven, "--layout", "a=sim:ssd"];
    place.expect(3, &both).tells("--layout");
}
