//! Which storage carries a requirement, in words and as JSON: the choice first, then the others, and the rule of thumb.

use crate::Language;
use crate::catalogue::{size as text, study, terminal as label, unit};
use crate::studies::layout_name;
use crate::studies::{Line, Rows, Tone};
use crate::terminal::Style;
use crate::terminal::ink::{Page, Paint};
use crate::terminal::stages::{RowPlace, rows};
use crate::words::figure::{percent, ranged, signed};
use crate::words::sizing as sizing_words;
use advise::size::{
    Answer, Choice, CombinedRequirements, FirstLimit, Fit, SizeRequirement, Sizing, Source,
    UnprovenStorage, combine,
};
use serde::Serialize;
use serde_json::{Value, json};
use summary::Estimate;

const FORMAT: u32 = 2;
const CHOICES_MAX: usize = 10;
/// The maximum length of a name in the table of choices, and the length of its beginning that is kept.
const NAME_CHARS_MAX: usize = 18;
const NAME_HEAD_CHARS: usize = 6;
/// The maximum number of lines about omitted data, and of commands that would measure more, on a terminal.
const LINES_MAX: usize = 6;

pub fn headline(language: Language, sizing: &Sizing) -> String {
    let measured = sizing.choices.iter().find(|choice| choice.source() != Source::Rule);
    match sizing.answer {
        Answer::Carried => {
            let best = sizing.choices.iter().find(|choice| choice.fit == Fit::Carries);
            best.map_or_else(String::new, |best| carried(language, &sizing.requirement, best))
        }
        Answer::CannotTell => cannot_tell(language, sizing, measured),
        Answer::NotCarried => {
            let none = text::none_carries(language);
            let nearest = measured.map(|nearest| {
                let name = &named(language, nearest);
                let share = &language.percent(1.0 + nearest.head_room);
                let in_mibps = sizing.requirement.in_mibps()
                    && nearest.load.first_limit != FirstLimit::Capacity;
                if in_mibps {
                    let rate = &moved(language, &sizing.requirement, nearest);
                    text::nearest_rate(language, &text::NearestRate { name, rate, share })
                } else {
                    text::nearest(language, name, share)
                }
            });
            joined([Some(none.to_owned()), nearest])
        }
    }
}

fn joined<const N: usize>(sentences: [Option<String>; N]) -> String {
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn carried(language: Language, requirement: &SizeRequirement, best: &Choice) -> String {
    let price = best.price.as_ref().map(|price| {
        let number = language.number(price.price);
        let costs = if price.disks_alone { text::costs_of_disks } else { text::costs };
        costs(language, &number)
    });
    let first = text::first_text(language, &best.load.first_limit);
    let first = text::limit_first(language, first);
    let lost = (best.may_fail == Some(0)).then(|| text::no_disk_may_fail(language).to_owned());
    let (name, room) = (&named(language, best), &signed(language, best.head_room));
    let carries = if requirement.in_mibps() {
        let rate = &moved(language, requirement, best);
        text::carries_rate(language, &text::CarriesRate { name, room, rate })
    } else {
        text::carries(language, name, room)
    };
    joined([Some(carries), price, Some(first), lost])
}

/// A throughput with the operations that transfer it: `373 MiB/s with 1 MiB reads`.
fn moved(language: Language, requirement: &SizeRequirement, choice: &Choice) -> String {
    let what = match requirement.write {
        write if write <= 0.0 => study::reads(language),
        write if write >= 1.0 => study::writes(language),
        _ => text::operations(language),
    };
    let rate = &in_mibps(language, mibps(choice.load.iops.value, choice));
    let block = &language.bytes(choice.load.block.0);
    text::moved(language, &text::Moved { rate, block, what })
}

fn in_mibps(language: Language, mibps: f64) -> String {
    format!("{} {}", language.number(mibps), language.unit("MiB/s"))
}

/// The throughput in MiB/s of this many operations per second of a choice.
fn mibps(iops: f64, choice: &Choice) -> f64 {
    iops * choice.load.block.0 as f64 / f64::from(1 << 20)
}

/// The interval of a choice in the unit of the requirement, and that unit.
fn in_unit(
    language: Language,
    requirement: &SizeRequirement,
    choice: &Choice,
) -> (Estimate, &'static str) {
    let scale = if requirement.in_mibps() { mibps(1.0, choice) } else { 1.0 };
    (choice.load.iops.times(scale), asked_unit(language, requirement))
}

fn asked_unit(language: Language, requirement: &SizeRequirement) -> &'static str {
    if requirement.in_mibps() {
        language.unit("MiB/s")
    } else if requirement.commits {
        unit::commits(language)
    } else {
        unit::iops(language)
    }
}

