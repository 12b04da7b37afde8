//! What a race does on the way: requests points in the right order, eliminates, resumes, reports groups.

use base::{Bytes, Rng, SystemError};
use record::race::{
    Answer, CandidateState, Criterion, Exclusion, GroupKind, GroupProperty, LoadDirection,
    LoadGroup, RaceFinding, RaceReason, Resource, Score, WeightedLoad,
};
use record::{Journal, Measurement, Point, RunFailure};
use std::collections::{HashMap, HashSet};
use study::conduct::Progress;
use study::race::{Candidate, Race, RaceConfig};
use study::{Observation, OnInterval, PointRequest, Runner, Study, conduct};
use summary::Estimate;
use testkit::shelf::{AlteredShelf, SimulatedShelf};
use workload::{PointGrid, PointLoad};

fn candidates(names: &[&str]) -> Vec<Candidate> {
    names.iter().map(|name| Candidate::new(name, &[format!("/mnt/{name}")])).collect()
}

fn grid() -> Vec<WeightedLoad> {
    WeightedLoad::of_grid(&PointGrid {
        depths: vec![1, 4, 16],
        threads: vec![1, 2],
        ..PointGrid::classic()
    })
}

fn answer_of(found: &RaceFinding, property: GroupProperty) -> Option<Answer> {
    let group = found.groups.iter().find(|it| it.group == LoadGroup::of(property.clone()));
    group.map(|group| group.answer.clone())
}

/// Runs a race over points whose truth in MiB/s is this.
fn run(config: RaceConfig, truth: impl FnMut(&Point, f64) -> f64) -> RaceFinding {
    let mut race = Race::new(config);
    let mut shelf = SimulatedShelf::new(11, 0.02, 0.0, truth);
    let Ok(whole) = conduct(&mut race, &Journal::new(), &mut shelf, &mut |_| ());
    assert!(whole && race.next_request().is_none());
    race.finding()
}

/// The throughput of a load on any storage, so that points differ.
fn usual(load: &PointLoad) -> f64 {
    f64::from(load.depth).sqrt() * (load.block.0 as f64).sqrt() / 10.0
}

fn by_name(speeds: &'static [(&'static str, f64)]) -> impl FnMut(&Point, f64) -> f64 {
    move |point, _| {
        let factor = speeds.iter().find(|(name, _)| *name == point.subject).map(|it| it.1);
        usual(&point.load) * factor.expect("every candidate has a speed")
    }
}

#[test]
fn the_best_is_named_and_the_worse_are_sent_off_early() {
    let mut config = RaceConfig::new(candidates(&["a", "b", "c"]), grid(), 1);
    config.candidates[1].usable = Some(Bytes(7 << 40));
    let found = run(config, by_name(&[("a", 1.0), ("b", 1.03), ("c", 0.5)]));
    assert_eq!(found.answer, Answer::Best(1));
    let RaceReason::Ahead(over) = &found.reason else { panic!("{:?}", found.reason) };
    assert!((over.first, over.second) == (1, 0) && over.lead.is_known(), "{over:?}");
    let order: Vec<usize> = found.standings.iter().map(|standing| standing.candidate).collect();
    assert_eq!(order, [1, 0, 2]);
    let [best, second, third] = &found.standings[..] else { panic!("{:?}", found.standings) };
    let [lead, behind, far] = [best, second, third].map(|one| one.lead.expect("it ran"));
    assert!((lead.ends().low..=lead.ends().high).contains(&0.03), "{lead:?}");
    assert!(behind.value < 0.0 && far.value < -0.4);
    assert!(third.points < best.points, "the slow one is measured less");
    assert!(matches!(third.state, CandidateState::Dropped { by: 0 | 1, .. }));
    assert_eq!(best.state, CandidateState::Raced);
    assert_eq!(best.usable, Some(Bytes(7 << 40)));
    let truth = grid().iter().map(|weighted| 1.03 * usual(&weighted.load)).sum::<f64>() / 60.0;
    let mean = best.mean_mibps.expect("it ran").value;
    assert!((mean / truth - 1.0).abs() < 0.05, "{mean} {truth}");
    assert_eq!(found.points.len(), found.standings.iter().map(|it| it.points).sum::<usize>());
    assert!(found.rounds < found.rounds_max * 3 / 4, "{} rounds", found.rounds);
}

