//! The studies on simulated storage whose truth is known: who is accused, what fills up, who wins, and what is refused.

use crate::drive::{CommandOutput, TestPlace, names_in};
use serde_json::Value;

/// Fourteen disks whose third is slow, behind a controller that is full at 900 MiB/s.
const SHELF: &str = "sim:hdd?disks=14&layout=none&slow=3:1.4&noise_cv=0.02&cap_mibps=900";

fn stage(ended: &CommandOutput, number: usize) -> Value {
    ended.json()["study"]["stages"][number].clone()
}

/// What a seed decides of a study: everything but the times of this very run.
fn decided(ended: &CommandOutput) -> Value {
    let mut document = ended.json();
    let fields = document.as_object_mut().expect("a document is an object");
    for time in ["started_unix_s", "seconds"] {
        assert!(fields.remove(time).is_some(), "the document has no {time}");
    }
    document
}

#[test]
fn calibrate_names_the_slow_disk_and_no_other() {
    let place = TestPlace::new("calibrate");
    let ended = place.expect(1, &["calibrate", SHELF, "--seed", "5", "--json"]);
    assert_eq!(ended.stderr, "", "with --json nothing else is said");
    let stage = stage(&ended, 0);
    assert_eq!(stage["finding"]["accused"], serde_json::json!(["disk3"]), "{stage:#}");
    let cells = stage["cells"].as_array().unwrap();
    assert!(cells.len() > 14 && cells.iter().any(|cell| cell["purpose"] == "again"));
    assert!(cells.iter().any(|cell| cell["purpose"] == "reference"));
    // Every interval of every cell is kept, as that of a run.
    let document = ended.json();
    let trials = document["trials"].as_array().unwrap();
    assert_eq!(trials.len(), cells.len());
    for (trial, cell) in trials.iter().zip(cells) {
        let points = trial["streams"][0]["points"].as_array().map_or(0, Vec::len) as f64;
        assert!(points > 0.9 * cell["seconds"].as_f64().unwrap(), "{points} points of {cell:#}");
    }
    let shown = place.expect(1, &["calibrate", SHELF, "--seed", "5"]);
    assert!(shown.stdout.contains("disk3 is not like the others"), "{}", shown.stdout);
    // Seven slow ones of fourteen: two models, or a bad cable. Which it is it cannot know.
    let seven: String = (1..=7).map(|disk| format!("&slow={disk}:1.4")).collect();
    let kinds = format!("sim:hdd?disks=14&layout=none&noise_cv=0.02{seven}");
    let shown = place.expect(2, &["calibrate", &kinds, "--seed", "1"]);
    assert!(shown.stdout.contains("? the 14 disks are of two kinds"), "{}", shown.stdout);
}

#[test]
fn scale_names_how_many_disks_fill_the_limit() {
    let place = TestPlace::new("scale");
    let healthy = "sim:hdd?disks=14&layout=none&noise_cv=0.02&cap_mibps=900";
    let ended = place.expect(0, &["scale", healthy, "--seed", "2", "--report", "page.html"]);
    assert!(ended.stdout.contains("5 disks fill the limit"), "{}", ended.stdout);
    assert!(place.read("page.html").starts_with("<!DOCTYPE html>"));
    let none = "sim:hdd?disks=6&layout=none&noise_cv=0.02";
    let ended = place.expect(0, &["scale", none, "--seed", "2"]);
    assert!(ended.stdout.contains("not reached"), "{}", ended.stdout);
}

/// Disks of two simulated storages have the same names: what `calibrate` found of one says nothing of the other.
#[test]
fn scale_takes_what_each_disk_gives_alone_from_its_own_storage() {
    let place = TestPlace::new("plan-two-shelves");
    let grown = |calibrated: &str, grown: &str| {
        let words = |study: &str, shelf: &str| {
            format!("[[stage]]\nstudy = \"{study}\"\ndisks = [\"{shelf}\"]\n")
        };
        let text = words("calibrate", calibrated) + &words("scale", grown);
        let ended =
            place.expect(1, &["study", &place.write("plan.toml", text), "--seed", "5", "--json"]);
        stage(&ended, 1)["finding"].clone()
    };
    let healthy = "sim:hdd?disks=6&layout=none&noise_cv=0.01";
    let other = grown(&format!("{healthy}&slow=3:4&slow=1:3"), healthy);
    assert_eq!(other["saturation"]["state"], "not-reached", "{other:#}");
    assert!(other["calibrate_left_aside"].is_null(), "nothing was taken: {other:#}");
    // A slow disk at the end looks like a full path, unless its own speed is known.
    let slow = format!("{healthy}&slow=6:1.5");
    let own = grown(&slow, &slow);
    assert_eq!(own["saturation"]["state"], "not-reached", "{own:#}");
    let alone = place.expect(2, &["scale", &slow, "--seed", "5"]);
    let told = "cannot tell whether 6 disks fill it or disk 6 is slow; calibrate tells";
    assert!(alone.stdout.contains(told), "{}", alone.stdout);
}

