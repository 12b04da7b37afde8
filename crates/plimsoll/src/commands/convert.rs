//! `plimsoll convert`: a job in one language -> workload -> the same job in another. Nothing is run.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Convert, Language};
use clap::ValueEnum;
use compat::foreign::Mapping;
use session::failure::Failure;
use session::foreign::{load, read_fio, say, understood};
use session::{load, output};
use std::path::{Path, PathBuf};
use workload::Workload;

/// Converts one job; what the other language cannot say is told on stderr.
pub(crate) fn run(flags: &Convert) -> Outcome {
    let text = load(&flags.job)
        .map_err(|why| Failure::wrong(format!("failed to read {}: {why}", flags.job)))?;
    let language = flags.from.unwrap_or_else(|| guess(&flags.job, &text));
    let workload = match language {
        Language::Native => load::read(&flags.job, &text),
        Language::Fio => from_fio(flags),
        Language::Diskspd => from_diskspd(flags, &text),
    };
    let mut workload = workload.map_err(|mut failure| {
        if let (None, Some(taken)) = (flags.from, language.to_possible_value()) {
            let taken = taken.get_name();
            failure
                .lines
                .push(format!("{} was taken for {taken}; --from says otherwise", flags.job));
        }
        failure
    })?;
    let apart = compat::files_apart(&mut workload);
    let (text, unsaid) = written(&workload, flags.to);
    apart.iter().chain(&unsaid).for_each(|what| say(&format!("not said: {what}")));
    match &flags.output {
        None => print_bytes(text.as_bytes()),
        Some(name) => {
            let kept = [PathBuf::from(&flags.job)];
            let place = output::place("--output", Path::new(name), &kept, None)?;
            let written = place.write_text(&text);
            written.map_err(|e| Failure::target(format!("failed to write {name}: {e}")))?;
            Ok(Exit::Done)
        }
    }
}

/// A fio job file, meant as its author meant it.
fn from_fio(flags: &Convert) -> Result<Workload, Failure> {
    let foreign = read_fio(std::slice::from_ref(&flags.job), &maps(flags)?, false);
    let job = understood(foreign).map_err(|_| Failure::wrong("the job is wrong"))?;
    Ok(job.workload)
}

/// A file that holds one command line of DISKSPD, or an XML profile.
fn from_diskspd(flags: &Convert, text: &str) -> Result<Workload, Failure> {
    let words = if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        vec![format!("-X{}", flags.job)]
    } else {
        words(text)
    };
    // Standard input is read by now.
    let read = |name: &str| if name == flags.job { Ok(text.to_owned()) } else { load(name) };
    let job = understood(compat::diskspd::read(&words, &read, &maps(flags)?));
    Ok(job.map_err(|_| Failure::wrong("the command line is wrong"))?.workload)
}

/// The words of a command line after the program's name, as a shell parts them; batch files have `%`, `^` and `rem` that
/// are not understood.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(open)) if letter == open => quote = None,
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if words.first().is_some_and(|first| is_diskspd(first)) {
        words.remove(0);
    }
    words
}

fn is_diskspd(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    name == "diskspd" || name == "diskspd.exe"
}

fn maps(flags: &Convert) -> Result<Vec<Mapping>, Failure> {
    let wrong = |map: &String| format!("\"{map}\" is not FROM=TO, such as --map 'C:=/mnt/c'");
    let read = |map: &String| Mapping::read(map).ok_or_else(|| Failure::wrong(wrong(map)));
    flags.map.iter().map(read).collect()
}

fn written(workload: &Workload, to: Language) -> (String, Vec<String>) {
    match to {
        Language::Native => (job::write(workload), Vec::new()),
        Language::Fio => {
            let written = compat::fio::write_job(workload);
            (written.text, written.unsaid)
        }
        Language::Diskspd => {
            let written = compat::diskspd::write_job(workload);
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
    let diskspd =
        text.contains("<TimeSpans>") || text.split_whitespace().next().is_some_and(is_diskspd);
    if name.ends_with(".toml") || text.lines().any(own) {
        Language::Native
    } else if diskspd {
        Language::Diskspd
    } else {
        Language::Fio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_shows_in_the_name_or_the_text() {
        assert_eq!(guess("a.toml", ""), Language::Native);
        assert_eq!(guess("a", " [stream.x]\n"), Language::Native);
        assert_eq!(guess("a.fio", "[global]\nrw=read\n"), Language::Fio);
        assert_eq!(guess("run.bat", "C:\\tools\\DiskSpd.exe -b8K x.dat\n"), Language::Diskspd);
        assert_eq!(guess("p.xml", "<Profile>\n<TimeSpans>\n"), Language::Diskspd);
    }

    #[test]
    fn words_are_parted_as_a_shell_parts_them() {
        assert_eq!(words("diskspd -b8K  '/srv/a b' \"c d\"\n"), ["-b8K", "/srv/a b", "c d"]);
        assert_eq!(words(" -b8K /srv/it's one' ''"), ["-b8K", "/srv/its one", ""]);
    }
}
