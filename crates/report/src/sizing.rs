//! Which storage carries what is needed, in words and as JSON: the choice first, then what else there is, then what the
//! rules of thumb would have said, then where files go.

use crate::studies::{Line, Rows, Tone, names, ranged, signed};
use crate::terminal::Style;
use crate::terminal::ink::{Page, Paint};
use crate::terminal::stages::rows;
use crate::words;
use serde_json::{Value, json};
use study::size::{Answer, Choice, Expected, First, Placement, SizeNeed, Sizing, Source};

/// The version of the JSON document.
const FORMAT: u32 = 1;
/// Rows of choices on a terminal.
const CHOICES_MAX: usize = 10;

/// The answer in one sentence.
pub fn headline(sizing: &Sizing) -> String {
    let best = sizing.choices.iter().find(|choice| choice.carries);
    let measured = sizing.choices.iter().find(|choice| choice.source != Source::Rule);
    match (sizing.answer, best, measured) {
        (Answer::Carried, Some(best), _) => {
            let price =
                best.price.map_or(String::new(), |price| format!(", for {}", words::number(price)));
            format!(
                "{} carries it with {} head-room{price}; {}",
                named(best),
                signed(best.head_room),
                match best.first {
                    First::NotSeen => "what fails first was not seen".to_owned(),
                    known => format!("{} fails first", first(known)),
                }
            )
        }
        (Answer::CannotTell, Some(best), _) => {
            format!("nothing was measured that tells; by a rule of thumb {} would do", named(best))
        }
        (Answer::CannotTell, None, _) => {
            "nothing was measured that tells, and no rule of thumb finds enough disks".to_owned()
        }
        (_, _, Some(nearest)) => format!(
            "nothing that was measured carries it; {} comes nearest with {}",
            named(nearest),
            signed(nearest.head_room)
        ),
        _ => "nothing that was measured carries it".to_owned(),
    }
}

fn named(choice: &Choice) -> String {
    match choice.disks {
        Some(1) => format!("{} of 1 disk", choice.layout),
        Some(disks) => format!("{} of {disks} disks", choice.layout),
        None => choice.layout.clone(),
    }
}

fn first(first: First) -> &'static str {
    match first {
        First::Latency => "latency",
        First::Throughput => "throughput",
        First::NotSeen => "not seen",
        First::Capacity => "capacity",
    }
}

/// The need in words.
fn needed(need: &SizeNeed) -> String {
    let mut parts = Vec::new();
    parts.extend(need.iops.map(|iops| format!("{} IOPS", words::number(iops))));
    parts.extend(need.mibps.map(|mibps| format!("{} MiB/s", words::number(mibps))));
    parts.push(format!("{} writes", crate::studies::percent(need.write)));
    parts.extend(need.block.map(|block| format!("{block} blocks")));
    parts.extend(need.ceiling.map(|ceiling| words::ceiling(&ceiling)));
    parts.extend(need.usable.map(|usable| format!("{usable} usable")));
    parts.join(", ")
}

/// One need's answer for a terminal.
pub fn sizing(all: &[(Sizing, Vec<Placement>)], style: &Style) -> String {
    let mut page = Page::new(style);
    for (at, (sizing, placements)) in all.iter().enumerate() {
        if at > 0 {
            page.blank();
        }
        one(&mut page, sizing, placements);
    }
    page.text()
}

fn one(page: &mut Page, sizing: &Sizing, placements: &[Placement]) {
    let (paint, symbol) = match sizing.answer {
        Answer::Carried => (Paint::Good, page.glyph("✔", "+")),
        Answer::NotCarried => (Paint::Bad, page.glyph("✘", "x")),
        Answer::CannotTell => (Paint::Unsure, "?"),
    };
    let role = &sizing.need.role;
    let head = if role.is_empty() { format!("{symbol} ") } else { format!("{symbol} {role}: ") };
    page.wrapped(vec![(paint, head)], 2, Paint::Strong, &headline(sizing));
    let need = format!("needed: {}", needed(&sizing.need));
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Quiet, &need);
    if !sizing.choices.is_empty() {
        rows(page, &choices(sizing), CHOICES_MAX);
    }
    let mut told: Vec<String> = Vec::new();
    for choice in &sizing.choices {
        let latency = choice
            .latency_ns_p99
            .map_or(String::new(), |ns| format!(" at p99 {}", words::latency(ns as f64)));
        let how = format!("{} IOPS{latency}, {}", ranged(&choice.iops), choice.how);
        for text in std::iter::once(&how).chain(&choice.doubts) {
            let line = format!("{}: {text}", named(choice));
            if choice.source != Source::Rule && !told.contains(&line) {
                told.push(line);
            }
        }
    }
    if sizing.choices.iter().any(|choice| choice.source == Source::Rule) {
        told.push(
            "rule: a rule of thumb, nothing of it was measured; it knows no latency".to_owned(),
        );
    }
    for name in &sizing.silent {
        told.push(format!("{name} was measured, but no load of it is known to keep the ceiling"));
    }
    for line in &told {
        page.wrapped(vec![(Paint::Unsure, "  ! ".to_owned())], 4, Paint::Plain, line);
    }
    if !sizing.expected.is_empty() {
        page.line(vec![(Paint::Strong, "  rules of thumb against what was measured".to_owned())]);
        for expected in &sizing.expected {
            page.wrapped(
                vec![(Paint::Plain, "    ".to_owned())],
                6,
                Paint::Plain,
                &against(expected),
            );
        }
    }
    if !placements.is_empty() {
        page.line(vec![(Paint::Strong, "  where files go".to_owned())]);
        for placement in placements {
            let head = format!("    {:<8}", placement.file.name());
            page.wrapped(vec![(Paint::Quiet, head)], 12, Paint::Plain, &placed(placement));
        }
    }
}

