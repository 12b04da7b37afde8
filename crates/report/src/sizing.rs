//! Which storage carries what is needed, in words and as JSON: the choice first, then what else there is, then what the
//! rules of thumb would have said, then where files go.

use crate::studies::{Line, Rows, Tone, ranged, signed};
use crate::terminal::Style;
use crate::terminal::ink::{Page, Paint};
use crate::terminal::stages::rows;
use crate::words;
use crate::words::sizing as told;
use advise::size::{
    Answer, Choice, CombinedRequirements, First, Fit, Placement, RuleComparison, SilentStorage,
    SizeRequirement, Sizing, Source, StorageChoice, together,
};
use serde_json::{Value, json};
use summary::Estimate;

/// The version of the JSON document.
const FORMAT: u32 = 2;
/// Rows of choices on a terminal.
const CHOICES_MAX: usize = 10;
/// Characters of a name in the table of choices, and those that are kept of its beginning.
const NAME_CHARS_MAX: usize = 18;
const NAME_HEAD_CHARS: usize = 6;
/// Places of each kind of file on a terminal.
const PLACES_MAX: usize = 4;
/// Lines of what was left out, and commands that would tell, on a terminal.
const LINES_MAX: usize = 6;

/// The answer in one sentence.
pub fn headline(sizing: &Sizing) -> String {
    let measured = sizing.choices.iter().find(|choice| choice.source != Source::Rule);
    match sizing.answer {
        Answer::Carried => {
            let best = sizing.choices.iter().find(|choice| choice.fit == Fit::Carries);
            best.map_or_else(String::new, |best| carried(&sizing.requirement, best))
        }
        Answer::CannotTell => cannot_tell(sizing, measured),
        Answer::NotCarried => match measured {
            Some(nearest) => {
                let with = match sizing.requirement.in_mibps() && nearest.first != First::Capacity {
                    true => format!("{}, ", moved(&sizing.requirement, nearest)),
                    false => String::new(),
                };
                format!(
                    "nothing that was measured carries it; {} comes nearest with {with}{}",
                    named(nearest),
                    signed(nearest.head_room)
                )
            }
            None => "nothing that was measured carries it".to_owned(),
        },
    }
}

fn carried(requirement: &SizeRequirement, best: &Choice) -> String {
    let price = best.price.as_ref().map_or(String::new(), |price| {
        let basis = told::price_basis(price, best.disks);
        let made_of = basis.map_or(String::new(), |of| format!(" ({of})"));
        format!(", for {}{made_of}", words::number(price.price))
    });
    let first = match best.first {
        First::NotSeen => "what fails first was not seen".to_owned(),
        known => format!("{} fails first", first(known)),
    };
    let lost = match best.may_fail {
        Some(0) => "; no disk may fail",
        _ => "",
    };
    let room = signed(best.head_room);
    match requirement.in_mibps() {
        true => format!(
            "{} carries it: {}, {room} head-room{price}; {first}{lost}",
            named(best),
            moved(requirement, best)
        ),
        false => format!("{} carries it with {room} head-room{price}; {first}{lost}", named(best)),
    }
}

/// A throughput with the operations that move it: `373 MiB/s with 1 MiB reads`.
fn moved(requirement: &SizeRequirement, choice: &Choice) -> String {
    let what = match requirement.write {
        write if write <= 0.0 => "reads",
        write if write >= 1.0 => "writes",
        _ => "operations",
    };
    let rate = words::number(mibps(choice.iops.value, choice));
    format!("{rate} MiB/s with {} {what}", choice.block)
}

/// MiB/s of so many operations of a choice.
fn mibps(iops: f64, choice: &Choice) -> f64 {
    iops * choice.block.0 as f64 / f64::from(1 << 20)
}

/// The interval of a choice in the unit of the requirement, and that unit.
fn in_unit(requirement: &SizeRequirement, choice: &Choice) -> (Estimate, &'static str) {
    let own = choice.iops;
    match requirement.in_mibps() {
        true => {
            let of = |iops: f64| mibps(iops, choice);
            let (value, low, high) = (of(own.value), of(own.low), of(own.high));
            (Estimate { value, low, high, ..own }, "MiB/s")
        }
        false => (own, if requirement.commits { "commits/s" } else { "IOPS" }),
    }
}

