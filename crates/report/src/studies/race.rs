//! Layouts side by side: who is best, by how much, for what price, and where it is otherwise.

pub(super) mod groups;
mod measure;
mod reason;
mod settings;
mod sizes;

use super::{Line, Rows, Told, Tone, counted, names, percent, signed, signed_range};
use crate::words;
use base::Bytes;
pub(crate) use measure::{ranking, unit as ranking_unit};
pub(crate) use reason::{exclusion, reason};
use record::race::{Answer, Criterion, Fate, RaceFinding, Standing};
use record::{PointRecord, Purpose, StageRecord};
use workload::PointLoad;

pub(super) fn told(finding: &RaceFinding, stage: &StageRecord) -> Told {
    let all: Vec<&str> = by_candidate(finding);
    let (tone, answer) =
        sizes::answer(finding, stage, &all).unwrap_or_else(|| answer(finding, &all));
    let mut notes = vec![reason(finding)];
    notes.retain(|why| !why.is_empty());
    let alone = all.len() == 1;
    notes.extend((!alone).then(|| measured(finding, stage)));
    notes.extend(unseen(finding, stage));
    notes.extend(lacking(finding, stage));
    let mut warnings = Vec::new();
    if let Some(drift) =
        finding.drift_percent_per_hour.filter(|d| d.is_known() && d.low * d.high > 0.0)
    {
        let way = if drift.value < 0.0 { "slower" } else { "faster" };
        warnings.push(format!(
            "the storage became {} % {way} in an hour; the rounds cancel it, what came after them is not known",
            words::number(drift.value.abs())
        ));
    }
    warnings.extend(finding.unrest().map(|(between, within)| {
        format!(
            "repeats of the same point differ by {}, where each of them claims {}: something outlasts a point; longer points \
             (--time) see all of it",
            percent(between),
            percent(within)
        )
    }));
    for standing in &finding.standings {
        if let Fate::Out { reason } = &standing.fate {
            warnings.push(format!("{} could not be run: {}", standing.name, exclusion(reason)));
        }
    }
    let tables = match &all[..] {
        [alone] => {
            let means = std::iter::once(means(finding, stage, alone));
            settings::answers(finding)
                .into_iter()
                .chain(means)
                .chain(settings::values(finding))
                .collect()
        }
        _ => std::iter::once(standings(finding)).chain(groups::table(finding, &all)).collect(),
    };
    Told { tone, headline: answer, notes, warnings, tables }
}

/// How much was measured, or taken of a record.
fn measured(finding: &RaceFinding, stage: &StageRecord) -> String {
    let points = finding.points.len();
    let points = match super::recorded(stage) {
        true => {
            // The same point again is the same number of the record.
            let taken = finding.points.iter().filter(|point| point.repeat == 0).count();
            let all = stage.points.iter().filter(|point| point.point.repeat == 0).count();
            format!("the race took {taken} of {}", counted(all, "recorded point"))
        }
        false => format!("{} in {}", counted(points, "point"), words::duration(finding.seconds)),
    };
    format!(
        "{points}, {} of {} rounds; differences below {} do not count",
        finding.rounds,
        finding.rounds_max,
        percent(finding.practical)
    )
}

/// Who was loaded for longer has met the end of usual credits: those of gp2 volumes carry 3,000 IOPS for 30 minutes (Amazon EBS
/// User Guide).
const CREDITS_S: f64 = 1800.0;

/// What so short a load cannot have seen, where somebody may buy by the answer.
fn unseen(finding: &RaceFinding, stage: &StageRecord) -> Option<String> {
    let told = matches!(finding.answer, Answer::Best(_) | Answer::NoDifference(_));
    let loaded = finding.standings.iter().filter(|one| one.fate == Fate::Raced).map(|one| {
        let own = finding.points.iter().filter(|point| point.candidate == one.candidate);
        own.map(|point| point.measured.seconds).sum::<f64>()
    });
    let least_s = loaded.reduce(f64::min).filter(|_| told && !super::recorded(stage))?;
    if least_s >= CREDITS_S {
        return None;
    }
    Some(format!(
        "burst credits or caches that last for more than {} of load would not have been seen",
        words::duration(least_s)
    ))
}

/// Recorded points that are not raced because not every layout has them.
fn lacking(finding: &RaceFinding, stage: &StageRecord) -> Option<String> {
    let at = |point: &PointRecord| point.point.load;
    let raced = |load: &PointLoad| finding.loads.iter().any(|weighted| weighted.load == *load);
    let mut loads: Vec<PointLoad> = Vec::new();
    for point in stage.points.iter().filter(|point| point.purpose == Purpose::Recorded) {
        if !raced(&at(point)) && !loads.contains(&at(point)) {
            loads.push(at(point));
        }
    }
    let has = |name: &str, load: &PointLoad| {
        stage.points.iter().any(|point| point.point.subject == name && at(point) == *load)
    };
    let all = by_candidate(finding);
    let mut parts = Vec::new();
    for name in &all {
        let lacks = loads.iter().filter(|load| !has(name, load)).count();
        parts.extend((lacks > 0).then(|| format!("{name} lacks {lacks}")));
    }
    let out = loads.iter().filter(|load| all.iter().any(|name| !has(name, load))).count();
    (out > 0).then(|| {
        let loads = counted(out, "recorded load");
        format!("{loads} that not all layouts have stand outside the race: {}", parts.join(", "))
    })
}