#[test]
fn equal_candidates_do_not_differ_and_the_race_ends_when_that_is_proven() {
    let config = RaceConfig::new(candidates(&["a", "b"]), grid(), 2);
    let found = run(config, by_name(&[("a", 1.0), ("b", 1.0)]));
    assert!(matches!(&found.answer, Answer::NoDifference(left) if left.len() == 2));
    let RaceReason::Alike(Some(spread)) = &found.reason else { panic!("{:?}", found.reason) };
    let ends = spread.lead.interval.expect("it is proven");
    assert!(ends.high < 0.02 && ends.low > -0.02, "proven: {spread:?}");
    assert!(found.rounds < found.rounds_max, "{} rounds", found.rounds);
}

#[test]
fn volumes_at_their_quotas_are_compared_in_five_rounds() {
    for (slow, best) in [(14.0, Answer::Best(0)), (20.0, Answer::NoDifference(vec![0, 1]))] {
        let load = grid().into_iter().take(1).collect();
        let mut race = Race::new(RaceConfig::new(candidates(&["a", "b"]), load, 2));
        let quota = |point: &Point, _| if point.subject == "a" { 20.0 } else { slow };
        let mut shelf = SimulatedShelf::new(11, 0.0, 0.0, quota);
        let Ok(whole) = conduct(&mut race, &Journal::new(), &mut shelf, &mut |_| ());
        let found = race.finding();
        assert_eq!((whole, found.answer, found.rounds), (true, best, 5));
    }
}

#[test]
fn who_is_ahead_at_small_depths_and_behind_at_large_ones_is_told() {
    let config = RaceConfig::new(candidates(&["even", "flat"]), grid(), 3);
    // Depths 1, 4 and 16: the mean of all says nothing.
    let ahead = |depth: u32| f64::from(4_u32).log2() - f64::from(depth).log2();
    let found = run(config, |point, _| match point.subject.as_str() {
        "flat" => 100.0 * (1.0 + 0.05 * ahead(point.load.depth)),
        _ => 100.0,
    });
    let best = |depth: u32| answer_of(&found, GroupProperty::Depth(depth));
    let of_depth = found.groups.iter().filter(|group| group.group.kind() == GroupKind::Depth);
    assert_eq!(of_depth.count(), 3);
    assert_eq!(
        [best(1), best(16)],
        [Some(Answer::Best(1)), Some(Answer::Best(0))],
        "{:?}",
        found.reason
    );
}

#[test]
fn groups_say_where_each_is_better() {
    let mut config = RaceConfig::new(candidates(&["reader", "writer"]), grid(), 3);
    config.score = Score::Ratio;
    for weighted in &mut config.loads {
        weighted.group = if weighted.load.writes() { "log" } else { "data" }.to_owned();
    }
    let found = run(config, |point, _| {
        let better = (point.subject == "writer") == point.load.writes();
        usual(&point.load) * if better { 1.3 } else { 1.0 }
    });
    let answer = |property: GroupProperty| answer_of(&found, property);
    assert_eq!(answer(GroupProperty::Direction(LoadDirection::Reads)), Some(Answer::Best(0)));
    assert_eq!(answer(GroupProperty::Direction(LoadDirection::Writes)), Some(Answer::Best(1)));
    assert_eq!(answer(GroupProperty::Role("log".to_owned())), Some(Answer::Best(1)));
    assert_eq!(found.groups.iter().filter(|it| it.group.kind() == GroupKind::Block).count(), 5);
    assert!(found.groups.iter().all(|group| group.means_mibps.len() == 2));
    assert!(matches!(found.answer, Answer::NoDifference(_)), "{found:?}");
}

#[test]
fn the_two_scores_can_name_different_ones() {
    // The first is twice as fast on the one large point, the second a half faster on the three small ones.
    let load = |kib: u64| PointLoad { block: Bytes(kib * 1024), ..PointLoad::SEQUENTIAL_READ };
    let weighted = |kib| WeightedLoad { load: load(kib), weight: 1.0, group: String::new() };
    let loads: Vec<WeightedLoad> = [1024, 4, 8, 16].map(weighted).to_vec();
    let truth = |point: &Point, _: f64| match (point.load.block.0 > 100_000, point.subject.as_str())
    {
        (true, "large") => 2000.0,
        (true, _) => 1000.0,
        (false, "large") => 10.0,
        (false, _) => 15.0,
    };
    for (score, best) in [(Score::Mean, 0), (Score::Ratio, 1)] {
        let mut config = RaceConfig::new(candidates(&["large", "small"]), loads.clone(), 4);
        config.score = score;
        assert!(config.passes_max > 1, "four points are measured more than once");
        assert_eq!(run(config, truth).answer, Answer::Best(best), "{score:?}");
    }
}

