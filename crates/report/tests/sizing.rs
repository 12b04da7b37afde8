//! Sizing in words: a throughput in MiB/s with the block that moves it, and how many disks may fail beside every layout.

use report::Style;
use report::sizing::{headline, sizing};
use study::size::place::placements;
use study::size::{Shop, SizeNeed, size};
use testkit::study::compare_example;

/// The headline and the page of one need of the example's race.
fn told(text: &str, shop: &str) -> (String, String) {
    let runs = [("run 1".to_owned(), compare_example())];
    let need = SizeNeed::read("", text).expect("the needs of these tests are right");
    let shop = Shop::read(shop).expect("so are their shops");
    let found = size(&need, &shop, &runs);
    let places = placements(std::slice::from_ref(&need), &shop, &runs);
    let style = Style { colour: false, unicode: false, width: 80 };
    (headline(&found), sizing(&[found], &places, &style))
}

#[test]
fn a_throughput_is_told_in_its_own_unit_with_the_block_that_moves_it() {
    let (head, page) = told("mibps>=1", "");
    assert!(head.contains("MiB/s with 1 MiB reads"), "{head}\n{page}");
    let heads = page.lines().find(|line| line.contains("layout ")).expect("the table's heads");
    assert!(heads.contains("MiB/s") && !heads.contains("IOPS"), "{page}");
}

#[test]
fn how_many_disks_may_fail_stands_beside_every_layout() {
    let shop = "disk sas price=210 size=600GB iops=140 most=24\n";
    let (_, page) = told("iops>=2000,write=0.3,block=8k", shop);
    let heads = page.lines().find(|line| line.contains("layout ")).expect("the table's heads");
    let column = heads.find("may fail").expect("the column stays on 80 columns") + "may fail".len();
    let raid0 = page.lines().find(|line| line.starts_with("  raid0 ")).expect("a rule of raid0");
    assert_eq!(raid0[..column].split_whitespace().next_back(), Some("0"), "{page}");
    assert!(heads.chars().count() <= 80, "{page}");
}