fn cannot_tell(language: Language, sizing: &Sizing, measured: Option<&Choice>) -> String {
    let open = measured.filter(|choice| choice.fit == Fit::CannotTell);
    let storage = sizing.unproven.iter().find(|storage| storage.fit == Fit::CannotTell);
    match (open, storage) {
        (Some(choice), _) => {
            text::cannot_tell(language, &so_far(language, &sizing.requirement, choice))
        }
        (None, Some(storage)) => {
            let name = layout_name(language, &storage.name);
            let why = format!("{name}: {}.", gap_text(language, storage));
            text::cannot_tell(language, &why)
        }
        (None, None) => match sizing.choices.iter().find(|choice| choice.head_room >= 0.0) {
            Some(best) => {
                let limited = sizing.requirement.latency_limit.is_some();
                let would = text::rule_would(language, &named(language, best), limited);
                let lost = best.may_fail == Some(0);
                joined([Some(would), lost.then(|| text::no_disk_may_fail(language).to_owned())])
            }
            None if sizing.requirement.any_block() => text::rule_blocks(language).to_owned(),
            None => text::rule_none(language).to_owned(),
        },
    }
}

/// How far a storage was loaded, if that was not far enough.
fn so_far(language: Language, requirement: &SizeRequirement, choice: &Choice) -> String {
    let required = match (requirement.iops, requirement.mibps) {
        (Some(iops), _) => text::required(language, &language.number(iops)),
        (None, Some(mibps)) => text::required(language, &in_mibps(language, mibps)),
        (None, None) => text::more_required(language).to_owned(),
    };
    let name = &named(language, choice);
    if requirement.in_mibps() {
        let rate = &moved(language, requirement, choice);
        let known = match choice.load.at_most {
            None => text::carried_no_further(language, name, rate),
            Some(most) => {
                let most = &in_mibps(language, mibps(most, choice));
                text::carried_may(language, &text::CarriedMay { name, rate, most })
            }
        };
        return format!("{known} {required}");
    }
    let (value, unit) = in_unit(language, requirement, choice);
    let rate = &format!("{} {unit}", language.number(value.value));
    if requirement.iops.is_some_and(|iops| is_surely(choice.load.iops, iops)) {
        let first = choice.load.caveats.first().map(|caveat| text::caveat_text(language, caveat));
        let why = &first.unwrap_or_else(|| text::looser_limit(language).to_owned());
        return text::seems(language, &text::Seems { name, rate, why });
    }
    let known = match choice.load.at_most {
        // Measured, but uncertain: head room is computed from the lower end of the interval.
        _ if requirement.iops.is_some_and(|iops| choice.load.iops.value >= iops) => {
            let low = &language.number(choice.load.iops.ends().low);
            text::carried_sure(language, &text::CarriedSure { name, rate, low })
        }
        None => text::loaded_to(language, name, rate),
        Some(most) => {
            let most = &format!("{} {unit}", language.number(most));
            text::carried_may(language, &text::CarriedMay { name, rate, most })
        }
    };
    format!("{known} {required}")
}

fn is_surely(rate: Estimate, least: f64) -> bool {
    rate.interval.is_some_and(|ends| ends.low >= least)
}

fn named(language: Language, choice: &Choice) -> String {
    of_disks(language, &choice.layout, choice.disks)
}

fn of_disks(language: Language, layout: &str, disks: Option<u32>) -> String {
    let layout = layout_name(language, layout);
    match disks {
        Some(disks) => text::of_disks(language, layout, disks.into()),
        None => layout.to_owned(),
    }
}

