//! Why a race has its answer: the leads that it rests on.
//!
//! Takes an answer and the standings, gives a [`RaceReason`]. Decides nothing.

use super::Race;
use record::race::{Answer, CandidateResult, CandidateState, LeadOver, RaceReason, Resource};

pub(super) fn reason(race: &Race, answer: &Answer, standings: &[CandidateResult]) -> RaceReason {
    let rounds = race.points.last().map_or(0, |point| point.round);
    match answer {
        Answer::Best(best) => {
            let others =
                standings.iter().skip(1).all(|it| matches!(it.state, CandidateState::Out { .. }));
            let first = standings.first().filter(|_| !others);
            let lead = first.and_then(|first| Some((first.lead?, first.over?)));
            match lead {
                Some((lead, second)) => RaceReason::Ahead(LeadOver { first: *best, second, lead }),
                None => RaceReason::OnlyOneRan,
            }
        }
        Answer::NoDifference(left) => RaceReason::Alike(spread(race, left)),
        Answer::CannotTell(left) if race.config.each_block && rounds < race.rounds_max() => {
            RaceReason::TooClose(spread(race, left))
        }
        Answer::CannotTell(left) => {
            let resource = match race.config.time_max_s {
                Some(_) if rounds < race.rounds_max() => Resource::Time,
                _ if race.board.recorded => Resource::Record,
                _ => Resource::Grid,
            };
            RaceReason::UsedUp(resource, spread(race, left))
        }
        Answer::NotYet(_) => RaceReason::NotOver,
        Answer::NoneRan => RaceReason::NoneRan,
    }
}

/// The lead of the first of those left over the last of them.
fn spread(race: &Race, left: &[usize]) -> Option<LeadOver> {
    let (&best, &last) = left.first().zip(left.last())?;
    Some(LeadOver { first: best, second: last, lead: race.lead([best, last])? })
}
