//! Which layout of how many disks carries what is needed: from load lines and measured cells; by a rule of thumb only
//! where nothing was measured, and then it says so.
//!
//! Takes a need, what can be bought, and stored runs; gives choices with head-room, price and what fails first, and what
//! the rules of thumb would have said of what was measured. Pure arithmetic; the words are the report's.

pub mod asked;
pub mod evidence;
mod grow;
pub mod lines;
pub mod next;
pub mod place;
pub mod raid;
pub mod storage;
mod together;
mod told;

pub use asked::{DiskOffer, LayoutOffer, LayoutPrice, Shop, SizeNeed};
pub use evidence::{Carry, First};
pub use place::{File, Placement, StorageChoice};
pub use raid::Formula;
pub use storage::{MeasuredStorage, OlderStorage};
pub use together::{CombinedNeeds, together};

use base::Bytes;
use evidence::NoEvidence;
use record::{CellRecord, Record};
use summary::Estimate;
use workload::RaidLevel;

/// What was found for one need.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizing {
    /// What was asked.
    pub need: SizeNeed,
    /// Those that rest on measurements first; of those the ones that carry it, as they were measured before grown ones, the
    /// cheapest first.
    pub choices: Vec<Choice>,
    /// Storages that were measured, of which nothing is known to keep the ceiling.
    pub silent: Vec<SilentStorage>,
    /// What the rules say of the layouts that were measured.
    pub expected: Vec<RuleComparison>,
    /// The runs that were answered from, newest first.
    pub taken: Vec<String>,
    /// Storages that have the name of a newer one, and load lines that are of something else; in words.
    pub left_out: Vec<String>,
    /// The answer.
    pub answer: Answer,
}

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Something that was measured carries it.
    Carried,
    /// Everything that was measured is known to carry less.
    NotCarried,
    /// Nothing was measured that would tell, or nothing far enough.
    CannotTell,
}

/// Whether one storage carries the need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It does.
    Carries,
    /// It surely does not.
    Not,
    /// It was not measured far enough, or too loosely.
    CannotTell,
}

/// Where a number is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A load line of a check or a ramp.
    Line,
    /// The cells of studies.
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
    /// Where it was measured; empty: not told, or nowhere.
    pub place: String,
    /// How data lie, where that is known.
    pub level: Option<RaidLevel>,
    /// How many disks, where that is known.
    pub disks: Option<u32>,
    /// Operations per second that it was seen to carry.
    pub iops: Estimate,
    /// The size of such an operation.
    pub block: Bytes,
    /// What it surely does not exceed; none: nothing was loaded that far.
    pub at_most: Option<f64>,
    /// By the other rule, where it is a rule.
    pub iops_shares: Option<f64>,
    /// The 99th percentile of the latency there.
    pub latency_ns_p99: Option<u64>,
    /// How much more than needed it carries for sure: 0.5 is half as much again.
    pub head_room: f64,
    /// What is needed over what it carries for sure; infinite where that is nothing.
    pub share: f64,
    /// Whether it carries the need.
    pub fit: Fit,
    /// What would tell, where that cannot be told; a command.
    pub next: Option<String>,
    /// What fails first when the load grows.
    pub first: First,
    /// What so many disks cost.
    pub price: Option<LayoutPrice>,
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

impl Choice {
    /// What so many disks cost, where somebody told just that.
    fn told_price(&self) -> Option<(u32, f64)> {
        let told = self.price.as_ref().filter(|price| price.made_of.is_none());
        self.disks.zip(told.map(|price| price.price))
    }
}

/// A storage of which no load is known to keep the ceiling.
#[derive(Clone, Debug, PartialEq)]
pub struct SilentStorage {
    /// Its name.
    pub name: String,
    /// Whether it carries the need.
    pub fit: Fit,
    /// Why there is no number.
    pub why: String,
    /// What would tell, where that cannot be told; a command.
    pub next: Option<String>,
    level: Option<RaidLevel>,
}