fn needed(language: Language, requirement: &SizeRequirement) -> String {
    let mut parts = Vec::new();
    let number = |value: f64| language.number(value);
    if requirement.commits {
        let commits = number(requirement.iops.unwrap_or_default());
        parts.push(format!("{commits} {}", unit::commits(language)));
    } else {
        let iops = unit::iops(language);
        parts.extend(requirement.iops.map(|rate| format!("{} {iops}", number(rate))));
        parts.extend(requirement.mibps.map(|mibps| in_mibps(language, mibps)));
        parts.push(text::part_writes(language, &percent(language, requirement.write)));
    }
    parts.extend(requirement.random.map(|random| {
        let order = if random { text::part_random } else { text::part_sequential };
        order(language).to_owned()
    }));
    let bytes = |size: base::Bytes| language.bytes(size.0);
    parts.extend(requirement.block.map(|block| text::part_blocks(language, &bytes(block))));
    parts.extend(requirement.latency_limit.map(|limit| language.limit(&limit)));
    parts.extend(requirement.usable.map(|usable| text::part_usable(language, &bytes(usable))));
    parts.join(", ")
}

pub fn sizing(all: &[Sizing], style: &Style) -> String {
    let mut page = Page::new(style);
    let language = page.language();
    for (at, sizing) in all.iter().enumerate() {
        if at > 0 {
            page.blank();
        }
        one(&mut page, sizing);
    }
    if all.len() > 1 {
        page.blank();
        at_once(&mut page, all);
    }
    // Everything that was used or left out is the same for all requirements, except for load lines. Each line is shown once.
    let taken = all.first().map_or(Vec::new(), |sizing| sizing.taken.clone());
    if !taken.is_empty() {
        page.blank();
        page.pair(label::load_line(language), Paint::Quiet, label::load_line_is(language));
        page.pair(
            text::runs_used(language),
            Paint::Quiet,
            &sizing_words::run_names(language, &taken),
        );
    }
    let mut lines: Vec<String> = Vec::new();
    for one in all.iter().flat_map(|sizing| &sizing.left_out) {
        let line = sizing_words::left_out(language, one);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    for line in lines.iter().take(LINES_MAX) {
        page.pair(text::left_out(language), Paint::Quiet, line);
    }
    if lines.len() > LINES_MAX {
        let more = text::more_in_json(language, (lines.len() - LINES_MAX) as u64);
        page.pair("", Paint::Quiet, &more);
    }
    page.text()
}

/// All requirements on one storage, with the rule that decides whether it carries them at once.
fn at_once(page: &mut Page, all: &[Sizing]) {
    let language = page.language();
    let indent = || vec![(Paint::Plain, "  ".to_owned())];
    page.line(vec![(Paint::Strong, text::together(language).to_owned())]);
    page.wrapped(indent(), 2, Paint::Quiet, text::together_text(language));
    let found = combine(all);
    for one in &found {
        let paint = match one.carries() {
            Some(true) => Paint::Good,
            Some(false) => Paint::Bad,
            None => Paint::Unsure,
        };
        page.wrapped(indent(), 4, paint, &loaded(language, one));
    }
    if found.is_empty() {
        page.wrapped(indent(), 4, Paint::Unsure, text::nothing_suitable(language));
    }
}

fn loaded(language: Language, one: &CombinedRequirements) -> String {
    let percent = |share: f64| percent(language, share);
    let shown = |share: Option<f64>| share.map_or("?".to_owned(), percent);
    let shares = one.shares.iter().map(|own| format!("{} {}", own.role, shown(own.share)));
    let shares = shares.collect::<Vec<_>>().join(" + ");
    let open = one.shares.iter().filter(|own| own.share.is_none());
    let open: Vec<&str> = open.map(|own| own.role.as_str()).collect();
    let full = one.full.map(|full| format!(", {}", text::full(language, &percent(full))));
    let full = full.unwrap_or_default();
    let sum = one.sum.map_or(String::new(), |sum| format!(" = {}", percent(sum)));
    let answer = match one.carries() {
        Some(true) => text::carries_all(language).to_owned(),
        Some(false) => text::carries_not_all(language).to_owned(),
        None => text::carries_unknown(language, &open.join(", ")),
    };
    format!("{}: {shares}{sum}{full}: {answer}", of_disks(language, &one.layout, one.disks))
}

fn one(page: &mut Page, sizing: &Sizing) {
    let language = page.language();
    let (paint, symbol) = match sizing.answer {
        Answer::Carried => (Paint::Good, page.glyph("✔", "+")),
        Answer::NotCarried => (Paint::Bad, page.glyph("✘", "x")),
        Answer::CannotTell => (Paint::Unsure, "?"),
    };
    let role = &sizing.requirement.role;
    let head = if role.is_empty() { format!("{symbol} ") } else { format!("{symbol} {role}: ") };
    page.wrapped(vec![(paint, head)], 2, Paint::Strong, &headline(language, sizing));
    let requirement = text::needed(language, &needed(language, &sizing.requirement));
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Quiet, &requirement);
    let open = sizing.choices.iter().filter_map(|choice| choice.next.as_ref());
    let storage = sizing.unproven.iter().filter_map(|storage| storage.next.as_ref());
    let open: Vec<String> =
        open.chain(storage).take(LINES_MAX).map(sizing_words::command).collect();
    if sizing.answer == Answer::CannotTell {
        for command in &open {
            page.raw(text::to_do(language), command);
        }
    }
    if !sizing.choices.is_empty() {
        rows(page, &choices(language, sizing), CHOICES_MAX, RowPlace::Json);
    }
    for line in &remarks(language, sizing) {
        page.wrapped(vec![(Paint::Unsure, "  ! ".to_owned())], 4, Paint::Plain, line);
    }
    if sizing.answer != Answer::CannotTell {
        for command in &open {
            page.raw(text::to_do(language), command);
        }
    }
}

