//! What the minutes of a soak show: shares of an agreement, limits that can be signed, patterns, changes, trend, overloads.
//!
//! Takes the minutes of each role, returns a finding; a function of the minutes alone, so it can be called at any time. Runs
//! nothing. Start at [`conclude`]; [`SoakWatch`] reports while the soak runs what cannot wait for the end.

mod clause;
#[cfg(test)]
mod months;
mod overload;
mod pattern;
mod role;
mod share;
mod trend;
mod watch;

pub use share::share_interval;
pub use watch::SoakWatch;

use record::soak::{
    ExcludedMinutes, MinuteExclusion, SlaVerdict, SoakFinding, SoakGap, SoakMinute,
    SoakRoleFinding, SoakSetup, SoakStall,
};

/// Seconds of a minute, an hour and a day.
const MINUTE_S: i64 = 60;
const HOUR_S: i64 = 3_600;
const DAY_S: i64 = 86_400;

/// What the minutes of all roles show. `seed` draws the rotations by which patterns are tested.
pub fn conclude(
    setup: &SoakSetup,
    minutes: &[Vec<SoakMinute>],
    stalls: &[SoakStall],
    seed: u64,
) -> SoakFinding {
    let counted = counted(minutes);
    let longest = minutes.iter().max_by_key(|role| role.len());
    let newest = minutes.iter().filter_map(|role| role.last()).map(|minute| minute.start_unix_s);
    let roles = setup.roles.iter().zip(minutes).zip(&counted);
    SoakFinding {
        until_unix_s: newest.max().map(|start_unix_s| start_unix_s + MINUTE_S),
        minutes: counted.iter().map(Vec::len).min().unwrap_or_default() as u64,
        excluded: longest.map(|role| excluded(role)).unwrap_or_default(),
        gaps: longest.map(|role| gaps(setup, role)).unwrap_or_default(),
        clauses: clause::findings(setup, &counted),
        roles: roles
            .map(|((role, all), counted)| SoakRoleFinding {
                uncounted: overload::uncounted(all),
                course: overload::course(all),
                ..role::finding(setup, &role.name, counted, stalls, seed)
            })
            .collect(),
        stalls: stalls.to_vec(),
    }
}

/// The worst verdict of the clauses on the minutes so far; `None` without clauses.
pub fn verdict(setup: &SoakSetup, minutes: &[Vec<SoakMinute>]) -> Option<SlaVerdict> {
    SlaVerdict::worst(&clause::findings(setup, &counted(minutes)))
}

/// The days after which a limit can be promised at the earliest.
pub fn sheet_days(setup: &SoakSetup) -> u64 {
    let per_day = clause::windows_per_day(setup, workload::SlaWindow::Minute);
    let enough = |days: &u64| {
        let good = vec![true; (*days as f64 * per_day) as usize];
        share_interval(&good, per_day).low >= role::SIGNED[0]
    };
    (1..366).find(enough).unwrap_or(366)
}

fn counted(minutes: &[Vec<SoakMinute>]) -> Vec<Vec<SoakMinute>> {
    let counts = |minute: &&SoakMinute| minute.excluded.is_none();
    minutes.iter().map(|role| role.iter().filter(counts).copied().collect()).collect()
}

/// The minutes that do not count, by reason; without those in which a plan only ended.
fn excluded(minutes: &[SoakMinute]) -> Vec<ExcludedMinutes> {
    let ran = |minute: &&SoakMinute| minute.counted_s >= 1.0;
    let count = |reason: MinuteExclusion| {
        let of_reason = minutes.iter().filter(|minute| minute.excluded == Some(reason));
        of_reason.filter(ran).count() as u64
    };
    let all = MinuteExclusion::ALL
        .iter()
        .map(|&reason| ExcludedMinutes { reason, minutes: count(reason) });
    all.filter(|one| one.minutes > 0).collect()
}

/// Times without a minute that were no planned pause between windows.
fn gaps(setup: &SoakSetup, minutes: &[SoakMinute]) -> Vec<SoakGap> {
    let planned_s = match (setup.window_every_s, setup.window_s) {
        (Some(every_s), Some(length_s)) => (every_s - length_s.min(every_s)) as i64 + MINUTE_S,
        _ => 0,
    };
    let pairs = minutes.windows(2).map(|pair| SoakGap {
        from_unix_s: pair[0].start_unix_s + MINUTE_S,
        until_unix_s: pair[1].start_unix_s,
    });
    pairs.filter(|gap| gap.until_unix_s - gap.from_unix_s > planned_s).collect()
}

#[cfg(test)]
mod tests;
