//! A link to another device replaces a device marked for destruction, while each writing command is running: the other
//! device keeps every byte.

use crate::drive::TestPlace;
use crate::swapping::{self, COMMANDS, JOB, SwapCounts, SwapStart, SwapTrial, Victim};
use std::path::Path;
use testkit::lab::{LabConfig, LabGuard};

const MIB: u64 = 1 << 20;

/// Commands whose targets are not in their words.
const ELSEWHERE: [&str; 2] = ["orion", "study"];

#[test]
fn what_a_link_leads_to_after_it_was_judged_keeps_every_byte() {
    let place = TestPlace::new("swapped-links");
    let wish = LabConfig { disks: 3, size_bytes: 64 * MIB, ..LabConfig::default() };
    let Some(lab) = LabGuard::up_or_skip(&place.dir.join("lab"), &wish) else { return };
    let [own, second, victim] = &lab.0.devices[..] else { panic!("three were wished for") };
    let precious = Victim::new(victim.clone(), 64 * MIB, 7);
    place.write("job.toml", JOB);
    let link = place.dir.join("t");
    let toggle = |pause: &mut dyn FnMut()| {
        let lead = |to: &Path| {
            let next = place.dir.join("next");
            std::os::unix::fs::symlink(to, &next).and_then(|()| std::fs::rename(&next, &link))
        };
        lead(victim).expect("the folder is the test's");
        pause();
        lead(own).expect("the folder is the test's");
        true
    };
    let attempts = swapping::attempts();
    let rows = COMMANDS.iter().filter(|row| row.target == "t" && !ELSEWHERE.contains(&row.name));
    let second = second.display().to_string();
    for row in rows.take(if attempts.is_some() { COMMANDS.len() } else { 3 }) {
        let mut words: Vec<String> =
            row.words().iter().map(|word| word.replace("t2", &second)).collect();
        let has_second = row.words().iter().any(|word| word.contains("t2"));
        words.extend(["--destroy", "t"].map(str::to_owned));
        if has_second {
            words.extend(["--destroy".to_owned(), second.clone()]);
        }
        let mut tally = SwapCounts::default();
        for number in 0..attempts.unwrap_or(1) {
            let _ = std::fs::remove_file(&link);
            swapping::clear(&place);
            std::os::unix::fs::symlink(own, &link).expect("the folder is the test's");
            let since = if number % 2 == 0 { SwapStart::Judged } else { SwapStart::Named };
            let trial =
                SwapTrial { place: &place, words: &words, target: own, since, toggle: &toggle };
            tally.add(row.name, &trial, number, &precious);
        }
        tally.tell(row.name, "link to a device");
    }
    drop((lab, place));
}