fn cannot_tell(sizing: &Sizing, measured: Option<&Choice>) -> String {
    let open = measured.filter(|choice| choice.fit == Fit::CannotTell);
    let mute = sizing.silent.iter().find(|mute| mute.fit == Fit::CannotTell);
    match (open, mute) {
        (Some(choice), _) => format!("cannot tell: {}", so_far(&sizing.requirement, choice)),
        (None, Some(mute)) => format!("cannot tell: {}: {}", mute.name, silence(mute)),
        (None, None) => match sizing.choices.iter().find(|choice| choice.head_room >= 0.0) {
            Some(best) => format!(
                "nothing was measured that tells; by a rule of thumb{} {} would do{}",
                if sizing.requirement.latency_limit.is_some() {
                    ", which knows no latency,"
                } else {
                    ""
                },
                named(best),
                if best.may_fail == Some(0) { ", of which no disk may fail" } else { "" }
            ),
            None if sizing.requirement.any_block() => {
                "nothing was measured that tells; the rules of thumb are of operations, and say \
                 nothing of MiB/s"
                    .to_owned()
            }
            None => "nothing was measured that tells, and no rule of thumb finds enough disks"
                .to_owned(),
        },
    }
}

/// How far a storage was loaded, and that this is not far enough.
fn so_far(requirement: &SizeRequirement, choice: &Choice) -> String {
    let asked = match (requirement.iops, requirement.mibps) {
        (Some(iops), _) => format!("{} are needed", words::number(iops)),
        (None, Some(mibps)) => format!("{} MiB/s are needed", words::number(mibps)),
        (None, None) => "more is needed".to_owned(),
    };
    let (value, unit) = in_unit(requirement, choice);
    let value = words::number(value.value);
    if requirement.in_mibps() {
        let seen = format!("{} was seen to carry {}", named(choice), moved(requirement, choice));
        return match choice.at_most {
            None => format!("{seen} and was loaded no further, and {asked}"),
            Some(most) => {
                let most = words::number(mibps(most, choice));
                format!("{seen} and may carry up to {most} {unit}, and {asked}")
            }
        };
    }
    let enough = requirement.iops.is_some_and(|iops| choice.iops.low >= iops);
    match choice.at_most {
        _ if enough => {
            let first = choice.caveats.first().map(told::caveat);
            let reason = first.unwrap_or_else(|| "the latency limit was looser".to_owned());
            format!("{} seems to carry {value} IOPS, but {reason}", named(choice))
        }
        // Seen, but not for sure: room is counted from the lower end.
        _ if requirement.iops.is_some_and(|iops| choice.iops.value >= iops) => format!(
            "{} was seen to carry {value} {unit}, of which {} are sure (the lower end of the interval), and {asked}",
            named(choice),
            words::number(choice.iops.low)
        ),
        None => format!("{} was loaded only up to {value} IOPS, and {asked}", named(choice)),
        Some(most) => format!(
            "{} carries {value} IOPS and may carry up to {}, and {asked}",
            named(choice),
            words::number(most)
        ),
    }
}

fn named(choice: &Choice) -> String {
    of_disks(&choice.layout, choice.disks)
}

fn of_disks(layout: &str, disks: Option<u32>) -> String {
    match disks {
        Some(1) => format!("{layout} of 1 disk"),
        Some(disks) => format!("{layout} of {disks} disks"),
        None => layout.to_owned(),
    }
}

fn first(first: First) -> &'static str {
    match first {
        First::Latency => "latency",
        First::Throughput => "throughput",
        First::Quota => "a steady rate (quota or interface)",
        First::Processors => "this machine's CPUs",
        First::NotSeen => "not seen",
        First::Capacity => "capacity",
    }
}

/// The requirement in words.
fn needed(requirement: &SizeRequirement) -> String {
    let mut parts = Vec::new();
    parts.extend(requirement.iops.map(|iops| format!("{} IOPS", words::number(iops))));
    parts.extend(requirement.mibps.map(|mibps| format!("{} MiB/s", words::number(mibps))));
    if requirement.commits {
        parts = vec![format!("{} commits/s", words::number(requirement.iops.unwrap_or_default()))];
    } else {
        parts.push(format!("{} writes", crate::studies::percent(requirement.write)));
    }
    parts.extend(
        requirement.random.map(|random| if random { "random" } else { "sequential" }.to_owned()),
    );
    parts.extend(requirement.block.map(|block| format!("{block} blocks")));
    parts.extend(
        requirement.latency_limit.map(|latency_limit| words::latency_limit(&latency_limit)),
    );
    parts.extend(requirement.usable.map(|usable| format!("{usable} usable")));
    parts.join(", ")
}

