//! Power cuts by seed: every loss of an acknowledged commit is found, page by page; honest storage raises no alarm.

mod storage;

use base::Rng;
use integrity::PageStamper;
use integrity::commits::{
    CommitCheck, CommitConclusion, CommitDesign, CommitLossKind, DurabilityMode, DurabilityVerdict,
    FoundContent, PageLocation, TargetContinuity,
};
use std::collections::{BTreeSet, HashMap};
use storage::{PowerCut, VolatileStorage};

const CUTS: u64 = 500;

fn design(rng: &mut Rng, run: u64) -> CommitDesign {
    let group = 1 + rng.below(4) as u32;
    let ahead = group * (2 + rng.below(6) as u32);
    let design = CommitDesign {
        run,
        seed: rng.bits(),
        page_bytes: 512 << rng.below(4),
        log_pages: ahead * 2 + rng.below(40) as u32,
        data_pages: 16 + rng.below(80) as u32,
        pages_max: 1 + rng.below(6) as u32,
        group,
        ahead,
        mode: DurabilityMode::ALL[rng.below(5) as usize],
        same_device: false,
        identity: 0,
    };
    assert_eq!(design.check(), Ok(()));
    design
}

/// The number of a location among all pages.
fn number(design: &CommitDesign, place: PageLocation) -> usize {
    (design.offset_bytes(place) / u64::from(design.page_bytes)) as usize
}

/// The state at an acknowledgement: the commit, and what the storage had promised by then.
struct LedgerSnapshot {
    commit: u32,
    promised: HashMap<usize, u32>,
}

/// Writes as the product does until the power fails; returns the acknowledgements and the last issued commit.
fn write(design: &CommitDesign, storage: &mut VolatileStorage) -> (Vec<LedgerSnapshot>, u32) {
    let stamper = PageStamper::new(design.run, design.seed, design.page_bytes as usize);
    let mut told = vec![LedgerSnapshot { commit: 0, promised: HashMap::new() }];
    let mut issued = 0;
    // The power fails at some operation: the loop has no other end.
    let mut group_done = |storage: &mut VolatileStorage| -> Result<(), PowerCut> {
        let group = design.group(issued + 1);
        issued = group.last;
        let mut page = vec![0; design.page_bytes as usize];
        let each = design.mode.each_durable();
        let mut put = |storage: &mut VolatileStorage, place, commit| {
            stamper.stamp(&mut page, design.id(place), commit, 0);
            let number = number(design, place);
            if each {
                storage.write_durably(number, commit, &page)
            } else {
                storage.write(number, commit, &page)
            }
        };
        for commit in group.first..=group.last {
            put(storage, PageLocation::Log(design.slot_of(commit)), commit)?;
        }
        if !each {
            storage.flush()?;
        }
        told.push(LedgerSnapshot { commit: group.last, promised: storage.promised.clone() });
        for (page, commit) in group.data {
            put(storage, PageLocation::Data(page), commit)?;
        }
        Ok(())
    };
    while group_done(storage).is_ok() {}
    storage.cut();
    (told, issued)
}

fn check(design: &CommitDesign, acknowledged: u32, medium: &[u8]) -> CommitConclusion {
    let mut check = CommitCheck::new(*design, acknowledged);
    for (place, page) in check.places().zip(medium.chunks(design.page_bytes as usize)) {
        check.take(place, page);
    }
    check.conclude()
}

/// The locations that hold a byte older than what was promised.
fn lost(
    design: &CommitDesign,
    storage: &VolatileStorage,
    promised: &HashMap<usize, u32>,
) -> BTreeSet<PageLocation> {
    let places = CommitCheck::new(*design, 0).places();
    places
        .filter(|&place| {
            let at = number(design, place);
            let (from, length) = (at * design.page_bytes as usize, design.page_bytes as usize);
            let wanted = promised.get(&at).copied().unwrap_or(0);
            storage.origin[from..from + length].iter().any(|&commit| commit < wanted)
        })
        .collect()
}

struct PowerCutOutcome {
    design: CommitDesign,
    conclusion: CommitConclusion,
    lost_of_acknowledged: BTreeSet<PageLocation>,
    lost_of_promised: BTreeSet<PageLocation>,
}

