//! A plan of studies: takes its text, gives its stages as plain data, or every problem with its place.
//!
//! Knows nothing of studies. The command line makes the same requests, with the same defaults.

use super::section::{self, KeyTable};
use super::value::{self, KeyValue, ValueProblem};
use crate::{Diagnostics, Problem, suggest};
use base::{Bytes, Nanos};
use std::ops::Range;
use toml::de::{DeTable, DeValue};
use workload::{LatencyLimit, keys};

#[derive(Clone, Debug, PartialEq)]
pub struct StudyPlan {
    /// Its name for people.
    pub name: String,
    /// The seed of every random choice.
    pub seed: Option<u64>,
    /// The engine's name.
    pub engine: Option<&'static str>,
    /// The pause before each point.
    pub pause: Option<Nanos>,
    /// The size of each target that is prefilled or used.
    pub size: Option<Bytes>,
    /// The stages, in order; at least one.
    pub stages: Vec<PlanStage>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlanStage {
    /// Its name for people; unique in the plan.
    pub name: String,
    /// Its place in the text.
    pub span: Range<usize>,
    /// The study that it runs.
    pub study: StageRequest,
}

/// The study of a stage and its request.
#[derive(Clone, Debug, PartialEq)]
pub enum StageRequest {
    /// Measures each disk alone.
    Calibrate(DisksRequest),
    /// Measures growing sets of disks.
    Scale(DisksRequest),
    /// Compares layouts at different load points.
    Compare(RaceRequest),
    /// Measures the load line within a latency limit, or a queue-depth sweep.
    Ramp(RampRequest),
}

/// The request of `calibrate` and `scale`.
#[derive(Clone, Debug, PartialEq)]
pub struct DisksRequest {
    /// The disks, with ranges of names expanded.
    pub disks: Vec<String>,
    /// Whether the whole list of disks could be read.
    pub all_read: bool,
    /// Whether writes are measured.
    pub write: bool,
    /// Size of each operation.
    pub block: Bytes,
    /// Outstanding operations of each thread.
    pub depth: u32,
    pub threads: u32,
    /// Whether offsets are random.
    pub random: bool,
    /// The shortest duration of a point.
    pub time: Nanos,
}

impl Default for DisksRequest {
    /// The request of a stage without keys; the disks are still missing.
    fn default() -> Self {
        match empty_stage("calibrate") {
            StageRequest::Calibrate(request) => Self { all_read: true, ..request },
            other => panic!("an empty stage is read as {other:?}"),
        }
    }
}

impl Default for RampRequest {
    /// The request of a stage without keys; the target is still missing.
    fn default() -> Self {
        match empty_stage("ramp") {
            StageRequest::Ramp(request) => request,
            other => panic!("an empty stage is read as {other:?}"),
        }
    }
}

/// The request of a stage without keys except its study.
fn empty_stage(study: &str) -> StageRequest {
    let (plan, _) = read_leniently("", &format!("[[stage]]\nstudy = \"{study}\""));
    plan.stages.into_iter().next().expect("a stage is read whatever it lacks").study
}

/// The request of `compare`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RaceRequest {
    /// The layouts, as on the command line.
    pub layouts: Vec<String>,
    /// Whether the whole list of layouts could be read, including those to build.
    pub all_read: bool,
    /// Whether each request size gets an answer.
    pub each_size: bool,
    /// The layouts to build for the stage, and their disks.
    pub build: Option<BuildRequest>,
    /// How full the targets are, in percent, ascending; empty if they are not filled.
    pub fills: Vec<u8>,
    /// A grid's file or a stored run whose points are used instead of storage.
    pub recorded: Option<String>,
    /// The profile whose I/O weighs the points.
    pub profile: Option<String>,
    /// The points, in the lab book's notation.
    pub grid: Option<String>,
    /// The value by which layouts are ranked; `None` for the race's default.
    pub ranking: Option<Ranking>,
    /// The shortest duration of a point; `None` for the race's default.
    pub time: Option<Nanos>,
    /// The smallest difference that counts, in percent; `None` for the race's default.
    pub practical_percent: Option<f64>,
    /// The most measurements of each point; `None` for the race's default.
    pub passes: Option<u32>,
}