fn choices(sizing: &Sizing) -> Rows {
    let number = |value: Option<f64>| value.map_or("-".to_owned(), words::number);
    let row = |choice: &Choice| Line {
        cells: vec![
            choice.layout.clone(),
            choice.disks.map_or("?".to_owned(), |disks| disks.to_string()),
            words::number(choice.iops.value),
            signed(choice.head_room),
            first(choice.first).to_owned(),
            number(choice.price),
            choice.usable.map_or("-".to_owned(), |usable| usable.to_string()),
            choice.may_fail.map_or("-".to_owned(), |disks| disks.to_string()),
            match choice.source {
                Source::Measured => "measured",
                Source::Grown => "grown",
                Source::Rule => "rule",
            }
            .to_owned(),
        ],
        tone: match (choice.carries, choice.source) {
            (true, Source::Rule) => Tone::Unsure,
            (true, _) => Tone::Good,
            (false, _) => Tone::Plain,
        },
        share: f64::NAN,
    };
    let heads =
        ["layout", "disks", "IOPS", "room", "fails first", "price", "usable", "spare", "from"];
    Rows {
        caption: "Measured first; of those the cheapest that carries it on top".to_owned(),
        heads: heads.map(str::to_owned).to_vec(),
        rows: sizing.choices.iter().map(row).collect(),
        spare: vec!["spare", "usable"],
    }
}

/// What the rules say of a measured layout.
fn against(expected: &Expected) -> String {
    let off = |value: f64| {
        format!("{} ({})", words::number(value), signed(value / expected.measured - 1.0))
    };
    let rules =
        expected.rules.map(|(formula, value)| format!("{} = {}", formula.name(), off(value)));
    let from = if expected.each_measured { "measured" } else { "by its data sheet" };
    format!(
        "{} of {} disks ({}), one disk {} IOPS {from}: measured {}; {}",
        expected.layout,
        expected.disks,
        expected.level.name(),
        words::number(expected.each),
        words::number(expected.measured),
        rules.join("; ")
    )
}

fn placed(placement: &Placement) -> String {
    if placement.places.is_empty() {
        return placement.by.clone();
    }
    let all: Vec<String> = placement
        .places
        .iter()
        .map(|(name, value)| format!("{name} ({} {})", words::number(*value), placement.unit))
        .collect();
    let list: Vec<&str> = all.iter().map(String::as_str).collect();
    format!("{}, by {}", names(&list, 4), placement.by)
}

/// All needs as one JSON document.
pub fn sizing_json(all: &[(Sizing, Vec<Placement>)]) -> String {
    let needs: Vec<Value> = all.iter().map(|(sizing, places)| document(sizing, places)).collect();
    let text = json!({ "format": FORMAT, "needs": needs });
    format!("{text:#}\n")
}

fn document(sizing: &Sizing, placements: &[Placement]) -> Value {
    let choices = sizing.choices.iter().map(|choice| {
        json!({
            "layout": choice.layout,
            "level": choice.level.map(|level| level.name()),
            "disks": choice.disks,
            "iops": choice.iops.value,
            "iops_low": choice.iops.low,
            "iops_high": choice.iops.high,
            "iops_by_shares": choice.iops_shares,
            "latency_ns_p99": choice.latency_ns_p99,
            "head_room": choice.head_room,
            "carries": choice.carries,
            "fails_first": match choice.first {
                First::NotSeen => "not-seen",
                other => first(other),
            },
            "price": choice.price,
            "usable_bytes": choice.usable.map(|usable| usable.0),
            "may_fail": choice.may_fail,
            "source": match choice.source {
                Source::Measured => "measured",
                Source::Grown => "grown",
                Source::Rule => "rule-of-thumb",
            },
            "how": choice.how,
            "doubts": choice.doubts,
        })
    });
    let expected = sizing.expected.iter().map(|expected| {
        let rules = expected
            .rules
            .map(|(formula, value)| json!({ "formula": formula.name(), "iops": value }));
        json!({
            "layout": expected.layout,
            "level": expected.level.name(),
            "disks": expected.disks,
            "each_iops": expected.each,
            "each_measured": expected.each_measured,
            "rules": rules,
            "measured_iops": expected.measured,
        })
    });
    let places = placements.iter().map(|placement| {
        let list =
            placement.places.iter().map(|(name, value)| json!({ "place": name, "value": value }));
        json!({
            "file": placement.file.name(),
            "places": list.collect::<Vec<_>>(),
            "unit": placement.unit,
            "by": placement.by,
        })
    });
    json!({
        "role": sizing.need.role,
        "need": needed(&sizing.need),
        "answer": match sizing.answer {
            Answer::Carried => "carried",
            Answer::NotCarried => "not-carried",
            Answer::CannotTell => "cannot-tell",
        },
        "sentence": headline(sizing),
        "choices": choices.collect::<Vec<_>>(),
        "silent": sizing.silent,
        "expected": expected.collect::<Vec<_>>(),
        "placements": places.collect::<Vec<_>>(),
    })
}
