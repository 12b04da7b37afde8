//! The store from outside: the page comes back byte for byte, rows are listed, exported and removed.

use crate::drive::TestPlace;
use serde_json::json;

#[test]
fn the_page_from_the_store_is_the_page_of_the_run() {
    let place = TestPlace::new("page");
    let words = ["check", "sim:hdd", "--budget", "8s", "--seed", "3", "--report", "first.html"];
    let ended = place.call(&words);
    place.expect(0, &["results", "report", "last", "-o", "again.html"]);
    let made = place.expect(0, &["results", "report", "last"]);
    assert_eq!(made.stdout, "report   plimsoll-report-1.html\n");
    assert_eq!(place.read("plimsoll-report-1.html"), place.read("again.html"));
    assert!(place.read("first.html") == place.read("again.html"), "the pages differ");
    let shown = place.expect(0, &["results", "show", "last"]).stdout;
    let head = shown.lines().next().expect("an answer");
    assert!(ended.stdout.starts_with(head), "{shown}");
    // The JSON from the store equals that of the run.
    let words = ["check", "sim:hdd", "--budget", "8s", "--seed", "3", "--json"];
    let document = place.call(&words).stdout;
    assert_eq!(place.expect(0, &["results", "show", "last", "--json"]).stdout, document);
}

#[test]
fn runs_are_listed_exported_and_removed() {
    let place = TestPlace::new("rm");
    place.expect(0, &["results"]);
    for seed in ["1", "2"] {
        place.call(&["check", "sim:hdd", "--budget", "5s", "--seed", seed, "--json"]);
    }
    let list = place.expect(0, &["results", "list", "--json"]).json();
    let numbers: Vec<u64> =
        list["runs"].as_array().unwrap().iter().map(|r| r["run"].as_u64().unwrap()).collect();
    assert_eq!(numbers.len(), 2);
    assert!(numbers[0] > numbers[1], "newest first");
    let (new, old) = (numbers[0].to_string(), numbers[1].to_string());
    place.expect(0, &["results", "export", &new, "--csv", "-o", "i.csv"]);
    assert!(place.read("i.csv").lines().count() > 2);
    // One wrong number removes nothing.
    place.expect(3, &["results", "rm", &old, "999"]).tells("999");
    place.expect(0, &["results", "show", &old]);
    place.expect(0, &["results", "rm", &old]);
    assert_ne!(place.call(&["results", "show", &old]).code, 0);
    place.expect(0, &["results", "show", &new]);
}

#[test]
fn a_damaged_run_is_listed_as_damaged_and_the_list_ends_with_4() {
    let place = TestPlace::new("damaged");
    for seed in ["1", "2"] {
        place.call(&["check", "sim:hdd", "--budget", "5s", "--seed", seed, "--json"]);
    }
    testkit::flip(&place.dir.join("results.db"), "--budget 5s --seed 1");
    let listed = place.expect(4, &["results", "list"]);
    assert!(
        listed.stdout.lines().nth(2).is_some_and(|run| run.contains("damaged")),
        "{}",
        listed.stdout
    );
    assert_eq!(listed.stdout.matches("damaged").count(), 1, "{}", listed.stdout);
    listed.tells("plimsoll results rm 1");
    let document = place.expect(4, &["results", "list", "--json"]).json();
    assert_eq!(document["runs"][1]["answer"], "damaged");
    place.expect(4, &["results", "show", "1"]);
    place.expect(0, &["results", "show", "2"]);
    place.expect(0, &["results", "rm", "1"]);
    place.expect(0, &["results", "list"]);
}

#[test]
fn a_store_takes_the_runs_of_others_once_and_never_its_own() {
    let place = TestPlace::new("merge");
    place.call(&["check", "sim:ssd", "--budget", "10s", "--store", "a.db"]);
    place.call(&["check", "sim:hdd", "--budget", "10s", "--store", "b.db"]);
    let own = place.expect(3, &["results", "merge", "a.db", "absent.db", "--store", "a.db"]);
    own.tells("a.db is the store that the others are added to");
    own.tells("absent.db");
    place.expect(0, &["results", "merge", "b.db", "--store", "a.db"]);
    let again = place.expect(0, &["results", "merge", "b.db", "--store", "a.db", "--json"]).json();
    assert_eq!(
        (&again["merged"][0]["known"], &again["merged"][0]["runs"]),
        (&json!(1), &json!([]))
    );
    let show = |run: &str, store: &str| {
        place.expect(0, &["results", "show", run, "--json", "--store", store]).stdout
    };
    assert_eq!(show("2", "a.db"), show("1", "b.db"));
}