/// The value by which a race ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    Throughput,
    /// The 99th percentile of latency.
    LatencyP99,
}

/// Layouts that exist while their stage is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildRequest {
    /// The list, as on the command line.
    pub list: String,
    /// The disks, with ranges of names expanded.
    pub disks: Vec<String>,
    /// The size of each disk's slice for each layout.
    pub slice: Option<Bytes>,
}

/// The request of `ramp`.
#[derive(Clone, Debug, PartialEq)]
pub struct RampRequest {
    /// The target that is loaded; empty if it could not be read.
    pub target: String,
    /// The file of a job whose load is scaled, instead of one kind of operation.
    pub job: Option<String>,
    /// Sizes of operations.
    pub blocks: Vec<Bytes>,
    /// Shares of reads in percent.
    pub read_percents: Vec<f64>,
    pub latency_limit: LatencyLimit,
    /// Whether offsets are sequential.
    pub sequential: bool,
    /// The highest number of outstanding operations.
    pub depth_max: u32,
    /// The time for each line; `None` for the target's default.
    pub budget: Option<Nanos>,
    /// The depths of a queue-depth sweep instead of a line.
    pub depths: Option<String>,
    /// The shortest duration of a step.
    pub time: Nanos,
}

/// The default shortest duration of a measurement; races have their own.
const TIME_USUAL: Nanos = Nanos::secs(10);
/// The replacement for an unreadable size: the smallest that can be prefilled.
const SMALLEST: Bytes = Bytes::mib(64);
/// The replacement for points that cannot be read.
const READING: &str = "-kR -b8 -o1 -t1";
/// The same where the targets are filled, which needs permission to write.
const WRITING: &str = "-kW -b8 -o1 -t1";

/// Reads a plan; `name` is the file's name, from which a plan without a name gets one.
///
/// # Errors
/// All problems, in the order of the text.
pub fn read(name: &str, text: &str) -> Result<StudyPlan, Vec<Problem>> {
    let (plan, problems) = read_leniently(name, text);
    if problems.is_empty() { Ok(plan) } else { Err(problems) }
}

/// Reads a plan as far as possible, so that its targets can be checked before anything is reported. Also returns all
/// problems, in the order of the text. An unreadable value is left out or replaced by the least demanding one: reads,
/// and the smallest size.
pub fn read_leniently(name: &str, text: &str) -> (StudyPlan, Vec<Problem>) {
    let (document, syntax) = section::parse(text);
    let root = document.get_ref();
    let mut sink = Diagnostics::default();
    KeyTable::open("plan", "", 0..0, root, &["study", "stage"], &mut sink);
    let stem = name.rsplit('/').next().unwrap_or(name);
    let mut plan = StudyPlan {
        name: stem.strip_suffix(".toml").unwrap_or(stem).to_owned(),
        seed: None,
        engine: None,
        pause: None,
        size: None,
        stages: Vec::new(),
    };
    common(root, &mut plan, &mut sink);
    plan.stages = stages(root, &mut sink);
    if !syntax.is_empty() {
        plan.stages.iter_mut().for_each(PlanStage::limit_numbers);
    }
    let (_, problems) = sink.close(text, syntax);
    (plan, problems)
}

