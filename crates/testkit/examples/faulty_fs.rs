//! Mounts the faulty in-memory file system by hand: `faulty_fs MOUNT --fault torn --rate 0.001 --seed 7`. Serves until
//! its standard input ends or Enter is pressed; then unmounts and prints the injected faults, one per line.

use base::WordChoice;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use testkit::fuse::{FaultOptions, FaultyFs, PowerCutPlan, StorageFaultKind};

const HELP: &str = "\
faulty_fs MOUNT [--fault NAME[,NAME..]] [--rate SHARE] [--most N] [--largest PAGES] [--seed N] [--log FILE] [--only SUFFIX]
          [--page BYTES] [--page-of SUFFIX=BYTES] [--short SHARE] [--full SHARE] [--failed SHARE]
          [--lie SHARE] [--cut-after OPERATIONS]

  --fault      what goes wrong: one or more of the names below; none: honest
  --rate       in which share of the operations, 0 to 1 [default: 0.001]
  --most       how often at most
  --largest    only to operations of so many pages
  --only       only to files whose names end so
  --page       the size of a page, as what is tested writes them [default: 8192]; --page-of: that of some files
  --short, --full, --failed   what honest storage does too: short transfers, ENOSPC, EIO; shares of the operations
  --lie        share of the synced writes that stay in a volatile cache
  --cut-after  the power goes after so many operations: from then on all fail; a line on standard input gives it back
  --log        where to write what was done [default: standard output]
";

struct FaultyFsArguments {
    mount: PathBuf,
    log: Option<PathBuf>,
    options: FaultOptions,
}

fn asked(words: &[String]) -> Result<FaultyFsArguments, String> {
    let mut mount = None;
    let mut log = None;
    let mut options = FaultOptions { rate: 0.001, ..FaultOptions::default() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            mount = Some(PathBuf::from(word));
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} lacks its value"))?;
        let wrong = |_| format!("{word} {value}: a number is wanted");
        let share = || value.parse::<f64>().map_err(|_| format!("{word} {value}: 0 to 1"));
        let number = || value.parse::<u64>().map_err(wrong);
        match word.as_str() {
            "--fault" => {
                options.wrongs = value
                    .split(',')
                    .map(str::parse::<StorageFaultKind>)
                    .collect::<Result<_, _>>()?;
            }
            "--rate" => options.rate = share()?,
            "--most" => options.most = number()?,
            "--largest" => options.largest = number()? as usize,
            "--seed" => options.seed = number()?,
            "--log" => log = Some(PathBuf::from(value)),
            "--only" => options.only.push(value.clone()),
            "--page" => options.pages.0 = number()? as usize,
            "--page-of" => {
                let (end, bytes) = value.split_once('=').ok_or("--page-of SUFFIX=BYTES")?;
                let bytes = bytes.parse().map_err(wrong)?;
                options.pages.1.push((end.to_owned(), bytes));
            }
            "--short" => options.ordinary_errors.short = share()?,
            "--full" => options.ordinary_errors.full = share()?,
            "--failed" => options.ordinary_errors.failed = share()?,
            "--lie" => {
                options.power.get_or_insert_with(PowerCutPlan::default).lying_share = share()?
            }
            "--cut-after" => {
                options.power.get_or_insert_with(PowerCutPlan::default).after = Some(number()?);
            }
            _ => return Err(format!("{word} is not known")),
        }
    }
    Ok(FaultyFsArguments { mount: mount.ok_or("where to mount it is missing")?, log, options })
}

fn serve(words: &[String]) -> Result<(), String> {
    let FaultyFsArguments { mount, log, options } = asked(words)?;
    let shown = mount.display().to_string();
    let fs =
        FaultyFs::mount(&mount, options).map_err(|e| format!("failed to mount {shown}: {e}"))?;
    eprintln!("mounted at {shown}; Enter, or the end of the input, ends it");
    for _ in std::io::stdin().lock().lines().map_while(Result::ok) {
        if !fs.is_dark() {
            break;
        }
        fs.restore();
        eprintln!("the power is back");
    }
    let mut text = format!("# {} done, {} operations\n", fs.injected(), fs.operations());
    for fault in fs.injected_faults() {
        text += &format!("{fault}\n");
    }
    match log {
        Some(file) => std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display())),
        None => std::io::stdout().write_all(text.as_bytes()).map_err(|e| e.to_string()),
    }
}

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() || words.iter().any(|word| word == "--help") {
        let names = StorageFaultKind::words().join(", ");
        print!("{HELP}\n  faults: {names}\n");
        return Ok(());
    }
    serve(&words)
}
