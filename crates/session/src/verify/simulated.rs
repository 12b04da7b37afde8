//! Applies a configuration of SQLIOSim: takes the parsed configuration, returns the files and the settings of the proof.

use crate::claim;
use crate::failure::Failure;
use crate::verify::io_pattern::IoPattern;
use crate::verify::proof_target::{FileRequest, ProofTarget, RegionSize};
use crate::verify::prove;
use crate::verify::run::ProofSettings;
use crate::write_permission::Permission;
use ::record::FileRole;
use base::Bytes;
use compat::simulation::{File, Simulation};
use report::messages::integrity::IntegrityFault;
use std::path::{Path, PathBuf};

/// The threshold for slow operations: the default of `verify`, since SQLIOSim warns only from 15 s.
const SLOW_NS: u64 = 1_000_000_000;
/// SQL Server's limit of users for each CPU, and the number of its own users, which is subtracted.
const USERS_EACH: u64 = 1023;
const USERS_OWN: u64 = 100;

/// Claims and opens the files that the configuration names.
pub fn open_files(
    title: &str,
    simulation: &Simulation,
    writes: &Permission,
) -> Result<ProofTarget, Failure> {
    // For a file that does not exist yet, claim its directory.
    claim::all(simulation.files.iter().map(|file| {
        let path = Path::new(&file.path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if path.exists() { path } else { folder.unwrap_or(Path::new(".")) }
    }))?;
    let wanted = |file: &File| FileRequest {
        what: if file.log { FileRole::Log } else { FileRole::Data },
        path: PathBuf::from(&file.path),
        bytes: mb(file.initial_mb),
        sizes: sizes(file),
        sparse: file.sparse,
        removed: simulation.config.delete_at_shutdown,
    };
    ProofTarget::of_files(title, simulation.files.iter().map(wanted).collect(), writes)
}

/// The settings of the proof on a machine with these usable CPUs.
pub fn settings(
    simulation: &Simulation,
    seed: u64,
    cpus: &[u32],
) -> Result<ProofSettings, Failure> {
    let config = &simulation.config;
    let users = simulation.users_all(cpus.len());
    let most = (USERS_EACH * cpus.len() as u64).saturating_sub(USERS_OWN);
    if users > most {
        return Err(Failure::wrong(IntegrityFault::TooManyUsers {
            users,
            most,
            cpus: cpus.len() as u64,
        }));
    }
    if config.affinity != 0 && IoPattern::simulated(simulation, cpus).cpus.is_empty() {
        return Err(Failure::wrong(IntegrityFault::NoSuchCpus {
            affinity: config.affinity.to_string(),
            allowed: cpus.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        }));
    }
    Ok(ProofSettings {
        engine: prove::engine(None),
        cycles: u32::try_from(config.test_cycles).unwrap_or(u32::MAX),
        cycle_ns: u64::try_from(config.test_cycle_duration_s)
            .unwrap_or(1)
            .saturating_mul(1_000_000_000),
        slow_ns: SLOW_NS,
        stop_on_fault: config.stop_on_error,
        seed,
    })
}

/// The name of the target: the folders of the files.
pub fn title(simulation: &Simulation) -> String {
    let mut folders: Vec<String> = Vec::new();
    for file in &simulation.files {
        let folder = Path::new(&file.path).parent().map(|p| p.display().to_string());
        let folder = folder.filter(|folder| !folder.is_empty()).unwrap_or(".".to_owned());
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders.join(", ")
}

fn mb(size: i64) -> u64 {
    u64::try_from(size).unwrap_or(0).saturating_mul(Bytes::MIB)
}

fn sizes(file: &File) -> RegionSize {
    if file.log || file.increment_mb == 0 || file.max_mb <= file.initial_mb {
        return RegionSize::Fixed;
    }
    RegionSize::Growing {
        bytes_max: mb(file.max_mb),
        increment_bytes: mb(file.increment_mb),
        shrinks: file.shrinkable,
    }
}
