//! The ranking of a layout's own settings if its whole grid is known, and how few points it needs.

use super::super::{Line, Rows, Tone};
use super::groups::level_label as words;
use super::hundredths;
use crate::catalogue::race as text;
use crate::language::Language;
use crate::words::figure::{names, percent};
use record::race::{Answer, RaceFinding, Setting, SettingFinding};

/// The name of the values of a setting, for people.
fn called(language: Language, setting: Setting) -> &'static str {
    match setting {
        Setting::Block => text::setting_block(language),
        Setting::Depth => text::setting_depth(language),
        Setting::Threads => text::setting_threads(language),
        Setting::Direction => text::setting_direction(language),
        Setting::Order => text::setting_order(language),
    }
}

/// The number of points from which each setting could be ranked; empty without settings.
pub(super) fn needed(language: Language, finding: &RaceFinding) -> String {
    let one = |one: &SettingFinding| {
        let (points, all) = (one.points as u64, one.points_max as u64);
        let setting = called(language, one.setting);
        match one.answer {
            Answer::Best(_) | Answer::NoDifference(_) => {
                text::ranks(language, points, all, setting)
            }
            _ => text::ranks_not(language, points, all, setting),
        }
    };
    let all: Vec<String> = finding.settings.iter().map(one).collect();
    text::ranks_within(language, &all.join(", "), &percent(language, finding.practical))
}

/// Each setting with the answer of its race, compared with that of the whole grid.
pub(super) fn answers(language: Language, finding: &RaceFinding) -> Option<Rows> {
    let row = |one: &SettingFinding| {
        let label = |at: usize| {
            one.values.get(at).map_or("?".to_owned(), |value| words(language, &value.level))
        };
        let list = |few: &[usize]| {
            let few: Vec<String> = few.iter().map(|at| label(*at)).collect();
            let few: Vec<&str> = few.iter().map(String::as_str).collect();
            names(language, &few, 8)
        };
        let (tone, answer) = match &one.answer {
            Answer::Best(best) => (Tone::Good, label(*best)),
            Answer::NoDifference(few) => (Tone::Good, text::group_alike(language, &list(few))),
            Answer::CannotTell(few) | Answer::NotYet(few) => {
                (Tone::Unsure, text::group_open(language, &list(few)))
            }
            Answer::NoneRan => (Tone::Unsure, "-".to_owned()),
        };
        let best = &one.values[one.best_of_all()];
        let order = match one.in_order(finding.practical) {
            true => text::order_same(language),
            false => text::order_other(language),
        };
        let cells = [
            called(language, one.setting).to_owned(),
            answer,
            text::of_all(language, one.points as u64, one.points_max as u64),
            words(language, &best.level),
            hundredths(language, best.mean_mibps),
            order.to_owned(),
        ];
        Line { cells: cells.to_vec(), tone, share: f64::NAN }
    };
    let heads = [
        text::head_setting(language),
        text::head_best(language),
        text::head_needed(language),
        text::head_by_all(language),
        language.unit("MiB/s"),
        text::head_order(language),
    ];
    (!finding.settings.is_empty()).then(|| Rows {
        caption: text::settings(language, &percent(language, finding.practical)),
        heads: heads.map(str::to_owned).to_vec(),
        rows: finding.settings.iter().map(row).collect(),
        words: vec![1, 3, 5],
        spare: Vec::new(),
    })
}

/// Every value with the mean of all its points, and the number of points that were needed; none without settings.
pub(super) fn values(language: Language, finding: &RaceFinding) -> Option<Rows> {
    let rows = finding.settings.iter().flat_map(|one| {
        let most = one.values[one.best_of_all()].mean_mibps;
        let all = one.points_max / one.values.len().max(1);
        // The race orders by the points that it used; this table orders by all points.
        let mut sorted: Vec<_> = one.values.iter().enumerate().collect();
        sorted.sort_by(|a, b| b.1.mean_mibps.total_cmp(&a.1.mean_mibps));
        sorted.into_iter().enumerate().map(move |(place, (at, value))| Line {
            cells: vec![
                if place == 0 { called(language, one.setting).to_owned() } else { String::new() },
                words(language, &value.level),
                hundredths(language, value.mean_mibps),
                text::of_all(language, value.points as u64, all as u64),
            ],
            tone: if one.answer == Answer::Best(at) { Tone::Good } else { Tone::Plain },
            share: value.mean_mibps / most,
        })
    });
    let heads = [
        text::head_setting(language),
        text::head_value(language),
        language.unit("MiB/s"),
        text::head_needed(language),
    ];
    (!finding.settings.is_empty()).then(|| Rows {
        caption: text::values(language).to_owned(),
        heads: heads.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        words: vec![1],
        spare: Vec::new(),
    })
}