/// The candidates' names in the order of the configuration.
pub(crate) fn by_candidate(finding: &RaceFinding) -> Vec<&str> {
    let most = finding.standings.iter().map(|s| s.candidate + 1).max().unwrap_or(0);
    let mut all = vec!["?"; most];
    for standing in &finding.standings {
        all[standing.candidate] = &standing.name;
    }
    all
}

fn of<'a>(all: &[&'a str], indexes: &[usize]) -> Vec<&'a str> {
    indexes.iter().filter_map(|index| all.get(*index).copied()).collect()
}

fn answer(finding: &RaceFinding, all: &[&str]) -> (Tone, String) {
    let rest = match finding.settings.is_empty() {
        true => "ranked against nothing; its means are below".to_owned(),
        false => settings::needed(finding),
    };
    match &finding.answer {
        Answer::CannotTell(few) if all.len() == 1 => {
            (Tone::Plain, format!("{}: one layout; {rest}", names(&of(all, few), 1)))
        }
        Answer::Best(one) => (Tone::Good, format!("{} is best", all.get(*one).unwrap_or(&"?"))),
        Answer::NoDifference(few) => {
            (Tone::Good, format!("no difference that counts between {}", names(&of(all, few), 6)))
        }
        Answer::CannotTell(few) => {
            (Tone::Unsure, format!("cannot tell {} apart", names(&of(all, few), 6)))
        }
        Answer::NotYet(few) => {
            (Tone::Unsure, format!("not decided yet between {}", names(&of(all, few), 6)))
        }
        Answer::NoneRan => (Tone::Bad, "none of them could be run".to_owned()),
    }
}

fn lead(standing: &Standing, criterion: Criterion) -> String {
    if standing.over.is_none() || !standing.lead.value.is_finite() {
        return "-".to_owned();
    }
    signed_range(&measure::change(criterion, &standing.lead))
}

fn fate(standing: &Standing) -> String {
    match &standing.fate {
        Fate::Raced => standing.points.to_string(),
        Fate::Dropped { .. } => format!("{}, dropped", standing.points),
        Fate::Out { .. } => "did not run".to_owned(),
    }
}

/// A price of little, with three digits of it.
fn unit_price(price: f64) -> String {
    match price {
        p if p > 0.0 && p < 0.1 => {
            base::units::trimmed(p, 2 + (-p.log10()).ceil().min(9.0) as usize)
        }
        p => words::number(p),
    }
}

fn standings(finding: &RaceFinding) -> Rows {
    let ranking = ranking(finding);
    let measure = measure::of(finding);
    let more_is_better = finding.criterion != Criterion::LatencyP99;
    let most = ranking.iter().map(|score| score.value).fold(0.0, f64::max);
    let any = |has: fn(&Standing) -> bool| finding.standings.iter().any(has);
    let (price, usable, fail) =
        (any(|s| s.price.is_some()), any(|s| s.usable.is_some()), any(|s| s.may_fail.is_some()));
    let room = any(|s| s.head_room.is_some());
    let told = |value: Option<f64>| value.map_or("-".to_owned(), words::number);
    let per = measure.per_price.filter(|_| price);
    let rows = finding.standings.iter().zip(&ranking).enumerate().map(|(place, (s, score))| {
        let shown = measure.shown(s, score);
        let mut cells = vec![
            s.name.clone(),
            if shown.value.is_finite() { super::ranged(&shown) } else { "-".to_owned() },
            lead(s, finding.criterion),
        ];
        if price {
            cells.push(told(s.price));
        }
        if per.is_some() {
            let per = s.price.map(|price| price / shown.value);
            cells.push(per.filter(|per| per.is_finite()).map_or("-".to_owned(), unit_price));
        }
        if usable {
            cells.push(s.usable.map_or("-".to_owned(), |bytes| bytes.to_string()));
        }
        if fail {
            cells.push(s.may_fail.map_or("-".to_owned(), |disks| disks.to_string()));
        }
        if room {
            cells.push(s.head_room.map_or("-".to_owned(), signed));
        }
        cells.push(fate(s));
        let tone = match (&s.fate, place) {
            (Fate::Out { .. }, _) => Tone::Unsure,
            (_, 0) if matches!(finding.answer, Answer::Best(_)) => Tone::Good,
            _ => Tone::Plain,
        };
        Line { cells, tone, share: if more_is_better { score.value / most } else { f64::NAN } }
    });
    let mut heads = vec!["layout", measure.head, measure.lead];
    heads.extend(price.then_some("price"));
    heads.extend(per);
    heads.extend(usable.then_some("usable"));
    heads.extend(fail.then_some("may fail"));
    heads.extend(room.then_some("head-room"));
    heads.push("points");
    let caption = format!("Standings, best first; {}", measure.caption);
    let mut spare = vec!["points", "usable", "may fail", "head-room", "price"];
    spare.extend(per);
    Rows {
        caption,
        heads: heads.into_iter().map(str::to_owned).collect(),
        rows: rows.collect(),
        spare,
    }
}