/// The answers to all requirements, and where files go, for a terminal.
pub fn sizing(all: &[Sizing], placements: &[Placement], style: &Style) -> String {
    let mut page = Page::new(style);
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
    if !placements.is_empty() {
        page.blank();
        page.line(vec![(Paint::Strong, "where files go".to_owned())]);
        for placement in placements {
            placed(&mut page, placement);
        }
    }
    // What was taken and left out is of all requirements alike but for the lines, which are told once.
    let taken = all.first().map_or(Vec::new(), |sizing| sizing.taken.clone());
    if !taken.is_empty() {
        page.blank();
        page.pair("taken", Paint::Quiet, &taken.join(", "));
    }
    let mut lines: Vec<String> = Vec::new();
    for line in all.iter().flat_map(|sizing| &sizing.left_out).map(told::left_out) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    for line in lines.iter().take(LINES_MAX) {
        page.pair("left out", Paint::Quiet, line);
    }
    if lines.len() > LINES_MAX {
        let text = format!("and {} more, with --json", lines.len() - LINES_MAX);
        page.pair("", Paint::Quiet, &text);
    }
    page.text()
}

/// All requirements on one storage, by the rule that says whether it carries them at once.
fn at_once(page: &mut Page, all: &[Sizing]) {
    page.line(vec![(Paint::Strong, "all roles at once".to_owned())]);
    let rule = "above each role is judged as if it had the storage for itself; by a rule, which was not measured, a storage \
                carries them all where what is needed over what is carried for sure adds up to 100 % at most";
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Quiet, rule);
    let found = together(all);
    for one in &found {
        let paint = match one.carries() {
            Some(true) => Paint::Good,
            Some(false) => Paint::Bad,
            None => Paint::Unsure,
        };
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 4, paint, &loaded(one));
    }
    if found.is_empty() {
        let text = "nothing was measured that tells";
        page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 4, Paint::Unsure, text);
    }
}

fn loaded(one: &CombinedRequirements) -> String {
    use crate::studies::percent;
    let shown = |share: Option<f64>| share.map_or("?".to_owned(), percent);
    let shares = one.shares.iter().map(|(role, share)| format!("{role} {}", shown(*share)));
    let shares = shares.collect::<Vec<_>>().join(" + ");
    let open = one.shares.iter().filter(|(_, share)| share.is_none());
    let open: Vec<&str> = open.map(|(role, _)| role.as_str()).collect();
    let full = one.full.map_or(String::new(), |full| format!(", {} full", percent(full)));
    let sum = one.sum.map_or(String::new(), |sum| format!(" = {}", percent(sum)));
    let answer = match one.carries() {
        Some(true) => "carries all at once".to_owned(),
        Some(false) => "does not carry all at once".to_owned(),
        None => format!("cannot tell: of {} nothing is known to be carried", open.join(", ")),
    };
    format!("{}: {shares}{sum}{full}: {answer}", of_disks(&one.layout, one.disks))
}

fn one(page: &mut Page, sizing: &Sizing) {
    let (paint, symbol) = match sizing.answer {
        Answer::Carried => (Paint::Good, page.glyph("✔", "+")),
        Answer::NotCarried => (Paint::Bad, page.glyph("✘", "x")),
        Answer::CannotTell => (Paint::Unsure, "?"),
    };
    let role = &sizing.requirement.role;
    let head = if role.is_empty() { format!("{symbol} ") } else { format!("{symbol} {role}: ") };
    page.wrapped(vec![(paint, head)], 2, Paint::Strong, &headline(sizing));
    let requirement = format!("needed: {}", needed(&sizing.requirement));
    page.wrapped(vec![(Paint::Plain, "  ".to_owned())], 2, Paint::Quiet, &requirement);
    let open = sizing.choices.iter().filter_map(|choice| choice.next.as_ref());
    let mute = sizing.silent.iter().filter_map(|mute| mute.next.as_ref());
    let open: Vec<String> = open.chain(mute).take(LINES_MAX).map(told::command).collect();
    if sizing.answer == Answer::CannotTell {
        for command in &open {
            page.raw("to tell", command);
        }
    }
    if !sizing.choices.is_empty() {
        rows(page, &choices(sizing), CHOICES_MAX, "with --json");
    }
    for line in &remarks(sizing) {
        page.wrapped(vec![(Paint::Unsure, "  ! ".to_owned())], 4, Paint::Plain, line);
    }
    if sizing.answer != Answer::CannotTell {
        for command in &open {
            page.raw("to tell", command);
        }
    }
    if !sizing.expected.is_empty() {
        page.line(vec![(Paint::Strong, "  rules of thumb against what was measured".to_owned())]);
        for expected in &sizing.expected {
            against(page, expected);
        }
    }
}