#[test]
fn compare_ranks_mirrors_over_parity_for_small_writes() {
    let place = TestPlace::new("compare");
    let layout = |name: &str, price: u32| {
        format!("{name}=sim:hdd?disks=8&layout={name}&noise_cv=0.01,price={price},redundancy=1")
    };
    let (mirrors, parity) = (layout("raid10", 4200), layout("raid5", 3100));
    let grid = "-k(W) -b(8,16,32,64) -o(1-16) -frandom";
    let words =
        ["compare", "--layout", &parity, "--layout", &mirrors, "--grid", grid, "--seed", "3"];
    let ended = place.expect(0, &[&words[..], &["--json"]].concat());
    let finding = &stage(&ended, 0)["finding"];
    assert_eq!(finding["standings"][0]["name"], "raid10", "{finding:#}");
    let shown = place.expect(0, &words);
    assert!(shown.stdout.contains("raid10") && shown.stdout.contains("4,200"), "{}", shown.stdout);
}

/// Two layouts of which one writes a fifth less, over blocks and depths.
fn grid() -> String {
    let mut text = "layout,op,block_kib,depth,threads,value\n".to_owned();
    for (layout, share) in [("raid5", 0.8), ("raid10", 1.0)] {
        for (op, factor) in [("read", 1.0), ("write", share)] {
            for kib in [8, 64, 256, 1024] {
                for depth in [1, 2, 4, 8, 16] {
                    // No two points have quite the same ratio, as nothing that was measured has.
                    let about = 1.0 + 0.01 * f64::from((kib + 3 * depth) % 5 - 2) * (1.0 - factor);
                    let mibps = 20.0 * f64::from(kib * depth).sqrt() * factor * about;
                    text += &format!("{layout},{op},{kib},{depth},1,{mibps:.3}\n");
                }
            }
        }
    }
    text
}

#[test]
fn compare_decides_on_recorded_cells_without_a_disk() {
    let place = TestPlace::new("recorded");
    let file = place.write("grid.csv", grid());
    let words = ["compare", "--recorded", &file, "--grid", "-kW -b(8,64,256,1024) -o(1,2,4,8,16)"];
    let ended = place.expect(0, &[&words[..], &["--seed", "1", "--json"]].concat());
    let finding = &stage(&ended, 0)["finding"];
    assert_eq!(finding["standings"][0]["name"], "raid10", "{finding:#}");
    // When its cells were measured nobody knows, so that nothing became faster meanwhile.
    let all = place.call(&["compare", "--recorded", &file, "--seed", "3", "--json"]);
    let drift = &stage(&all, 0)["finding"]["drift_percent_per_hour"];
    assert!(drift.is_null(), "{drift:#}");
    let none = ["compare", "--recorded", &file, "--grid", "-kW -b9"];
    place.expect(3, &none).tells("no cell -kW -b9 -o1 -t1 -fsequential of raid5");
    let single =
        place.write("one.csv", "layout,op,block_kib,depth,threads,value\na,read,8,1,1,5\n");
    let shown = place.expect(2, &["compare", "--recorded", &single]).stdout;
    assert!(shown.contains("ranked against nothing") && shown.contains("5.00"), "{shown}");
    place.expect(0, &["report", "last", "-o", "one.html"]);
    assert!(place.read("one.html").contains("Means of a in MiB/s, over -b8 -o1 -t1"));
    // The published means of a grid, each of its cells counted once.
    let mut text = "layout,op,block_kib,depth,threads,value\n".to_owned();
    let (mut sum, mut count) = (0.0, 0);
    for depth in [1, 2, 4, 8, 16, 32, 64] {
        for threads in [1, 2, 4] {
            let value = 100.0 + f64::from(depth * threads) / 3.0;
            (sum, count) = (sum + value, count + 1);
            text += &format!("a,write,64,{depth},{threads},{value:.4}\n");
        }
    }
    let many = place.write("many.csv", text);
    let shown = place.call(&["compare", "--recorded", &many]).stdout;
    assert!(shown.contains(&format!("{:.2}", sum / f64::from(count))), "{shown}");
    place.expect(3, &["compare", "--recorded", "no.csv"]).tells("no.csv");
}