/// The table of means of one layout alone.
fn means(finding: &RaceFinding, stage: &StageRecord, name: &str) -> Rows {
    let load = |point: &record::race::RacedPoint| finding.loads[point.load].load;
    let untold = order_untold(finding, stage);
    let order = |load: &PointLoad| (!untold).then_some(load.random);
    let points = finding.points.iter().map(|point| (load(point), point.measured.mibps.value));
    let points = points.map(|(load, value)| ((load, order(&load)), value));
    means_of(name, &points.collect::<Vec<_>>())
}

/// Whether the points of a race do not say whether they are random: all of them, or none.
pub(crate) fn order_untold(finding: &RaceFinding, stage: &StageRecord) -> bool {
    let raced = |point: &&PointRecord| finding.loads.iter().any(|at| at.load == point.point.load);
    let mut raced = stage.points.iter().filter(raced).peekable();
    raced.peek().is_some() && raced.all(|point| point.order().is_none())
}

/// A load, and its order where that is told.
pub(super) type Ordered = (PointLoad, Option<bool>);

/// The table of means of a layout's points: block sizes down, directions and orders across, as such grids are published.
pub(super) fn means_of(name: &str, all: &[(Ordered, f64)]) -> Rows {
    let loads: Vec<Ordered> = all.iter().map(|(load, _)| *load).collect();
    let mut blocks: Vec<Bytes> = loads.iter().map(|(load, _)| load.block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let mut kinds: Vec<(f64, Option<bool>)> = Vec::new();
    for (load, order) in &loads {
        let kind = (load.read_percent, *order);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    // Reads before writes, as such tables have it.
    kinds.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // A point that was asked for again is one point of the table.
    let mut points: Vec<(Ordered, f64)> = Vec::new();
    for (at, load) in loads.iter().enumerate().filter(|(at, load)| !loads[..*at].contains(load)) {
        let values = all[at..].iter().filter(|(other, _)| other == load).map(|(_, value)| *value);
        let values: Vec<f64> = values.collect();
        points.push((*load, values.iter().sum::<f64>() / values.len() as f64));
    }
    let mean = |block: Option<Bytes>, kind: (f64, Option<bool>)| {
        let here = |((load, order), _): &&(Ordered, f64)| {
            block.is_none_or(|block| block == load.block) && (load.read_percent, *order) == kind
        };
        let values: Vec<f64> = points.iter().filter(here).map(|(_, value)| *value).collect();
        match values.len() {
            0 => "-".to_owned(),
            count => format!("{:.2}", values.iter().sum::<f64>() / count as f64),
        }
    };
    let line = |name: String, block: Option<Bytes>| {
        let cells = kinds.iter().map(|kind| mean(block, *kind));
        let cells = std::iter::once(name).chain(cells).collect();
        Line { cells, tone: Tone::Plain, share: f64::NAN }
    };
    let plain: Vec<PointLoad> = loads.iter().map(|(load, _)| *load).collect();
    let told = workload::descriptor(&plain);
    // The heads tell the operations and their order.
    let told: Vec<&str> = told
        .split(' ')
        .filter(|word| !["-k", "-f"].iter().any(|option| word.starts_with(option)))
        .collect();
    let caption = format!("Means of {name} in MiB/s, over {}", told.join(" "));
    let heads = kinds.iter().map(|(read, order)| match (*read, order) {
        (share, _) if share >= 100.0 => super::in_order(*order, "reads"),
        (share, _) if share <= 0.0 => super::in_order(*order, "writes"),
        (share, None) => super::in_order(None, &format!("{} % reads", words::number(share))),
        (share, Some(random)) => {
            let order = if *random { "random" } else { "sequential" };
            format!("{order}, {} % reads", words::number(share))
        }
    });
    let rows = blocks.iter().map(|block| line(block.to_string(), Some(*block)));
    Rows {
        caption,
        heads: std::iter::once("block".to_owned()).chain(heads).collect(),
        rows: rows.chain([line("all".to_owned(), None)]).collect(),
        spare: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Finding;

    #[test]
    fn a_short_race_says_what_it_cannot_have_seen() {
        let stages = testkit::study::compare_example().study.expect("an example of a study").stages;
        let Some(Finding::Race(mut finding)) = stages[0].finding.clone() else {
            panic!("the example is a race");
        };
        assert_eq!(unseen(&finding, &stages[0]), None, "it took long enough");
        finding.points.iter_mut().for_each(|point| point.measured.seconds /= 100.0);
        let told = told(&finding, &stages[0]);
        let last = told.notes.last().expect("there are notes");
        assert!(last.starts_with("burst credits or caches that last for more than"), "{last}");
    }
}
