//! `cargo xtask verdicts`: compares the verdicts of `plimsoll check` on throttled loop devices with an oracle made with fio.
//!
//! For each shape of a volume and each disturbance, fio's open loop finds the highest rate that meets the latency limit. Then
//! checks run at required rates below and above it, and one without a requirement. Each part is stored in target/verdicts as soon
//! as it is known and is not run again, so that a stopped run can be resumed.

mod check;
mod oracle;
mod shape;
mod table;

use crate::source;
use shape::{Disturbance, SHAPES, Shape};
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

const HELP: &str = "\
cargo xtask verdicts [--write]
120 checks of the data role of generic-oltp on six shapes of throttled loop devices: quiet (30 s and 90 s), beside two busy
processes, and beside another writer (30 s each); at 50, 80, 120 and 200 % of the load line that fio finds, and without a
requirement. Three devices at once; about 40 minutes. Results are kept in target/verdicts and resumed; remove them to measure
again. --write puts the table into docs/explanation/verdicts.md. Run it as root on a quiet machine, after `cargo build --release
-p plimsoll`.";

/// Devices that are tested at once.
const LANES: usize = 3;

/// One part of the work; its name is that of its result file.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    shape: &'static Shape,
    disturbance: Disturbance,
}

impl Part {
    fn name(self) -> String {
        format!("{}-{}", self.disturbance.name(), self.shape.name)
    }

    fn file(self) -> PathBuf {
        folder().join(format!("{}.json", self.name()))
    }
}

fn folder() -> PathBuf {
    source::root().join("target/verdicts")
}

fn parts() -> impl Iterator<Item = Part> {
    Disturbance::ALL
        .into_iter()
        .flat_map(|disturbance| SHAPES.iter().map(move |shape| Part { shape, disturbance }))
}

/// Runs the missing parts and prints the table.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let is_written = match words {
        [] => false,
        ["--write"] => true,
        _ => return Err(HELP.to_owned()),
    };
    std::fs::create_dir_all(folder())
        .map_err(|e| format!("cannot make {}: {e}", folder().display()))?;
    for disturbance in Disturbance::ALL {
        let missing = |part: &Part| part.disturbance == disturbance && !part.file().exists();
        // A busy program disturbs all lanes alike, so the lanes meet before the next disturbance.
        run_lanes(parts().filter(missing).collect())?;
    }
    let text = table::page(&parts().collect::<Vec<_>>())?;
    print!("{text}");
    if is_written {
        let path = source::root().join("docs/explanation/verdicts.md");
        std::fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

/// Runs parts of one disturbance on several devices at once.
fn run_lanes(parts: Vec<Part>) -> Result<(), String> {
    let Some(first) = parts.first() else { return Ok(()) };
    let _busy = first.disturbance.start_busy_programs()?;
    let queue = Mutex::new(parts.into_iter());
    let lane = || {
        loop {
            let next = queue.lock().expect("no lane panics with the queue").next();
            let Some(part) = next else { return Ok(()) };
            let found = check::part(part).map_err(|e| format!("{}: {e}", part.name()))?;
            std::fs::write(part.file(), format!("{found:#}\n"))
                .map_err(|e| format!("cannot write {}: {e}", part.file().display()))?;
        }
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..LANES).map(|_| scope.spawn(lane)).collect();
        running.into_iter().try_for_each(|lane| lane.join().expect("a lane does not panic"))
    })
}