#[test]
fn a_candidate_that_fails_is_out_with_its_reason() {
    let config = RaceConfig::new(candidates(&["a", "broken", "gone"]), grid(), 5);
    let mut race = Race::new(config);
    let gone = RunFailure::Open { path: "/mnt/gone".to_owned(), error: SystemError::Errno(2) };
    race.exclude("gone", &gone);
    let shelf = SimulatedShelf::new(1, 0.02, 0.0, |point: &Point, _| usual(&point.load));
    let fail = |point: &Point, seen: &mut Measurement| {
        seen.errors = if point.subject == "broken" { 1_000_000 } else { 0 };
    };
    let mut runner = AlteredShelf { shelf, alter: fail };
    let Ok(whole) = conduct(&mut race, &Journal::new(), &mut runner, &mut |_| ());
    let found = race.finding();
    assert!(whole);
    assert_eq!(found.answer, Answer::Best(0));
    assert_eq!(found.reason, RaceReason::OnlyOneRan);
    let state = |i: usize| found.standings.iter().find(|it| it.candidate == i).map(|it| &it.state);
    assert!(
        matches!(state(1), Some(CandidateState::Out { reason: Exclusion::TooManyFailed { .. } })),
        "{:?}",
        state(1)
    );
    assert_eq!(state(2), Some(&CandidateState::Out { reason: Exclusion::Failed(gone) }));
    assert!(found.points.len() <= 3, "{}", found.points.len());
}

#[test]
fn a_race_goes_on_without_a_candidate_whose_points_cannot_be_run() {
    struct Breaks(SimulatedShelf<fn(&Point, f64) -> f64>, usize);
    impl Runner<PointRequest> for Breaks {
        type Error = String;
        fn run(
            &mut self,
            request: &PointRequest,
            on: OnInterval<'_>,
        ) -> Result<Observation, Self::Error> {
            let fragile = request.point.subject == "b";
            self.1 -= usize::from(fragile);
            let Ok(seen) = self.0.run(request, on);
            if fragile && self.1 == 0 { Err("the device is gone".to_owned()) } else { Ok(seen) }
        }

        fn failure_of(&self, _: &String) -> Option<RunFailure> {
            Some(RunFailure::AllFailed { places: vec!["b".to_owned()] })
        }
    }
    let config = RaceConfig::new(candidates(&["a", "b", "c"]), grid(), 5);
    let speed =
        |point: &Point, _| usual(&point.load) * if point.subject == "c" { 1.2 } else { 1.0 };
    let (mut race, mut runner) =
        (Race::new(config), Breaks(SimulatedShelf::new(1, 0.02, 0.0, speed), 4));
    assert_eq!(conduct(&mut race, &Journal::new(), &mut runner, &mut |_| ()), Ok(true));
    let found = race.finding();
    assert_eq!(found.answer, Answer::Best(2), "{:?}", found.reason);
    let last = found.standings.last().expect("there are three");
    assert_eq!((last.name.as_str(), last.points), ("b", 3));
    assert_eq!(
        last.state,
        CandidateState::Out {
            reason: Exclusion::Failed(RunFailure::AllFailed { places: vec!["b".to_owned()] })
        }
    );

    // No candidate is left: the reason is the study's.
    let config = RaceConfig::new(candidates(&["b"]), grid(), 5);
    let (mut race, mut runner) =
        (Race::new(config), Breaks(SimulatedShelf::new(1, 0.02, 0.0, speed), 1));
    let ended = conduct(&mut race, &Journal::new(), &mut runner, &mut |_| ());
    assert_eq!(ended, Err("the device is gone".to_owned()));
}

#[test]
fn a_race_that_was_stopped_goes_on_with_the_same_points() {
    let config = || RaceConfig::new(candidates(&["a", "b", "c"]), grid(), 6);
    let truth = || by_name(&[("a", 1.0), ("b", 1.03), ("c", 0.8)]);
    let (mut journal, mut order) = (Journal::new(), Vec::new());
    let mut race = Race::new(config());
    let mut shelf = SimulatedShelf::new(9, 0.02, 0.0, truth());
    let Ok(_) = conduct(&mut race, &journal.clone(), &mut shelf, &mut |progress| {
        if let Progress::Measured(request, seen) = progress {
            assert!(
                journal.insert(request.point.id(), seen.clone()).is_none(),
                "a point came twice"
            );
            order.push(request.point.id());
        }
    });
    let whole = race.finding();
    for kept in [1, 7, order.len() / 2] {
        let part: Journal = order[..kept].iter().map(|id| (*id, journal[id].clone())).collect();
        let mut again = Race::new(config());
        let mut ran = 0;
        let mut rest = Replay { journal: &journal, ran: &mut ran };
        assert_eq!(conduct(&mut again, &part, &mut rest, &mut |_| ()), Ok(true));
        assert_eq!(ran, order.len() - kept);
        assert!(again.finding() == whole, "kept {kept}");
    }
}

