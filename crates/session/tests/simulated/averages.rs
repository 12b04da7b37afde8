//! A log that has only averages: the job fitted to it agrees with one that was tuned by hand to have the same averages.

use super::place::TestPlace;
use base::Bytes;
use compat::Tool;
use observe::fit::FitAssumption;
use observe::import::ImportRequest;
use session::foreign::with_machine_facts;
use session::{capture_load, captured, fit};
use workload::{AccessPattern, BlockSizes, Pace};

/// A database that writes 8 KiB at random at queue depth 80, as `iostat -xk -t 10` of sysstat 9 prints it: 16 sectors per
/// request, and the queue depth is the rate times the wait (Little's law).
fn log() -> String {
    let mut text =
        "Linux 2.6.32-431.el6.x86_64 (db1) \t03/12/2015 \t_x86_64_\t(8 CPU)\n\n".to_owned();
    for second in 0..6 {
        let writes = 3980.0 + 10.0 * f64::from(second % 3);
        let (kib, wait_ms) = (writes * 8.0, 80.0 / writes * 1e3);
        text += &format!(
            "03/12/2015 10:00:{:02} AM\n\
             Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util\n\
             sdb               0.00     0.00    0.00 {writes:.2}     0.00 {kib:.2}    16.00    80.00   {wait_ms:.2}    0.00   {wait_ms:.2}   0.25 100.00\n\n",
            second * 10
        );
    }
    text
}

/// The job that the log's reader tuned by hand.
const BY_HAND: &str = "[test random write]\nblocksize=8k\nfilename=/fio/testfile\nfilesize=50G\ndirect=1\nbuffered=0\n\
    ioengine=libaio\niodepth=10\nrw=randwrite\nruntime=3600\nnumjobs=8\n";

fn by_hand() -> workload::Workload {
    let fio = Tool::named("fio").expect("it is built in");
    let language = fio.language.as_ref().expect("it has job files");
    let read = with_machine_facts(false, |context| {
        fio.read_text(language, ("job.fio", BY_HAND), context, &[])
    });
    read.workload.unwrap_or_else(|| panic!("{:?}", read.problems))
}

#[test]
fn averages_alone_give_the_job_that_was_tuned_by_hand() {
    let place = TestPlace::new("averages");
    let log = place.write("iostat.log", &log());
    let capture = place.folder("out").join("prod.capture");
    let request = ImportRequest::default();
    capture_load::imported(&log, &capture, false, &request).expect("it is a log of iostat");
    let captured = captured::read_any(&capture).expect("it was written");
    let fitted = fit::fit(&captured, &capture, "/fio/testfile").expect("there is I/O");
    let by_hand = by_hand();
    let [stream] = &fitted.workload.streams[..] else { panic!("{:?}", fitted.streams) };
    assert_eq!(stream.access, AccessPattern::Uniform);
    // The job of the log's reader goes as fast as the storage lets it; that of the log keeps its rate, too.
    assert_eq!(stream.pace, Pace::Poisson { rate_iops: 3_992.0 });
    assert_eq!(stream.write_blocks, BlockSizes::Fixed(Bytes::kib(8)));
    let outstanding = |streams: &[workload::Stream]| -> u32 {
        streams.iter().map(|stream| stream.depth * stream.workers).sum()
    };
    assert_eq!(outstanding(&fitted.workload.streams), outstanding(&by_hand.streams));
    for other in &by_hand.streams {
        assert_eq!(
            (stream.read_percent, &stream.write_blocks),
            (other.read_percent, &other.write_blocks)
        );
        // fio's random order visits each block once before it visits one again.
        assert_eq!(other.access, AccessPattern::Shuffled);
    }
    let text = job::write(&fitted.workload);
    assert!(job::read("x", &text).problems.is_empty(), "{text}");
    assert!(fitted.assumptions.contains(&FitAssumption::ConstantQueue), "{:?}", fitted.assumptions);
}
