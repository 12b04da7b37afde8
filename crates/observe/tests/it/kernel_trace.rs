//! The kernel's trace of this test's I/O on a loop device is exact. Needs root, tracefs and a loop device.

use observe::trace::{
    BlockFormats, BlockStep, PairingLevel, PairingState, RawFormats, TraceMerge, TracedVolume,
};
use observe::{IoEvent, IoKind};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process::Command;
use sys::clock::monotonic_ns;
use sys::inventory::SystemRoots;
use sys::trace::{TraceFileSystem, TraceInstance, TracedEvent};

/// Reports a skip past the test harness's capture, so that it is visible in a passing run.
macro_rules! skip {
    ($($words:tt)*) => {{
        let _ = writeln!(std::io::stderr(), "SKIPPED: {}", format_args!($($words)*));
        return Default::default();
    }};
}

/// A loop device over a separate file.
struct TracedLoop {
    device: PathBuf,
    image: PathBuf,
}

impl TracedLoop {
    fn new(bytes: u64) -> Option<Self> {
        let image = std::env::temp_dir().join(format!("observe-loop-{}", std::process::id()));
        File::create(&image).ok()?.set_len(bytes).ok()?;
        let made = Command::new("losetup").args(["--find", "--show"]).arg(&image).output().ok();
        let made = made.filter(|made| made.status.success());
        let Some(made) = made else {
            drop(std::fs::remove_file(&image));
            return None;
        };
        let device = PathBuf::from(String::from_utf8_lossy(&made.stdout).trim());
        Some(Self { device, image })
    }
}

impl Drop for TracedLoop {
    fn drop(&mut self) {
        drop(Command::new("losetup").arg("--detach").arg(&self.device).status());
        drop(std::fs::remove_file(&self.image));
    }
}

const STEPS: [(BlockStep, &str); 2] =
    [(BlockStep::Issue, "block/block_rq_issue"), (BlockStep::Complete, "block/block_rq_complete")];

/// Starts a trace of the device; `None` without the privilege.
fn trace(
    file_system: TraceFileSystem,
    device: &TracedLoop,
    buffer_kib: Option<usize>,
) -> Option<(TraceInstance, TraceMerge, u64)> {
    let number = sys::file::FileFacts::at(&device.device).ok()?.device()?;
    let filter = format!("dev == {}", u64::from(number.major) << 20 | u64::from(number.minor));
    let text = |path: &str| file_system.event_text(path).expect("the kernel states its formats");
    let raw = RawFormats {
        header_page: text("header_page"),
        events: STEPS.map(|(step, event)| (step, text(&format!("{event}/format")))).into(),
    };
    let events =
        STEPS.map(|(_, event)| TracedEvent { event: event.into(), filter: filter.clone() });
    let formats = BlockFormats::parse(&raw).expect("formats");
    let start_ns = monotonic_ns();
    let roots = SystemRoots::default();
    let instance = TraceInstance::start(file_system, &roots, &events, buffer_kib).ok()?;
    let merge = TraceMerge::new(formats, instance.cpus().count(), start_ns);
    Some((instance, merge, start_ns))
}

/// Reads at most `most` pages of each CPU.
fn read_pages(
    instance: &mut TraceInstance,
    merge: &mut TraceMerge,
    pairing: &mut PairingState,
    most: usize,
) {
    let mut page = Vec::new();
    for cpu in 0..instance.cpus().count() {
        for _ in 0..most {
            let bytes = instance.read_page(cpu, &mut page).expect("own instance");
            if bytes.is_empty() {
                break;
            }
            if let (Some(loss), _) = merge.page(cpu, bytes) {
                pairing.lost_until(loss.end_ns);
            }
        }
    }
}

fn pairing(start_ns: u64) -> PairingState {
    PairingState::new(start_ns, vec![TracedVolume::alone(PairingLevel::Request)])
}

/// Reads all pages; returns the I/Os, and the number of lost trace events according to the pages.
fn drain(
    instance: &mut TraceInstance,
    mut merge: TraceMerge,
    mut pairing: PairingState,
) -> (Vec<IoEvent>, u64) {
    instance.stop().expect("own instance");
    read_pages(instance, &mut merge, &mut pairing, usize::MAX);
    let mut found = Vec::new();
    merge.take_until(u64::MAX, |event| pairing.push(&event, &mut |io| found.push(io)));
    pairing.finish(&mut |io| found.push(io));
    assert_eq!(merge.broken_pages(), 0, "the kernel's pages are as it states");
    (found, merge.lost())
}