/// Returns what another run measured.
struct Replay<'a> {
    journal: &'a Journal,
    ran: &'a mut usize,
}

impl Runner<PointRequest> for Replay<'_> {
    type Error = String;
    fn run(
        &mut self,
        request: &PointRequest,
        _: OnInterval<'_>,
    ) -> Result<Observation, Self::Error> {
        *self.ran += 1;
        let known = self.journal.get(&request.point.id()).cloned();
        known.map(Observation::of_total).ok_or_else(|| request.point.descriptor())
    }
}

#[test]
fn every_candidate_sees_the_same_points_back_and_forth() {
    let mut race = Race::new(RaceConfig::new(candidates(&["a", "b"]), grid(), 7));
    let mut shelf = SimulatedShelf::new(2, 0.3, 0.0, |point, _| usual(&point.load));
    let Ok(_) = conduct(&mut race, &Journal::new(), &mut shelf, &mut |_| ());
    let found = race.finding();
    let mut first: HashMap<usize, usize> = HashMap::new();
    for round in found.points.chunk_by(|a, b| a.round == b.round) {
        assert_eq!(round.len(), 2);
        assert_eq!(round[0].load, round[1].load);
        *first.entry(round[0].candidate).or_default() += 1;
    }
    assert!(first[&0].abs_diff(first[&1]) <= 2, "{first:?}");
}

#[test]
fn a_drift_is_seen_and_does_not_decide() {
    let mut config = RaceConfig::new(
        candidates(&["a", "b", "c"]),
        WeightedLoad::of_grid(&PointGrid::classic()),
        8,
    );
    config.practical = 0.001;
    // A fifth slower each hour.
    let found = run(config, |point, time_s| usual(&point.load) * (-0.2 * time_s / 3600.0).exp());
    assert!(!matches!(found.answer, Answer::Best(_)), "{:?} {:?}", found.answer, found.reason);
    let drift = found.drift_percent_per_hour.expect("there are many rounds");
    assert!(
        drift.value < 0.0 && drift.ends().low < -20.0 && -20.0 < drift.ends().high,
        "{drift:?}"
    );
}

#[test]
fn fill_levels_are_raced_one_after_the_other() {
    let mut config = RaceConfig::new(candidates(&["a", "b"]), grid(), 9);
    config.fills = vec![10, 50];
    // Half full, the first one falls behind.
    let found = run(config, |point, _| {
        let full = point.fill_percent == 50;
        usual(&point.load) * if point.subject == "a" && full { 0.7 } else { 1.0 }
    });
    let fills: Vec<u8> = found.points.iter().map(|point| point.fill_percent).collect();
    assert!(fills.is_sorted() && fills.iter().collect::<HashSet<_>>().len() == 2);
    let at = |percent: u8| answer_of(&found, GroupProperty::Fill(percent));
    assert!(matches!(at(10), Some(Answer::NoDifference(_))), "{:?}", at(10));
    assert_eq!(at(50), Some(Answer::Best(1)));
    assert_eq!(found.answer, Answer::Best(1), "{:?}", found.reason);
}

#[test]
fn a_finding_before_the_end_says_so() {
    let mut race = Race::new(RaceConfig::new(candidates(&["a", "b"]), grid(), 10));
    let found = race.finding();
    assert!(matches!(&found.answer, Answer::NotYet(left) if left.len() == 2), "{found:?}");
    assert_eq!(found.standings.len(), 2);
    assert_eq!((found.rounds, found.rounds_max, found.points.len()), (0, 125, 0));
    assert!(race.outlook().points_max >= 120);
    let request = race.next_request();
    assert_eq!(request, race.next_request(), "asking twice asks for the same");
}

#[test]
fn time_that_is_used_up_ends_the_race() {
    let mut config = RaceConfig::new(candidates(&["a", "b"]), grid(), 11);
    config.time_max_s = Some(100.0);
    let found = run(config, by_name(&[("a", 1.0), ("b", 1.01)]));
    assert!((100.0..130.0).contains(&found.seconds), "{}", found.seconds);
    assert!(matches!(found.answer, Answer::CannotTell(_)), "{:?}", found.answer);
    assert!(
        matches!(found.reason, RaceReason::UsedUp(Resource::Time, Some(_))),
        "{:?}",
        found.reason
    );
}