/// A layout that was measured, and what the rules say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleComparison {
    /// Its name.
    pub layout: String,
    /// How data lie.
    pub level: RaidLevel,
    /// How many disks.
    pub disks: u32,
    /// Operations per second of one disk.
    pub each: f64,
    /// With how many operations outstanding that was measured; none: it is taken from a data sheet.
    pub each_with: Option<u32>,
    /// Of which size those were; none: it is taken from a data sheet.
    pub each_block: Option<Bytes>,
    /// Share of writes.
    pub write: f64,
    /// What each rule says.
    pub rules: [(Formula, f64); 2],
    /// What was measured at most, whatever the latency.
    pub measured: f64,
    /// With how many operations outstanding; none: by a role's closed loop.
    pub measured_with: Option<u32>,
}

/// The levels of which rules of thumb are tried.
const LEVELS: [RaidLevel; 5] =
    [RaidLevel::Raid0, RaidLevel::Raid1, RaidLevel::Raid10, RaidLevel::Raid5, RaidLevel::Raid6];

/// What one disk does at random, as it was measured: with how many operations outstanding, and of which size; none: its data
/// sheet says so.
type OneDisk = (f64, Option<(u32, Bytes)>);

/// Everything that a need is held against.
struct SizeContext<'a> {
    need: &'a SizeNeed,
    shop: &'a Shop,
    records: &'a [(String, Record)],
    names: Vec<&'a str>,
    each: Option<OneDisk>,
}

/// Sizes for one need from the runs given, newest first, each with its name.
pub fn size(need: &SizeNeed, shop: &Shop, records: &[(String, Record)]) -> Sizing {
    let names: Vec<&str> = records.iter().map(|(name, _)| name.as_str()).collect();
    let each = one_disk(need, shop, records, &names);
    let bench = SizeContext { need, shop, records, names, each };
    let (storages, left) = storage::storages(records, shop);
    let mut left_out: Vec<String> = left.iter().map(|one| bench.left(one, &storages)).collect();
    let (mut choices, mut expected, mut silent) = (Vec::new(), Vec::new(), Vec::new());
    let mut taken: Vec<usize> = Vec::new();
    for storage in &storages {
        left_out.extend(bench.strange(storage));
        let (made, doubt) = storage.made(shop);
        expected.extend(bench.held_against(storage, &made));
        match told::told(need, storage, &bench.names) {
            Ok(carry) => {
                choices.extend(bench.measured(storage, &made, doubt, &carry));
            }
            Err(NoEvidence { why, .. }) if storage.cells.is_empty() => {
                // Its lines are of something else, which was told.
                if storage.lines.is_empty() {
                    left_out.push(format!("{}: {why}", storage.name));
                }
                continue;
            }
            Err(mute) => silent.push(bench.mute(storage, mute)),
        }
        taken.extend(storage.runs());
    }
    let known: Vec<Option<RaidLevel>> =
        choices.iter().map(|choice: &Choice| choice.level).collect();
    let known: Vec<Option<RaidLevel>> =
        known.into_iter().chain(silent.iter().map(|mute: &SilentStorage| mute.level)).collect();
    // What was measured is never told by a rule, not even where it says nothing.
    for level in LEVELS.into_iter().filter(|level| !known.contains(&Some(*level))) {
        choices.extend(bench.by_rule(level, &expected));
    }
    // Under a ceiling nobody asked for a line is a lower bound, which is no rank among what was seen without one.
    let bound = |choice: &Choice| need.ceiling.is_none() && choice.source == Source::Line;
    choices.sort_by(|a, b| {
        // Where nothing carries it a low price is no merit.
        let price = |choice: &Choice| match choice.fit {
            Fit::Carries => choice.price.as_ref().map_or(f64::INFINITY, |price| price.price),
            Fit::CannotTell | Fit::Not => 0.0,
        };
        rank(a)
            .cmp(&rank(b))
            .then(price(a).total_cmp(&price(b)))
            .then(bound(a).cmp(&bound(b)))
            .then(b.head_room.total_cmp(&a.head_room))
            .then(b.iops.value.total_cmp(&a.iops.value))
    });
    taken.sort_unstable();
    taken.dedup();
    let taken = taken.into_iter().map(|run| bench.names[run].to_owned()).collect();
    let answer = answer(&choices, &silent);
    Sizing { need: need.clone(), choices, silent, expected, taken, left_out, answer }
}

