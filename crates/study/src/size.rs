//! Which layout of how many disks carries what is needed: from measured cells; by a rule of thumb only where nothing was
//! measured, and then it says so.
//!
//! Takes a need, what can be bought, and stored runs; gives choices with head-room, price and what fails first, and what
//! the rules of thumb would have said of what was measured. Pure arithmetic; the words are the report's.

pub mod asked;
pub mod evidence;
pub mod place;
pub mod raid;

pub use asked::{Made, Shop, SizeNeed};
pub use evidence::{Carry, First, Sample};
pub use place::{File, Placement};
pub use raid::Formula;

use crate::record::Record;
use base::Bytes;
use summary::Estimate;
use workload::Level;

/// What was found for one need.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizing {
    /// What was asked.
    pub need: SizeNeed,
    /// Those that rest on measurements first; of those the ones that carry it, as they were measured before grown ones, the
    /// cheapest first.
    pub choices: Vec<Choice>,
    /// Layouts that were measured, of which no cell is known to keep the ceiling.
    pub silent: Vec<String>,
    /// What the rules say of the layouts that were measured.
    pub expected: Vec<Expected>,
    /// The answer.
    pub answer: Answer,
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Something that was measured carries it.
    Carried,
    /// Nothing that was measured does.
    NotCarried,
    /// Nothing was measured that would tell.
    CannotTell,
}

/// Where a number is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Measured as it is.
    Measured,
    /// Measured with another number of disks, and grown as the disks were measured to grow.
    Grown,
    /// A rule of thumb on what one disk does.
    Rule,
}

/// A layout of so many disks.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its name.
    pub layout: String,
    /// How data lie, where that is known.
    pub level: Option<Level>,
    /// How many disks, where that is known.
    pub disks: Option<u32>,
    /// Operations per second that it carries.
    pub iops: Estimate,
    /// By the other rule, where it is a rule.
    pub iops_shares: Option<f64>,
    /// The 99th percentile of the latency there.
    pub latency_ns_p99: Option<u64>,
    /// How much more than needed: 0.5 is half as much again; of the interval's lower end.
    pub head_room: f64,
    /// Whether it carries the need.
    pub carries: bool,
    /// What fails first when the load grows.
    pub first: First,
    /// What it costs.
    pub price: Option<f64>,
    /// What can be stored on it.
    pub usable: Option<Bytes>,
    /// How many disks may fail.
    pub may_fail: Option<u32>,
    /// Where the number is from.
    pub source: Source,
    /// The same in words.
    pub how: String,
    /// What makes it doubtful.
    pub doubts: Vec<String>,
}

/// A layout that was measured, and what the rules say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Its name.
    pub layout: String,
    /// How data lie.
    pub level: Level,
    /// How many disks.
    pub disks: u32,
    /// Operations per second of one disk.
    pub each: f64,
    /// Whether that was measured, and not taken from a data sheet.
    pub each_measured: bool,
    /// What each rule says.
    pub rules: [(Formula, f64); 2],
    /// What was measured.
    pub measured: f64,
}

/// The levels of which rules of thumb are tried.
const LEVELS: [Level; 5] = [Level::Raid0, Level::Raid1, Level::Raid10, Level::Raid5, Level::Raid6];

