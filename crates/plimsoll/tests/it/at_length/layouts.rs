//! `compare --build` on loop devices: layouts are built, compared and removed, also when the comparison is killed.

use crate::drive::{TestPlace, borrowed, list, signal, until, wait};
use std::fs::File;
use testkit::lab::{LabConfig, LabGuard};

/// One after the other: the kernel reuses the number of a removed file system for the next one, and a comparison keeps
/// the numbers of its layouts until it ends.
#[test]
fn layouts_are_built_raced_and_taken_down_whatever_happens() {
    a_race_that_is_stopped_or_killed_leaves_nothing_for_long();
    a_plan_builds_each_stage_and_goes_on_after_a_kill_with_what_it_has();
}

/// Four disks. Fields are dropped in this order: the lab before its folder.
struct LayoutLab {
    lab: LabGuard,
    place: TestPlace,
}

impl LayoutLab {
    fn new(name: &str) -> Option<Self> {
        for tool in ["mkfs.btrfs", "sfdisk", "partx", "wipefs"] {
            if testkit::tool(tool).is_none() {
                testkit::skip(&format!("{tool} is not installed"));
                return None;
            }
        }
        let place = TestPlace::new(name);
        let wish = LabConfig { disks: 4, size_bytes: 6 << 30, parts: true, ..LabConfig::default() };
        let lab = LabGuard::up_or_skip(&place.dir.join("lab"), &wish)?;
        Some(Self { lab, place })
    }

    fn devices(&self) -> Vec<String> {
        self.lab.0.devices.iter().map(|device| device.display().to_string()).collect()
    }

    /// A comparison of two btrfs layouts with one short point each; the winner does not matter here.
    fn race(&self, rest: &[&str]) -> Vec<String> {
        let disks = self.devices();
        let mut words = vec!["compare", "--build", "btrfs-raid0,btrfs-raid1", "--disks"];
        let list = disks.join(",");
        words.extend([list.as_str(), "--pause", "0s", "--time", "1s", "--passes", "1"]);
        words.extend(["--slice", "2560MiB", "--size", "64MiB", "--grid", "-kR -b64 -o2"]);
        words.push("--destroy");
        words.extend(disks.iter().map(String::as_str));
        words.extend(rest);
        words.into_iter().map(str::to_owned).collect()
    }

    fn is_clean(&self) {
        assert!(!self.place.dir.join("results.db.layouts").exists());
        for device in &self.lab.0.devices {
            let file = File::open(device).expect("root may read");
            let size = sys::file::size_bytes(&file).expect("it is asked");
            let found = sys::guard::signatures(&file, size).expect("it is read");
            assert_eq!(found, [], "{}", device.display());
            let slice = plan::layout::slice(device, 1);
            assert!(!slice.exists(), "{} stays", slice.display());
        }
    }

    fn stands(&self) -> bool {
        let folder = self.place.dir.join("results.db.layouts");
        let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        mounts.lines().filter(|line| line.contains(&folder.display().to_string())).count() == 2
    }
}

fn a_race_that_is_stopped_or_killed_leaves_nothing_for_long() {
    let Some(stand) = LayoutLab::new("layouts-killed") else { return };
    let race = stand.race(&[]);
    let child = stand.place.start(&borrowed(&race));
    until("the layouts stand", || stand.stands());
    signal(&child, "INT");
    assert_eq!(wait(child).code, 130);
    stand.is_clean();

    let child = stand.place.start(&borrowed(&race));
    until("the layouts stand", || stand.stands());
    signal(&child, "KILL");
    wait(child);
    assert!(stand.stands(), "nobody could take them down");
    let refused = stand.place.expect(4, &["check", &stand.devices()[0], "--budget", "5s"]);
    refused.tells("is mounted at");
    let unmarked = race.iter().position(|word| word == "--destroy").expect("it is there");
    let refused = stand.place.expect(4, &borrowed(&race[..unmarked]));
    refused.tells("hold layouts of an earlier run that was killed");
    assert!(stand.stands(), "a refused command took it down");
    let again = stand.place.verdict(&borrowed(&race));
    again.tells(
        "removed layouts that an earlier run left: btrfs-raid0, btrfs-raid1 on 4 of 4 disks",
    );
    stand.is_clean();
}

/// A plan of two comparisons on the same disks, each with its own layouts; the second fills them.
fn plan(stand: &LayoutLab) -> String {
    let disks = stand.devices();
    let race = format!(
        "[[stage]]\nstudy = \"compare\"\ndisks = {disks:?}\nslice = \"2560MiB\"\n\
         grid = \"-kR -b64 -o2\"\ntime = \"1s\"\npasses = 1\n"
    );
    let text = format!(
        "[study]\npause = \"0s\"\nsize = \"64MiB\"\nseed = 3\n\
         {race}name = \"copies\"\nbuild = \"btrfs-raid0,btrfs-raid1\"\n\
         {race}name = \"filled\"\nbuild = \"btrfs-raid1,btrfs-raid10\"\nfill = [2, 3]\n"
    );
    stand.place.write("plan.toml", text)
}