/// What comes first: measurements, what carries the need, what may carry it, what was measured as it is.
fn rank(choice: &Choice) -> (bool, u8, bool) {
    let fit = match choice.fit {
        Fit::Carries => 0,
        Fit::CannotTell => 1,
        Fit::Not => 2,
    };
    (choice.source == Source::Rule, fit, choice.source == Source::Grown)
}

fn answer(choices: &[Choice], silent: &[SilentStorage]) -> Answer {
    let told = choices.iter().filter(|choice| choice.source != Source::Rule);
    let fits: Vec<Fit> =
        told.map(|choice| choice.fit).chain(silent.iter().map(|mute| mute.fit)).collect();
    if fits.contains(&Fit::Carries) {
        Answer::Carried
    } else if fits.is_empty() || fits.contains(&Fit::CannotTell) {
        Answer::CannotTell
    } else {
        Answer::NotCarried
    }
}

/// What one disk does at random: with the nearest size of operations that was measured, else by its data sheet.
fn one_disk(
    need: &SizeNeed,
    shop: &Shop,
    records: &[(String, Record)],
    names: &[&str],
) -> Option<OneDisk> {
    let mut own: Vec<(usize, &CellRecord)> = Vec::new();
    for (run, (_, record)) in records.iter().enumerate() {
        let stages = record.study.iter().flat_map(|study| &study.stages);
        let cells = stages.flat_map(|stage| &stage.cells);
        own.extend(cells.filter(|cell| lone(cell)).map(|cell| (run, cell)));
    }
    // Without the ceiling: the rules count what the disk can do.
    let need = SizeNeed { ceiling: None, commits: false, random: Some(true), ..need.clone() };
    // A disk I/O of the rules is a read at random; where none was measured, what was measured of the mix.
    let reads = SizeNeed { write: 0.0, ..need.clone() };
    let seen = |need: &SizeNeed| evidence::carry(need, &own, names, f64::INFINITY);
    let carried = seen(&reads).or_else(|_| seen(&need));
    let carried = carried.ok().map(|carry| {
        (carry.iops.value, carry.outstanding.map(|outstanding| (outstanding, carry.block)))
    });
    carried.or_else(|| Some((shop.disks.first()?.iops?, None)))
}

/// A cell of one disk without a layout, at random.
fn lone(cell: &CellRecord) -> bool {
    let own = &cell.cell;
    let alone = own.targets.len() == 1 && storage::bare(&own.subject);
    alone && own.load.random && cell.purpose.counts()
}

