//! `plimsoll convert`: a job in one language -> workload -> the same job in another. Nothing is run.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Failure, Outcome};
use crate::flags::{Convert, Language};
use crate::session::foreign::{load, read_fio, say, understood};
use crate::session::{job, output};
use dialect::foreign::Mapping;
use std::path::{Path, PathBuf};
use workload::Workload;

/// Converts one job; what the other language cannot say is told on stderr.
pub(crate) fn run(flags: &Convert) -> Outcome {
    let text = load(&flags.job)
        .map_err(|why| Failure::wrong(format!("failed to read {}: {why}", flags.job)))?;
    let workload = match flags.from.unwrap_or_else(|| guess(&flags.job, &text)) {
        Language::Native => job::read(&flags.job, &text)?,
        Language::Fio => from_fio(flags)?,
    };
    let (text, unsaid) = written(&workload, flags.to);
    unsaid.iter().for_each(|what| say(&format!("not said: {what}")));
    match &flags.output {
        None => print_bytes(text.as_bytes()),
        Some(name) => {
            let place = output::place("--output", Path::new(name), &[PathBuf::from(&flags.job)])?;
            let written = place.write_text(&text);
            written.map_err(|e| Failure::target(format!("failed to write {name}: {e}")))?;
            Ok(Exit::Done)
        }
    }
}

/// A fio job file, meant as its author meant it.
fn from_fio(flags: &Convert) -> Result<Workload, Failure> {
    let wrong = |map: &String| format!("\"{map}\" is not FROM=TO, such as --map 'C:=/mnt/c'");
    let read = |map: &String| Mapping::read(map).ok_or_else(|| Failure::wrong(wrong(map)));
    let maps = flags.map.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let foreign = read_fio(std::slice::from_ref(&flags.job), &maps, false);
    let job = understood(foreign).map_err(|_| Failure::wrong("the job is wrong"))?;
    Ok(job.workload)
}

fn written(workload: &Workload, to: Language) -> (String, Vec<String>) {
    match to {
        Language::Native => (dialect::native::write(workload), Vec::new()),
        Language::Fio => {
            let written = dialect::fio::write_job(workload);
            (written.text, written.unsaid)
        }
    }
}

/// Our own jobs are TOML, whose sections of targets and streams no other language has.
fn guess(name: &str, text: &str) -> Language {
    let own = |line: &str| {
        let line = line.trim_start();
        ["[target.", "[stream.", "[[phase]]"].iter().any(|mark| line.starts_with(mark))
    };
    if name.ends_with(".toml") || text.lines().any(own) { Language::Native } else { Language::Fio }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_shows_in_the_name_or_the_text() {
        assert_eq!(guess("a.toml", ""), Language::Native);
        assert_eq!(guess("a", " [stream.x]\n"), Language::Native);
        assert_eq!(guess("a.fio", "[global]\nrw=read\n"), Language::Fio);
    }
}
