//! fio's line of progress: what it shows from second to second.

use compat::fio;
use compat::fio::write::eta::{EtaLine, JobCounts, JobState};
use compat::foreign::Context;

fn lines(words: &str, seconds: &[(u64, JobState, u64)]) -> Vec<String> {
    let load = |_: &str| Err("no such file".to_owned());
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let read = fio::read(&words, &Context::of(&load), &[]);
    let workload = read.workload.expect("it is right");
    let mut line = EtaLine::default();
    let each = seconds.iter().map(|&(second, state, reads)| {
        let counts =
            JobCounts { state, begun_ns: 0, ios: [reads, 0, 0], bytes: [reads << 12, 0, 0] };
        let pending = JobCounts { state: JobState::Pending, ios: [0; 3], bytes: [0; 3], ..counts };
        let counts = [counts, pending];
        line.next(&read.view, &workload, &counts[..read.view.jobs.len()], second * 1_000_000_000)
    });
    each.collect()
}

#[test]
fn a_line_has_the_share_the_rates_and_the_time_left() {
    use JobState::{Ended, Ramp, Running};
    let job = "--name=j --filename=x --size=8m --rw=read --rate_iops=100 --runtime=10 --time_based";
    // As fio 3.33 prints them.
    assert_eq!(
        lines(job, &[(1, Running, 100), (2, Running, 200), (3, Running, 300), (11, Ended, 1100)]),
        [
            "Jobs: 1 (f=1), 0-100 IOPS\r",
            "Jobs: 1 (f=1), 0-100 IOPS\r",
            "Jobs: 1 (f=1), 0-100 IOPS: [R(1)][30.0%][r=400KiB/s][r=100 IOPS][eta 00m:07s]\r",
            "Jobs: 0 (f=0)\r",
        ]
    );
    let two = "--name=a --filename=x --size=40m --rw=randread --name=b --stonewall --filename=x --size=1m --rw=write --runtime=4000";
    let shown = lines(two, &[(4, Running, 5120)]);
    assert_eq!(
        shown,
        ["Jobs: 1 (f=1): [r(1),P(1)][0.1%][r=5120KiB/s][r=1280 IOPS][eta 01h:06m:44s]\r"]
    );
    let ramp = "--name=j --filename=x --size=8m --rw=read --ramp_time=5 --runtime=5 --time_based";
    assert_eq!(lines(ramp, &[(4, Ramp, 0)]), ["Jobs: 1 (f=0): [/(1)][-.-%][eta 00m:06s]\r"]);
    let newline = format!("{job} --eta-newline=1");
    let seconds = [(3, Running, 300), (4, Running, 400), (5, Running, 500), (6, Running, 600)];
    let breaks: Vec<bool> =
        lines(&newline, &seconds).iter().map(|line| line.starts_with('\n')).collect();
    assert_eq!(breaks, [false, false, false, true]);
}
