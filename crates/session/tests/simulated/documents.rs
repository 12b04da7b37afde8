//! A fixed list of the keys of the JSON document of every kind of record, so that a changed key is visible in review.
//!
//! A difference is printed with the command that updates the list. docs/reference/json.md explains each key.

use crate::place::{CheckWords, TestPlace, disks, json, race};
use crate::{replay, soaks};
use base::Nanos;
use expect_test::expect_file;
use import::File;
use record::Record;
use report::Language;
use session::requests::ramp::RampRequest;
use session::verify::io_pattern::Database;
use session::verify::request::{ProofRequest, carry_out};
use session::write_permission::Permission;
use std::sync::Arc;
use summary::WarningKind;
use testkit::golden::DocumentKeys;
use testkit::soak::soak_example;

/// A short integrity test on files.
fn proof(place: &TestPlace) -> Record {
    let request = ProofRequest {
        targets: vec![place.folder("proof")],
        database: Database::Postgres,
        mode: None,
        overlap: false,
        cfg: None,
        maps: Vec::new(),
        minutes: Some(0.01),
        cycles: None,
        size: Some(base::Bytes::mib(16)),
        engine: None,
        stop: false,
        slow: Nanos::secs(1),
        dump: None,
        report: None,
        permission: Permission::default(),
        as_json: true,
        language: Language::En,
        store: Some(place.store()),
        seed: Some(1),
    };
    carry_out(&request).expect("the target is the test's own");
    place.stored()
}

fn ramps(place: &TestPlace) -> [Record; 2] {
    let ramp = RampRequest { target: "sim:ssd".to_owned(), ..RampRequest::default() };
    let line = RampRequest { budget: Some(Nanos::secs(10)), ..ramp.clone() };
    let sweep = RampRequest { depths: Some("1-16".to_owned()), ..ramp };
    [place.ramp(&line, 1), place.ramp(&sweep, 1)]
}

fn imported() -> Vec<Record> {
    let text = "layout,op,block_kib,depth,threads,value\na,read,8,1,1,5\nb,read,8,1,1,6\n";
    let file = File {
        name: "grid.csv".to_owned(),
        bytes: text.as_bytes().to_vec(),
        modified_unix_s: Some(0),
    };
    import::read(&[file], "0").whole().expect("the grid is right")
}

fn studies(place: &TestPlace) -> Vec<Record> {
    let shelf = "sim:hdd?disks=6&layout=none&noise_cv=0.02&slow=3:1.4";
    let layout = |name: &str| format!("{name}=sim:hdd?disks=4&layout={name},redundancy=1");
    let (mirrors, parity) = (layout("raid10"), layout("raid5"));
    vec![
        place.calibrate(&disks(shelf), 5),
        place.scale(&disks("sim:hdd?disks=14&layout=none&noise_cv=0.02&cap_mibps=900"), 2),
        place.compare(&race(&[&mirrors, &parity], "-k(W) -b(8,64) -o(1-16) -frandom"), 3),
    ]
}

#[test]
fn the_keys_of_json_documents_are_held_still() {
    let place = TestPlace::new("documents");
    let check = CheckWords { target: "sim:cloud?quota_iops=3000", ..CheckWords::USUAL };
    let stalls = CheckWords { target: "sim:ssd?stall=5s:1s:10s", ..check };
    let mut records = vec![place.check(&check), place.check(&stalls)];
    records.extend(ramps(&place));
    records.extend(studies(&place));
    records.extend(imported());
    records.push(proof(&place));
    records.push(replay::simulated());
    let soak = soaks::request("sim:ssd", 20.0, 600, "p99<=5ms in 99% of minutes");
    records.push(soaks::run(&soak, &place.store(), &Arc::default()));
    records.push(soak_example());
    let mut keys = DocumentKeys::default();
    for record in &mut records {
        // Other warnings depend on the machine.
        record.warnings.retain(|w| matches!(w.kind, WarningKind::Quota | WarningKind::Stalls));
        keys.add("run", &json(record));
    }
    expect_file!["keys.txt"].assert_eq(&keys.text());
}
