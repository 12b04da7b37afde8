//! Sizing in words: a throughput in MiB/s with its block size, and the number of disks that may fail in every layout.

use advise::size::{Shop, SizeRequirement, size};
use report::Language;
use report::Style;
use report::sizing::{headline, sizing};
use testkit::study::compare_example;

/// The headline and the page of one requirement of the example's race.
fn shown_sizing(text: &str, shop: &str) -> (String, String) {
    let runs = [("1".to_owned(), compare_example())];
    let requirement =
        SizeRequirement::read("", text).expect("the requirements of these tests are right");
    let shop = Shop::read(shop).expect("so are their shops");
    let found = size(&requirement, &shop, &runs);
    let style = Style { colour: false, unicode: false, width: 80, language: Language::En };
    (headline(Language::En, &found), sizing(&[found], &style))
}

#[test]
fn a_throughput_is_told_in_its_own_unit_with_the_block_that_moves_it() {
    let (head, page) = shown_sizing("mibps>=1", "");
    assert!(head.contains("MiB/s with 1 MiB reads"), "{head}\n{page}");
    let heads = page.lines().find(|line| line.contains("layout ")).expect("the table's heads");
    assert!(heads.contains("MiB/s") && !heads.contains("IOPS"), "{page}");
}

#[test]
fn what_was_seen_but_is_not_sure_is_told_by_its_lower_end() {
    let runs = [("1".to_owned(), compare_example())];
    let of = |iops: f64| {
        let text = format!("iops>={iops:.0},block=8k,order=sequential");
        size(&SizeRequirement::read("", &text).expect("a requirement"), &Shop::default(), &runs)
    };
    let found = of(1.0);
    let most = found.choices.iter().max_by(|a, b| a.iops.low.total_cmp(&b.iops.low));
    let most = most.expect("the race's layouts").iops;
    let (head, asked) = (headline(Language::En, &of(most.value)), most.value);
    assert!(most.low < asked.round(), "{most:?}");
    let page = sizing(
        &[of(most.value)],
        &Style { colour: false, unicode: false, width: 80, language: Language::En },
    );
    assert!(head.contains("the lower end of its confidence interval is"), "{head}\n{page}");
    assert!(page.contains("head-room"), "{page}");
}

#[test]
fn how_many_disks_may_fail_stands_beside_every_layout() {
    let shop = "disk sas price=210 size=600GB iops=140 most=24\n";
    let (_, page) = shown_sizing("iops>=2000,write=0.3,block=8k", shop);
    let heads = page.lines().find(|line| line.contains("layout ")).expect("the table's heads");
    let column = heads.find("may fail").expect("the column stays on 80 columns") + "may fail".len();
    let raid0 = page.lines().find(|line| line.starts_with("  raid0 ")).expect("a rule of raid0");
    assert_eq!(raid0[..column].split_whitespace().next_back(), Some("0"), "{page}");
    assert!(heads.chars().count() <= 80, "{page}");
}

#[test]
fn a_rule_of_thumb_says_that_it_knows_no_latency_where_one_was_asked_for() {
    let shop = Shop::read("disk sas price=210 size=600GB iops=140 most=24\n").expect("a disk");
    for (latency_limit, knows_none) in [("", false), (",p99<=20ms", true)] {
        let requirement =
            SizeRequirement::read("", &format!("iops>=2000,write=0.3{latency_limit}"))
                .expect("a requirement");
        let head = headline(Language::En, &size(&requirement, &shop, &[]));
        assert!(head.contains("By a rule of thumb"), "{head}");
        assert_eq!(head.contains("thumb, which does not consider latency, "), knows_none, "{head}");
    }
}

#[test]
fn several_roles_are_said_to_be_judged_alone_and_are_added_up() {
    let runs = [("1".to_owned(), compare_example())];
    let requirement =
        |role: &str, text: &str| SizeRequirement::read(role, text).expect("a requirement");
    let requirements = [
        requirement("data", "iops>=4000,write=0.3,block=8k,order=sequential"),
        requirement("scan", "mibps>=1,order=sequential"),
    ];
    let all: Vec<_> =
        requirements.iter().map(|requirement| size(requirement, &Shop::default(), &runs)).collect();
    let style = Style { colour: false, unicode: false, width: 80, language: Language::En };
    let page = sizing(&all, &style);
    assert!(
        page.contains("All roles on one storage") && page.contains("had the storage alone"),
        "{page}"
    );
    let line = page.lines().find(|line| line.contains(": data ")).expect("each storage");
    assert!(line.contains(" + scan ") && line.contains(" = "), "{page}");
    let alone = sizing(&all[..1], &style);
    assert!(!alone.contains("All roles"), "{alone}");
}