impl SizeContext<'_> {
    /// A storage that was left out because something newer has its name.
    fn left(&self, one: &OlderStorage, storages: &[MeasuredStorage<'_>]) -> String {
        let newer = storages.iter().find(|storage| storage.name == one.name);
        let place = newer.map_or(String::new(), |storage| {
            format!(
                "; taken is {} of {}",
                storage.place(),
                storage::named(&storage.runs(), self.records)
            )
        });
        format!(
            "another {} at {} ({}) was left out{place}: choose with --run",
            one.name,
            one.place,
            storage::named(&one.runs, self.records)
        )
    }

    /// The load lines of a storage that say nothing of the need though they are of its kind, where no other one does.
    fn strange(&self, storage: &MeasuredStorage<'_>) -> Vec<String> {
        if storage.lines.iter().any(|line| line.strange_to(self.need).is_none()) {
            return Vec::new();
        }
        let akin = storage.lines.iter().filter(|line| line.akin(self.need));
        let each = akin.filter_map(|line| {
            let why = line.strange_to(self.need)?;
            let run = self.names[line.run];
            let role = &self.need.role;
            let of = if role.is_empty() { String::new() } else { format!(" for {role}") };
            let line = &line.role.role;
            Some(format!("{}: role {line} of {run} is not taken{of}, {why}", storage.name))
        });
        each.collect()
    }

    fn mute(&self, storage: &MeasuredStorage<'_>, mute: NoEvidence) -> SilentStorage {
        let (made, _) = storage.made(self.shop);
        let block = mute.block.or(self.need.block).unwrap_or(Bytes(8 << 10));
        let least = wanted(self.need, block);
        let fit = match mute.at_most {
            Some(most) if least > most => Fit::Not,
            _ => Fit::CannotTell,
        };
        let asked = self.probe(true, false, block);
        let next = (fit == Fit::CannotTell).then(|| next::command(&asked, storage, block, false));
        let why = match fit == Fit::CannotTell && storage.recorded() {
            true => format!("{}; {}", mute.why, storage::RECORD_TELLS),
            false => mute.why,
        };
        let why = storage.fleeting.iter().fold(why, |why, left| format!("{why}; {left}"));
        SilentStorage {
            name: storage.name.clone(),
            fit,
            why,
            next: next.flatten(),
            level: made.level,
        }
    }

    /// The need as a command measures it: where it names no block size, with large blocks one after the other where those
    /// were not tried, else with what was found to move most.
    fn probe(&self, wider: bool, random: bool, block: Bytes) -> SizeNeed {
        match self.need.any_block() {
            false => self.need.clone(),
            true => SizeNeed {
                block: Some(if wider { told::LARGE } else { block }),
                random: self.need.random.or(Some(random && !wider)),
                ..self.need.clone()
            },
        }
    }

    /// A measured layout as it is, and with the fewest disks that carry the need where growth was measured.
    fn measured(
        &self,
        storage: &MeasuredStorage<'_>,
        made: &LayoutOffer,
        doubt: Option<String>,
        carry: &Carry,
    ) -> Vec<Choice> {
        let base = Choice {
            layout: made.name.clone(),
            place: storage.place(),
            level: made.level,
            disks: made.disks,
            iops: carry.iops,
            block: carry.block,
            at_most: carry.at_most,
            iops_shares: None,
            latency_ns_p99: carry.latency_ns_p99,
            head_room: 0.0,
            share: f64::INFINITY,
            fit: Fit::CannotTell,
            next: None,
            first: carry.first,
            price: made.price.map(|price| LayoutPrice { price, made_of: None }),
            usable: storage.usable,
            may_fail: storage.may_fail,
            source: if carry.line { Source::Line } else { Source::Measured },
            how: carry.how.clone(),
            doubts: carry.doubts.iter().chain(&storage.fleeting).cloned().chain(doubt).collect(),
        };
        let mut own = self.judged(base.clone(), carry);
        if own.fit == Fit::CannotTell {
            let asked = self.probe(carry.wider, carry.random, carry.block);
            own.next = next::command(&asked, storage, carry.block, carry.line);
            own.doubts.extend(storage.recorded().then(|| storage::RECORD_TELLS.to_owned()));
        }
        if own.fit != Fit::Carries {
            own.doubts.extend(self.not_grown(&base, carry));
        }
        let mut all = vec![own];
        all.extend(self.grown(&base, carry));
        all
    }

    /// The fewest disks of a level that carry the need by the rule that counts costs, corrected by as much as it was off here:
    /// what it promises too much is taken off, and what it may promise too little is open.
    fn by_rule(&self, level: RaidLevel, expected: &[RuleComparison]) -> Option<Choice> {
        let disk = self.shop.disks.first()?;
        // A rule counts disk I/Os; what a flush takes it does not know, nor what large blocks move.
        let (each, measured) =
            self.each.filter(|_| !self.need.commits && !self.need.any_block())?;
        let block = self.need.block.unwrap_or(Bytes(8 << 10));
        let from = measured.map_or("by its data sheet".to_owned(), |(count, block)| {
            format!("measured with {count} outstanding of {block}")
        });
        let how =
            format!("rule of thumb {}, one disk {each:.0} IOPS {from}", Formula::Costs.name());
        let (low, high) = off(expected);
        let mut doubts =
            vec!["nothing of it was measured; a rule of thumb knows no latency".to_owned()];
        doubts.extend(corrected(expected));
        let choice = |disks: u32| {
            let raw = f64::from(disks) * each;
            let costs = Formula::Costs.iops(raw, self.need.write, level);
            let choice = Choice {
                layout: level.name().to_owned(),
                place: String::new(),
                level: Some(level),
                disks: Some(disks),
                iops: Estimate::unknown(costs * low),
                block,
                at_most: Some(costs * high),
                iops_shares: Some(Formula::Shares.iops(raw, self.need.write, level)),
                latency_ns_p99: None,
                head_room: 0.0,
                share: f64::INFINITY,
                fit: Fit::CannotTell,
                next: None,
                first: First::NotSeen,
                price: self.shop.price(level.name(), disks, None),
                usable: None,
                may_fail: None,
                source: Source::Rule,
                how: how.clone(),
                doubts: doubts.clone(),
            };
            let carry = Carry {
                iops: choice.iops,
                surely: costs * low,
                at_most: choice.at_most,
                latency_ns_p99: None,
                block,
                random: true,
                how: String::new(),
                first: First::NotSeen,
                doubts: Vec::new(),
                line: false,
                outstanding: None,
                wider: false,
            };
            self.judged(choice, &carry)
        };
        let all = (1..=disk.most).filter(|disks| raid::possible(level, *disks));
        let mut last = None;
        for one in all.map(choice) {
            if one.fit == Fit::Carries {
                // So much it does, but under which latency a rule does not know.
                let fit = self.need.ceiling.map_or(Fit::Carries, |_| Fit::CannotTell);
                return Some(Choice { fit, ..one });
            }
            last = Some(one);
        }
        last
    }

    /// Price, capacity, head-room, and whether the need is carried.
    fn judged(&self, mut choice: Choice, carry: &Carry) -> Choice {
        if let (Some(disk), Some(disks)) = (self.shop.disks.first(), choice.disks) {
            choice.price = choice.price.or_else(|| self.shop.price(&choice.layout, disks, None));
            if let Some(level) = choice.level {
                choice.usable = choice.usable.or_else(|| stores(disk, level, disks));
            }
        }
        let by_level = choice.level.and_then(|level| raid::may_fail_of(level, choice.disks));
        choice.may_fail = choice.may_fail.or(by_level);
        let wanted = wanted(self.need, carry.block);
        choice.fit = fit(carry, wanted);
        choice.head_room = head_room(carry, wanted);
        choice.share = wanted / carry.surely;
        if let Some(room) = fits(self.need, choice.usable) {
            if room < 0.0 {
                choice.fit = Fit::Not;
            }
            if room < choice.head_room {
                (choice.first, choice.head_room) = (First::Capacity, room);
            }
        } else if self.need.usable.is_some() {
            choice.doubts.push("what it can store is not known".to_owned());
        }
        choice
    }

    /// What the rules say beside what was measured without a ceiling: they know no latency either.
    fn held_against(
        &self,
        storage: &MeasuredStorage<'_>,
        made: &LayoutOffer,
    ) -> Option<RuleComparison> {
        // The rules are for small operations at random places; a flush they do not know.
        let (each, each_with) =
            self.each.filter(|_| !self.need.commits && !self.need.any_block())?;
        let (level, disks) = (made.level?, made.disks?);
        let (measured, measured_with) = self.full(storage, disks)?;
        let raw = f64::from(disks) * each;
        let rule = |formula: Formula| (formula, formula.iops(raw, self.need.write, level));
        Some(RuleComparison {
            layout: made.name.clone(),
            level,
            disks,
            each,
            each_with: each_with.map(|(count, _)| count),
            each_block: each_with.map(|(_, block)| block),
            write: self.need.write,
            rules: [rule(Formula::Shares), rule(Formula::Costs)],
            measured,
            measured_with,
        })
    }

    /// The most that a storage was seen to do of the need's mix, whatever the latency, and with how many outstanding.
    fn full(&self, storage: &MeasuredStorage<'_>, disks: u32) -> Option<(f64, Option<u32>)> {
        if self.need.random == Some(false) {
            return None;
        }
        let need = SizeNeed { ceiling: None, random: Some(true), ..self.need.clone() };
        let cells = evidence::carry(&need, &storage.cells, &self.names, f64::INFINITY).ok();
        // Where disks were not busy nothing is known of what they can do.
        let busy = |carry: &Carry| {
            let deep = carry.outstanding.is_some_and(|count| count >= BUSY * disks);
            carry.doubts.is_empty() && (deep || carry.first == First::Throughput)
        };
        let cells = cells.filter(busy).map(|carry| (carry.iops.value, carry.outstanding));
        let fitting = storage.lines.iter().filter(|line| line.strange_to(&need).is_none());
        let lines = fitting.filter_map(|line| Some((line.role.saturation_iops?, None)));
        lines.chain(cells).max_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// So many operations outstanding on each disk keep all of them busy (ours: with one each, some wait for work by chance).
const BUSY: u32 = 4;

/// The operations per second that a need asks for, with operations of this size.
fn wanted(need: &SizeNeed, block: Bytes) -> f64 {
    let moved = need.mibps.map(|mibps| mibps * f64::from(1 << 20) / block.0 as f64);
    [need.iops, moved].into_iter().flatten().fold(0.0, f64::max)
}

/// How much more than that is carried for sure; of what is surely less what it was seen to do.
fn head_room(carry: &Carry, wanted: f64) -> f64 {
    let told = if fit(carry, wanted) == Fit::Not { carry.seen() } else { carry.surely };
    told / wanted - 1.0
}

/// How much more than is needed can be stored; none where that is not asked or not known.
fn fits(need: &SizeNeed, usable: Option<Bytes>) -> Option<f64> {
    need.usable.zip(usable).map(|(needed, usable)| usable.0 as f64 / needed.0 as f64 - 1.0)
}

/// What so many disks store.
fn stores(disk: &DiskOffer, level: RaidLevel, disks: u32) -> Option<Bytes> {
    disk.size.map(|size| Bytes((size.0 as f64 * raid::data_disks(level, disks)) as u64))
}

/// How many times as much as the rule that counts costs the measured layouts gave: the least and the most, with the rule
/// itself between them.
fn off(expected: &[RuleComparison]) -> (f64, f64) {
    let each = expected.iter().flat_map(|one| {
        let costs = one.rules.iter().filter(|(formula, _)| *formula == Formula::Costs);
        costs.map(|(_, rule)| one.measured / rule).filter(|ratio| ratio.is_finite())
    });
    each.fold((1.0, 1.0), |(low, high), ratio| (ratio.min(low), ratio.max(high)))
}

/// How far the rule was off, in words; none where nothing was measured, or it was right.
fn corrected(expected: &[RuleComparison]) -> Option<String> {
    let (low, high) = off(expected);
    let mut parts = Vec::new();
    if low < 1.0 {
        parts
            .push(format!("up to {:.0} % too high, which is taken off", 100.0 * (1.0 / low - 1.0)));
    }
    if high > 1.0 {
        let under = 100.0 * (1.0 - 1.0 / high);
        parts.push(format!("up to {under:.0} % too low, which leaves open what lies above it"));
    }
    (!parts.is_empty())
        .then(|| format!("beside what was measured the rule is {}", parts.join(", and ")))
}

/// Whether so much is carried.
fn fit(carry: &Carry, wanted: f64) -> Fit {
    match carry.at_most {
        _ if carry.surely >= wanted => Fit::Carries,
        Some(most) if wanted > most => Fit::Not,
        _ => Fit::CannotTell,
    }
}
