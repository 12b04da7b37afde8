//! `iometer`: a configuration runs on the simulated storage, its results are appended, and are the same when imported.

use crate::drive::TestPlace;

const CONFIG: &str = "Version 1.1.0
'TEST SETUP ====
'Test Description
\tnightly
'Run Time
'\thours minutes seconds
\t0 0 3
'Ramp Up Time (s)
\t1
'Queue Depth Cycling
'\tstart end step step type
\t1 4 2 EXPONENTIAL
'Test Type
\tCYCLE_OUTSTANDING_IOS
'END test setup
'ACCESS SPECIFICATIONS ====
'Access specification name,default assignment
\tpages,NONE
'size,% of size,% reads,% random,delay,burst,align,reply
\t8192,100,100,100,0,1,0,0
'END access specifications
'MANAGER LIST ====
'Manager ID, manager name
\t1,HOST
'Worker
\tWorker 1
'Worker type
\tDISK
'Assigned access specs
\tpages
'End assigned access specs
'Target assignments
'Target
\t1: \"( ACME DISK\"
'Target type
\tDISK
'End target
'End target assignments
'End worker
'End manager
'END manager list
Version 1.1.0
";

#[test]
fn a_configuration_runs_and_its_results_come_back_without_a_warning() {
    let place = TestPlace::new("iometer");
    place.write("plan.icf", CONFIG);
    let words = ["iometer", "plan.icf", "r.csv", "--map", "1:=sim:ssd", "--seed", "5"];
    assert_eq!(place.expect(0, &words).stdout, "", "results go to their file");
    place.expect(0, &["iometer", "/c", "plan.icf", "/r", "r.csv", "--map", "1:=sim:ssd"]);
    let text = place.read("r.csv");
    assert_eq!(text.matches("'Test Type,Test Description\r\n6,nightly\r\n").count(), 2, "{text}");
    assert_eq!(text.matches("\r\nALL,All,pages,1,1,1,").count(), 6, "{text}");
    place.expect(0, &["results", "import", "r.csv"]);
    let document = place.record("last");
    assert_eq!(
        document["warnings"].as_array().map(Vec::len),
        Some(0),
        "{:#}",
        document["warnings"]
    );
    assert_eq!(document["trials"].as_array().map(Vec::len), Some(3));
}