fn cut(seed: u64, lying_share: f64) -> PowerCutOutcome {
    let mut rng = Rng::new(seed);
    let design = design(&mut rng, seed + 1);
    let pages = (design.log_pages + design.data_pages + 1) as usize;
    let operations = 1 + rng.below(1500);
    let mut storage =
        VolatileStorage::new(seed, pages, design.page_bytes as usize, lying_share, operations);
    let (told, issued) = write(&design, &mut storage);
    // The ledger may lag by as much as the writer may run ahead of it.
    let allowed = |told: &&LedgerSnapshot| told.commit + design.ahead >= issued;
    let within: Vec<&LedgerSnapshot> = told.iter().filter(allowed).collect();
    let told = within[rng.below(within.len() as u64) as usize];
    PowerCutOutcome {
        conclusion: check(&design, told.commit, &storage.medium),
        lost_of_acknowledged: lost(&design, &storage, &told.promised),
        lost_of_promised: lost(&design, &storage, &storage.promised),
        design,
    }
}

#[test]
fn no_honest_storage_is_accused() {
    let (mut kept, mut torn) = (0, 0);
    for seed in 0..CUTS {
        let PowerCutOutcome { conclusion, lost_of_promised, .. } = cut(seed, 0.0);
        assert!(lost_of_promised.is_empty(), "seed {seed}: the model is honest");
        assert_eq!(conclusion.first_lie(), None, "seed {seed}: {conclusion:?}");
        let expected = if conclusion.acknowledged > 0 {
            DurabilityVerdict::Kept
        } else {
            DurabilityVerdict::CannotTell
        };
        assert_eq!(conclusion.verdict(), expected, "seed {seed}");
        kept += u32::from(conclusion.verdict() == DurabilityVerdict::Kept);
        torn += conclusion.torn_under_way;
    }
    assert!(kept > 450, "{kept} of {CUTS} had something acknowledged");
    assert!(torn > 100, "{torn} pages were torn under way");
}

#[test]
fn every_loss_of_an_acknowledged_write_is_found() {
    let (mut liars, mut kinds) = (0, BTreeSet::new());
    for seed in 0..CUTS {
        let PowerCutOutcome { design, conclusion, lost_of_acknowledged, lost_of_promised } =
            cut(seed, [0.3, 0.05, 0.005][seed as usize % 3]);
        let found: BTreeSet<PageLocation> = conclusion.lies.iter().map(|lie| lie.place).collect();
        let missed: Vec<_> = lost_of_acknowledged.difference(&found).collect();
        assert!(missed.is_empty(), "seed {seed}: missed {missed:?}\n{design:?}\n{conclusion:?}");
        let false_alarms: Vec<_> = found.difference(&lost_of_promised).collect();
        assert!(false_alarms.is_empty(), "seed {seed}: {false_alarms:?}\n{design:?}");
        assert_eq!(
            conclusion.verdict() == DurabilityVerdict::Lied,
            !found.is_empty(),
            "seed {seed}"
        );
        liars += u32::from(!lost_of_acknowledged.is_empty());
        let name = |kind| match kind {
            CommitLossKind::Overtaken(_) => CommitLossKind::Overtaken(0),
            kind => kind,
        };
        kinds.extend(conclusion.lies.iter().map(|lie| name(lie.kind)));
    }
    assert!(liars > 200, "{liars} of {CUTS} cuts lost something acknowledged");
    let wanted = [
        CommitLossKind::Lost,
        CommitLossKind::Overtaken(0),
        CommitLossKind::Torn,
        CommitLossKind::Older,
        CommitLossKind::Zeros,
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), wanted);
}

/// A medium on which everything up to commit `last` was written whole.
fn written(design: &CommitDesign, last: u32) -> Vec<u8> {
    let stamper = PageStamper::new(design.run, design.seed, design.page_bytes as usize);
    let mut medium = vec![0; design.size_bytes() as usize];
    for first in (1..=last).step_by(design.group as usize) {
        let group = design.group(first);
        let log = (group.first..=group.last).map(|c| (PageLocation::Log(design.slot_of(c)), c));
        let data = group.data.iter().map(|&(page, c)| (PageLocation::Data(page), c));
        for (place, commit) in log.chain(data) {
            let at = design.offset_bytes(place) as usize;
            let page = &mut medium[at..at + design.page_bytes as usize];
            stamper.stamp(page, design.id(place), commit, 0);
        }
    }
    medium
}

