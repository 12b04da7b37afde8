//! The database profiles: takes a name, returns the user's own profile or the built-in one; takes a file, returns the
//! profile or the job in it as a profile.

use crate::failure::{Ending, Failure};
use crate::foreign::of_file;
use crate::{input, load};
use job::{Problem, profile};
use record::Note;
use report::messages::requests::ProfileFault;
use report::messages::system::SystemAction;
use std::path::{Path, PathBuf};
use workload::{JobLoad, Pace, Profile, Role, Workload};

/// The text and the parsed form of a profile. Looks for the user's own profile first, then for a built-in one.
pub fn load(name: &str) -> Result<(String, Profile), Failure> {
    load_at(name, None)
}

/// As [`fn@load`]; a job whose streams are all closed loops takes this rate of all its streams together.
pub fn load_at(name: &str, rate_iops: Option<f64>) -> Result<(String, Profile), Failure> {
    if is_file(name) {
        let (path, number) = split_job_number(name);
        return read_file(Path::new(path), number, rate_iops);
    }
    let own = folder().map(|f| f.join(format!("{name}.toml"))).filter(|_| is_plain(name));
    let text = match own.filter(|path| path.exists()) {
        Some(path) => input::text(&path).map_err(Failure::refused(
            Ending::Wrong,
            SystemAction::Read,
            path.display(),
        ))?,
        None => match workload::profile::BUILT_IN.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => (*text).to_owned(),
            None => return Err(unknown_profile(name)),
        },
    };
    match profile::read(name, &text) {
        Ok(profile) => Ok((text, profile)),
        Err(problems) => Err(Failure::of(
            Ending::Wrong,
            vec![job::show(&format!("{name}.toml"), &text, &problems, false)],
        )),
    }
}

/// As [`fn@load`], for those who multiply rates: the sessions of a job become open loops of their rate.
pub fn load_open(name: &str) -> Result<(String, Profile), Failure> {
    let (text, profile) = load(name)?;
    if !profile.roles.iter().any(Role::has_sessions) {
        return Ok((text, profile));
    }
    let workload = load::read(name, &text)?;
    let Some(open) = workload.without_sessions() else {
        let parts = workload.streams.iter().filter(|stream| stream.transaction.is_some());
        let lines = parts.map(|stream| {
            let (file, stream) = (name.to_owned(), stream.name.clone());
            ProfileFault::StreamOfSessions { file, stream }.to_string()
        });
        return Err(Failure::of(Ending::Wrong, lines.collect()));
    };
    let load = JobLoad::of(&open).map_err(|problems| {
        let lines = problems.iter().map(|problem| format!("{name}: {problem}"));
        Failure::of(Ending::Wrong, lines.collect())
    })?;
    Ok((text, Profile::of_job(&open.name, load)))
}

/// As [`load_open`], but also refuses a job with closed loops, for uses that need a rate of each stream.
pub(crate) fn load_with_rates(name: &str) -> Result<(String, Profile), Failure> {
    let (text, profile) = load_open(name)?;
    let jobs = profile.roles.iter().filter_map(|role| role.job.as_ref());
    let line = |stream: &workload::Stream| {
        let (file, stream) = (name.to_owned(), stream.name.clone());
        ProfileFault::StreamWithoutRate { file, stream }.to_string()
    };
    let lines: Vec<String> = jobs.flat_map(|job| &job.background).map(line).collect();
    if lines.is_empty() { Ok((text, profile)) } else { Err(Failure::of(Ending::Wrong, lines)) }
}

/// Whether the user's word names a file and not a profile.
pub fn is_file(name: &str) -> bool {
    let path = Path::new(name);
    name.contains('/')
        || path.extension().is_some_and(|extension| extension == "toml")
        || Path::new(split_job_number(name).0).is_file()
            && !names().iter().any(|known| known == name)
}

/// The file and the number of its job in `FILE#N`.
fn split_job_number(name: &str) -> (&str, Option<usize>) {
    let parts = name.rsplit_once('#').filter(|_| !Path::new(name).exists());
    match parts.and_then(|(file, number)| Some((file, number.parse().ok()?))) {
        Some((file, number)) => (file, Some(number)),
        None => (name, None),
    }
}

/// The profile in a file, or the job in it as a profile of one role.
fn read_file(
    path: &Path,
    number: Option<usize>,
    rate_iops: Option<f64>,
) -> Result<(String, Profile), Failure> {
    let text = input::text(path).map_err(Failure::refused(
        Ending::Wrong,
        SystemAction::Read,
        path.display(),
    ))?;
    let shown = path.display().to_string();
    let wrong = |problems: &[Problem]| {
        Failure::of(Ending::Wrong, vec![job::show(&shown, &text, problems, false)])
    };
    if profile::is_one(&text) {
        let profile = profile::read(&shown, &text).map_err(|problems| wrong(&problems))?;
        return Ok((text, profile));
    }
    let reading = job::read(&shown, &text);
    let (mut text, mut workload, is_native) = match reading.workload {
        Some(workload) => (text, workload, true),
        None => {
            let converted = of_file::native(path, &text, number);
            let text = converted.unwrap_or_else(|| Err(wrong(&reading.problems)))?;
            let workload = load::read(&shown, &text)?;
            (text, workload, false)
        }
    };
    if keep_phase(&mut workload, number) | give_rate(&mut workload, rate_iops) && !is_native {
        text = job::write(&workload);
    }
    let load = JobLoad::of(&workload).map_err(|problems| {
        let lines = problems.iter().map(|problem| format!("{shown}: {problem}"));
        Failure::of(Ending::Wrong, lines.collect())
    })?;
    Ok((text, Profile::of_job(&workload.name, load)))
}

