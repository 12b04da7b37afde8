//! Fill levels: targets are filled level by level and compared on the filled part, on the command line and in a plan.

use crate::drive::{TestPlace, points, signal, until, wait};
use serde_json::Value;

fn raced(document: &Value) -> Vec<Value> {
    points(document).into_iter().filter(|point| point["purpose"] == "race").collect()
}

fn levels(points: &[Value]) -> Vec<u64> {
    let mut all: Vec<u64> =
        points.iter().map(|point| point["fill_percent"].as_u64().expect("a number")).collect();
    all.dedup();
    all
}

#[test]
fn a_simulated_race_is_run_at_each_level_and_its_heads_travel_farther_on_more() {
    let place = TestPlace::new("fill-sim");
    let text = "[study]\nseed = 1\n[[stage]]\nstudy = \"compare\"\n\
                layout = [\"a=sim:hdd?disks=4&layout=raid10\", \"b=sim:hdd?disks=4&layout=raid5\"]\n\
                fill = [60, 5]\ngrid = \"-kR -b8 -o1 -frandom\"\n";
    let plan = place.write("plan.toml", text);
    let told = place.expect(0, &["study", &plan, "--dry-run"]).stdout;
    assert!(told.contains("to 5 % (") && told.contains("then 60 % ("), "{told}");
    let race = raced(&place.verdict(&["study", &plan, "--json"]).json());
    assert_eq!(levels(&race), [5, 60]);
    let mean = |level: u64| {
        let of =
            race.iter().filter(|point| point["subject"] == "a" && point["fill_percent"] == level);
        let rates: Vec<f64> = of.map(|point| point["mibps"]["value"].as_f64().unwrap()).collect();
        rates.iter().sum::<f64>() / rates.len() as f64
    };
    assert!(mean(5) > 1.1 * mean(60), "{} and {}", mean(5), mean(60));
    let shown = place.expect(0, &["results", "show", "last"]).stdout;
    assert!(shown.contains("5 % full") && shown.contains("60 % full"), "{shown}");
}

#[test]
fn a_file_is_filled_level_by_level_and_no_farther() {
    let place = TestPlace::new("fill-file");
    let bytes = vec![7_u8; 16 << 20];
    let (first, second) = (place.write("first", &bytes), place.write("second", &bytes));
    let layouts = [format!("a={first}"), format!("b={second}")];
    let mut words = vec!["compare", "--layout", &layouts[0], "--layout", &layouts[1]];
    words.extend(["--fill", "50,25", "--grid", "-kR -b64", "--time", "1s"]);
    words.extend(["--passes", "1", "--pause", "0s"]);
    // Reading alone needs no permission; filling does.
    let refused = place.expect(4, &words);
    assert_eq!(refused.stderr.matches("--overwrite").count(), 2, "{}", refused.stderr);
    assert!(std::fs::read(&first).unwrap() == bytes, "it was written to");
    words.extend(["--overwrite", &first, &second]);
    let told = place.expect(0, &[&words[..], &["--dry-run"]].concat()).stdout;
    assert!(told.contains(&format!("{first} to 25 % (4 MiB), then 50 % (8 MiB)")), "{told}");
    // After a kill between the levels, it fills again and keeps its points.
    let child = place.start(&words);
    until("a point is measured", || !points(&place.shown("last")).is_empty());
    signal(&child, "KILL");
    wait(child);
    let ended = place.verdict(&[&words[..], &["--json"]].concat());
    assert_eq!(levels(&raced(&ended.json())), [25, 50]);
    assert_eq!(place.runs().len(), 1, "it went on in its own run");
    for file in [&first, &second] {
        let now = std::fs::read(file).unwrap();
        assert!(now[..8 << 20] != bytes[..8 << 20], "{file} was not filled");
        assert!(now[8 << 20..] == bytes[8 << 20..], "{file} was filled too far");
    }
}

#[test]
fn a_level_that_leaves_too_little_space_is_refused() {
    let place = TestPlace::new("fill-wrong");
    let (a, b) = (place.folder("a"), place.folder("b"));
    let told = place.line(4, &format!("compare --layout a={a} --layout b={b} --fill 95"));
    told.tells("cannot be filled to 95 %");
}