#[test]
fn segment_and_ramp_answer() {
    let place = TestPlace::new("segment");
    let layout = |chunk: &str| format!("{chunk}=sim:hdd?disks=4&layout=raid0&chunk={chunk}");
    let (small, large) = (layout("64k"), layout("256k"));
    let grid = "-kR -b(64,256) -o(1,4) -frandom";
    let words = ["segment", "--layout", &small, "--layout", &large, "--grid", grid];
    let ended = place.expect(0, &[&words[..], &["--seed", "1", "--json"]].concat());
    assert_eq!(stage(&ended, 0)["study"], "segment");
    let words = ["ramp", "sim:ssd", "--block", "8k,64k", "--budget", "10s", "--seed", "1"];
    let ended = place.expect(0, &[&words[..], &["--json"]].concat());
    assert_eq!(ended.json()["study"]["stages"].as_array().unwrap().len(), 2);
    let words = ["ramp", "sim:ssd", "--ladder", "1-16", "--seed", "1"];
    let ended = place.expect(0, &words);
    assert!(ended.stdout.contains("16"), "{}", ended.stdout);
}

#[test]
fn a_ramp_gives_a_rotating_disk_the_time_that_it_takes_and_invents_no_stalls() {
    let place = TestPlace::new("ramp-disk");
    // Not with each seed does the confirming run hold what it was to confirm.
    let words = ["ramp", "sim:hdd", "--ceiling", "p99<=50ms", "--seed", "2"];
    let ended = place.expect(0, &[&words[..], &["--json"]].concat());
    let line = &stage(&ended, 0)["finding"]["role"]["load_line"]["value"];
    let line = line.as_f64().expect("a line was found");
    // Six million operations say that 35 a second keep it.
    assert!((30.0..=35.5).contains(&line), "{line}");
    assert!(!ended.stdout.contains("stall"), "{}", ended.stdout);
    let planned = place.expect(0, &[&words[..], &["--dry-run"]].concat());
    assert!(planned.stdout.contains("45 min"), "{}", planned.stdout);
    // A minute is too short, and what would do is named.
    let short = place.expect(2, &[&words[..], &["--budget", "60s", "--json"]].concat());
    let reason = stage(&short, 0)["finding"]["role"]["reason"].to_string();
    assert!(reason.contains("a budget of about") && !reason.contains("stall"), "{reason}");
}

