//! `iometer`: a configuration runs on the simulated storage, its results are appended, and are the same when imported.

use crate::drive::TestPlace;

#[test]
fn a_configuration_runs_and_its_results_come_back_without_a_warning() {
    let place = TestPlace::new("iometer");
    let (_, config) = include_str!("../../../../fuzz/seeds/iometer/config")
        .split_once('\n')
        .expect("a command line stands above it");
    place.write("plan.icf", config.replace("\tNORMAL", "\tCYCLE_OUTSTANDING_IOS"));
    let options = "--map C:=sim:ssd --map 1:=sim:ssd --time 3 --ramp 0 --seed 5";
    let first = place.line(0, &format!("iometer plan.icf r.csv {options}"));
    assert_eq!(first.stdout, "", "results go to their file");
    place.line(0, &format!("iometer /c plan.icf /r r.csv {options}"));
    let text = place.read("r.csv");
    assert_eq!(text.matches("'Test Type,Test Description\r\n6,nightly\r\n").count(), 2, "{text}");
    assert_eq!(text.matches("\r\nALL,All,").count(), 16, "{text}");
    place.expect(0, &["results", "import", "r.csv"]);
    let document = place.record("last");
    let warnings = document["warnings"].as_array().map(Vec::len);
    assert_eq!(warnings, Some(0), "{:#}", document["warnings"]);
    assert_eq!(document["trials"].as_array().map(Vec::len), Some(8));
}