/// Keeps only the phase of this number in a job with several; whether something changed.
fn keep_phase(workload: &mut Workload, number: Option<usize>) -> bool {
    let index = number.and_then(|number| number.checked_sub(1));
    let Some(phase) = index.and_then(|index| workload.phases.get(index)).cloned() else {
        return false;
    };
    workload.streams.retain(|stream| phase.streams.contains(&stream.name));
    let used = |name: &String| workload.streams.iter().any(|stream| stream.target == *name);
    workload.targets.retain(|target| used(&target.name));
    workload.phases = vec![phase];
    true
}

/// Divides the rate among the streams if none has one; whether something changed.
fn give_rate(workload: &mut Workload, rate_iops: Option<f64>) -> bool {
    let open = workload.streams.iter().any(|stream| stream.pace.rate_iops().is_some());
    let Some(rate_iops) = rate_iops.filter(|_| !open && workload.phases.len() == 1) else {
        return false;
    };
    let rate_iops = rate_iops / workload.streams.len() as f64;
    workload.streams.iter_mut().for_each(|stream| stream.pace = Pace::Poisson { rate_iops });
    true
}

/// How closely a fitted job repeats the captured load, as a note for every answer from that job.
pub(crate) fn fidelity_note(text: &str) -> Option<Note> {
    job::read("", text).fidelity.map(|fidelity| Note::of_fidelity(&fidelity))
}

pub fn choose(mut profile: Profile, roles: &[String]) -> Result<Profile, Failure> {
    if roles.is_empty() {
        return Ok(profile);
    }
    let known: Vec<String> = profile.roles.iter().map(|r| r.name.clone()).collect();
    let unknown: Vec<String> = roles
        .iter()
        .filter(|name| *name != "all" && !known.contains(name))
        .map(|name| {
            ProfileFault::UnknownRole {
                name: name.to_string(),
                profile: profile.name.to_string(),
                roles: (known.join(", ")),
            }
            .to_string()
        })
        .collect();
    if !unknown.is_empty() {
        return Err(Failure::of(Ending::Wrong, unknown));
    }
    let all = roles.iter().any(|name| name == "all");
    for role in &mut profile.roles {
        role.measured = all || roles.contains(&role.name);
    }
    Ok(profile)
}

fn unknown_profile(name: &str) -> Failure {
    let known = names();
    let near = nearest_names(name, &known);
    let (name, profiles) = (name.to_owned(), known.join(", "));
    Failure::wrong(if near.is_empty() {
        ProfileFault::UnknownProfile { name, profiles }
    } else {
        ProfileFault::UnknownProfileNear { name, near: near.join(", "), profiles }
    })
}

/// Common names of databases, and the beginning of the matching profile names.
const DATABASE_NAMES: [(&str, &str); 8] = [
    ("mssql", "sqlserver"),
    ("sql-server", "sqlserver"),
    ("pg", "postgres"),
    ("mariadb", "mysql"),
    ("innodb", "mysql"),
    ("mongo", "mongodb"),
    ("oltp", "generic-oltp"),
    ("generic", "generic-oltp"),
];

/// The profiles that an unknown name may mean: those that begin with it or that it begins with, or else the nearest.
fn nearest_names<'a>(name: &str, known: &'a [String]) -> Vec<&'a str> {
    let lower = name.to_lowercase().replace('_', "-");
    let database = DATABASE_NAMES.iter().find(|(common, _)| *common == lower);
    let start = database.map_or(&*lower, |(_, start)| start);
    let begins =
        |name: &&str| !start.is_empty() && (name.starts_with(start) || start.starts_with(name));
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let begun: Vec<&str> = known.iter().copied().filter(begins).collect();
    if begun.is_empty() { job::nearest(start, &known).into_iter().collect() } else { begun }
}

/// Whether a name cannot lead outside the folder of profiles.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        && !name.starts_with('.')
}

pub fn names() -> Vec<String> {
    let mut names: Vec<String> =
        workload::profile::BUILT_IN.iter().map(|p| p.0.to_owned()).collect();
    let mut own: Vec<String> = folder()
        .and_then(|folder| std::fs::read_dir(folder).ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|file| file.strip_suffix(".toml").map(str::to_owned))
        .filter(|name| is_plain(name) && !names.contains(name))
        .collect();
    own.sort();
    names.append(&mut own);
    names
}

/// Where the user's own profiles are: `plimsoll/profiles` under the XDG configuration directory, or `%APPDATA%` of Windows.
pub fn folder() -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let config = absolute("XDG_CONFIG_HOME")
        .or_else(|| absolute("APPDATA"))
        .or_else(|| absolute("HOME").map(|home| home.join(".config")))?;
    Some(config.join("plimsoll").join("profiles"))
}
