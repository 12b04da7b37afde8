//! Golden outputs of the commands that replace other tools, and of the import of their files.
//!
//! Takes the binary, files of cases and a folder with samples. Runs every case in a separate folder, and compares its
//! output, exit code and written files with those kept beside the cases. Text that depends on the time or the machine
//! is masked (`mask`). The project's own cases are kept in full, long texts and all samples as digests. Never judges
//! whether an output is right: it reports changes.

mod case;
mod mask;
mod run;
mod samples;
mod stored_output;

use case::GoldenCase;
use mask::CaseContext;
use run::CaseResult;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The name of the cases that use samples.
pub const SAMPLES: &str = "samples";

#[derive(Clone, Debug)]
pub struct GoldenRunner {
    pub binary: PathBuf,
    /// The folder of cases and of their outputs.
    pub folder: PathBuf,
    /// Files that other tools wrote or read; they are not part of the project.
    pub samples: PathBuf,
}

#[derive(Debug)]
pub struct CaseFileResult {
    name: String,
    cases: Vec<GoldenCase>,
    ended: Vec<CaseResult>,
    kept: PathBuf,
}

impl GoldenRunner {
    /// The outputs of one tool's cases, or of [`SAMPLES`]; `None` without samples.
    pub fn run(&self, name: &str) -> Result<Option<CaseFileResult>, String> {
        let path = self.folder.join(format!("{name}.cases"));
        let text = std::fs::read_to_string(&path)
            .map_err(|e| format!("failed to read {}: {e}", path.display()))?;
        let mut cases = case::read(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        if name == SAMPLES {
            if !self.samples.is_dir() {
                return Ok(None);
            }
            cases = samples::cases(&self.samples, cases)?;
        }
        let moment = CaseContext::now()?;
        let ended = self.all(&cases, &moment)?;
        let kept = self.folder.join(format!("{name}.golden"));
        Ok(Some(CaseFileResult { name: name.to_owned(), cases, ended, kept }))
    }

    /// Runs cases in parallel, each in a separate folder; returns their results in order.
    fn all(&self, cases: &[GoldenCase], moment: &CaseContext) -> Result<Vec<CaseResult>, String> {
        let next = AtomicUsize::new(0);
        let threads = 2 * std::thread::available_parallelism().map_or(1, usize::from);
        let work = || {
            let mut own = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(index) else { return own };
                own.push((index, run::run(&self.binary, case, moment)));
            }
        };
        let mut all: Vec<(usize, Result<CaseResult, String>)> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().flat_map(|one| one.join().expect("no case panics")).collect()
        });
        all.sort_by_key(|one| one.0);
        all.into_iter().map(|one| one.1).collect()
    }
}

impl CaseFileResult {
    pub fn count(&self) -> usize {
        self.cases.len()
    }

    /// The differences from the kept outputs, a text for each case; empty if nothing has changed.
    pub fn changes(&self) -> Result<Vec<String>, String> {
        let kept = std::fs::read_to_string(&self.kept)
            .map_err(|e| format!("failed to read {}: {e}", self.kept.display()))?;
        Ok(stored_output::changes(&kept, &self.text()))
    }

    /// Stores the outputs of the cases as the expected ones.
    pub fn write(&self) -> Result<(), String> {
        std::fs::write(&self.kept, self.text())
            .map_err(|e| format!("failed to write {}: {e}", self.kept.display()))
    }

    fn text(&self) -> String {
        let cases = self.cases.iter().zip(&self.ended);
        if self.name == SAMPLES {
            cases.map(|(case, ended)| stored_output::digests(case, ended)).collect()
        } else {
            cases.map(|(case, ended)| stored_output::short(case, ended)).collect()
        }
    }
}