/// What stands behind each choice, and what makes it doubtful.
fn remarks(sizing: &Sizing) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for choice in sizing.choices.iter().filter(|choice| choice.source != Source::Rule) {
        let latency = choice
            .latency_ns_p99
            .map_or(String::new(), |ns| format!(" at p99 {}", words::latency(ns as f64)));
        let (seen, unit) = in_unit(&sizing.requirement, choice);
        let how =
            format!("{} {unit}{latency}, {}", ranged(&seen), told::evidence(&choice.evidence));
        let open = (choice.fit == Fit::CannotTell).then(|| match choice.at_most {
            None if sizing.requirement.in_mibps() => {
                "nothing deeper or larger was loaded".to_owned()
            }
            None => "nothing was loaded beyond".to_owned(),
            Some(most) if sizing.requirement.in_mibps() => {
                let most = words::number(mibps(most, choice));
                format!("whether it carries up to {most} MiB/s is open")
            }
            Some(most) => format!("whether it carries up to {} is open", words::number(most)),
        });
        let caveats = choice.caveats.iter().map(told::caveat);
        for text in std::iter::once(how).chain(open).chain(caveats) {
            let line = format!("{}: {text}", named(choice));
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    let rule = sizing.choices.iter().find(|choice| choice.source == Source::Rule);
    // They are the same for every rule.
    let caveats = rule.iter().flat_map(|rule| &rule.caveats).map(told::caveat);
    lines.extend(caveats.map(|caveat| format!("rule: {caveat}")));
    lines.extend(sizing.silent.iter().map(|mute| format!("{}: {}", mute.name, silence(mute))));
    lines
}

/// Why there is no number of a storage.
fn silence(mute: &SilentStorage) -> String {
    let parts =
        std::iter::once(told::gap(&mute.reason)).chain(mute.caveats.iter().map(told::caveat));
    parts.collect::<Vec<_>>().join("; ")
}

/// A long name by its both ends: places that differ in their last word only stay apart.
fn short(name: &str) -> String {
    let all: Vec<char> = name.chars().collect();
    if all.len() <= NAME_CHARS_MAX {
        return name.to_owned();
    }
    let tail = NAME_CHARS_MAX - NAME_HEAD_CHARS - 2;
    let head = all[..NAME_HEAD_CHARS].iter();
    head.chain(&['.', '.']).chain(&all[all.len() - tail..]).collect()
}

fn choices(sizing: &Sizing) -> Rows {
    let number = |value: Option<f64>| value.map_or("-".to_owned(), words::number);
    let row = |choice: &Choice| Line {
        cells: vec![
            short(&choice.layout),
            choice.disks.map_or("?".to_owned(), |disks| disks.to_string()),
            choice.may_fail.map_or("?".to_owned(), |disks| disks.to_string()),
            words::number(in_unit(&sizing.requirement, choice).0.value),
            signed(choice.head_room),
            match choice.first {
                First::Processors => "CPUs",
                known => first(known),
            }
            .to_owned(),
            match choice.fit {
                Fit::Carries => "yes",
                Fit::Not => "no",
                Fit::CannotTell => "?",
            }
            .to_owned(),
            number(choice.price.as_ref().map(|price| price.price)),
            choice.usable.map_or("-".to_owned(), |usable| usable.to_string()),
            match choice.source {
                Source::Line => "load line",
                Source::Measured => "points",
                Source::Grown => "grown",
                Source::Rule => "rule",
            }
            .to_owned(),
        ],
        tone: match (choice.fit, choice.source) {
            (Fit::Carries, Source::Rule) | (Fit::CannotTell, _) => Tone::Unsure,
            (Fit::Carries, _) => Tone::Good,
            (Fit::Not, _) => Tone::Plain,
        },
        share: f64::NAN,
    };
    let heads = [
        "layout",
        "disks",
        "may fail",
        if sizing.requirement.in_mibps() { "MiB/s" } else { "IOPS" },
        "sure room",
        "fails first",
        "carries",
        "price",
        "usable",
        "from",
    ];
    let open = sizing.choices.iter().any(|choice| choice.may_fail.is_none());
    let open = match open {
        true => {
            "; ? under \"may fail\": nothing tells how the data lie; `layout NAME level=raid5 disks=8` in the file of --disks does"
        }
        false => "",
    };
    Rows {
        caption: format!("Measured first; of those the cheapest that carries it on top{open}"),
        heads: heads.map(str::to_owned).to_vec(),
        rows: sizing.choices.iter().map(row).collect(),
        spare: vec!["usable", "fails first"],
    }
}

/// What the rules say of a measured layout, with the numbers they are made of.
fn against(page: &mut Page, expected: &RuleComparison) {
    let with = |count: Option<u32>| count.map(|count| format!("with {count} outstanding"));
    let text = format!(
        "{} of {} disks ({}): {} IOPS measured {}; one disk {} {}, {} writes",
        expected.layout,
        expected.disks,
        expected.level.name(),
        words::number(expected.measured),
        with(expected.measured_with).unwrap_or_else(|| "in a closed loop".to_owned()),
        words::number(expected.each.iops),
        told::disk_source(&expected.each),
        crate::studies::percent(expected.write)
    );
    page.wrapped(vec![(Paint::Plain, "    ".to_owned())], 6, Paint::Plain, &text);
    for (formula, value) in expected.rules {
        let text = format!(
            "{} = {} = {} ({})",
            told::formula_name(formula),
            told::formula_filled(formula, expected),
            words::number(value),
            signed(value / expected.measured - 1.0)
        );
        page.wrapped(vec![(Paint::Plain, "      ".to_owned())], 8, Paint::Quiet, &text);
    }
}

/// A kind of file and its places, one on each line.
fn placed(page: &mut Page, placement: &Placement) {
    let head = |text: &str| vec![(Paint::Quiet, format!("  {text:<8}"))];
    let by = match placement.places.len() {
        0 => told::basis(placement.basis),
        _ => format!("by {}", told::basis(placement.basis)),
    };
    page.wrapped(head(placement.file.name()), 10, Paint::Quiet, &by);
    for (at, spot) in placement.places.iter().take(PLACES_MAX).enumerate() {
        let paint = if at == 0 { Paint::Strong } else { Paint::Plain };
        page.wrapped(head(""), 12, paint, &spotted(spot));
    }
    if placement.places.len() > PLACES_MAX {
        let text = format!("and {} more, with --json", placement.places.len() - PLACES_MAX);
        page.wrapped(head(""), 12, Paint::Quiet, &text);
    }
}

fn spotted(spot: &StorageChoice) -> String {
    let from = if spot.is_line() { "measured line" } else { "from points" };
    let room = spot.head_room.map_or(String::new(), |room| match room {
        room if room < 0.0 => format!(", {} short", crate::studies::percent(-room)),
        room => format!(", {} head-room", signed(room)),
    });
    let first = match spot.first {
        First::NotSeen => String::new(),
        known => format!(", {} fails first", first(known)),
    };
    let spare = match spot.may_fail {
        None => String::new(),
        Some(0) => ", no disk may fail".to_owned(),
        Some(1) => ", 1 disk may fail".to_owned(),
        Some(disks) => format!(", {disks} disks may fail"),
    };
    format!(
        "{}: {} {}{room}{first}{spare}, {from}: {}",
        spot.name,
        ranged(&spot.value),
        spot.unit,
        told::choice_source(spot)
    )
}

/// All requirements as one JSON document.
pub fn sizing_json(all: &[Sizing], placements: &[Placement]) -> String {
    let requirements: Vec<Value> = all.iter().map(document).collect();
    let places: Vec<Value> = placements.iter().map(place).collect();
    let found = together(all);
    let at_once: Vec<Value> = found.iter().map(at_once_json).collect();
    let text = json!({ "format": FORMAT, "requirements": requirements, "at_once": at_once, "placements": places });
    format!("{text:#}\n")
}

fn at_once_json(one: &CombinedRequirements) -> Value {
    let shares = one.shares.iter().map(|(role, share)| json!({ "role": role, "share": share }));
    json!({
        "layout": one.layout,
        "place": one.place,
        "disks": one.disks,
        "shares": shares.collect::<Vec<_>>(),
        "sum": one.sum,
        "full": one.full,
        "carries": one.carries(),
        "by": "rule",
    })
}

fn place(placement: &Placement) -> Value {
    let list = placement.places.iter().map(|spot| {
        json!({
            "place": spot.name,
            "value": spot.value.value,
            "low": spot.value.low,
            "high": spot.value.high,
            "unit": spot.unit,
            "from": if spot.is_line() { "load-line" } else { "points" },
            "head_room": spot.head_room,
            "fails_first": failing(spot.first),
            "may_fail": spot.may_fail,
            "how": told::choice_source(spot),
        })
    });
    json!({
        "file": placement.file.name(),
        "places": list.collect::<Vec<_>>(),
        "unit": placement.places.first().map_or("", |spot| spot.unit),
        "by": told::basis(placement.basis),
    })
}

/// What fails first, for programs.
fn failing(what: First) -> &'static str {
    match what {
        First::NotSeen => "not-seen",
        First::Quota => "quota",
        First::Processors => "processors",
        other => first(other),
    }
}

