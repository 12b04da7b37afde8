//! Golden outputs of the commands that stand in for other tools, and of the import of their files.
//!
//! Takes the binary, files of cases and a folder with samples; runs every case in a folder of its own, and compares
//! what it printed, how it ended and which files it wrote with what is kept beside the cases. What depends on the
//! moment or on the machine is masked (`mask`). Cases of ours are kept in full, long texts and all samples by their
//! digests. Never judges whether an output is right: it says that one has changed.

mod case;
mod kept;
mod mask;
mod run;
mod samples;

use case::GoldenCase;
use mask::CaseContext;
use run::CaseResult;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The cases that work on samples have this name.
pub const SAMPLES: &str = "samples";

/// Where everything lies.
#[derive(Clone, Debug)]
pub struct GoldenRunner {
    /// The program that is tried.
    pub binary: PathBuf,
    /// The folder of cases and of their outputs.
    pub folder: PathBuf,
    /// Files that other tools wrote or read; they do not belong to the project.
    pub samples: PathBuf,
}

/// One file of cases, after all of them ran.
#[derive(Debug)]
pub struct CaseFileResult {
    /// The file's name without its ending.
    pub name: String,
    cases: Vec<GoldenCase>,
    ended: Vec<CaseResult>,
    kept: PathBuf,
}

impl GoldenRunner {
    /// The outputs of one tool's cases, or of [`SAMPLES`]; `None` where there are no samples.
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

    /// Runs cases side by side, each in a folder of its own; what they gave, in their order.
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
    /// How many cases there are.
    pub fn count(&self) -> usize {
        self.cases.len()
    }

    /// What is not as it is kept, a text for each case; empty where nothing has changed.
    pub fn changes(&self) -> Result<Vec<String>, String> {
        let kept = std::fs::read_to_string(&self.kept)
            .map_err(|e| format!("failed to read {}: {e}", self.kept.display()))?;
        Ok(kept::changes(&kept, &self.text()))
    }

    /// Keeps what the cases gave as what they are to give.
    pub fn write(&self) -> Result<(), String> {
        std::fs::write(&self.kept, self.text())
            .map_err(|e| format!("failed to write {}: {e}", self.kept.display()))
    }

    /// Writes everything that each case gave into a file of its own below `folder`, so that two such folders can be
    /// compared.
    pub fn write_whole(&self, folder: &Path) -> Result<(), String> {
        let folder = folder.join(&self.name);
        let failed =
            |path: &Path, e: std::io::Error| format!("failed to write {}: {e}", path.display());
        std::fs::create_dir_all(&folder).map_err(|e| failed(&folder, e))?;
        for (case, ended) in self.cases.iter().zip(&self.ended) {
            let path = folder.join(kept::file_name(case));
            std::fs::write(&path, kept::whole(case, ended)).map_err(|e| failed(&path, e))?;
        }
        Ok(())
    }

    fn text(&self) -> String {
        let cases = self.cases.iter().zip(&self.ended);
        match self.name == SAMPLES {
            true => cases.map(|(case, ended)| kept::digests(case, ended)).collect(),
            false => cases.map(|(case, ended)| kept::short(case, ended)).collect(),
        }
    }
}
