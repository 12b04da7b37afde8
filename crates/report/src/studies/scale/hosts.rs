//! A growing set of hosts: how many saturate the storage, and what each adds before that.

use super::{ScaleFinding, law, table};
use crate::catalogue::{host_scale as text, study};
use crate::language::Language;
use crate::studies::{Rate, StageText};
use crate::words::figure::percent;
use record::PointRecord;
use record::scale::Saturation;

pub(super) fn stage_text(
    language: Language,
    finding: &ScaleFinding,
    points: &[PointRecord],
) -> StageText {
    let headline = answer(language, finding);
    let headline = if finding.whole { headline } else { study::not_finished(language, &headline) };
    StageText {
        headline,
        notes: notes(language, finding),
        warnings: uneven(language, finding).into_iter().collect(),
        tables: vec![table(language, finding, points)],
    }
}

fn answer(language: Language, finding: &ScaleFinding) -> String {
    let most = finding.sets.last().map_or(0, |set| set.disks) as u64;
    match &finding.saturation {
        Saturation::Reached { count, plateau, .. } => {
            let plateau = Rate::of(&finding.config.load).with_interval(language, plateau);
            text::reached(language, *count as u64, &plateau)
        }
        Saturation::NotReached { at_least } => {
            let least = at_least.ceil() as u64;
            if least < most {
                text::not_reached_near(language, most, least)
            } else {
                text::not_reached(language, most)
            }
        }
        Saturation::Open => open(language, finding),
    }
}

fn open(language: Language, finding: &ScaleFinding) -> String {
    if let Some(share) = finding.cpus_full {
        return text::cpus_busy(language, &percent(language, share));
    }
    match finding.ends_unclear() {
        None => text::few_points(language).to_owned(),
        Some([first, last]) => text::end_unclear(language, last as u64, first as u64),
    }
}

/// Hosts that add less or more than those before them.
fn uneven(language: Language, finding: &ScaleFinding) -> Option<String> {
    let uneven = finding.last_adds_less().or_else(|| finding.uneven())?;
    let [first, last] = uneven.disks.map(|host| host as u64);
    let (size, less) = (percent(language, uneven.more.abs()), uneven.more < 0.0);
    Some(text::uneven(language, first, last, &size, less))
}

fn notes(language: Language, finding: &ScaleFinding) -> Vec<String> {
    let mut out = Vec::new();
    if finding.slope.value > 0.0 {
        let each = Rate::of(&finding.config.load).with_interval(language, &finding.slope);
        out.push(text::adds(language, &each));
    }
    if let Saturation::Reached { knee, .. } = &finding.saturation {
        let interval = language.interval(knee).map_or(String::new(), |text| format!(" ({text})"));
        out.push(text::plateau(language, &format!("{}{interval}", language.number(knee.value))));
    }
    if let Some(fall) = finding.falls {
        out.push(text::falls(language, fall.after as u64, &percent(language, fall.by_share)));
    }
    out.extend(law(language, finding));
    out
}