fn remarks(language: Language, sizing: &Sizing) -> Vec<String> {
    let caveat = |caveat: &advise::size::reason::Caveat| text::caveat_text(language, caveat);
    let mut lines: Vec<String> = Vec::new();
    for choice in sizing.choices.iter().filter(|choice| choice.source() != Source::Rule) {
        let (rate_estimate, unit) = in_unit(language, &sizing.requirement, choice);
        let rate = format!("{} {unit}", ranged(language, &rate_estimate));
        let rate = match choice.load.latency_ns_p99 {
            Some(ns) => text::at_p99(language, &rate, ns as f64),
            None => rate,
        };
        let how = format!("{rate}, {}", sizing_words::evidence(language, &choice.load));
        let in_mibps_wanted = sizing.requirement.in_mibps();
        let open = (choice.fit == Fit::CannotTell).then(|| match choice.load.at_most {
            None if in_mibps_wanted => text::open_deeper(language).to_owned(),
            None => text::open_beyond(language).to_owned(),
            Some(most) if in_mibps_wanted => {
                text::open_up_to(language, &in_mibps(language, mibps(most, choice)))
            }
            Some(most) => text::open_up_to(language, &format!("{} {unit}", language.number(most))),
        });
        let caveats = choice.load.caveats.iter().map(caveat);
        for remark in std::iter::once(how).chain(open).chain(caveats) {
            let line = format!("{}: {remark}", named(language, choice));
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    let rule = sizing.choices.iter().find(|choice| choice.source() == Source::Rule);
    // These are the same for every rule.
    let caveats = rule.iter().flat_map(|rule| &rule.load.caveats).map(caveat);
    lines.extend(caveats.map(|caveat| text::rule_remark(language, &caveat)));
    let storage = sizing.unproven.iter();
    lines.extend(storage.map(|storage| {
        format!("{}: {}", layout_name(language, &storage.name), gap_text(language, storage))
    }));
    lines
}

fn gap_text(language: Language, storage: &UnprovenStorage) -> String {
    let caveats = storage.caveats.iter().map(|caveat| text::caveat_text(language, caveat));
    let parts = std::iter::once(text::gap_text(language, &storage.reason)).chain(caveats);
    parts.collect::<Vec<_>>().join("; ")
}

/// The beginning and the end of a long name, so that places that differ only in the last word stay distinct.
fn short(name: &str) -> String {
    let all: Vec<char> = name.chars().collect();
    if all.len() <= NAME_CHARS_MAX {
        return name.to_owned();
    }
    let tail = NAME_CHARS_MAX - NAME_HEAD_CHARS - 2;
    let head = all[..NAME_HEAD_CHARS].iter();
    head.chain(&['.', '.']).chain(&all[all.len() - tail..]).collect()
}

fn choices(language: Language, sizing: &Sizing) -> Rows {
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| language.number(value));
    let row = |choice: &Choice| Line {
        cells: vec![
            short(&choice.layout),
            choice.disks.map_or("?".to_owned(), |disks| disks.to_string()),
            choice.may_fail.map_or("?".to_owned(), |disks| disks.to_string()),
            language.number(in_unit(language, &sizing.requirement, choice).0.value),
            choice.known_head_room().map_or("-".to_owned(), |room| signed(language, room)),
            match choice.load.first_limit {
                FirstLimit::Processors => text::first_cpus_cell(language),
                known => text::first_text(language, &known),
            }
            .to_owned(),
            match choice.fit {
                Fit::Carries => text::yes(language),
                Fit::Not => text::no(language),
                Fit::CannotTell => "?",
            }
            .to_owned(),
            number(choice.price.as_ref().map(|price| price.price)),
            choice.usable.map_or("-".to_owned(), |usable| language.bytes(usable.0)),
            match choice.source() {
                Source::Line => text::from_line(language),
                Source::Measured => text::from_points(language),
                Source::Rule => text::from_rule(language),
            }
            .to_owned(),
        ],
        tone: match (choice.fit, choice.source()) {
            (Fit::Carries, Source::Rule) | (Fit::CannotTell, _) => Tone::Unsure,
            (Fit::Carries, _) => Tone::Good,
            (Fit::Not, _) => Tone::Plain,
        },
        share: None,
    };
    let heads = [
        text::head_layout(language),
        text::head_disks(language),
        text::head_may_fail(language),
        asked_unit(language, &sizing.requirement),
        text::head_room(language),
        text::head_first(language),
        text::head_carries(language),
        text::head_price(language),
        text::head_usable(language),
        text::head_from(language),
    ];
    let unknown = sizing.choices.iter().any(|choice| choice.may_fail.is_none());
    let is_priced = sizing.choices.iter().any(|choice| choice.price.is_some());
    let order = if is_priced { text::caption(language) } else { text::caption_no_price(language) };
    let caption = if unknown {
        format!("{order} {}", text::caption_unknown(language))
    } else {
        order.to_owned()
    };
    Rows {
        caption,
        heads: heads.map(str::to_owned).to_vec(),
        rows: sizing.choices.iter().map(row).collect(),
        words: vec![5, 6, 9],
        spare: vec![8, 5],
    }
}

pub fn sizing_json(all: &[Sizing]) -> String {
    let requirements: Vec<Value> = all.iter().map(document).collect();
    let combined = combine(all);
    let at_once = combined.iter().map(|storage| CombinedDocument {
        storage,
        carries: storage.carries(),
        by: "rule",
    });
    let at_once: Vec<CombinedDocument<'_>> = at_once.collect();
    let text = json!({ "format": FORMAT, "requirements": requirements, "at_once": at_once });
    format!("{text:#}\n")
}

#[derive(Serialize)]
struct CombinedDocument<'a> {
    #[serde(flatten)]
    storage: &'a CombinedRequirements,
    carries: Option<bool>,
    by: &'static str,
}