fn fitting(fit: Fit) -> &'static str {
    match fit {
        Fit::Carries => "carried",
        Fit::Not => "not-carried",
        Fit::CannotTell => "cannot-tell",
    }
}

fn mute(mute: &SilentStorage) -> Value {
    json!({ "layout": mute.name, "answer": fitting(mute.fit), "why": silence(mute), "to_tell": mute.next.as_ref().map(told::command) })
}

fn document(sizing: &Sizing) -> Value {
    let choices = sizing.choices.iter().map(|choice| {
        json!({
            "layout": choice.layout,
            "place": choice.place,
            "level": choice.level.map(|level| level.name()),
            "disks": choice.disks,
            "iops": choice.iops.value,
            "block_bytes": choice.block.0,
            "iops_low": choice.iops.low,
            "iops_high": choice.iops.high,
            "iops_at_most": choice.at_most,
            "iops_by_shares": choice.iops_shares,
            "latency_ns_p99": choice.latency_ns_p99,
            "head_room": choice.head_room,
            "answer": fitting(choice.fit),
            "to_tell": choice.next.as_ref().map(told::command),
            "fails_first": failing(choice.first),
            "price": choice.price.as_ref().map(|price| price.price),
            "price_made_of": choice.price.as_ref().and_then(|price| told::price_basis(price, choice.disks)),
            "usable_bytes": choice.usable.map(|usable| usable.0),
            "may_fail": choice.may_fail,
            "source": match choice.source {
                Source::Line => "load-line",
                Source::Measured => "points",
                Source::Grown => "grown",
                Source::Rule => "rule-of-thumb",
            },
            "how": told::evidence(&choice.evidence),
            "warnings": choice.caveats.iter().map(told::caveat).collect::<Vec<_>>(),
        })
    });
    let expected = sizing.expected.iter().map(|expected| {
        let rules = expected.rules.map(
            |(formula, value)| json!({ "formula": told::formula_name(formula), "iops": value }),
        );
        json!({
            "layout": expected.layout,
            "level": expected.level.name(),
            "disks": expected.disks,
            "each_iops": expected.each.iops,
            "each_measured": expected.each.measured.is_some(),
            "each_outstanding": expected.each.measured.map(|load| load.outstanding),
            "each_block_bytes": expected.each.measured.map(|load| load.block.0),
            "measured_outstanding": expected.measured_with,
            "write": expected.write,
            "rules": rules,
            "measured_iops": expected.measured,
        })
    });
    json!({
        "role": sizing.requirement.role,
        "requirement": needed(&sizing.requirement),
        "answer": match sizing.answer {
            Answer::Carried => "carried",
            Answer::NotCarried => "not-carried",
            Answer::CannotTell => "cannot-tell",
        },
        "sentence": headline(sizing),
        "choices": choices.collect::<Vec<_>>(),
        "silent": sizing.silent.iter().map(mute).collect::<Vec<_>>(),
        "taken": sizing.taken,
        "left_out": sizing.left_out.iter().map(told::left_out).collect::<Vec<_>>(),
        "expected": expected.collect::<Vec<_>>(),
    })
}