fn stages(place: &TestPlace) -> Vec<serde_json::Value> {
    list(&place.shown("last")["study"]["stages"])
}

fn a_plan_builds_each_stage_and_goes_on_after_a_kill_with_what_it_has() {
    let Some(stand) = LayoutLab::new("layouts-plan") else { return };
    let plan = plan(&stand);
    let devices = stand.devices();
    let mut words = vec!["study", &plan];
    // Without `--destroy`: each disk of each stage is reported, with its place.
    let refused = stand.place.expect(4, &words);
    for part in ["plan.toml:5: stage \"copies\"", "stage \"filled\"", "--destroy", &devices[3]] {
        refused.tells(part);
    }
    words.push("--destroy");
    words.extend(devices.iter().map(String::as_str));
    let told = stand.place.expect(0, &[&words[..], &["--dry-run"]].concat()).stdout;
    for part in ["stage \"copies\"", "mkfs.btrfs", "stage \"filled\"", "to 2 % (", "is lost"] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    stand.is_clean();
    // Killed while the layouts of the first or second stage exist.
    for number in 0..2 {
        let child = stand.place.start(&words);
        until("a point of the stage is measured", || {
            stages(&stand.place).get(number).is_some_and(|stage| !list(&stage["points"]).is_empty())
        });
        signal(&child, "KILL");
        wait(child);
        assert!(stand.stands(), "nobody could take them down");
    }
    let kept: Vec<_> = stages(&stand.place).iter().map(|stage| list(&stage["points"])).collect();
    let ended = stand.place.verdict(&words);
    ended.tells(
        "removed layouts that an earlier run left: btrfs-raid1, btrfs-raid10 on 4 of 4 disks",
    );
    ended.tells("resuming run 1");
    stand.is_clean();
    let whole = stages(&stand.place);
    for (number, before) in kept.iter().enumerate() {
        let now = list(&whole[number]["points"]);
        assert_eq!(now.get(..before.len()), Some(&before[..]), "a point was lost");
        assert!(whole[number]["finding"].is_object(), "{:#}", whole[number]);
    }
    let levels = list(&whole[1]["points"]).iter().map(|point| point["fill_percent"].as_u64()).max();
    assert_eq!(levels, Some(Some(3)));
    names_what_is_gone(&stand, &devices);
}

/// Every output names the layouts and their disks, and none names a removed folder.
fn names_what_is_gone(stand: &LayoutLab, devices: &[String]) {
    let place = &stand.place;
    let page = || {
        place.expect(0, &["results", "report", "last", "-o", "page.html"]);
        place.read("page.html")
    };
    let csv = || {
        place.expect(0, &["results", "export", "last", "-o", "points.csv"]);
        place.read("points.csv")
    };
    let call = |words: &[&str]| place.verdict(words).stdout;
    let show = call(&["results", "show", "last"]);
    let json = call(&["results", "show", "last", "--json"]);
    // Compared with an unrelated run, which is then removed.
    call(&["ramp", "sim:ssd", "--depths", "1", "--time", "1s", "--pause", "0s"]);
    let diff = call(&["diff", "1", "last"]);
    place.expect(0, &["results", "rm", "2"]);
    let size = call(&["size", "--require", "iops>=10, write=0", "--run", "last"]);
    let list = call(&["results"]);
    let papers = [
        ("show", show),
        ("json", json),
        ("diff", diff),
        ("size", size),
        ("list", list),
        ("page", page()),
        ("csv", csv()),
    ];
    for (what, text) in &papers {
        assert!(!text.contains(".layouts"), "{what} names a folder that is gone:\n{text}");
        if *what != "list" {
            assert!(text.contains("btrfs-raid1"), "{what}:\n{text}");
        }
    }
    for (what, text) in papers.iter().filter(|(what, _)| ["show", "json", "page"].contains(what)) {
        // A terminal breaks lines anywhere.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let told = *what == "json" || words.contains("built for the test and removed afterwards");
        assert!(told && words.contains(&devices[0]), "{what}:\n{text}");
    }
    // The command that repeats a stage builds it again.
    let stages = stages(place);
    let command = stages[0]["command"].as_str().expect("a stage has a command");
    for part in ["compare --build btrfs-raid0,btrfs-raid1 --disks", "--slice", "--destroy"] {
        assert!(command.contains(part), "{command}");
    }
    let filled = stages[1]["command"].as_str().expect("a stage has a command");
    assert!(filled.contains("--fill 2,3") && !filled.contains("--size"), "{filled}");
}