/// The doubts about stalls of a document.
fn stalls_told(document: &Value) -> Vec<String> {
    let doubts = document["doubts"].as_array().expect("doubts").iter();
    let stalls = doubts.filter(|doubt| doubt["kind"] == "stalls");
    stalls.map(|doubt| doubt["text"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn stalls_travel_with_their_cells_and_are_told_once() {
    let place = TestPlace::new("study-stalls");
    let shelf = "sim:ssd?disks=3&layout=none&stall=5s:2s:30s";
    let words = ["calibrate", shelf, "--seed", "1", "--json", "--report", "page.html"];
    let document = place.call(&words).json();
    let cells = document["study"]["stages"][0]["cells"].as_array().expect("cells");
    let stalled: Vec<&Value> =
        cells.iter().flat_map(|cell| cell["stalls"].as_array().unwrap()).collect();
    assert!(!stalled.is_empty() && stalled.len() <= cells.len(), "{document:#}");
    for stalls in stalled {
        let longest_s = stalls["longest_s"].as_f64().unwrap();
        assert!((longest_s - 2.0).abs() < 0.05, "{stalls}");
    }
    let told = stalls_told(&document);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("no I/O completed for a second or more"), "{told:?}");
    // From the store it is the same, in every form.
    let stored = place.expect(0, &["results", "show", "1", "--json"]).json();
    assert_eq!(stored["study"]["stages"][0]["cells"], document["study"]["stages"][0]["cells"]);
    place.expect(0, &["report", "1", "-o", "again.html"]);
    for page in ["page.html", "again.html"] {
        let page = place.read(page);
        assert!(page.contains("The storage stalled") && page.contains("1 stall of 2 s"), "{page}");
    }
    let table = place.expect(0, &["results", "export", "1", "--csv"]).stdout;
    let [head, first] = [0, 1].map(|line| table.lines().nth(line).expect("a line"));
    assert!(head.ends_with("stalls,stall_s_longest") && first.contains(",1,2.00"), "{first}");
}

#[test]
fn only_the_layout_that_stalls_is_named_and_a_deep_queue_is_no_stall() {
    let place = TestPlace::new("race-stalls");
    let layouts = [
        "calm=sim:hdd?disks=4&layout=raid10",
        "halting=sim:hdd?disks=4&layout=raid10&stall=5s:2s:20s",
    ];
    let grid = ["--grid", "-kR -b(8) -o(1,64) -t(4) -frandom", "--seed", "1", "--json"];
    let words = ["compare", "--layout", layouts[0], "--layout", layouts[1]];
    let told = stalls_told(&place.call(&[&words[..], &grid].concat()).json());
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("halting ") && !told[0].contains("calm"), "{told:?}");
    // 256 outstanding on one disk wait for two seconds each.
    for depth in ["1", "64"] {
        let threads = if depth == "1" { "256" } else { "4" };
        let load = ["--random", "--block", "8k", "--depth", depth, "--threads", threads];
        let shelf = ["calibrate", "sim:hdd?disks=2&layout=none", "--seed", "1", "--json"];
        let told = stalls_told(&place.call(&[&shelf[..], &load].concat()).json());
        assert!(told.is_empty(), "{told:?}");
    }
}

#[test]
fn a_rate_that_is_round_by_chance_is_no_quota_in_a_study() {
    let place = TestPlace::new("study-quota");
    let layouts = ["raid5=sim:hdd?disks=8&layout=raid5", "raid10=sim:hdd?disks=8&layout=raid10"];
    let words = ["segment", "--layout", layouts[0], "--layout", layouts[1], "--grid"];
    let grid = ["-kR -b(8,64) -o(1,8,32) -frandom", "--seed", "1", "--json"];
    let ended = place.expect(0, &[&words[..], &grid].concat());
    let doubts = ended.json()["doubts"].to_string();
    assert!(!doubts.contains("quota"), "{doubts}");
}

#[test]
fn the_same_seed_finds_the_same_and_another_one_measures_anew() {
    let place = TestPlace::new("study-seed");
    let shelf = "sim:hdd?disks=5&layout=none&slow=2:1.3&noise_cv=0.02";
    let study = |seed| place.expect(1, &["calibrate", shelf, "--seed", seed, "--json"]);
    let (first, again, other) =
        (decided(&study("21")), decided(&study("21")), decided(&study("22")));
    assert_eq!(first, again);
    assert_ne!(first["study"]["stages"][0]["cells"], other["study"]["stages"][0]["cells"]);
}

#[test]
fn a_plan_is_carried_out_stage_by_stage() {
    let place = TestPlace::new("plan");
    let plan = place.write(
        "plan.toml",
        format!(
            "[study]\nname = \"all\"\nseed = 4\n\
             [[stage]]\nstudy = \"calibrate\"\ndisks = [\"{SHELF}\"]\n\
             [[stage]]\nstudy = \"scale\"\ndisks = [\"{SHELF}\"]\n\
             [[stage]]\nstudy = \"ramp\"\ntarget = \"sim:ssd\"\nbudget = \"5s\"\n"
        ),
    );
    let ended = place.expect(1, &["study", &plan, "--json"]);
    let document = ended.json();
    assert_eq!((&document["subject"], &document["seed"]), (&"all".into(), &4.into()));
    assert_eq!(stage(&ended, 0)["finding"]["accused"], serde_json::json!(["disk3"]));
    let names: Vec<Value> = (0..3).map(|number| stage(&ended, number)["name"].clone()).collect();
    assert_eq!(names, ["calibrate", "scale", "ramp"]);
    assert!(stage(&ended, 2)["finding"].is_object());
    // People find it again by its name.
    let shown = place.expect(0, &["results", "show", "last"]);
    assert!(shown.stdout.contains("study \"all\" on"), "{}", shown.stdout);
    place.expect(0, &["report", "last", "-o", "page.html"]);
    assert!(place.read("page.html").contains("study &quot;all&quot; on "));
}

#[test]
fn a_layout_called_none_is_no_lack_of_one() {
    let place = TestPlace::new("study-none");
    let words = ["compare", "--layout", "none=sim:ssd", "--layout", "hdd=sim:hdd"];
    let ended = place.expect(0, &[&words[..], &["--grid", "-kR -b8 -o4 -frandom"]].concat());
    assert!(ended.stdout.contains("single disks (none) is best"), "{}", ended.stdout);
    assert!(!ended.stdout.contains(" none is"), "{}", ended.stdout);
}

#[test]
fn a_dry_run_touches_nothing() {
    let place = TestPlace::new("dry-run");
    let (folder, other) = (place.folder("a"), place.folder("b"));
    let file = place.write("file", vec![7_u8; 4 << 20]);
    let before = names_in(&place.dir.path().display().to_string()).len();
    let words = ["calibrate", &folder, &other, "--write", "--size", "64MiB", "--dry-run"];
    let ended = place.expect(0, &words);
    for part in ["each alone", "likely", "at most", "128 MiB in files", "a file of its own in"] {
        assert!(ended.stdout.contains(part), "{part}\n{}", ended.stdout);
    }
    let ended = place.expect(0, &[&words[..], &["--json"]].concat());
    let stage = &ended.json()["stages"][0];
    assert_eq!(stage["lay_bytes"], 128 << 20);
    let [likely, noisy, longest] =
        ["likely_s", "noisy_s", "longest_s"].map(|key| stage[key].as_f64());
    assert!(likely < noisy && noisy <= longest, "{stage}");
    // Who stands out is measured again at twice the time, and 17 cells of 6 x 20 s are no less than they are.
    assert!(longest > Some(17.0 * 120.0), "{stage}");
    let words = ["ramp", &file, "--ladder", "1-8", "--dry-run"];
    assert!(place.expect(0, &words).stdout.contains("writes to  nothing"));
    assert_eq!(names_in(&place.dir.path().display().to_string()).len(), before, "a store was made");
    assert!(names_in(&folder).is_empty() && names_in(&other).is_empty());
    assert!(std::fs::read(&file).unwrap() == vec![7_u8; 4 << 20]);
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let place = TestPlace::new("study-wrong");
    let words = [
        "calibrate",
        "sim:hdd?disks=0&speed=1",
        "/no/such/disk",
        "--block",
        "1000",
        "--depth",
        "0",
        "--time",
        "1ms",
        "--pause",
        "x",
        "--engine",
        "warp",
    ];
    let ended = place.expect(3, &words);
    for part in
        ["disks=0", "speed", "/no/such/disk", "--block", "--depth", "--time", "--pause", "--engine"]
    {
        ended.tells(part);
    }
    let ended = place.expect(3, &["calibrate", "sim:hdd"]);
    ended.tells("two or more");
    place.expect(3, &["scale", "sim:hdd?disks=4"]).tells("layout=none");
    let words = ["compare", "--layout", "a=sim:hdd,prise=3", "--layout", "b", "--grid", "-q(1)"];
    let ended = place.expect(3, &words);
    for part in ["prise", "NAME=PLACE", "--grid", "two or more"] {
        ended.tells(part);
    }
    let plan =
        place.write("plan.toml", "[[stage]]\nstudy = \"scal\"\n[[stage]]\nstudy = \"ramp\"\n");
    let ended = place.expect(3, &["study", &plan]);
    for part in ["did you mean \"scale\"", "has no `target`", "plan.toml:2"] {
        ended.tells(part);
    }
    let text = "[[stage]]\nstudy = \"scale\"\ndisks = [\"/no/such\", \"/nor/this\"]\n";
    let ended = place.expect(3, &["study", &place.write("plan.toml", text)]);
    for part in ["/no/such", "/nor/this", "stage \"scale\""] {
        ended.tells(part);
    }
    // A stage that cannot be read keeps nothing of the others from being told.
    let text = format!(
        "{text}[[stage]]\nstudy = \"compare\"\nlayouts = [\"a=/no/a\", \"b=sim:ssd,prise=1\"]\ngrid = \"-q1\"\n\
         for = \"x\"\n[[stage]]\nstudy = \"ramp\"\ntarget = \"/no/target\"\n"
    );
    let ended = place.expect(3, &["study", &place.write("plan.toml", text)]);
    for part in
        ["/no/such", "stage \"scale\"", "is no grid", "`for` exclude", "/no/target", "plan.toml:7"]
    {
        ended.tells(part);
    }
    let words =
        ["compare", "--layout", "a=sim:ssd", "--layout", "b=/no/b", "--grid", "-q1", "--for", "x"];
    let ended = place.expect(3, &words);
    for part in ["/no/b", "--grid: ", "--for and --grid exclude each other", "there is no profile"]
    {
        ended.tells(part);
    }
}

/// A key that cannot be read hides neither the other keys of its stage nor what the stage stands on.
#[test]
fn every_problem_of_a_plan_is_told_and_counted() {
    let place = TestPlace::new("study-plans-wrong");
    let (file, folder) = (place.write("file", vec![7_u8; 4 << 20]), place.folder("folder"));
    let cases = [
        ("study = \"calibrate\"\ndisks = [\"/no/x\", \"/no/y\"]\nblok = 1\n", 3),
        // Of one disk nobody knows whether more were meant, unless all of them could be read.
        ("study = \"calibrate\"\ndisks = [\"FOLDER\"]\nblok = 1\n", 2),
        ("study = \"scale\"\ndisks = [\"FOLDER\", 5, \"/no/x\"]\ndepth = 0\n", 3),
        ("study = \"scal\"\ndisks = [\"/no/x\", \"/no/y\"]\nceiling = 1\n", 4),
        (
            "study = \"compare\"\nlayouts = [\"a=/no/a\", \"b\"]\ngrid = \"-q1\"\nfill = [0, 99]\n",
            6,
        ),
        // What cannot be read must not make a file be given up; what would fill it must.
        ("study = \"compare\"\nlayouts = [\"a=FILE\", \"b=/no/b\"]\ngrid = \"-q1\"\n", 2),
        ("study = \"compare\"\nlayouts = [\"a=FILE\", \"b=FOLDER\"]\nfor = 5\n", 1),
        ("study = \"compare\"\nlayouts = [\"a=FILE\", \"b=FOLDER\"]\nfill = [0]\n", 2),
        ("study = \"compare\"\nlayouts = [\"a=sim:ssd\", \"b=/no/b\"]\nfoo = 1\n", 3),
        ("study = \"compare\"\nrecorded = \"/no/c\"\nlayouts = [\"a=/no/a\"]\nfill = [3]\n", 3),
        ("study = \"compare\"\nlayouts = [\"a=/no/a\"]\ngrid = \"-kR\"\nfor = \"x\"\n", 4),
        (
            "study = \"ramp\"\ntarget = \"/no/t\"\nladder = \"1-8\"\nceiling = \"p99<=1s\"\nbudget = \"9s\"\n",
            3,
        ),
        ("study = \"ramp\"\ntarget = \"/no/t\"\nmix = [101, \"abc\"]\nblock = [1000, \"3x\"]\n", 5),
        ("study = \"ramp\"\ntarget = \"FILE\"\nblock = \"8MiB\"\nfoo = 1\n", 2),
        ("study = \"compare\"\nlayouts = [\"a=/no/a\"\n", 2),
    ];
    for (stage, count) in cases {
        let text = format!("[[stage]]\n{stage}").replace("FILE", &file).replace("FOLDER", &folder);
        let ended = place.expect(3, &["study", &place.write("plan.toml", &text), "--json"]);
        let told = ended.stderr.matches("error: ").count();
        assert_eq!(told, count, "{text}\n{}", ended.stderr);
        let plural = if count == 1 { "" } else { "s" };
        ended.tells(&format!("plan.toml: {count} problem{plural}; nothing was opened"));
        let errors = ended.json()["errors"].as_array().expect("a list").clone();
        assert_eq!(errors.len(), count, "{}", ended.stdout);
        let placed =
            |error: &Value| error["place"].as_str().is_some_and(|p| p.contains("plan.toml:"));
        assert!(errors.iter().all(placed), "{errors:?}");
    }
}

#[test]
fn flags_that_mean_nothing_and_blocks_that_do_not_fit_are_told_with_the_rest() {
    let place = TestPlace::new("study-flags-wrong");
    let file = place.write("file", vec![7_u8; 4 << 20]);
    let cases: [(&[&str], &[&str]); 6] = [
        (
            &["ramp", "/no/t", "--ladder", "1-8", "--ceiling", "p99<=1ms", "--budget", "9s"],
            &["--ceiling means", "--budget means", "/no/t"],
        ),
        (
            &["calibrate", "/no/a", "--depth", "x", "--threads", "-3"],
            &["--depth: must be 1 to 4096, not x", "--threads: must be", "/no/a", "two or more"],
        ),
        (
            &["segment", "--disks", "/no/d", "--slice", "1q", "--grid", "-q1"],
            &["--disks means nothing", "--slice means nothing", "--grid: ", "two or more"],
        ),
        (
            &["compare", "--recorded", "/no/c", "--layout", "a=/a", "--fill", "3"],
            &["a layout has no place", "--recorded and --fill", "failed to read /no/c"],
        ),
        (
            &[
                "compare",
                "--layout",
                "a=sim:ssd",
                "--layout",
                "b=/no/b",
                "--fill",
                "0,x",
                "--size",
                "1GiB",
            ],
            &["\"0\"", "\"x\"", "--fill and --size", "/no/b", "cannot stand beside real ones"],
        ),
        (
            &["calibrate", &file, "/no/b", "--block", "8MiB"],
            &["less than a block of 8 MiB", "/no/b"],
        ),
    ];
    for (words, parts) in cases {
        let ended = place.expect(3, words);
        parts.iter().for_each(|part| ended.tells(part));
        assert_eq!(ended.stderr.lines().count(), parts.len(), "{}", ended.stderr);
    }
    // Nothing at all is no difference that counts, for whoever compares.
    for practical in ["0", "0%", "100", "x"] {
        let two = ["compare", "--layout", "a=sim:ssd", "--layout", "b=sim:ssd?disks=2"];
        let rule = "above 0 and below 100";
        place.expect(3, &[&two[..], &["--practical", practical]].concat()).tells(rule);
        place.call(&["diff", "1", "2", "--practical", practical]).tells(rule);
        let text = format!(
            "[[stage]]\nstudy = \"compare\"\nlayouts = [\"a=sim:ssd\", \"b=sim:ssd?disks=2\"]\npractical = \"{practical}\"\n"
        );
        place.expect(3, &["study", &place.write("plan.toml", text)]).tells("`practical` ");
    }
    let ended = place.expect(3, &["size", "--need", "x", "--disks", "/no/d", "--run", "7,8"]);
    ["--need", "/no/d", "no run 7", "no run 8"].into_iter().for_each(|part| ended.tells(part));
}

#[test]
fn files_of_somebody_else_are_read_but_never_written() {
    let place = TestPlace::new("study-files");
    let bytes = vec![7_u8; 8 << 20];
    let (first, second) = (place.write("first", &bytes), place.write("second", &bytes));
    let words = ["calibrate", &first, &second, "--write", "--time", "1s", "--pause", "0s"];
    let ended = place.expect(4, &words);
    assert_eq!(ended.stderr.matches("--overwrite").count(), 2, "{}", ended.stderr);
    let words = ["ramp", &first, "--ladder", "1,2", "--time", "1s", "--pause", "0s"];
    place.climb(&words);
    for file in [&first, &second] {
        assert!(std::fs::read(file).unwrap() == bytes, "{file} was written to");
    }
}

#[test]
fn layouts_on_one_file_system_are_told_as_such() {
    let place = TestPlace::new("study-shared");
    let [first, second] = ["a", "b"].map(|name| format!("{name}={}", place.folder(name)));
    let words =
        ["compare", "--layout", &first, "--layout", &second, "--grid", "-kR -b8 -o1 -frandom"];
    let short = ["--size", "64MiB", "--pause", "0s", "--time", "1s", "--passes", "1"];
    let ended = place.call(&[&words[..], &short].concat());
    assert!((0..=2).contains(&ended.code), "{}", ended.stderr);
    let shown = place.expect(0, &["results", "show", "last", "--json"]).json();
    let notes = shown["notes"].to_string();
    assert!(notes.contains("a, b are on one file system"), "{notes}");
}
