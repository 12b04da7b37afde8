//! What a layout's own settings are worth where its whole grid is known, and of how few points that could be told.

use super::super::{Line, Rows, Tone, counted, names, percent};
use record::race::{Answer, RaceFinding, Setting, SettingFinding};

/// What the values of a setting are, for people.
fn called(setting: Setting) -> &'static str {
    match setting {
        Setting::Block => "block sizes",
        Setting::Depth => "depths",
        Setting::Threads => "threads",
        Setting::Direction => "directions",
        Setting::Order => "orders",
    }
}

/// Of how few points each setting could be ranked; nothing without settings.
pub(super) fn needed(finding: &RaceFinding) -> String {
    let one = |one: &SettingFinding| {
        let ranked = matches!(one.answer, Answer::Best(_) | Answer::NoDifference(_));
        let how = if ranked { "rank" } else { "do not rank" };
        let of = counted(one.points_max, "point");
        format!("{} of {of} {how} its {}", one.points, called(one.setting))
    };
    let all: Vec<String> = finding.settings.iter().map(one).collect();
    format!("{}, within {}", all.join(", "), percent(finding.practical))
}

/// Each setting with the answer of its race, beside that of the whole grid.
pub(super) fn answers(finding: &RaceFinding) -> Option<Rows> {
    let row = |one: &SettingFinding| {
        let label = |at: usize| one.values.get(at).map_or("?", |value| value.label.as_str());
        let list = |few: &[usize]| names(&few.iter().map(|at| label(*at)).collect::<Vec<_>>(), 8);
        let (tone, answer) = match &one.answer {
            Answer::Best(best) => (Tone::Good, label(*best).to_owned()),
            Answer::NoDifference(few) => (Tone::Good, format!("alike: {}", list(few))),
            Answer::CannotTell(few) | Answer::NotYet(few) => {
                (Tone::Unsure, format!("cannot tell: {}", list(few)))
            }
            Answer::NoneRan => (Tone::Unsure, "-".to_owned()),
        };
        let best = &one.values[one.best_of_all()];
        let order = if one.in_order(finding.practical) { "the same" } else { "another" };
        let cells = [
            called(one.setting).to_owned(),
            answer,
            format!("{} of {}", one.points, one.points_max),
            best.label.clone(),
            format!("{:.2}", best.mean_mibps),
            order.to_owned(),
        ];
        Line { cells: cells.to_vec(), tone, share: f64::NAN }
    };
    let heads = ["setting", "best", "points needed", "of all points", "MiB/s", "order"];
    (!finding.settings.is_empty()).then(|| Rows {
        caption: format!(
            "Its settings, ranked point by point until differences of {} are told, each recorded number being taken for the truth \
             (how a point would come out again is not in it), beside what all points say, and whether their order is the same within {}",
            percent(finding.practical),
            percent(finding.practical)
        ),
        heads: heads.map(str::to_owned).to_vec(),
        rows: finding.settings.iter().map(row).collect(),
        spare: Vec::new(),
    })
}

/// Every value with the mean of all of its points, and how many of them were needed; none without settings.
pub(super) fn values(finding: &RaceFinding) -> Option<Rows> {
    let rows = finding.settings.iter().flat_map(|one| {
        let most = one.values[one.best_of_all()].mean_mibps;
        let all = one.points_max / one.values.len().max(1);
        // The race's order is of what it saw; here stands what all points say.
        let mut sorted: Vec<_> = one.values.iter().enumerate().collect();
        sorted.sort_by(|a, b| b.1.mean_mibps.total_cmp(&a.1.mean_mibps));
        sorted.into_iter().enumerate().map(move |(place, (at, value))| Line {
            cells: vec![
                if place == 0 { called(one.setting).to_owned() } else { String::new() },
                value.label.clone(),
                format!("{:.2}", value.mean_mibps),
                format!("{} of {all}", value.points),
            ],
            tone: if one.answer == Answer::Best(at) { Tone::Good } else { Tone::Plain },
            share: value.mean_mibps / most,
        })
    });
    let heads = ["setting", "value", "MiB/s", "points needed"];
    (!finding.settings.is_empty()).then(|| Rows {
        caption: "Every value, best first, with the mean of all of its points".to_owned(),
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        spare: Vec::new(),
    })
}