/// Sizes for one need from the runs given, newest first, each with its name.
pub fn size(need: &SizeNeed, shop: &Shop, records: &[(String, Record)]) -> Sizing {
    let samples = evidence::samples(records);
    let each = one_disk(need, shop, &samples);
    let mut choices = Vec::new();
    let (mut expected, mut silent) = (Vec::new(), Vec::new());
    let mut subjects: Vec<&str> = Vec::new();
    for sample in samples.iter().filter(|sample| !bare(sample)) {
        if !subjects.contains(&sample.subject.as_str()) {
            subjects.push(&sample.subject);
        }
    }
    for subject in subjects {
        let own: Vec<&Sample> = samples.iter().filter(|sample| sample.subject == subject).collect();
        let layout = layout(shop, records, subject);
        let Some(carry) = evidence::carry(need, &own) else {
            silent.push(layout);
            continue;
        };
        expected.extend(held_against(&layout, &carry, each, need));
        choices.extend(measured(need, shop, records, &layout, &carry));
    }
    for (target, carry) in evidence::load_lines(need, records) {
        let layout = layout(shop, records, &target);
        expected.extend(held_against(&layout, &carry, each, need));
        choices.extend(measured(need, shop, records, &layout, &carry));
    }
    let measured_any = !choices.is_empty() || !silent.is_empty();
    // What was measured is never told by a rule, not even where it says nothing.
    let known = choices.iter().map(|choice| choice.level);
    let known: Vec<Option<Level>> = known.chain(silent.iter().map(|made| made.level)).collect();
    let silent: Vec<String> = silent.into_iter().map(|made| made.name).collect();
    for level in LEVELS.into_iter().filter(|level| !known.contains(&Some(*level))) {
        choices.extend(by_rule(need, shop, level, each));
    }
    let order = |choice: &Choice| {
        let rule = choice.source == Source::Rule;
        (rule, !choice.carries, choice.source == Source::Grown)
    };
    choices.sort_by(|a, b| {
        let price = |choice: &Choice| choice.price.unwrap_or(f64::INFINITY);
        order(a)
            .cmp(&order(b))
            .then(price(a).total_cmp(&price(b)))
            .then(b.head_room.total_cmp(&a.head_room))
    });
    let told = choices.iter().filter(|choice| choice.source != Source::Rule);
    let answer = if told.clone().any(|choice| choice.carries) {
        Answer::Carried
    } else if measured_any {
        Answer::NotCarried
    } else {
        Answer::CannotTell
    };
    Sizing { need: need.clone(), choices, silent, expected, answer }
}

/// Whether a cell is of disks without a layout.
fn bare(sample: &Sample) -> bool {
    matches!(sample.subject.as_str(), "disk" | "disks")
}

/// What one disk does at random, and whether that was measured.
fn one_disk(need: &SizeNeed, shop: &Shop, samples: &[Sample]) -> Option<(f64, bool)> {
    let own: Vec<&Sample> = samples
        .iter()
        .filter(|sample| bare(sample) && sample.targets == 1 && sample.load.random)
        .collect();
    let carried = evidence::carry(need, &own).map(|carry| (carry.iops.value, true));
    carried.or_else(|| Some((shop.disks.first()?.iops?, false)))
}

/// What is known of a layout's making.
fn layout(shop: &Shop, records: &[(String, Record)], name: &str) -> Made {
    let told = shop.made.iter().find(|made| made.name == name).cloned();
    let mut made = told.unwrap_or_else(|| Made {
        name: name.to_owned(),
        level: raid::level_of(name),
        disks: None,
        price: None,
    });
    made.price = made.price.or_else(|| standing(records, name)?.price);
    made
}

fn standing<'a>(records: &'a [(String, Record)], name: &str) -> Option<&'a crate::race::Standing> {
    let stages =
        records.iter().flat_map(|(_, record)| record.study.iter().flat_map(|study| &study.stages));
    stages
        .filter_map(|stage| match &stage.finding {
            Some(crate::record::Finding::Race(race)) => Some(race),
            _ => None,
        })
        .find_map(|race| race.standings.iter().find(|standing| standing.name == name))
}

/// A measured layout as it is, and with the fewest disks that carry the need where growth was measured.
fn measured(
    need: &SizeNeed,
    shop: &Shop,
    records: &[(String, Record)],
    made: &Made,
    carry: &Carry,
) -> Vec<Choice> {
    let told = standing(records, &made.name);
    let usable = told.and_then(|told| told.usable);
    let may_fail = told.and_then(|told| told.may_fail);
    let base = Choice {
        layout: made.name.clone(),
        level: made.level,
        disks: made.disks,
        iops: carry.iops,
        iops_shares: None,
        latency_ns_p99: carry.latency_ns_p99,
        head_room: 0.0,
        carries: false,
        first: carry.first,
        price: made.price,
        usable,
        may_fail,
        source: Source::Measured,
        how: carry.how.clone(),
        doubts: carry.doubts.clone(),
    };
    let mut all = vec![judged(need, shop, base.clone(), carry.block)];
    let growth = evidence::growth(records);
    let (Some(level), Some(from), Some(growth)) = (made.level, made.disks, growth) else {
        return all;
    };
    let most = shop.disks.first().map_or(from, |disk| disk.most);
    let other = (1..=most).filter(|disks| *disks != from && raid::possible(level, *disks));
    let mut grown = other.filter_map(|disks| {
        let ratio = evidence::grown(growth, from, disks)?;
        let scaled = |value: f64| value * ratio;
        let iops = Estimate {
            value: scaled(carry.iops.value),
            low: scaled(carry.iops.low),
            high: scaled(carry.iops.high),
            ..carry.iops
        };
        let mut choice = base.clone();
        (choice.disks, choice.iops, choice.source) = (Some(disks), iops, Source::Grown);
        (choice.price, choice.usable, choice.may_fail) = (None, None, None);
        choice.how =
            format!("{}, with {from} disks, grown as the disks were measured to", carry.how);
        choice.doubts.push(format!("not measured with {disks} disks"));
        let choice = judged(need, shop, choice, carry.block);
        choice.carries.then_some(choice)
    });
    // The fewest that carry it.
    all.extend(grown.next());
    all
}

