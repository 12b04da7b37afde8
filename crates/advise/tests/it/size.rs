//! Sizing from stored studies: measurements answer; without any, a rule of thumb does, and is named as such.

use crate::size_evidence::{check, requirement, role, sized};
use advise::size::reason::{Evidence, EvidenceGap};
use advise::size::{
    Answer, Choice, FirstLimit, Fit, LayoutPrice, Shop, Source, UnprovenStorage, size,
};
use base::Bytes;
use record::Record;
use testkit::record::HOSTILE;
use testkit::study::{compare_example, scale_example};
use workload::RaidLevel;

const SHOP: &str =
    "disk sas price=210 size=600GB iops=140 most=24\nlayout raid10 disks=8 price=4200\n";

fn runs() -> Vec<(String, Record)> {
    vec![("run 2".to_owned(), compare_example()), ("run 1".to_owned(), scale_example())]
}

fn sequential(choice: &Choice) -> bool {
    matches!(choice.load.evidence, Evidence::Points { .. }) && !choice.load.random
}

/// The price, if it was given for exactly this number of disks.
fn told(choice: &Choice) -> Option<f64> {
    choice.price.as_ref().filter(|price| !price.disks_alone).map(|price| price.price)
}

#[test]
fn what_was_measured_answers_with_its_head_room_and_what_fails_first() {
    let shop = format!("{SHOP}layout raid5{HOSTILE} disks=8 price=3100\n");
    let shop = Shop::read(&shop).unwrap();
    let found = size(
        &requirement("iops>=8000,write=0.3,p99<=10ms,block=8k,order=sequential"),
        &shop,
        &runs(),
    );
    assert_eq!(found.answer, Answer::Carried);
    // Both layouts carry it: the cheaper one is on top.
    let top = &found.choices[0];
    assert!(
        top.fit == Fit::Carries && top.layout.starts_with("raid5") && told(top) == Some(3_100.0),
        "{top:?}"
    );
    let measured =
        |choice: &&Choice| choice.layout == "raid10" && choice.source() == Source::Measured;
    let best = found.choices.iter().find(measured).expect("raid10 was measured");
    assert!(best.head_room > 0.0 && best.load.latency_ns_p99.unwrap() <= 10_000_000, "{best:?}");
    assert_eq!(best.load.first_limit, FirstLimit::Latency);
    assert!(sequential(best), "{best:?}");
    assert_eq!((told(best), best.usable), (Some(4_200.0), Some(Bytes(7 << 40))));
    // A level that was measured is not predicted by a rule as well.
    let rules = found.choices.iter().filter(|choice| choice.source() == Source::Rule);
    assert!(rules.clone().count() > 0);
    assert!(rules.clone().all(|choice| choice.level != Some(RaidLevel::Raid10)), "{found:?}");
    assert!(rules.clone().all(|choice| matches!(choice.load.evidence, Evidence::Rule { .. })));
}

#[test]
fn the_load_line_of_a_check_answers_for_its_own_mix_and_latency_limit() {
    let runs = [("run 3".to_owned(), testkit::record::check_example())];
    let found = sized(&runs, "iops>=4000,write=0.3,p99<=10ms,block=8k");
    assert_eq!(found.answer, Answer::Carried, "{found:?}");
    let line = &found.choices[0].load.evidence;
    assert!(matches!(line, Evidence::Line { role, .. } if role == "data"), "{found:?}");
    for other in ["write=0.9,p99<=10ms,block=8k", "write=0.3,p99<=1ms", "write=0.3,block=64k"] {
        let text = format!("iops>=4000,{other}");
        let found = sized(&runs, &text);
        assert_eq!(found.answer, Answer::CannotTell, "{text}: {found:?}");
    }
    // Without a latency limit it is a lower bound: it carries what lies below, and says nothing about what lies above.
    for (much, answer) in [(4000, Answer::Carried), (90_000, Answer::CannotTell)] {
        let text = format!("iops>={much},write=0.3,block=8k");
        assert_eq!(sized(&runs, &text).answer, answer, "{text}");
    }
    // Under a looser latency limit than the requirement's it is an upper bound.
    let found = sized(&runs, "iops>=90000,write=0.3,p99<=1ms,block=8k");
    assert_eq!(found.answer, Answer::NotCarried, "{found:?}");
}

#[test]
fn more_than_anything_gives_is_not_carried() {
    let shop = Shop::read("disk sas iops=140 most=4").unwrap();
    let found = size(
        &requirement("iops>=1000000,write=0.3,p99<=10ms,block=8k,order=sequential"),
        &shop,
        &runs(),
    );
    assert_eq!(found.answer, Answer::NotCarried);
    assert!(found.choices.iter().all(|choice| choice.fit == Fit::Not), "{found:?}");
}

#[test]
fn where_nothing_was_measured_a_rule_of_thumb_says_that_it_is_one() {
    let shop = Shop::read("disk sas price=210 iops=180 most=5").unwrap();
    let found = size(&requirement("iops>=600,write=16%"), &shop, &[]);
    assert_eq!(found.answer, Answer::CannotTell);
    let raid5 = found.choices.iter().find(|choice| choice.level == Some(RaidLevel::Raid5)).unwrap();
    assert_eq!((raid5.disks, raid5.source()), (Some(5), Source::Rule));
    assert!((raid5.load.iops.value - 608.1).abs() < 0.1);
    assert_eq!(raid5.price, Some(LayoutPrice { price: 1_050.0, disks_alone: true }));
    assert!(!raid5.load.iops.is_known(), "a rule has no interval");
    assert_eq!(sized(&[], "iops>=600").choices, []);
}

#[test]
fn what_was_measured_one_after_the_other_tells_nothing_of_random_places() {
    for order in ["", ",order=random"] {
        let text = format!("iops>=300,write=0.3,block=8k{order}");
        let found = sized(&runs(), &text);
        assert_eq!((found.answer, found.choices.len()), (Answer::CannotTell, 0), "{found:?}");
        let only = |storage: &UnprovenStorage| storage.reason == EvidenceGap::OnlySequential;
        assert!(found.unproven.iter().all(only), "{found:?}");
    }
    // Throughput may be meant in either order.
    let found = sized(&runs(), "mibps>=1,write=0.3");
    assert_eq!(found.answer, Answer::Carried, "{found:?}");
    assert!(sequential(&found.choices[0]), "{found:?}");
}

/// A storage of unknown size may be too small, however fast it is.
#[test]
fn a_required_capacity_that_is_not_known_leaves_the_answer_open() {
    let requirement = requirement("iops>=4000,write=0.3,block=8k,p99<=20ms,usable>=1TiB");
    let runs = [check("", "/mnt/a", role("data", Some(9_000.0), 20), 1)];
    let of = |shop: &str| {
        let sizing = size(&requirement, &Shop::read(shop).unwrap(), &runs);
        (sizing.answer, sizing.choices[0].next.is_some())
    };
    assert_eq!(of(""), (Answer::CannotTell, false));
    assert_eq!(of("layout any at=/mnt/a usable=2TiB"), (Answer::Carried, false));
    assert_eq!(of("layout any at=/mnt/a usable=500GiB").0, Answer::NotCarried);
}
