//! Where the steps of a batch file read and write: takes the steps in order, gives what each of them will not find.
//!
//! Does no I/O: the caller says what exists.

use super::{ASSUMED_BYTES, BatchAction, BatchStep};
use crate::foreign::{Mapping, map_advice, mapped};
use base::Bytes;
use job::Problem;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use workload::{Extent, TargetLocation, Workload};

/// The local path of a folder or of a file for output; `None` where no mapping applies. Folders need no `.\` before them.
pub fn local(place: &str, maps: &[Mapping]) -> Option<PathBuf> {
    let is_below = !place.starts_with('\\') && place.as_bytes().get(1) != Some(&b':');
    let below = || is_below.then(|| place.replace('\\', "/"));
    mapped(place, maps).or_else(below).map(PathBuf::from)
}

/// What the steps so far have made, besides what exists.
pub struct Places<'a> {
    maps: &'a [Mapping],
    exists: &'a dyn Fn(&Path) -> bool,
    made: HashSet<PathBuf>,
}

impl<'a> Places<'a> {
    pub fn new(maps: &'a [Mapping], exists: &'a dyn Fn(&Path) -> bool) -> Self {
        Self { maps, exists, made: HashSet::new() }
    }

    /// What is missing for this step, whose tool reads its words as `workload`; notes what it makes.
    pub fn missing(&mut self, step: &BatchStep, workload: Option<&Workload>) -> Vec<Problem> {
        let mut wrong = Vec::new();
        let output = match &step.action {
            BatchAction::Wait { .. } => return wrong,
            BatchAction::MakeFolder { path } => path,
            BatchAction::Run(call) => match &call.output {
                Some(output) => &output.path,
                None => "",
            },
        };
        let mut add = |text: String, help: String| {
            wrong.push(Problem { span: step.span.clone(), text, help });
        };
        match local(output, self.maps) {
            None => add(format!("{output} is a Windows path"), map_advice(output)),
            Some(path) if matches!(step.action, BatchAction::MakeFolder { .. }) => {
                self.made.extend(path.ancestors().map(Path::to_path_buf));
            }
            Some(path) => {
                if let Some(folder) = self.missing_folder(&path) {
                    add(format!("{output} needs the folder {folder}"), made_by(&folder));
                }
            }
        }
        let assumed = Some(Extent::Bytes(Bytes(ASSUMED_BYTES)));
        for target in workload.iter().flat_map(|workload| &workload.targets) {
            let TargetLocation::Path(path) = &target.place else { continue };
            let is_new = !self.has(path);
            if let Some(folder) = self.missing_folder(path).filter(|_| is_new) {
                add(format!("{} needs the folder {folder}", path.display()), made_by(&folder));
            } else if (target.size.is_none() || target.size == assumed) && is_new {
                let text = format!("{} does not exist, and no size is given", path.display());
                add(text, "make the file, or give the size that it shall have".to_owned());
            }
            self.made.insert(path.clone());
        }
        wrong
    }

    fn missing_folder(&self, path: &Path) -> Option<String> {
        let folder = path.parent().filter(|folder| !self.has(folder))?;
        Some(folder.display().to_string())
    }

    fn has(&self, path: &Path) -> bool {
        let is_simulated = path.to_str().and_then(workload::simulation).is_some();
        path.as_os_str().is_empty()
            || is_simulated
            || self.made.contains(path)
            || (self.exists)(path)
    }
}

fn made_by(folder: &str) -> String {
    format!("make it, or write `mkdir {folder}` above")
}
