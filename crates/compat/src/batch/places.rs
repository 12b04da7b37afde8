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
                if let Some(folder) = path.parent().filter(|folder| !self.has(folder)) {
                    let text = format!("{output} needs the folder {}", folder.display());
                    add(text, format!("make it, or write `mkdir {}` above", folder.display()));
                }
            }
        }
        let assumed = Some(Extent::Bytes(Bytes(ASSUMED_BYTES)));
        for target in workload.iter().flat_map(|workload| &workload.targets) {
            let TargetLocation::Path(path) = &target.place else { continue };
            if (target.size.is_none() || target.size == assumed) && !self.has(path) {
                let text = format!("{} does not exist, and no size is given", path.display());
                add(text, "make the file, or give the size that it shall have".to_owned());
            }
            self.made.insert(path.clone());
        }
        wrong
    }

    fn has(&self, path: &Path) -> bool {
        let is_simulated = path.to_str().and_then(workload::simulation).is_some();
        path.as_os_str().is_empty()
            || is_simulated
            || self.made.contains(path)
            || (self.exists)(path)
    }
}