fn common(root: &DeTable<'_>, plan: &mut StudyPlan, sink: &mut Diagnostics) {
    let Some((key, value)) = root.get_key_value("study") else { return };
    let DeValue::Table(table) = value.get_ref() else {
        let help = "write [study] on a line of its own and its keys below";
        sink.problem(key.span(), "`study` is not a section".to_owned(), help);
        return;
    };
    let known = section::names_of("study");
    let section = KeyTable::open("study", "", key.span(), table, &known, sink);
    if let Some(name) = section.get("name", sink) {
        plan.name = name;
    }
    plan.seed = section.get("seed", sink);
    plan.engine = section.word("engine", sink);
    plan.pause = section.get("pause", sink);
    plan.size = section.get("size", sink).or(section.has("size").then_some(SMALLEST));
}

impl PlanStage {
    /// Marks lists as incomplete, because anything may be missing where the syntax is broken.
    fn limit_numbers(&mut self) {
        match &mut self.study {
            StageRequest::Calibrate(disks) | StageRequest::Scale(disks) => disks.all_read = false,
            StageRequest::Compare(race) => {
                race.all_read = false;
                race.grid.get_or_insert_with(|| READING.to_owned());
            }
            StageRequest::Ramp(_) => {}
        }
    }
}

fn stages(root: &DeTable<'_>, sink: &mut Diagnostics) -> Vec<PlanStage> {
    let help = "add [[stage]] with for example: study = \"calibrate\"";
    let Some((key, value)) = root.get_key_value("stage") else {
        sink.absent(0..0, "the plan has no stage".to_owned(), help);
        return Vec::new();
    };
    let DeValue::Array(list) = value.get_ref() else {
        let help = "write [[stage]] with two brackets: stages run in the order of the file";
        sink.problem(key.span(), "`stage` is not a list of stages".to_owned(), help);
        return Vec::new();
    };
    let mut stages: Vec<PlanStage> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for member in list.iter() {
        let DeValue::Table(table) = member.get_ref() else {
            let help = "write [[stage]] on a line of its own and its keys below";
            sink.problem(member.span(), "this is not a stage".to_owned(), help);
            continue;
        };
        let known = section::names_of("stage");
        let section = KeyTable::open("stage", "", member.span(), table, &known, sink);
        let named = section.get::<String>("name", sink);
        if let Some(name) = named.as_ref().filter(|name| names.contains(name)) {
            let text = format!("there is a stage \"{name}\" already");
            sink.problem(section.span_of("name"), text, "give each stage a name of its own");
        }
        if let Some((word, study)) = study(&section, table, sink) {
            let name = named.unwrap_or_else(|| numbered(word, &names));
            names.push(name.clone());
            stages.push(PlanStage { name, span: member.span(), study });
        }
    }
    stages
}

/// The study's name, with a number if an earlier stage has the same name.
fn numbered(word: &str, taken: &[String]) -> String {
    let names = (2u32..).map(|number| format!("{word} {number}"));
    let mut free =
        std::iter::once(word.to_owned()).chain(names).filter(|name| !taken.contains(name));
    free.next().expect("a plan cannot hold every number")
}

fn study(
    section: &KeyTable<'_, '_>,
    table: &DeTable<'_>,
    sink: &mut Diagnostics,
) -> Option<(&'static str, StageRequest)> {
    section.must_have("study", sink);
    let word = match section.word("study", sink) {
        Some(word) => word,
        // The keys are checked against the study that was most likely meant.
        None => {
            let words = keys::STUDY_KEYS_OF.map(|(word, _)| word);
            suggest::nearest(section.written("study")?, &words)?
        }
    };
    let (_, own) = keys::STUDY_KEYS_OF.into_iter().find(|(study, _)| *study == word)?;
    for (key, _) in table.iter() {
        let written: &str = key.get_ref();
        let common = ["study", "name"].contains(&written);
        if !common && !own.contains(&written) && keys::find("stage", written).is_some() {
            let help = match suggest::nearest(written, own) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("{word} has {}", own.join(", ")),
            };
            sink.problem(key.span(), format!("`{written}` means nothing to {word}"), help);
        }
    }
    let study = match word {
        "calibrate" => StageRequest::Calibrate(disks(section, sink)),
        "scale" => StageRequest::Scale(disks(section, sink)),
        "compare" => StageRequest::Compare(race(section, sink)),
        _ => StageRequest::Ramp(ramp(section, sink)),
    };
    Some((word, study))
}