#[derive(Serialize)]
struct ChoiceDocument<'a> {
    #[serde(flatten)]
    choice: &'a Choice,
    source: Source,
    head_room: Option<f64>,
    to_tell: Option<String>,
    how: String,
    warnings: Vec<String>,
}

impl<'a> ChoiceDocument<'a> {
    fn of(choice: &'a Choice) -> Self {
        let caveats = choice.load.caveats.iter();
        Self {
            choice,
            source: choice.source(),
            head_room: choice.known_head_room(),
            to_tell: choice.next.as_ref().map(sizing_words::command),
            how: sizing_words::evidence(Language::En, &choice.load),
            warnings: caveats.map(|one| text::caveat_text(Language::En, one)).collect(),
        }
    }
}

fn unproven_json(storage: &UnprovenStorage) -> Value {
    json!({
        "layout": storage.name,
        "answer": storage.fit,
        "why": gap_text(Language::En, storage),
        "to_tell": storage.next.as_ref().map(sizing_words::command),
    })
}

fn document(sizing: &Sizing) -> Value {
    let taken = sizing.taken.iter().map(|run| sizing_words::run_name(Language::En, run));
    let left_out = sizing.left_out.iter().map(|one| sizing_words::left_out(Language::En, one));
    json!({
        "role": sizing.requirement.role,
        "requirement": needed(Language::En, &sizing.requirement),
        "answer": sizing.answer,
        "sentence": headline(Language::En, sizing),
        "choices": sizing.choices.iter().map(ChoiceDocument::of).collect::<Vec<_>>(),
        "silent": sizing.unproven.iter().map(unproven_json).collect::<Vec<_>>(),
        "taken": taken.collect::<Vec<_>>(),
        "left_out": left_out.collect::<Vec<_>>(),
    })
}
