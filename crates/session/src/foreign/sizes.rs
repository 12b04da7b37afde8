//! Sizes for files that a tool's command line names without one, because the tool expects them to exist.

use crate::failure::Failure;
use base::Bytes;
use report::messages::foreign::ForeignFault;
use workload::{Extent, TargetLocation, Workload};

/// Gives every file that does not exist and has no size the requested one (`--size`).
pub fn settle(workload: &mut Workload, requested: Option<&str>) -> Result<(), Failure> {
    let size = match requested.map(Bytes::with_unit).transpose() {
        Ok(Some(Bytes(0))) => {
            return Err(Failure::wrong(ForeignFault::EmptyFile));
        }
        Ok(size) => size,
        Err(error) => return Err(Failure::wrong(format!("--size: {error}"))),
    };
    for target in &mut workload.targets {
        let TargetLocation::Path(path) = &target.place else { continue };
        if target.size.is_some() || path.exists() {
            continue;
        }
        let Some(size) = size else {
            return Err(Failure::wrong(ForeignFault::NeedsSize {
                path: path.display().to_string(),
            }));
        };
        target.size = Some(Extent::Bytes(size));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::TempDir;
    use workload::JobTarget;

    #[test]
    fn only_files_that_are_to_be_made_take_the_size() {
        let folder = TempDir::new("sizes");
        let there = folder.path().join("there");
        std::fs::write(&there, "x").unwrap();
        let target = |name: &str, place, size| JobTarget { name: name.to_owned(), place, size };
        let targets = vec![
            target("there", TargetLocation::Path(there), None),
            target("new", TargetLocation::Path(folder.path().join("new")), None),
            target("null", TargetLocation::Null, None),
        ];
        let mut workload = Workload::new("w", targets, Vec::new());
        let wrong = |failure: Failure| failure.lines.join("\n");
        let missing = wrong(settle(&mut workload.clone(), None).unwrap_err());
        assert!(missing.ends_with("new does not exist; add its size: --size 4GiB"), "{missing}");
        assert!(wrong(settle(&mut workload.clone(), Some("much")).unwrap_err()).contains("much"));
        settle(&mut workload, Some("2MiB")).unwrap();
        let sizes: Vec<_> = workload.targets.iter().map(|target| target.size).collect();
        assert_eq!(sizes, [None, Some(Extent::Bytes(Bytes::mib(2))), None]);
    }
}
