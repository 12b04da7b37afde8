//! Texts of other tools, read and written: jobs, command lines, results. One module for each text and direction.

#[cfg(feature = "diskspd")]
mod diskspd_job_text;
#[cfg(feature = "diskspd")]
mod diskspd_read;
#[cfg(feature = "diskspd")]
mod diskspd_write;
#[cfg(feature = "fio")]
mod fio_eta;
#[cfg(feature = "fio")]
mod fio_job_text;
#[cfg(feature = "fio")]
mod fio_read;
#[cfg(feature = "fio")]
mod fio_read_any;
#[cfg(feature = "fio")]
mod fio_read_debian;
#[cfg(feature = "fio")]
mod fio_read_examples;
#[cfg(feature = "fio")]
mod fio_write;
#[cfg(feature = "fio")]
mod fio_write_whole;
mod fuzz_seeds;
mod hostile;
#[cfg(feature = "iometer")]
mod iometer_read;
#[cfg(feature = "iometer")]
mod iometer_write;
#[cfg(feature = "orion")]
mod orion_read;
#[cfg(feature = "orion")]
mod orion_write;
#[cfg(feature = "sqlio")]
mod sqlio_read;
#[cfg(feature = "sqlio")]
mod sqlio_sweep;
#[cfg(feature = "sqlio")]
mod sqlio_write;
#[cfg(feature = "sqliosim")]
mod sqliosim;

use compat::outcome::{DirectionOutcome, LatencyDistribution};

/// The words of a command line.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// A text of another tool beside the project; tests without it are skipped.
fn sample(name: &str) -> Option<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/reference/samples/");
    let text = std::fs::read_to_string(format!("{root}{name}")).ok();
    if text.is_none() {
        eprintln!("SKIPPED: the sample {name} is not here");
    }
    text
}

/// As many operations as have a latency, all of one size.
fn direction(block_bytes: u64, latencies: LatencyDistribution) -> DirectionOutcome {
    let ios = latencies.count();
    DirectionOutcome {
        ios,
        bytes: ios * block_bytes,
        total: latencies.clone(),
        service: latencies,
        ..DirectionOutcome::default()
    }
}
