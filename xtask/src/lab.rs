//! `cargo xtask lab`: takes a command line, gives a disk lab built by `testkit::lab`; contains no mechanism itself.

use std::path::{Path, PathBuf};

use base::Bytes;
use base::number::grouped;
use testkit::lab::{Lab, LabConfig};

const HELP: &str = "\
cargo xtask lab up [--disks N] [--size SIZE] [--iops R[,W]] [--mibps M] [--slow K] [--slow-by PERCENT] [--cap M] \
[--btrfs PROFILE] [--dir DIR]
cargo xtask lab exec [--dir DIR] -- COMMAND ...   run a command inside the limits
cargo xtask lab show [--dir DIR]                  what stands
cargo xtask lab down [--dir DIR]                  take it down; nothing there is fine
The lab needs root. --slow K halves the limits of disk K, or takes the percent of --slow-by. --cap M lets all disks
together do M MiB/s and no more, as a controller does. Profiles: single raid0 raid1 raid10.";

/// Runs one lab command. `args` are the words after `lab`.
pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.split_first() {
        Some((&"up", rest)) => up(rest),
        Some((&"exec", rest)) => exec(rest),
        Some((&"show", rest)) => show(&standing(&folder_only(rest)?)?),
        Some((&"down", rest)) => down(rest),
        _ => Err(HELP.to_owned()),
    }
}

fn default_folder() -> PathBuf {
    PathBuf::from("target/lab")
}

fn folder_only(words: &[&str]) -> Result<PathBuf, String> {
    match words {
        [] => Ok(default_folder()),
        ["--dir", folder] => Ok(PathBuf::from(folder)),
        _ => Err(HELP.to_owned()),
    }
}

fn standing(folder: &Path) -> Result<Lab, String> {
    Lab::load(folder)
        .ok_or_else(|| format!("no lab stands in {}; build one with `lab up`", folder.display()))
}

fn up(words: &[&str]) -> Result<(), String> {
    let (folder, wish) = wish(words)?;
    let lab = Lab::up(&folder, &wish).map_err(|e| e.to_string())?;
    show(&lab)
}

fn wish(words: &[&str]) -> Result<(PathBuf, LabConfig), String> {
    let (mut folder, mut wish) = (default_folder(), LabConfig::default());
    for pair in words.chunks(2) {
        let [name, value] = pair else { return Err(HELP.to_owned()) };
        let whole =
            |v: &str| v.parse::<u64>().map_err(|_| format!("{name} wants a whole number, not {v}"));
        match *name {
            "--disks" => wish.disks = whole(value)?.min(u64::from(u32::MAX)) as u32,
            "--size" => wish.size_bytes = value.parse::<Bytes>().map_err(|e| e.to_string())?.0,
            "--iops" => {
                let (reads, writes) = value.split_once(',').unwrap_or((value, value));
                wish.iops = (whole(reads)?, whole(writes)?);
            }
            "--mibps" => wish.bytes_per_s = whole(value)?.saturating_mul(Bytes::MIB),
            "--slow" => wish.slow = Some(whole(value)?.min(u64::from(u32::MAX)) as u32),
            "--slow-by" => wish.slow_by_percent = whole(value)?.clamp(1, 99) as u32,
            "--cap" => wish.cap_bytes_per_s = whole(value)?.saturating_mul(Bytes::MIB),
            "--btrfs" => wish.btrfs = Some((*value).to_owned()),
            "--dir" => folder = PathBuf::from(value),
            _ => return Err(format!("{name} is not an option here\n{HELP}")),
        }
    }
    if wish.slow.is_some_and(|k| k == 0 || k > wish.disks) {
        return Err(format!("--slow names a disk from 1 to {}", wish.disks));
    }
    Ok((folder, wish))
}

fn show(lab: &Lab) -> Result<(), String> {
    for (i, device) in lab.devices.iter().enumerate() {
        println!("disk {:<3} {}", grouped(i as u64 + 1), device.display());
    }
    if let Some(mount) = &lab.mount {
        println!("btrfs    {}", mount.display());
    }
    match &lab.group {
        Some(group) => {
            println!("limits   {}", group.display());
            println!(
                "run inside them: cargo xtask lab exec --dir {} -- COMMAND",
                lab.folder.display()
            );
        }
        None => println!("limits   none"),
    }
    println!("take it down: cargo xtask lab down --dir {}", lab.folder.display());
    Ok(())
}

fn exec(words: &[&str]) -> Result<(), String> {
    let at = words.iter().position(|w| *w == "--").ok_or(HELP)?;
    let lab = standing(&folder_only(&words[..at])?)?;
    let (program, rest) = words[at + 1..].split_first().ok_or(HELP)?;
    let status = lab
        .command(program)
        .args(rest)
        .status()
        .map_err(|e| format!("cannot run {program}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{program} ended with {status}")) }
}

fn down(words: &[&str]) -> Result<(), String> {
    let folder = folder_only(words)?;
    match Lab::load(&folder) {
        Some(lab) => lab.down().map_err(|e| e.to_string()),
        None => {
            println!("no lab stands in {}", folder.display());
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_read() {
        let words = "--disks 14 --iops 200,100 --mibps 50 --slow 14 --slow-by 30 --cap 300 --size 2GiB --btrfs raid10";
        let (_, wish) = wish(&words.split(' ').collect::<Vec<_>>()).expect("a wish");
        let expected = LabConfig {
            disks: 14,
            size_bytes: 2 << 30,
            iops: (200, 100),
            bytes_per_s: 50 << 20,
            slow: Some(14),
            slow_by_percent: 30,
            cap_bytes_per_s: 300 << 20,
            parts: false,
            btrfs: Some("raid10".to_owned()),
        };
        assert_eq!(wish, expected);
    }

    #[test]
    fn a_wrong_wish_is_refused() {
        for words in
            [vec!["--disks"], vec!["--disks", "x"], vec!["--slow", "2"], vec!["--speed", "9"]]
        {
            assert!(wish(&words).is_err(), "{words:?}");
        }
    }
}
