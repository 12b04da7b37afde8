//! Ramps: one line for each load, the depths of a queue-depth sweep, and the time that a storage takes.

use crate::place::{TestPlace, ending, finding, json, shown};
use crate::stalls::sentences;
use base::{Bytes, Nanos};
use session::failure::Ending;
use session::requests::ramp::RampRequest;

fn ramp(target: &str) -> RampRequest {
    RampRequest { target: target.to_owned(), ..RampRequest::default() }
}

#[test]
fn each_block_size_has_its_line_and_a_ladder_its_depths() {
    let place = TestPlace::new("ramp");
    let blocks = vec![Bytes::kib(8), Bytes::kib(64)];
    let request = RampRequest { blocks, budget: Some(Nanos::secs(10)), ..ramp("sim:ssd") };
    let record = place.ramp(&request, 1);
    assert_eq!(ending(&record), Ending::Done);
    assert_eq!(json(&record)["study"]["stages"].as_array().unwrap().len(), 2);
    let depths = RampRequest { depths: Some("1-16".to_owned()), ..ramp("sim:ssd") };
    let record = place.ramp(&depths, 1);
    assert_eq!(ending(&record), Ending::Done);
    assert!(shown(&record).contains("16"), "{}", shown(&record));
}

#[test]
fn a_ramp_gives_a_rotating_disk_the_time_that_it_takes_and_invents_no_stalls() {
    let place = TestPlace::new("ramp-disk");
    // The confirming run does not confirm the rate with every seed.
    let latency_limit = "p99<=50ms".parse().expect("a latency limit");
    let request = RampRequest { latency_limit, ..ramp("sim:hdd") };
    let record = place.ramp(&request, 2);
    assert_eq!(ending(&record), Ending::Done);
    let line = &finding(&record, 0)["ramp"]["load_line"]["value"];
    let line = line.as_f64().expect("a line was found");
    // A simulation of six million operations shows that 35 per second keep the limit.
    assert!((30.0..=35.5).contains(&line), "{line}");
    assert!(!shown(&record).contains("stall") && sentences(&record).is_empty());
    // A minute is too short, and the answer names a sufficient time.
    let short = place.ramp(&RampRequest { budget: Some(Nanos::secs(60)), ..request }, 2);
    assert_eq!(ending(&short), Ending::CannotTell);
    let reason = json(&short)["study"]["stages"][0]["remarks"].to_string();
    assert!(reason.contains("--budget ") && !reason.contains("stall"), "{reason}");
}