/// The fewest disks of a level that carry the need by the rule that counts costs.
fn by_rule(
    need: &SizeNeed,
    shop: &Shop,
    level: Level,
    each: Option<(f64, bool)>,
) -> Option<Choice> {
    let disk = shop.disks.first()?;
    let (each, measured) = each?;
    let block = need.block.unwrap_or(Bytes(8 << 10));
    let choice = |disks: u32| {
        let raw = f64::from(disks) * each;
        let costs = Formula::Costs.iops(raw, need.write, level);
        let from = if measured { "measured" } else { "by its data sheet" };
        let choice = Choice {
            layout: level.name().to_owned(),
            level: Some(level),
            disks: Some(disks),
            iops: Estimate::unknown(costs),
            iops_shares: Some(Formula::Shares.iops(raw, need.write, level)),
            latency_ns_p99: None,
            head_room: 0.0,
            carries: false,
            first: First::NotSeen,
            price: None,
            usable: None,
            may_fail: None,
            source: Source::Rule,
            how: format!("rule of thumb {}, one disk {each:.0} IOPS {from}", Formula::Costs.name()),
            doubts: vec!["nothing of it was measured; a rule of thumb knows no latency".to_owned()],
        };
        judged(need, shop, choice, block)
    };
    let all = (1..=disk.most).filter(|disks| raid::possible(level, *disks));
    let (mut fits, mut last) = (None, None);
    for disks in all {
        let one = choice(disks);
        if one.carries {
            fits = Some(one);
            break;
        }
        last = Some(one);
    }
    fits.or(last)
}

/// Price, capacity, head-room, and whether the need is carried.
fn judged(need: &SizeNeed, shop: &Shop, mut choice: Choice, block: Bytes) -> Choice {
    if let (Some(disk), Some(disks)) = (shop.disks.first(), choice.disks) {
        choice.price = choice.price.or_else(|| Some(f64::from(disks) * disk.price?));
        if let Some(level) = choice.level {
            let whole = disk
                .size
                .map(|size| Bytes((size.0 as f64 * raid::data_disks(level, disks)) as u64));
            choice.usable = choice.usable.or(whole);
            choice.may_fail = choice.may_fail.or(Some(raid::may_fail(level, disks)));
        }
    }
    let wanted = [need.iops, need.mibps.map(|mibps| mibps * f64::from(1 << 20) / block.0 as f64)];
    let wanted = wanted.into_iter().flatten().fold(0.0, f64::max);
    let surely = if choice.iops.is_known() { choice.iops.low } else { choice.iops.value };
    choice.head_room = surely / wanted - 1.0;
    choice.carries = choice.head_room >= 0.0;
    if let (Some(needed), Some(usable)) = (need.usable, choice.usable) {
        let room = usable.0 as f64 / needed.0 as f64 - 1.0;
        choice.carries &= room >= 0.0;
        if room < choice.head_room {
            (choice.first, choice.head_room) = (First::Capacity, room);
        }
    } else if need.usable.is_some() {
        choice.doubts.push("what it can store is not known".to_owned());
    }
    choice
}

fn held_against(
    made: &Made,
    carry: &Carry,
    each: Option<(f64, bool)>,
    need: &SizeNeed,
) -> Option<Expected> {
    let (level, disks, (each, each_measured)) = (made.level?, made.disks?, each?);
    let raw = f64::from(disks) * each;
    let rule = |formula: Formula| (formula, formula.iops(raw, need.write, level));
    Some(Expected {
        layout: made.name.clone(),
        level,
        disks,
        each,
        each_measured,
        rules: [rule(Formula::Shares), rule(Formula::Costs)],
        measured: carry.iops.value,
    })
}
