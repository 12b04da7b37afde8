//! What a study would do: its points, its likely and its longest time, its space, and its targets. Touches nothing.
//!
//! The points of a study depend on its measurements. Listed are those that would be measured if all places were alike.

use super::prediction::{PredictedCourse, predict, predict_rest};
use super::resume::EarlierResults;
use super::{Stage, StudyRequest, Work};
use crate::failure::{Ending, Failure};
use crate::layouts::StageLayouts;
use crate::shelf::{Kind, Spot};
use crate::terminal;
use base::Bytes;
use record::TrialPurpose;
use report::Language;
use report::messages::dry_run::DryRunText;
use serde_json::json;

/// The most points that are listed for people; `--json` lists all.
const LISTED_MAX: usize = 40;
/// The rates of writing for which the time to fill is told; the message names them.
const FAST_MIBPS: u64 = 1000;
const SLOW_MIBPS: u64 = 100;

pub(super) fn print(
    request: &StudyRequest,
    seed: u64,
    earlier: &EarlierResults,
    as_json: bool,
) -> Result<Ending, Failure> {
    let courses: Vec<PredictedCourse> =
        request.stages.iter().map(|stage| predict(request, stage, seed)).collect();
    let text = if as_json {
        document(request, &courses, earlier)
    } else {
        page(request, &courses, earlier)
    };
    terminal::print(text.as_bytes()).map(|()| Ending::Done)
}

fn page(request: &StudyRequest, courses: &[PredictedCourse], earlier: &EarlierResults) -> String {
    let mut text = format!("{}: {}\n", request.kind, request.target());
    for (stage, course) in request.stages.iter().zip(courses) {
        if request.stages.len() > 1 {
            let (name, study) = (stage.name.clone(), stage.study.to_string());
            text += &format!("\n{}\n", DryRunText::Stage { name, study });
        }
        if let Some(building) = &stage.building {
            text += &building_commands(building);
        }
        text += &match &stage.work {
            Work::Points(_) | Work::Recorded(..) => point_list(course),
            Work::Ramp(work) => {
                let limit = work.role.latency_limit;
                let role = report::words::profile_role(Language::of_process(), &work.role);
                format!("\n{}\n", DryRunText::RampTrials { role, limit })
            }
        };
        text += &format!("\n{}", summary(stage, course));
    }
    if courses.len() > 1 {
        let likely_s = courses.iter().map(|course| course.likely_s).sum();
        let noisy_s = courses.iter().map(|course| course.noisy_s).sum();
        let longest_s = courses.iter().map(|course| course.longest_s).sum();
        let (range, longest) = (range(likely_s, noisy_s), duration(longest_s));
        text += &format!("\n{}\n", DryRunText::AllStages { range, longest });
    }
    if !earlier.runs.is_empty() {
        let lines: String = earlier.runs.iter().map(|run| format!("  {run}\n")).collect();
        text += &format!("\n{}\n{lines}", DryRunText::OfEarlierRuns);
    }
    if let Some(left) = predict_rest(request, courses, earlier) {
        let (range, longest) = (range(left.likely_s, left.noisy_s), duration(left.longest_s));
        text += &format!("\n{}\n", DryRunText::Left { range, longest });
    }
    text
}

/// The commands that build the layouts of a stage and take them down.
fn building_commands(building: &StageLayouts) -> String {
    titled_lines(DryRunText::WouldBuild, &building.build_commands())
        + &titled_lines(DryRunText::WouldTakeDown, &building.take_down_commands())
        + &titled_lines(DryRunText::ToKnow, building.notes())
}

fn titled_lines(title: DryRunText, lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    if lines.is_empty() { String::new() } else { format!("\n{title}\n{lines}") }
}

fn point_list(course: &PredictedCourse) -> String {
    let mut text = format!("\n{}\n", DryRunText::PointsIfAlike);
    for ask in course.asks.iter().take(LISTED_MAX) {
        let purpose = TrialPurpose::Point { purpose: ask.purpose, broken_off: false };
        let purpose = report::words::purpose(Language::of_process(), &purpose);
        text += &format!("  {}  {purpose}\n", ask.point.descriptor());
    }
    if course.asks.len() > LISTED_MAX {
        let count = (course.asks.len() - LISTED_MAX) as u64;
        text += &format!("  {}\n", DryRunText::MorePoints { count });
    }
    text
}

