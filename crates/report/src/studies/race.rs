//! Layouts side by side: who is best, by how much, for what price, and where it is otherwise.

use super::{Line, Rows, Told, Tone, counted, names, percent, signed, words_interval};
use crate::words;
use base::Bytes;
use study::race::{Answer, Fate, GroupFinding, RaceFinding, Score, Standing};
use workload::Load;

pub(super) fn told(finding: &RaceFinding) -> Told {
    let all: Vec<&str> = by_candidate(finding);
    let (tone, answer) = answer(&finding.answer, &all);
    let mut notes = vec![finding.why.clone()];
    notes.retain(|why| !why.is_empty());
    let cells = finding.cells.len();
    let alone = all.len() == 1;
    notes.extend((!alone).then(|| {
        format!(
            "{} in {}, {} of {} rounds; differences below {} do not count",
            counted(cells, "cell"),
            words::duration(finding.seconds),
            finding.rounds,
            finding.rounds_max,
            percent(finding.practical)
        )
    }));
    let mut doubts = Vec::new();
    if let Some(drift) =
        finding.drift_percent_per_hour.filter(|d| d.is_known() && d.low * d.high > 0.0)
    {
        let way = if drift.value < 0.0 { "slower" } else { "faster" };
        doubts.push(format!(
            "the storage became {} % {way} in an hour; the rounds cancel it, what came after them is not known",
            words::number(drift.value.abs())
        ));
    }
    doubts.extend(finding.unrest().map(|(between, within)| {
        format!(
            "repeats of the same cell differ by {}, where each of them claims {}: something outlasts a cell; longer cells \
             (--time) see all of it",
            percent(between),
            percent(within)
        )
    }));
    for standing in &finding.standings {
        if let Fate::Out { reason } = &standing.fate {
            doubts.push(format!("{} could not be run: {reason}", standing.name));
        }
    }
    let tables = match &all[..] {
        [alone] => vec![means(finding, alone)],
        _ => std::iter::once(standings(finding)).chain(groups(finding, &all)).collect(),
    };
    Told { tone, headline: answer, notes, doubts, tables }
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

fn answer(answer: &Answer, all: &[&str]) -> (Tone, String) {
    match answer {
        Answer::CannotTell(few) if all.len() == 1 => (
            Tone::Plain,
            format!(
                "{}: one layout, ranked against nothing; its means are below",
                names(&of(all, few), 1)
            ),
        ),
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

fn lead(standing: &Standing) -> String {
    if standing.over.is_none() || !standing.lead.value.is_finite() {
        return "-".to_owned();
    }
    let interval = match words_interval(&standing.lead) {
        Some(interval) => format!(" ({interval})"),
        None => String::new(),
    };
    format!("{}{interval}", signed(standing.lead.value))
}

fn fate(standing: &Standing) -> String {
    match &standing.fate {
        Fate::Raced => standing.cells.to_string(),
        Fate::Dropped { .. } => format!("{}, dropped", standing.cells),
        Fate::Out { .. } => "did not run".to_owned(),
    }
}

fn standings(finding: &RaceFinding) -> Rows {
    let most = finding.standings.iter().map(|s| s.mean_mibps.value).fold(0.0, f64::max);
    let any = |has: fn(&Standing) -> bool| finding.standings.iter().any(has);
    let (price, usable, fail) =
        (any(|s| s.price.is_some()), any(|s| s.usable.is_some()), any(|s| s.may_fail.is_some()));
    let room = any(|s| s.head_room.is_some());
    let told = |value: Option<f64>| value.map_or("-".to_owned(), words::number);
    let rows = finding.standings.iter().enumerate().map(|(place, s)| {
        let ran = s.mean_mibps.value.is_finite();
        let mut cells = vec![
            s.name.clone(),
            if ran { super::ranged(&s.mean_mibps) } else { "-".to_owned() },
            lead(s),
        ];
        if price {
            cells.push(told(s.price));
            cells.push(told(s.price_per_mibps));
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
        Line { cells, tone, share: s.mean_mibps.value / most }
    });
    let mut heads = vec!["layout", "mean MiB/s", "lead"];
    heads.extend(price.then_some(["price", "per MiB/s"]).into_iter().flatten());
    heads.extend(usable.then_some("usable"));
    heads.extend(fail.then_some("may fail"));
    heads.extend(room.then_some("head-room"));
    heads.push("cells");
    Rows {
        caption: format!(
            "Standings, best first; the lead is that over the best other one{}",
            by_ratios(finding)
        ),
        heads: heads.into_iter().map(str::to_owned).collect(),
        rows: rows.collect(),
        spare: vec!["per MiB/s", "cells", "usable", "may fail", "price", "head-room"],
    }
}

/// The table of means of one layout alone.
fn means(finding: &RaceFinding, name: &str) -> Rows {
    let load = |cell: &study::race::RacedCell| finding.points[cell.point].load;
    let cells = finding.cells.iter().map(|cell| (load(cell), cell.measured.mibps.value));
    means_of(name, &cells.collect::<Vec<_>>())
}

/// The table of means of a layout's cells: block sizes down, directions and orders across, as such grids are published.
pub(super) fn means_of(name: &str, all: &[(Load, f64)]) -> Rows {
    let loads: Vec<Load> = all.iter().map(|(load, _)| *load).collect();
    let mut blocks: Vec<Bytes> = loads.iter().map(|load| load.block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let mut kinds: Vec<(f64, bool)> = Vec::new();
    for load in &loads {
        let kind = (load.read_percent, load.random);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let several = |pick: fn(&Load) -> u32| {
        let mut all: Vec<u32> = loads.iter().map(pick).collect();
        all.sort_unstable();
        all.dedup();
        all.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    };
    // Reads before writes, as such tables have it.
    kinds.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // A point that was asked for again is one cell of the table.
    let mut cells: Vec<(Load, f64)> = Vec::new();
    for (at, load) in loads.iter().enumerate().filter(|(at, load)| !loads[..*at].contains(load)) {
        let values = all[at..].iter().filter(|(other, _)| other == load).map(|(_, value)| *value);
        let values: Vec<f64> = values.collect();
        cells.push((*load, values.iter().sum::<f64>() / values.len() as f64));
    }
    let mean = |block: Option<Bytes>, kind: (f64, bool)| {
        let here = |(load, _): &&(Load, f64)| {
            block.is_none_or(|block| block == load.block)
                && (load.read_percent, load.random) == kind
        };
        let values: Vec<f64> = cells.iter().filter(here).map(|(_, value)| *value).collect();
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
    let sizes: Vec<String> = blocks.iter().map(|block| (block.0 / 1024).to_string()).collect();
    let caption = format!(
        "Means of {name} in MiB/s, over -b({}) -o({}) -t({})",
        sizes.join(","),
        several(|load| load.depth),
        several(|load| load.threads)
    );
    let heads = kinds.iter().map(|(read, random)| {
        let order = if *random { "random" } else { "sequential" };
        match *read {
            share if share >= 100.0 => format!("{order} reads"),
            share if share <= 0.0 => format!("{order} writes"),
            share => format!("{order}, {} % reads", words::number(share)),
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

/// Each candidate's mean by block size, direction, role and fill, and who is best there.
/// What a race by ratios ranks by, which no quotient of the means shown is.
fn by_ratios(finding: &RaceFinding) -> &'static str {
    match finding.score {
        Score::Mean => "",
        Score::Ratio => {
            ", ranked by the weighted geometric mean of the ratios at each load: a fast load counts no more than a slow one, \
             as it does in mean MiB/s"
        }
    }
}

/// Who is proven worse than those that are left of a group when they are more than one, and by how much of the best of their
/// means; none where the means alone do not show it.
fn worse(group: &GroupFinding, left: &[usize]) -> Vec<(usize, Option<f64>)> {
    let mean = |one: &usize| group.means_mibps.get(*one).map_or(f64::NAN, |mean| mean.value);
    let most = left.iter().map(mean).fold(f64::NAN, f64::max);
    let others = (0..group.means_mibps.len()).filter(|one| !left.contains(one));
    let measured = others.filter(|one| mean(one).is_finite() && !left.is_empty());
    measured.map(|one| (one, Some(1.0 - mean(&one) / most).filter(|by| *by >= 0.001))).collect()
}

fn groups(finding: &RaceFinding, all: &[&str]) -> Option<Rows> {
    if finding.groups.is_empty() {
        return None;
    }
    let row = |group: &GroupFinding| {
        let mut cells = vec![group.label.clone()];
        let mean = |i: usize| group.means_mibps.get(i).map_or(f64::NAN, |mean| mean.value);
        cells.extend((0..all.len()).map(|i| match mean(i) {
            value if value.is_finite() => words::number(value),
            _ => "-".to_owned(),
        }));
        let list = |few: &[usize]| names(&of(all, few), 6);
        let (tone, text, left) = match &group.answer {
            Answer::Best(one) => (Tone::Plain, list(&[*one]), &[][..]),
            Answer::NoDifference(few) => {
                (Tone::Plain, format!("no difference: {}", list(few)), &few[..])
            }
            Answer::CannotTell(few) | Answer::NotYet(few) => {
                (Tone::Unsure, format!("cannot tell: {}", list(few)), &few[..])
            }
            Answer::NoneRan => (Tone::Unsure, "-".to_owned(), &[][..]),
        };
        let worse = worse(group, left).into_iter().map(|(one, by)| match by {
            Some(by) => format!("{} {} slower", list(&[one]), percent(by)),
            None => format!("{} worse", list(&[one])),
        });
        cells.push(std::iter::once(text).chain(worse).collect::<Vec<_>>().join("; "));
        Line { cells, tone, share: f64::NAN }
    };
    let mut heads = vec!["MiB/s at".to_owned()];
    heads.extend(all.iter().map(|name| (*name).to_owned()));
    heads.push("best".to_owned());
    let rows = finding.groups.iter().map(row).collect();
    Some(Rows {
        caption: format!("By block size, direction, role and fill{}", by_ratios(finding)),
        heads,
        rows,
        spare: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use study::record::Finding;

    #[test]
    fn a_group_names_who_is_worse_where_the_rest_cannot_be_told_apart() {
        let record = testkit::study::compare_example();
        let stages = record.study.expect("an example of a study").stages;
        let Some(Finding::Race(mut finding)) = stages.into_iter().find_map(|stage| stage.finding)
        else {
            panic!("the example is a race");
        };
        let all: Vec<String> =
            by_candidate(&finding).iter().map(|name| (*name).to_owned()).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        assert!(all.len() > 2, "{all:?}");
        let mut told = |answer: Answer| {
            for (one, mean) in finding.groups[0].means_mibps.iter_mut().enumerate() {
                mean.value = if one == 2 { 70.0 } else { 100.0 - one as f64 };
            }
            finding.groups[0].means_mibps.truncate(3);
            finding.groups[0].answer = answer;
            let rows = groups(&finding, &all).expect("the example has groups").rows;
            rows[0].cells.last().expect("the answer").clone()
        };
        let apart = told(Answer::CannotTell(vec![0, 1]));
        assert_eq!(apart, format!("cannot tell: {}, {}; {} 30 % slower", all[0], all[1], all[2]));
        let alike = told(Answer::NoDifference(vec![1, 0]));
        assert_eq!(alike, format!("no difference: {}, {}; {} 30 % slower", all[1], all[0], all[2]));
        assert_eq!(told(Answer::Best(1)), all[1]);
        // A race by ratios may prove what the means do not show.
        let hidden = told(Answer::CannotTell(vec![2, 1]));
        assert!(hidden.ends_with(&format!("; {} worse", all[0])), "{hidden}");
    }
}