/// If interference makes repeats of the same point differ, a best is proven up to the last look; if the same points keep what
/// they claim, the lead itself decides there.
#[test]
fn a_best_under_noise_that_outlasts_a_point_is_proven() {
    let mut named = [0; 2];
    for seed in 0..20 {
        for (claims, named) in [0.01, 0.6].into_iter().zip(&mut named) {
            let mut race = Race::new(RaceConfig {
                score: Score::Ratio,
                passes_max: 32,
                ..RaceConfig::new(candidates(&["a", "b"]), grid()[..5].to_vec(), seed)
            });
            let mut rng = Rng::new(seed);
            while let Some(request) = race.next_request() {
                // One point in four lost two fifths.
                let lost = if rng.unit() < 0.25 { 0.6 } else { 1.0 };
                let ahead = if request.point.subject == "a" { 1.07 } else { 1.0 };
                let mibps = usual(&request.point.load) * lost * ahead;
                race.take(&request, &measured(mibps, claims));
            }
            let found = race.finding();
            let last = found.rounds == found.rounds_max;
            let restless = found.excess_spread().is_some();
            assert!(restless == (claims < 0.1) || !last, "seed {seed}");
            let Answer::Best(best) = found.answer else { continue };
            *named += u32::from(last);
            let lead = found.standings[0].lead.and_then(|lead| lead.interval);
            assert!(
                best == 0 && (!restless || lead.is_some_and(|lead| lead.low > 0.02)),
                "seed {seed}: {:?}",
                found.reason
            );
        }
    }
    assert!(named[1] > named[0], "the last look names {named:?}");
}

/// A point that claims to be known to this relative half width.
fn measured(mibps: f64, half: f64) -> Measurement {
    let mibps = Estimate::between(mibps, mibps * (1.0 - half), mibps * (1.0 + half));
    Measurement::of(&PointLoad::SEQUENTIAL_READ, 1, mibps, 5.0)
}

/// The criterion decides: throughput or latency. The slow layout has the lowest latency.
#[test]
fn each_criterion_names_its_own_best_and_shows_its_own_means() {
    for (criterion, best, lead) in
        [(Criterion::Throughput, 1, 0.5), (Criterion::LatencyP99, 0, 1.0)]
    {
        let config = RaceConfig::new(candidates(&["a", "b"]), grid(), 5).ranked_by(criterion);
        let mut race = Race::new(config);
        let mut rng = Rng::new(5);
        while let Some(request) = race.next_request() {
            let (speed, wait_ns) =
                if request.point.subject == "a" { (1.0, 1e6) } else { (1.5, 2e6) };
            let mut noise = || 1.0 + 0.01 * rng.normal();
            let mut seen = measured(usual(&request.point.load) * speed * noise(), 0.05);
            seen.latency_ns_p99 =
                Some((wait_ns * f64::from(request.point.load.depth) * noise()) as u64);
            race.take(&request, &seen);
        }
        let found = race.finding();
        assert_eq!(
            (&found.answer, found.criterion),
            (&Answer::Best(best), criterion),
            "{:?}",
            found.reason
        );
        let first = &found.standings[0];
        let own = first.lead.expect("it is ahead");
        assert!((own.value - lead).abs() < 0.1, "{criterion:?}: {own:?}");
        let ratio = |of: [Option<Estimate>; 2]| match of {
            [Some(one), Some(other)] => one.value / other.value,
            unknown => panic!("{unknown:?}"),
        };
        let of_all = ratio([found.standings[1].mean(), first.mean()]);
        let told = match criterion {
            Criterion::LatencyP99 => 2.0,
            Criterion::Throughput => 1.0 / 1.5,
        };
        assert!((of_all / told - 1.0).abs() < 0.1, "{criterion:?}: {of_all}");
        for group in &found.groups {
            assert_eq!(group.means().len(), 2);
            let ratio = ratio([group.means()[1 - best], group.means()[best]]);
            assert!((ratio / told - 1.0).abs() < 0.1, "{criterion:?} {:?}: {ratio}", group.group);
        }
        let latency = criterion == Criterion::LatencyP99;
        assert_eq!(
            (first.latency_ns_p99.is_some(), first.mean_mibps.is_none()),
            (latency, latency)
        );
    }
}

#[test]
fn points_too_short_for_a_percentile_are_told_and_not_ranked() {
    let config = RaceConfig::new(candidates(&["a", "b"]), grid(), 5);
    let mut race = Race::new(config.ranked_by(Criterion::LatencyP99));
    while let Some(request) = race.next_request() {
        race.take(&request, &measured(1.0, 0.05));
    }
    let found = race.finding();
    assert_eq!(found.answer, Answer::NoneRan);
    let CandidateState::Out { reason } = &found.standings[0].state else { panic!("{found:?}") };
    assert!(matches!(reason, Exclusion::FewOperations { .. }), "{reason:?}");
}
