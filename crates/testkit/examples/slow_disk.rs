//! A disk with a real service time, by hand: `slow_disk IMAGE MOUNT --slots 4 --service 450us`. Prints the loop device and
//! serves until its standard input ends.

use base::{Bytes, Nanos};
use std::path::PathBuf;
use testkit::slow_disk::{SlowDisk, SlowDiskOptions};

const HELP: &str = "\
slow_disk IMAGE MOUNT [--size BYTES] [--slots N] [--service TIME] [--rate BYTES] [--flush TIME] [--jitter SHARE] [--seed N]

  IMAGE      the file with the content of the disk; put it into memory, for example below /dev/shm
  MOUNT      an empty directory for the file system below the disk
  --size     the size of the disk [default: 1GiB]
  --slots    requests that are served at once [default: 4]
  --service  the time of every read and write [default: 450us]
  --rate     bytes per second of a transfer in one slot [default: 200MB]
  --flush    the time of a flush [default: 300us]
  --jitter   the random share of the service time, 0 to 1 [default: 0.2]
  --seed     of the random times [default: 1]
";

fn options(words: &[String]) -> Result<(Vec<PathBuf>, SlowDiskOptions), String> {
    let mut options = SlowDiskOptions::default();
    let mut paths = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            paths.push(PathBuf::from(word));
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} lacks its value"))?;
        let wrong = |error: &dyn std::fmt::Display| format!("{word} {value}: {error}");
        let bytes = || value.parse::<Bytes>().map(|bytes| bytes.0).map_err(|e| wrong(&e));
        let nanos = || value.parse::<Nanos>().map(|time| time.0).map_err(|e| wrong(&e));
        match word.as_str() {
            "--size" => options.size_bytes = bytes()?,
            "--slots" => options.slots = value.parse().map_err(|e| wrong(&e))?,
            "--service" => options.service_ns = nanos()?,
            "--rate" => options.bytes_per_s = bytes()?,
            "--flush" => options.flush_ns = nanos()?,
            "--jitter" => options.jitter = value.parse().map_err(|e| wrong(&e))?,
            "--seed" => options.seed = value.parse().map_err(|e| wrong(&e))?,
            _ => return Err(format!("{word} is not known")),
        }
    }
    Ok((paths, options))
}

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (paths, options) = options(&words)?;
    let [image, mount] = &paths[..] else {
        print!("{HELP}");
        return Ok(());
    };
    let disk = SlowDisk::up(image, mount, options).map_err(|error| error.to_string())?;
    println!("{}", disk.device().display());
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).map_err(|e| e.to_string())?;
    Ok(())
}