#[test]
fn our_own_ios_come_out_exactly_and_losses_are_counted_exactly() {
    let Some(device) = TracedLoop::new(64 << 20) else { skip!("no loop device (root only)") };
    // One trace at a time per process: instances are named after the process.
    exact(&device);
    overrun(&device);
}

fn exact(device: &TracedLoop) {
    let Ok(file_system) = TraceFileSystem::detached() else { skip!("no right to tracefs") };
    let Some((mut instance, merge, start_ns)) = trace(file_system, device, None) else {
        skip!("no right to trace")
    };
    let file = sys::file::open(
        &device.device,
        sys::file::OpenMode { write: true, direct: true, ..sys::file::OpenMode::default() },
    )
    .expect("own device");
    let mut buffer = sys::buffer::BufferSlots::new(1, 64 << 10).expect("memory");
    let mut expected = Vec::new();
    for n in 0..500u64 {
        let (offset, length) = ((n * 7919 % 1000) << 16, 4096 << (n % 5) as usize);
        let bytes = &mut buffer.slot(0)[..length];
        if n % 3 == 0 {
            file.write_all_at(bytes, offset).expect("own device");
            expected.push((IoKind::Write, offset, length as u32));
        } else {
            file.read_exact_at(bytes, offset).expect("own device");
            expected.push((IoKind::Read, offset, length as u32));
        }
        if n % 50 == 0 {
            file.sync_data().expect("own device");
            expected.push((IoKind::Flush, 0, 0));
        }
    }
    let (found, lost) = drain(&mut instance, merge, pairing(start_ns));
    let seen: Vec<_> =
        found.iter().map(|io| (io.operation, io.offset_bytes, io.length_bytes)).collect();
    assert_eq!(seen, expected);
    assert_eq!(lost, 0);
    let open: Vec<_> = found.iter().filter(|io| io.latency_ns.is_none()).collect();
    assert!(open.is_empty(), "without a completion: {open:?}");
}

/// With a buffer that is too small, the read and the lost events add up to the I/O that was done.
fn overrun(device: &TracedLoop) {
    // The kernel stores the count of losses in a page only if the events of the page leave room for it.
    let told = (0..5).any(|_| overrun_once(device).is_none_or(|told| told > 0));
    assert!(told, "no page in five tries tells its losses");
}

/// The losses that heads of pages tell; `None`: it was skipped.
fn overrun_once(device: &TracedLoop) -> Option<u64> {
    let Ok(file_system) = TraceFileSystem::open(&SystemRoots::default()) else {
        skip!("no right to tracefs")
    };
    let Some((mut instance, mut merge, start_ns)) = trace(file_system, device, Some(256)) else {
        skip!("no right to trace")
    };
    let file = sys::file::open(
        &device.device,
        sys::file::OpenMode { direct: true, ..sys::file::OpenMode::default() },
    )
    .expect("own device");
    let mut buffer = sys::buffer::BufferSlots::new(1, 4096).expect("memory");
    let mut pairing = pairing(start_ns);
    let mut count = 0;
    // Events after a page was read fill a new page, whose head has the losses before it.
    for ios in std::iter::once(20_000u64).chain([200; 10]) {
        for n in 0..ios {
            file.read_exact_at(buffer.slot(0), n % 1000 * 4096).expect("own device");
        }
        count += ios;
        read_pages(&mut instance, &mut merge, &mut pairing, 2);
    }
    instance.stop().expect("own instance");
    let counted: u64 = instance.losses().iter().map(|(_, l)| l.overrun + l.dropped).sum();
    let (found, told) = drain(&mut instance, merge, pairing);
    let events: u64 = found.iter().map(|io| 1 + u64::from(io.latency_ns.is_some())).sum();
    let lost = counted;
    assert!(lost > 0, "20,000 I/Os do not fit into 256 KiB");
    // Losses after the last page of a CPU are only in the counters.
    assert!(told <= lost, "heads of pages: {told}, counters of CPUs: {lost}");
    // A completion whose issue was lost is no I/O, so the sum can be too small.
    assert!(events + lost <= 2 * count && found.len() as u64 + lost >= count, "{events} {lost}");
    Some(told)
}