/// The names of disks, with ranges expanded.
fn named_disks(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Vec<String> {
    section.must_have("disks", sink);
    let mut names = Vec::new();
    let written = section.list("disks", sink, "a list of disks", value::line);
    for (name, span) in written.unwrap_or_default() {
        match expanded(&name) {
            Ok(all) => names.extend(all),
            Err(text) => sink.problem(span, text, "write for example /dev/sd[b-o]"),
        }
    }
    names
}

fn disks(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> DisksRequest {
    let before = sink.count();
    let disks = named_disks(section, sink);
    DisksRequest {
        disks,
        all_read: sink.count() == before,
        write: section.get_or_default("write", sink),
        block: section.get("block", sink).unwrap_or(Bytes::kib(64)),
        depth: section.get_or_default("depth", sink),
        threads: section.get_or_default("threads", sink),
        random: section.get_or_default("random", sink),
        time: section.get("time", sink).unwrap_or(TIME_USUAL),
    }
}

fn race(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> RaceRequest {
    let before = sink.count();
    if !section.has("build") && !section.has("recorded") {
        section.must_have("layouts", sink);
    }
    let layouts = section.list("layouts", sink, "a list of layouts", value::line);
    let build = build(section, sink);
    let recorded = section.get("recorded", sink);
    let all_read = sink.count() == before;
    let grid = section.read("grid", sink, |v| {
        let text = value::line(v)?;
        match crate::grid::read(&text) {
            Ok(_) => Ok(text),
            Err(problems) => {
                let message: Vec<String> = problems.into_iter().map(|p| p.text).collect();
                Err(ValueProblem::new(format!("is no grid: {}", message.join("; "))))
            }
        }
    });
    let profile = section.get("for", sink);
    let unread = section.has("grid") && grid.is_none() || section.has("for") && profile.is_none();
    let grid = if unread { Some(READING.to_owned()) } else { grid };
    let fills = fills(section, sink);
    let unread = section.has("fill") && fills.is_empty();
    let grid = if unread { Some(WRITING.to_owned()) } else { grid };
    exclude(section, "grid", &["for"], sink);
    exclude(section, "recorded", &["layouts", "build", "fill"], sink);
    exclude(section, "each_size", &["for", "recorded", "fill"], sink);
    let ranking = section.word("metric", sink).map(|metric| match metric {
        "p99" => Ranking::LatencyP99,
        _ => Ranking::Throughput,
    });
    RaceRequest {
        layouts: layouts.unwrap_or_default().into_iter().map(|(layout, _)| layout).collect(),
        all_read,
        each_size: section.get_or_default("each_size", sink),
        build,
        fills,
        recorded,
        profile,
        grid,
        ranking,
        time: section.get("time", sink),
        practical_percent: section.get("practical", sink),
        passes: section.get("passes", sink),
    }
}

fn exclude(
    section: &KeyTable<'_, '_>,
    key: &'static str,
    others: &[&'static str],
    sink: &mut Diagnostics,
) {
    for other in others.iter().filter(|other| section.has(key) && section.has(other)) {
        let text = format!("`{key}` and `{other}` exclude each other");
        sink.problem(section.span_of(key), text, "keep one of them");
    }
}

/// The layouts to build, in a valid list, on disks.
fn build(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Option<BuildRequest> {
    if !section.has("build") {
        for key in ["disks", "slice"].into_iter().filter(|key| section.has(key)) {
            let text = format!("`{key}` means nothing to a race without `build`");
            sink.problem(
                section.span_of(key),
                text,
                "add build = \"raid10,raid5\", or leave it out",
            );
        }
        return None;
    }
    let list = section.read("build", sink, |v| {
        let text = value::line(v)?;
        match crate::layouts::read(&text) {
            Ok(_) => Ok(text),
            Err(problems) => {
                let message: Vec<String> = problems.into_iter().map(|p| p.text).collect();
                Err(ValueProblem::new(format!("is no list of layouts: {}", message.join("; "))))
            }
        }
    });
    let (disks, slice) = (named_disks(section, sink), section.get("slice", sink));
    // The disks have to be checked whatever is built on them.
    Some(BuildRequest { list: list.unwrap_or_else(|| "none".to_owned()), disks, slice })
}

/// How full the targets are, in whole percent, ascending, each value once.
fn fills(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Vec<u8> {
    let each = |v: &value::TomlValue<'_>| {
        let percent = f64::parse(section.domain("fill"), v)?;
        if percent.fract() == 0.0 {
            Ok(percent as u8)
        } else {
            Err(ValueProblem::new(format!("must be whole, not {percent}")))
        }
    };
    let mut all = section.one_or_more("fill", sink, each).unwrap_or_default();
    all.sort_unstable();
    all.dedup();
    all
}

fn ramp(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> RampRequest {
    let latency_limit = section.read("latency_limit", sink, |v| {
        let text = value::line(v)?;
        text.parse::<LatencyLimit>()
            .map_err(|e| ValueProblem::new(format!("is not a latency limit: {}", e.reason)))
    });
    let usual = LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(20) };
    let depths = section.read("depths", sink, |v| {
        let text = value::line(v)?;
        match crate::grid::depths(&text) {
            Ok(_) => Ok(text),
            Err(why) => Err(ValueProblem::new(format!("is no list of depths: {}", why.join("; ")))),
        }
    });
    let (other, of) = match section.has("depths") {
        true => (&["latency_limit", "depth_max", "budget"][..], "a queue-depth sweep"),
        false => (&["time"][..], "a line, only to a queue-depth sweep"),
    };
    for key in other.iter().filter(|key| section.has(key)) {
        let text = format!("`{key}` means nothing to {of}");
        sink.problem(section.span_of(key), text, "leave it out");
    }
    exclude(section, "for", &["block", "mix", "sequential", "depth_max", "depths"], sink);
    RampRequest {
        job: section.get("for", sink),
        target: section.must_get("target", sink).unwrap_or_default(),
        blocks: section.get_several("block", sink).unwrap_or_else(|| vec![Bytes::kib(8)]),
        read_percents: section.get_several("mix", sink).unwrap_or_else(|| vec![100.0]),
        latency_limit: latency_limit.unwrap_or(usual),
        sequential: section.get_or_default("sequential", sink),
        depth_max: section.get_or_default("depth_max", sink),
        budget: section.get("budget", sink),
        depths,
        time: section.get("time", sink).unwrap_or(TIME_USUAL),
    }
}

/// Expands `sd[b-o]` to sdb to sdo; keeps a simulated storage unchanged.
fn expanded(name: &str) -> Result<Vec<String>, String> {
    let Some((before, rest)) =
        name.split_once('[').filter(|_| workload::simulation(name).is_none())
    else {
        return Ok(vec![name.to_owned()]);
    };
    let wrong = || format!("\"{name}\" has no range of one letter or digit to another");
    let (range, after) = rest.split_once(']').ok_or_else(wrong)?;
    let letters: Vec<char> = range.chars().collect();
    let [low, '-', high] = letters[..] else { return Err(wrong()) };
    let alike = low.is_ascii_digit() && high.is_ascii_digit()
        || low.is_ascii_lowercase() && high.is_ascii_lowercase()
        || low.is_ascii_uppercase() && high.is_ascii_uppercase();
    if !alike || low > high {
        return Err(wrong());
    }
    let mut all = Vec::new();
    for tail in expanded(after)? {
        all.extend((low..=high).map(|letter| format!("{before}{letter}{tail}")));
    }
    all.sort();
    Ok(all)
}