fn summary(stage: &Stage, course: &PredictedCourse) -> String {
    let mut rows = Vec::new();
    if !course.asks.is_empty() {
        let (likely, most) = (course.asks.len() as u64, course.points_max() as u64);
        let points = DryRunText::Points { likely, most, pause: duration(course.pause_s) };
        rows.push((DryRunText::LabelPoints, points.to_string()));
    }
    let (range, longest) = (range(course.likely_s, course.noisy_s), duration(course.longest_s));
    let time = if stage.shelf.simulated() {
        DryRunText::TimeVirtual { range, longest }
    } else {
        DryRunText::Time { range, longest }
    };
    rows.push((DryRunText::LabelTime, time.to_string()));
    let space = match stage.shelf.prefill_bytes() {
        0 => DryRunText::NoSpace,
        bytes => {
            let fast = duration(bytes as f64 / (FAST_MIBPS * Bytes::MIB) as f64);
            let slow = duration(bytes as f64 / (SLOW_MIBPS * Bytes::MIB) as f64);
            DryRunText::Prefilled { bytes: Bytes(bytes), fast, slow }
        }
    };
    rows.push((DryRunText::LabelSpace, space.to_string()));
    rows.extend(fill_levels(stage).into_iter().map(|line| (DryRunText::LabelFills, line)));
    let places = written_places(stage);
    let places =
        if places.is_empty() { DryRunText::NoWrites.to_string() } else { places.join(", ") };
    rows.push((DryRunText::LabelWrites, places));
    let rows: Vec<(String, String)> =
        rows.into_iter().map(|(label, line)| (label.to_string(), line)).collect();
    let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(label, line)| format!("{label:<width$}  {line}\n")).collect()
}

/// How far the stage would fill each place, level by level.
fn fill_levels(stage: &Stage) -> Vec<String> {
    let fills = stage.shelf.fills();
    let levels_of = |spot: &Spot| {
        let levels = fills.iter().zip(&spot.filled_bytes);
        let levels = levels.map(|(percent, bytes)| {
            let (percent, size) = (percent.to_string(), Bytes(*bytes));
            DryRunText::FillLevel { percent, size }.to_string()
        });
        let levels = levels.collect::<Vec<_>>().join(&DryRunText::Then.to_string());
        DryRunText::Filled { place: spot.word.to_string(), levels }.to_string()
    };
    if fills.is_empty() { Vec::new() } else { stage.shelf.spots.iter().map(levels_of).collect() }
}

fn written_places(stage: &Stage) -> Vec<String> {
    let writes = stage.shelf.will_write();
    let given_up = stage.building.iter().flat_map(|building| &building.disks);
    let given_up = given_up
        .map(|disk| DryRunText::Overwritten { place: disk.display().to_string() }.to_string());
    let there = stage.shelf.spots.iter().filter(|spot| spot.built.is_empty());
    let places = there.filter_map(|spot| match spot.kind {
        Kind::Simulated => None,
        Kind::Directory => Some(DryRunText::OwnFile { place: spot.word.to_string() }.to_string()),
        Kind::Device | Kind::File => {
            writes.then(|| DryRunText::Overwritten { place: spot.word.to_string() }.to_string())
        }
    });
    places.chain(given_up).collect()
}

/// The time from the course with alike and steady places to the noisy course.
fn range(likely_s: f64, noisy_s: f64) -> String {
    if noisy_s > 0.0 {
        report::words::about(Language::of_process(), likely_s, noisy_s)
    } else {
        duration(noisy_s)
    }
}

fn duration(seconds: f64) -> String {
    if seconds > 0.0 {
        report::words::duration(Language::of_process(), seconds)
    } else {
        DryRunText::NoTime.to_string()
    }
}

fn document(
    request: &StudyRequest,
    courses: &[PredictedCourse],
    earlier: &EarlierResults,
) -> String {
    let stages = request.stages.iter().zip(courses);
    let stages: Vec<_> = stages.map(|(stage, course)| stage_document(stage, course)).collect();
    let left = predict_rest(request, courses, earlier).map(|left| {
        json!({
            "points_likely": left.points_likely,
            "points_max": left.points_max,
            "likely_s": left.likely_s,
            "noisy_s": left.noisy_s,
            "longest_s": left.longest_s,
        })
    });
    let document = json!({
        "kind": request.kind.name(),
        "target": request.target(),
        "command": request.command.text(),
        "stages": stages,
        "earlier_runs": earlier.runs.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "left": left,
    });
    serde_json::to_string_pretty(&document).expect("plain values become text") + "\n"
}

fn stage_document(stage: &Stage, course: &PredictedCourse) -> serde_json::Value {
    let points = course.asks.iter().map(|ask| {
        json!({
            "point": ask.point.descriptor(),
            "purpose": ask.purpose.name(),
            "seconds_min": ask.until.time_min_ns as f64 / 1e9,
            "seconds_max": ask.until.time_max_ns as f64 / 1e9,
        })
    });
    json!({
        "name": stage.name,
        "study": stage.study.name(),
        "points": points.collect::<Vec<_>>(),
        "points_likely": course.asks.len(),
        "points_max": course.points_max(),
        "pause_s": course.pause_s,
        "likely_s": course.likely_s,
        "noisy_s": course.noisy_s,
        "longest_s": course.longest_s,
        "prefill_bytes": stage.shelf.prefill_bytes(),
        "writes_to": written_places(stage),
        "fills": fill_levels(stage),
        "built": stage.building.as_ref().map(|building| json!({
            "layouts": building.names(),
            "build": building.build_commands(),
            "take_down": building.take_down_commands(),
            "notes": building.notes(),
        })),
    })
}
