//! A job that is refined: on a loop device it repeats the captured load; a simulated target is refused.

use super::replay::{capture, events};
use base::Nanos;
use observe::fit::KnownSessions;
use report::Language;
use session::live::Progress;
use session::refine::{RefineRequest, RefinedJob, refine};
use session::write_permission::Permission;
use session::{captured, fit};
use std::path::Path;
use std::sync::Arc;
use sys::inventory::SystemRoots;
use sys::trace::TraceFileSystem;
use testkit::TempDir;
use testkit::lab::{LabConfig, LabGuard};
use workload::{Fidelity, FidelityDistance, FidelityFigure};

fn refined(
    dir: &TempDir,
    target: &str,
    seed: u64,
) -> Result<RefinedJob, session::failure::Failure> {
    let path = capture(dir, &events(seed));
    let captured = captured::read(&path).expect("it was written");
    let fitted =
        fit::fit(&captured, &path, target, KnownSessions::default()).expect("there is I/O");
    let destroy = vec![Path::new(target).to_owned()];
    let writes = Permission { destroy, ..Permission::default() };
    let request = RefineRequest { captured: &captured, writes, seed };
    refine(&fitted.workload, &request, &Arc::default(), &mut Progress::new(true, Language::En))
}

fn error(fidelity: &Fidelity, figure: FidelityFigure) -> f64 {
    fidelity.pair(figure).expect("it is known").error().abs()
}

#[test]
fn a_refined_job_repeats_the_captured_load_on_a_device() {
    let dir = TempDir::new("refine");
    let wish = LabConfig { size_bytes: super::replay::SPAN_BYTES, ..LabConfig::default() };
    let Some(lab) = LabGuard::up_or_skip(&dir.join("lab"), &wish) else { return };
    if let Err(error) = TraceFileSystem::open(&SystemRoots::default()) {
        return testkit::place::skip(&format!("the kernel has no block trace: {error}"));
    }
    let seed = 23;
    let device = lab.0.devices[0].display().to_string();
    let job = refined(&dir, &device, seed).expect("the device is the test's own");
    let fidelity = &job.fidelity;
    assert_eq!(fidelity.target, device);
    // The load has 2,000 random arrivals; its captured latency is invented.
    assert!(error(fidelity, FidelityFigure::Iops) < 10.0, "seed {seed}: {fidelity:?}");
    assert!(error(fidelity, FidelityFigure::ReadShare) < 5.0, "seed {seed}: {fidelity:?}");
    assert!(error(fidelity, FidelityFigure::SizeMean) < 1e-9, "seed {seed}: {fidelity:?}");
    let mix = fidelity.distances.iter().find(|known| known.0 == FidelityDistance::SizeMix);
    assert!(mix.expect("it is known").1 < 0.02, "seed {seed}: {fidelity:?}");
    let ends = job.workload.streams.iter().map(|stream| stream.stop.duration_ns);
    let captured = captured::read(&dir.join("load.capture")).expect("it was written");
    assert!(ends.into_iter().all(|end| end == Some(Nanos(captured.length_ns))));
    let text = job::write(&job.workload) + &job::fidelity::write(fidelity);
    assert_eq!(job::read("x", &text).fidelity.as_ref(), Some(fidelity));
}

#[test]
fn a_simulated_target_is_refused() {
    let dir = TempDir::new("refine-sim");
    let refused = refined(&dir, "sim:ssd", 24).expect_err("the kernel sees no I/O of it");
    assert!(refused.lines[0].contains("needs a file or a device"), "{:?}", refused.lines);
}
