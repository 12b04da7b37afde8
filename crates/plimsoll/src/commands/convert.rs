//! `plimsoll convert`: jobs in one language -> workloads -> the same jobs in another. Nothing is run.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::{Convert, NATIVE};
use compat::Tool;
use compat::foreign::Mapping;
use compat::tool::JobText;
use report::messages::conversion::ConversionMessage;
use report::messages::foreign::ForeignFault;
use session::failure::{Ending, Failure};
use session::foreign::of_file::{self, FileJob, tool_of};
use session::foreign::{read_text, say};
use session::{load, output};
use std::path::{Path, PathBuf};
use workload::Workload;

#[derive(Default)]
struct Conversion {
    jobs: Vec<ConvertedJob>,
    approximated: u64,
    refused: Vec<Failure>,
}

struct ConvertedJob {
    name: String,
    /// The command line in a batch file that it comes from.
    line: Option<String>,
    text: String,
}

/// Converts all jobs; settings that the other language cannot express are reported on stderr.
pub(crate) fn run(flags: &Convert) -> Outcome {
    let maps = maps(flags)?;
    let mut conversion = Conversion::default();
    for file in &flags.jobs {
        match read(flags, file, &maps) {
            Ok(jobs) => jobs.into_iter().for_each(|job| conversion.add(job, &flags.to)),
            Err(failure) => conversion.refused.push(failure),
        }
    }
    let several = conversion.jobs.len() + conversion.refused.len() > 1;
    if conversion.jobs.is_empty() && !several {
        return conversion.refused.pop().map_or(Ok(Exit::DONE), Err);
    }
    conversion.save(flags, several)?;
    conversion.refused.iter().flat_map(|failure| &failure.lines).for_each(say);
    if several {
        let (approximated, refused) = (conversion.approximated, conversion.refused.len() as u64);
        let exact = conversion.jobs.len() as u64 - approximated;
        say(ConversionMessage::Summary { exact, approximated, refused });
    }
    Ok(if conversion.refused.is_empty() { Exit::DONE } else { Exit::WRONG })
}

fn read(flags: &Convert, file: &str, maps: &[Mapping]) -> Result<Vec<FileJob>, Failure> {
    let text = read_text(file).map_err(|error| {
        Failure::wrong(ConversionMessage::NotRead { file: file.to_owned(), error })
    })?;
    let mut jobs = match flags.from.as_deref() {
        Some(NATIVE) => {
            let (name, workload) = (file.to_owned(), load::read(file, &text));
            vec![FileJob { name, line: None, workload, notes: Vec::new() }]
        }
        from => of_file::jobs(file, &text, from.and_then(Tool::named), maps)?,
    };
    if let ([FileJob { workload: Err(failure), line: None, .. }], None) =
        (&mut jobs[..], &flags.from)
    {
        let name = tool_of(file, &text).map_or(NATIVE, |tool| tool.name).to_owned();
        let recognised = ConversionMessage::RecognizedAs { file: file.to_owned(), name };
        failure.lines.push(recognised.to_string());
    }
    Ok(jobs)
}

impl Conversion {
    fn add(&mut self, job: FileJob, to: &str) {
        let mut workload = match job.workload {
            Ok(workload) => workload,
            Err(failure) => return self.refused.push(failure),
        };
        let apart = compat::split_files(&mut workload);
        let JobText { text, unsupported } = job_text(&workload, to);
        let place = |line: &String| {
            job.line.as_ref().map_or(line.clone(), |_| format!("{}: {line}", job.name))
        };
        job.notes.iter().for_each(|note| say(format!("note: {}", place(note))));
        let not_exact: Vec<String> = apart.iter().chain(&unsupported).map(place).collect();
        say_not_exact(not_exact.iter());
        self.approximated += u64::from(!job.notes.is_empty() || !not_exact.is_empty());
        self.jobs.push(ConvertedJob { name: job.name, line: job.line, text });
    }

    /// Writes the jobs: one after the other, or each into a file of its own in a folder.
    fn save(&self, flags: &Convert, several: bool) -> Result<(), Failure> {
        let kept: Vec<PathBuf> = flags.jobs.iter().map(PathBuf::from).collect();
        let remark = Tool::named(&flags.to).and_then(|tool| tool.language.as_ref()?.remark);
        let folder = flags.output.as_deref().map(Path::new).filter(|path| path.is_dir());
        if let Some(folder) = folder {
            let extension = if flags.to == NATIVE { "toml" } else { &flags.to };
            for ConvertedJob { name, text, .. } in &self.jobs {
                let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
                let path = folder.join(format!("{name}.{extension}"));
                output::place("--output", &path, &kept, None)?.save(text)?;
            }
            return Ok(());
        }
        let with_heading = |job: &ConvertedJob| {
            let line = job.line.as_ref().map_or(String::new(), |line| format!(": {line}"));
            format!("{}{}{line}\n{}", remark.unwrap_or("# "), job.name, job.text)
        };
        let text = match &self.jobs[..] {
            [job] if !several => job.text.clone(),
            jobs => jobs.iter().map(with_heading).collect(),
        };
        match &flags.output {
            None => print_bytes(text.as_bytes()).map(drop),
            Some(name) if several && remark.is_none() => {
                let (file, to) = (name.clone(), flags.to.clone());
                Err(Failure::of(
                    Ending::Wrong,
                    vec![ConversionMessage::NeedsFolder { file, to }.to_string()],
                ))
            }
            Some(name) => output::place("--output", Path::new(name), &kept, None)?.save(&text),
        }
    }
}

fn maps(flags: &Convert) -> Result<Vec<Mapping>, Failure> {
    let wrong = |map: &String| Failure::wrong(ForeignFault::NotAMapping { value: map.clone() });
    let read = |map: &String| Mapping::read(map).ok_or_else(|| wrong(map));
    flags.map.iter().map(read).collect()
}

/// Reports on standard error what the other language cannot express.
pub(crate) fn say_not_exact<'a>(all: impl Iterator<Item = &'a String>) {
    all.for_each(|what| say(ConversionMessage::NotExact { what: what.clone() }));
}

pub(crate) fn job_text(workload: &Workload, to: &str) -> JobText {
    let language = Tool::named(to).and_then(|tool| tool.language.as_ref());
    let other = language.and_then(|language| language.job(workload));
    let own = || JobText { text: job::write(workload), unsupported: job::unsupported(workload) };
    other.unwrap_or_else(own)
}