#[test]
fn a_tail_that_is_gone_is_lost_and_a_gap_is_overtaken() {
    let design = design(&mut Rng::new(5), 5);
    let last = design.log_pages / design.group * design.group;
    let whole = written(&design, last);
    assert_eq!(check(&design, last, &whole).verdict(), DurabilityVerdict::Kept);
    let page = design.page_bytes as usize;
    let at = |commit: u32| design.offset_bytes(PageLocation::Log(design.slot_of(commit))) as usize;
    let mut gap = whole.clone();
    gap[at(3)..at(3) + page].fill(0);
    let conclusion = check(&design, last, &gap);
    let lie = conclusion.first_lie().expect("commit 3 is gone");
    assert_eq!((lie.commit, lie.found, lie.acknowledged), (3, FoundContent::Zeros, true));
    assert_eq!(lie.kind, CommitLossKind::Overtaken(last));
    let none = vec![0; whole.len()];
    let mut same = CommitCheck::new(design, last);
    same.places().for_each(|place| same.take(place, &none[..page]));
    same.set_continuity(TargetContinuity::Same);
    let conclusion = same.conclude();
    assert_eq!(
        conclusion.first_lie().map(|lie| (lie.commit, lie.kind)),
        Some((1, CommitLossKind::Lost))
    );
}

#[test]
fn a_later_page_proves_what_no_ledger_knows() {
    let design = design(&mut Rng::new(6), 6);
    let last = design.group * 2;
    let mut medium = written(&design, last);
    let (from, length) =
        (design.offset_bytes(PageLocation::Log(0)) as usize, design.page_bytes as usize);
    medium[from..from + length].fill(0);
    let conclusion = check(&design, 0, &medium);
    let lie = conclusion.first_lie().expect("pages in place come after the log");
    assert_eq!((lie.commit, lie.acknowledged), (1, false));
    assert_eq!(conclusion.verdict(), DurabilityVerdict::Lied);
}

#[test]
fn rot_and_what_cannot_be_read_are_damage() {
    let design = design(&mut Rng::new(7), 7);
    let last = design.log_pages / design.group * design.group;
    let mut medium = written(&design, last);
    medium[design.offset_bytes(PageLocation::Log(design.slot_of(last))) as usize + 100] ^= 1;
    let conclusion = check(&design, last, &medium);
    assert!(matches!(conclusion.first_lie().map(|lie| lie.kind), Some(CommitLossKind::Damaged(_))));
    let mut unread = CommitCheck::new(design, last);
    for place in unread.places() {
        unread.unreadable(place);
    }
    unread.set_continuity(TargetContinuity::Same);
    assert_eq!(unread.conclude().verdict(), DurabilityVerdict::Lied);
}

#[test]
fn what_nothing_shows_to_be_the_target_is_not_accused() {
    let design = design(&mut Rng::new(8), 8);
    let last = design.log_pages / design.group * design.group;
    let page = design.page_bytes as usize;
    let mut noise = vec![0; design.size_bytes() as usize];
    Rng::new(9).fill(&mut noise);
    let zeros = vec![0; noise.len()];
    let other = written(&CommitDesign { run: 77, ..design }, last);
    for (medium, other_run) in [(&noise, None), (&zeros, None), (&other, Some(77))] {
        let conclusion = check(&design, last, medium);
        assert_eq!(
            (conclusion.verdict(), conclusion.lies_total),
            (DurabilityVerdict::CannotTell, 0)
        );
        assert_eq!((conclusion.other_run, conclusion.torn_under_way), (other_run, 0));
    }
    // Only the head shows that this is the target: everything else was lost.
    let stamper = PageStamper::new(design.run, design.seed, page);
    let mut lost = zeros;
    let at = design.offset_bytes(PageLocation::Head) as usize;
    stamper.stamp(&mut lost[at..at + page], design.id(PageLocation::Head), 1, 0);
    let conclusion = check(&design, last, &lost);
    assert_eq!(conclusion.verdict(), DurabilityVerdict::Lied);
    assert!(conclusion.lies.iter().any(|lie| lie.kind == CommitLossKind::Zeros));
    // A later run on the same target overwrote this one.
    let mut replaced = CommitCheck::new(design, last);
    let places = replaced.places();
    places.zip(other.chunks(page)).for_each(|(place, page)| replaced.take(place, page));
    replaced.set_continuity(TargetContinuity::Replaced);
    assert_eq!(replaced.conclude().verdict(), DurabilityVerdict::CannotTell);
}
