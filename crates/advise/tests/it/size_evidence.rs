//! What a requirement may be compared with: loads that went far enough, the load line of the same storage, and no namesake's.

use advise::size::next::{NextLoad, NextMix};
use advise::size::reason::{
    Caveat, DiskLoad, Evidence, EvidenceGap, LeftOut, LineMismatch, StorageRuns,
};
use advise::size::{
    Answer, Choice, FirstLimit, Fit, Shop, SizeRequirement, Sizing, Source, combine, size,
};
use base::{Bytes, Nanos};
use record::depth_sweep::{DepthStep, DepthSweepFinding, Fall};
use record::{
    Fact, FactGroup, FactKey, FactTitle, Finding, Limit, Measurement, Point, PointRecord,
    Provenance, Purpose, Reason, Record, RoleFinding, RoleIo, StageRecord, StudyKind, StudyRecord,
    TargetKind, TargetRecord, TargetSet, TrialPurpose, TrialRecord, TriedLoad, Verdict,
};
use summary::{Estimate, LatencySummary};
use testkit::record::check_example;
use workload::{LatencyLimit, PointLoad, RoleKind, SyncMode};

pub(super) type Run = (String, Record);

pub(super) fn requirement(text: &str) -> SizeRequirement {
    SizeRequirement::read("", text).expect("the requirements of these tests are right")
}

pub(super) fn sized(runs: &[Run], text: &str) -> Sizing {
    size(&requirement(text), &Shop::default(), runs)
}

pub(super) fn price(choice: &Choice) -> Option<f64> {
    choice.price.as_ref().map(|price| price.price)
}

fn about(value: f64) -> Estimate {
    Estimate::between(value, 0.98 * value, 1.02 * value)
}

fn system(host: &str) -> FactGroup {
    FactGroup { title: FactTitle::System, rows: vec![Fact::new(FactKey::Host, host)] }
}

pub(super) fn record(
    host: &str,
    places: &[(&str, &str)],
    stages: Vec<StageRecord>,
    started: i64,
) -> Record {
    let paths: Vec<&str> = places.iter().map(|place| place.1).collect();
    let place = |(name, path): &(&str, &str)| TargetRecord {
        stage: String::new(),
        name: (*name).to_owned(),
        kind: TargetKind::Directory,
        path: (*path).to_owned(),
        size_bytes: 4 << 30,
        disks: Vec::new(),
    };
    let places = places.iter().map(place).collect();
    Record {
        target: paths.join(", "),
        targets: TargetSet { places, identities: Vec::new() },
        facts: vec![system(host)],
        trials: Vec::new(),
        findings: Vec::new(),
        verdict: None,
        warnings: Vec::new(),
        started_unix_s: started,
        study: Some(StudyRecord { identity: String::new(), stages }),
        ..check_example()
    }
}

pub(super) fn stage(
    study: StudyKind,
    points: Vec<PointRecord>,
    finding: Option<Finding>,
) -> StageRecord {
    StageRecord {
        name: study.to_string(),
        study,
        provenance: Provenance::Measured,
        command: String::new(),
        points,
        finding,
        drift: None,
    }
}

/// A point of 8 KiB at random, 70 % reads; latency by Little's law.
fn point(layout: &str, depth: u32, iops: f64) -> PointRecord {
    let load = PointLoad {
        read_percent: 70.0,
        block: Bytes(8192),
        random: true,
        depth,
        threads: 1,
        sync: SyncMode::None,
    };
    let seen = Measurement::of(&load, 1, about(iops / 128.0), 10.0);
    PointRecord {
        purpose: Purpose::Race,
        point: Point::new(layout, &[layout.to_owned()], load),
        measured: Measurement { latency_ns_p99: Some((2.0 * seen.latency_ns_mean) as u64), ..seen },
    }
}

/// A race of one layout on one machine at one place: depth 1 gives `one`, each doubling 1.8 times as much up to `most`.
pub(super) fn race(
    host: &str,
    name: &str,
    place: &str,
    depths: u32,
    most: f64,
    started: i64,
) -> Run {
    let one = 400.0;
    let points = (0..depths)
        .map(|n| point(name, 1 << n, f64::min(one * 1.8_f64.powi(n as i32), most)))
        .collect();
    let record =
        record(host, &[(name, place)], vec![stage(StudyKind::Compare, points, None)], started);
    (format!("run {started}"), record)
}

pub(super) fn role(name: &str, line: Option<f64>, latency_limit_ms: u64) -> RoleFinding {
    let io = RoleIo::Stream {
        smallest: Bytes(8 << 10),
        largest: Bytes(8 << 10),
        random: true,
        read_percent: 70.0,
        sync: SyncMode::None,
    };
    let limit = LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(latency_limit_ms) };
    RoleFinding {
        load_line: line.map(|value| Estimate::between(value, 0.97 * value, 1.08 * value)),
        latency_ns: Some(9_000_000),
        saturation_iops: line.map(|value| 1.3 * value),
        limit: Limit::Device,
        verdict: if line.is_some() { Verdict::Fit } else { Verdict::NotFit },
        reason: Reason::default(),
        ..RoleFinding::unmeasured(name, RoleKind::Load, io, limit)
    }
}

/// The trial of a role: this many reads and writes of 8 KiB.
pub(super) fn trial(role: &str, reads: u64, writes: u64) -> TrialRecord {
    let of = |ios: u64| LatencySummary { ios, bytes: ios * 8192, ..LatencySummary::default() };
    let mut stream = summary::summarize(role, &[]);
    (stream.read, stream.write) = (of(reads), of(writes));
    TrialRecord {
        role: role.to_owned(),
        purpose: TrialPurpose::Confirm,
        rate_iops: Some(100.0),
        depth: 64,
        streams: vec![stream],
        held: Some(true),
    }
}

/// A ramp of 8 KiB at 70 % reads.
pub(super) fn ramp(
    host: &str,
    place: &str,
    line: Option<f64>,
    latency_limit_ms: u64,
    started: i64,
) -> Run {
    let found = Finding::Ramp(role("ramp", line, latency_limit_ms));
    let mut record = record(
        host,
        &[("target", place)],
        vec![stage(StudyKind::Ramp, Vec::new(), Some(found))],
        started,
    );
    record.trials = vec![trial("ramp", 7_000, 3_000)];
    (format!("run {started}"), record)
}

/// A check of a place with the line of one role.
pub(super) fn check(host: &str, place: &str, role: RoleFinding, started: i64) -> Run {
    let (reads, writes) = if role.kind == RoleKind::Commit { (0, 500) } else { (700, 300) };
    let record = Record {
        target: place.to_owned(),
        facts: vec![system(host)],
        trials: vec![trial(&role.role, reads, writes)],
        findings: vec![role],
        warnings: Vec::new(),
        started_unix_s: started,
        study: None,
        ..check_example()
    };
    (format!("run {started}"), record)
}

pub(super) const MIX: &str = "write=0.3,block=8k,p99<=10ms";

#[test]
fn what_was_never_loaded_so_far_cannot_be_told_and_the_command_is_named() {
    // Depths 1 and 2: 400 and 720 IOPS, still growing, p99 of 5.6 ms at most.
    let runs = [race("a", "raid10", "/mnt/a", 2, 1e9, 1)];
    let found = sized(&runs, &format!("iops>=5000,{MIX}"));
    assert_eq!(found.answer, Answer::CannotTell, "{found:?}");
    let choice = &found.choices[0];
    assert_eq!(
        (choice.fit, choice.load.first_limit, choice.load.at_most),
        (Fit::CannotTell, FirstLimit::NotSeen, None)
    );
    let next = choice.next.as_ref().expect("a ramp would tell");
    let mix = NextMix { block: Bytes(8192), write: 0.3, sequential: false };
    assert_eq!(next.load, NextLoad::Ramp { mix, again: None });
    let limit = next.limit.expect("the required one").latency_ns;
    assert_eq!((next.target.as_str(), limit), ("/mnt/a", Nanos(10_000_000)));
    // The rate that was seen is enough for less.
    let found = sized(&runs, &format!("iops>=700,{MIX}"));
    assert_eq!((found.answer, found.choices[0].fit), (Answer::Carried, Fit::Carries));
    // Without a latency limit, a deeper queue-depth sweep would decide.
    let found = sized(&runs, "iops>=5000,write=0.3,block=8k");
    let next = found.choices[0].next.as_ref().expect("a sweep would tell");
    assert_eq!(next.load, NextLoad::Sweep { mix, depth_max: 256 });
}

#[test]
fn what_was_full_or_broke_the_latency_limit_is_not_carried() {
    // Full at 3,000 from depth 16 on.
    let full = [race("a", "raid10", "/mnt/a", 7, 3_000.0, 1)];
    let found = sized(&full, "iops>=5000,write=0.3,block=8k");
    assert_eq!(
        (found.answer, found.choices[0].load.first_limit),
        (Answer::NotCarried, FirstLimit::Throughput)
    );
    // The load that exceeded the latency limit moved less than required: so does every one that meets it.
    let found = sized(&full, &format!("iops>=5000,{MIX}"));
    assert_eq!(
        (found.answer, found.choices[0].load.first_limit),
        (Answer::NotCarried, FirstLimit::Latency)
    );
    // Between the load that met the limit and the one that exceeded it, nothing is known.
    let steep = [race("a", "raid10", "/mnt/a", 4, 1e9, 1)];
    let kept = sized(&steep, "iops>=1,write=0.3,block=8k,p99<=6ms");
    let (kept, most) = (kept.choices[0].load.iops.value, kept.choices[0].load.at_most.unwrap());
    assert!(most > 1.5 * kept, "{kept} {most}");
    for (much, answer) in [
        (0.97 * kept, Answer::Carried),
        (1.2 * kept, Answer::CannotTell),
        (1.01 * most, Answer::NotCarried),
    ] {
        let text = format!("iops>={much},write=0.3,block=8k,p99<=6ms");
        assert_eq!(sized(&steep, &text).answer, answer, "{text}");
    }
}

/// A queue-depth sweep of one place: each step's depth and IOPS, and the rate of depth 1 repeated at the end.
fn depth_sweep(steps: &[(u32, f64)], again: f64, fleeting: Vec<u32>) -> Run {
    let mut points: Vec<PointRecord> =
        steps.iter().map(|&(depth, iops)| point("ramp", depth, iops)).collect();
    let last = PointRecord { purpose: Purpose::Again, ..point("ramp", 1, again) };
    let steps = points.iter().map(|point| DepthStep {
        depth: point.point.load.depth,
        measured: point.measured.clone(),
        gain: None,
    });
    let finding = DepthSweepFinding {
        steps: steps.collect(),
        knee: None,
        gain_min: 0.05,
        whole: true,
        fall: Some(Fall { depth: 1, again: last.measured.clone(), fleeting }),
    };
    points.push(last);
    let stages = vec![stage(StudyKind::Ramp, points, Some(Finding::DepthSweep(finding)))];
    ("run 1".to_owned(), record("a", &[("target", "/mnt/one")], stages, 1))
}

#[test]
fn a_full_cache_carries_nothing() {
    let shop = Shop::default();
    let steps = [(1, 10_000.0), (2, 127.0), (4, 127.0), (8, 128.0)];
    let full = [depth_sweep(&steps, 126.0, vec![1])];
    let found = size(&requirement("iops>=5000,write=0.3"), &shop, &full);
    assert_eq!(found.answer, Answer::NotCarried, "{:?}", found.choices);
    let left = Caveat::DepthsLeftOut { run: "run 1".to_owned(), depths: vec![1] };
    assert!(found.choices[0].load.caveats.contains(&left), "{found:?}");
    assert_eq!(size(&requirement("iops>=100,write=0.3"), &shop, &full).answer, Answer::Carried);
    let found = size(&requirement("iops>=5000,write=0.3,p99<=10ms"), &shop, &full);
    assert_eq!(found.unproven[0].caveats, [left]);
    // What only a large depth makes slower is carried at a smaller one.
    let deep = [depth_sweep(&steps, 10_000.0, Vec::new())];
    assert_eq!(size(&requirement("iops>=5000,write=0.3"), &shop, &deep).answer, Answer::Carried);
}

#[test]
fn of_a_point_that_fell_the_lower_rate_counts() {
    let mut burst = point("a", 8, 8000.0);
    burst.measured.fell_to_iops = Some(3000.0);
    let stages = vec![stage(StudyKind::Compare, vec![burst], None)];
    let runs = [("run 1".to_owned(), record("h", &[("a", "/mnt/a")], stages, 1))];
    let found = |text: &str| sized(&runs, text);
    assert_eq!(found("iops>=5000,write=0.3").answer, Answer::CannotTell);
    let carried = found("iops>=2900,write=0.3");
    assert_eq!(carried.answer, Answer::Carried);
    assert_eq!(carried.choices[0].load.caveats[0], Caveat::RateFell);
}

#[test]
fn a_percentile_that_is_not_known_is_no_broken_latency_limit() {
    let mut run = race("a", "raid10", "/mnt/a", 3, 1e9, 1);
    for point in &mut run.1.study.as_mut().unwrap().stages[0].points {
        point.measured.latency_ns_p99 = None;
    }
    let found = sized(&[run], &format!("iops>=5000,{MIX}"));
    assert_eq!(found.answer, Answer::CannotTell);
    assert_eq!(found.unproven[0].fit, Fit::CannotTell);
    assert_eq!(found.unproven[0].reason, EvidenceGap::NoPercentile);
    let next = found.unproven[0].next.as_ref().expect("a ramp would tell");
    assert!(next.target == "/mnt/a" && matches!(next.load, NextLoad::Ramp { .. }), "{next:?}");
}

#[test]
fn the_line_of_a_ramp_at_the_place_of_a_layout_is_its_best_evidence() {
    let shop = Shop::read("layout raid10 disks=8 price=4200").unwrap();
    // The closed loop was not loaded far enough; the ramp decides.
    let runs =
        [ramp("a", "/mnt/a", Some(2_600.0), 10, 2), race("a", "raid10", "/mnt/a/", 2, 1e9, 1)];
    let found = size(&requirement(&format!("iops>=2000,{MIX}")), &shop, &runs);
    let [choice] = &found.choices[..] else { panic!("one storage: {found:?}") };
    assert_eq!(
        (choice.layout.as_str(), choice.disks, price(choice)),
        ("raid10", Some(8), Some(4_200.0))
    );
    assert_eq!(
        (choice.source(), choice.fit, choice.load.first_limit),
        (Source::Line, Fit::Carries, FirstLimit::Latency)
    );
    assert!((choice.head_room - 0.3).abs() < 1e-9, "{choice:?}");
    let Evidence::Line { role, run, .. } = &choice.load.evidence else { panic!("{choice:?}") };
    assert_eq!((role.as_str(), run.as_str()), ("ramp", "run 2"));
    assert_eq!(found.taken, ["run 2", "run 1"]);
    // Its interval's upper end is the most; in between it cannot be told.
    for (much, answer) in [(2_700, Answer::CannotTell), (2_900, Answer::NotCarried)] {
        let found = size(&requirement(&format!("iops>={much},{MIX}")), &shop, &runs);
        assert_eq!(found.answer, answer, "{much}");
    }
    // It outranks the points, even if they promise more.
    let far = [ramp("a", "/mnt/a", Some(900.0), 10, 2), race("a", "raid10", "/mnt/a", 5, 1e9, 1)];
    let found = size(&requirement(&format!("iops>=1200,{MIX}")), &shop, &far);
    assert_eq!((found.answer, found.choices[0].source()), (Answer::NotCarried, Source::Line));
}

#[test]
fn a_line_of_other_conditions_says_only_as_much_as_they_allow() {
    let shop = Shop::default();
    let alone = |line, latency_limit_ms| [ramp("a", "/mnt/a", line, latency_limit_ms, 1)];
    let answer = |runs: &[Run], text: &str| size(&requirement(text), &shop, runs).answer;
    // A stricter latency limit is a lower bound, a looser one an upper bound.
    assert_eq!(answer(&alone(Some(2_600.0), 5), &format!("iops>=2000,{MIX}")), Answer::Carried);
    assert_eq!(answer(&alone(Some(2_600.0), 5), &format!("iops>=9000,{MIX}")), Answer::CannotTell);
    let tight = "iops>=2000,write=0.3,block=8k,p99<=8ms";
    assert_eq!(answer(&alone(Some(2_600.0), 20), tight), Answer::CannotTell);
    assert_eq!(answer(&alone(Some(2_600.0), 20), &format!("iops>=9000,{MIX}")), Answer::NotCarried);
    // If the latency at the line still met the required limit, it is carried.
    let kept = "iops>=2000,write=0.3,block=8k,p99<=9500us";
    assert_eq!(answer(&alone(Some(2_600.0), 20), kept), Answer::Carried);
    // Not even one operation at a time met it.
    let mut none = alone(None, 10);
    if let Some(Finding::Ramp(role)) = &mut none[0].1.study.as_mut().unwrap().stages[0].finding {
        role.refuted = Some(TriedLoad::default());
    }
    assert_eq!(answer(&none, &format!("iops>=1,{MIX}")), Answer::NotCarried);
    // Another mix or block says nothing, and the reason is reported.
    for other in ["write=0.5,block=8k,p99<=10ms", "write=0.3,block=64k,p99<=10ms"] {
        let found =
            size(&requirement(&format!("iops>=100,{other}")), &shop, &alone(Some(2_600.0), 10));
        assert_eq!(found.answer, Answer::CannotTell, "{other}");
        let LeftOut::Line { line, run, reason, .. } = &found.left_out[0] else {
            panic!("{found:?}")
        };
        assert_eq!((line.as_str(), run.as_str()), ("ramp", "run 1"));
        assert!(matches!(reason, LineMismatch::OtherOperation(_)), "{found:?}");
    }
    // If the depth limited it, more may be possible.
    let mut shallow = ramp("a", "/mnt/a", Some(2_600.0), 10, 1);
    if let Some(Finding::Ramp(role)) = &mut shallow.1.study.as_mut().unwrap().stages[0].finding {
        role.limit = Limit::Depth;
    }
    let found = size(&requirement(&format!("iops>=9000,{MIX}")), &shop, &[shallow]);
    assert_eq!(
        (found.answer, found.choices[0].load.first_limit),
        (Answer::CannotTell, FirstLimit::NotSeen)
    );
    let next = found.choices[0].next.as_ref().expect("a deeper ramp would tell");
    assert!(matches!(next.load, NextLoad::Ramp { again: Some((256, _)), .. }), "{next:?}");
}

#[test]
fn namesakes_are_never_mixed_the_newest_counts_and_the_runs_are_told() {
    // An old fast array at another place, an old fast one on another machine, and the one that is there now.
    let runs = [
        race("a", "raid10", "/mnt/new", 7, 3_000.0, 3),
        race("b", "raid10", "/mnt/new", 7, 90_000.0, 2),
        race("a", "raid10", "/mnt/old", 7, 90_000.0, 1),
    ];
    let found = sized(&runs, "iops>=5000,write=0.3,block=8k");
    assert_eq!(found.answer, Answer::NotCarried, "{found:?}");
    assert_eq!(found.choices.len(), 1);
    assert_eq!(found.taken, ["run 3"]);
    let old = |place: &str, run: &str| {
        let of = |place: &str, run: &str| StorageRuns {
            place: place.to_owned(),
            runs: vec![run.to_owned()],
        };
        let new = Some(of("/mnt/new on a", "run 3"));
        LeftOut::Namesake { name: "raid10".to_owned(), old: of(place, run), new }
    };
    assert_eq!(found.left_out, [old("/mnt/new on b", "run 2"), old("/mnt/old on a", "run 1")]);
    // Naming the run selects that one.
    let found = sized(&runs[2..], "iops>=5000,write=0.3,block=8k");
    assert_eq!((found.answer, found.taken), (Answer::Carried, vec!["run 1".to_owned()]));
    // A line belongs to the machine on which it was measured.
    let runs =
        [ramp("b", "/mnt/a", Some(9_000.0), 10, 2), race("a", "raid10", "/mnt/a", 7, 3_000.0, 1)];
    let found = sized(&runs, &format!("iops>=5000,{MIX}"));
    let names: Vec<&str> = found.choices.iter().map(|choice| choice.layout.as_str()).collect();
    assert_eq!(names, ["/mnt/a", "raid10"]);
    // Of the same point the newest run counts, not the best one.
    let again = [
        race("a", "raid10", "/mnt/a", 7, 3_000.0, 2),
        race("a", "raid10", "/mnt/a", 7, 6_000.0, 1),
    ];
    let found = sized(&again, "iops>=5000,write=0.3,block=8k");
    assert_eq!(found.answer, Answer::NotCarried);
}

#[test]
fn for_the_same_money_a_layout_that_survives_a_disk_comes_first() {
    let first = |rate: f64, price: u32| {
        let shop = format!("layout raid0 disks=4 price={price}\nlayout raid10 disks=4 price=900\n");
        let runs = [
            race("a", "raid0", "/mnt/0", 6, rate, 2),
            race("a", "raid10", "/mnt/10", 6, 4_000.0, 1),
        ];
        let wanted = requirement(&format!("iops>=1000,{MIX}"));
        let found = size(&wanted, &Shop::read(&shop).unwrap(), &runs);
        assert!(found.choices.iter().all(|one| one.fit == Fit::Carries), "{found:#?}");
        found.choices[0].layout.clone()
    };
    assert_eq!(first(4_000.0, 900), "raid10", "the same rate");
    assert_eq!(first(5_000.0, 900), "raid10", "more head-room");
    assert_eq!(first(4_000.0, 800), "raid0", "less money");
    // Nothing is known but the rule of thumb: reads are as fast on both.
    let disks = Shop::read("disk sas price=210 iops=125 most=24").unwrap();
    let found = size(&requirement("iops>=200,write=0"), &disks, &[]);
    let [first, second, ..] = &found.choices[..] else { panic!("{found:#?}") };
    assert_eq!((&*first.layout, &*second.layout), ("raid1", "raid0"), "{found:#?}");
}

#[test]
fn a_price_is_that_of_so_many_disks() {
    let shop = "disk sas price=210 size=600GB most=24\nlayout raid10 disks=8 price=2000\nlayout raid10 disks=14 price=4200\n";
    let shop = Shop::read(shop).unwrap();
    let price = |place: &str, shop: &Shop| {
        let runs = [race("a", "raid10", place, 7, 3_000.0, 1)];
        let found = size(&requirement("iops>=500,write=0.3,block=8k"), shop, &runs);
        let choice = found.choices[0].clone();
        (choice.disks, price(&choice), choice.load.caveats)
    };
    // The place itself names its disks.
    let (disks, cost, _) = price("sim:hdd?disks=14&layout=raid10", &shop);
    assert_eq!((disks, cost), (Some(14), Some(4_200.0)));
    let (disks, cost, _) = price("sim:hdd?disks=8&layout=raid10", &shop);
    assert_eq!((disks, cost), (Some(8), Some(2_000.0)));
    let (disks, cost, caveats) = price("sim:hdd?disks=10&layout=raid10", &shop);
    assert_eq!((disks, cost), (Some(10), Some(2_100.0)), "the price of the disks alone");
    let told = vec![Some(8), Some(14)];
    let others = Caveat::OtherLayouts { name: "raid10".to_owned(), disks: told };
    assert!(caveats.contains(&others));
    // If nothing names them, no price is guessed.
    let (disks, cost, caveats) = price("/mnt/a", &shop);
    assert_eq!((disks, cost), (None, None));
    assert!(caveats.contains(&others));
    let told = Shop::read(
        "layout raid10 disks=8 price=2000\nlayout raid10 disks=14 price=4200 at=/mnt/a\n",
    );
    let (disks, cost, _) = price("/mnt/a", &told.unwrap());
    assert_eq!((disks, cost), (None, None), "the line of 8 disks may be of the same place");
    let told = Shop::read(
        "layout raid10 disks=8 price=2000 at=/mnt/b\nlayout raid10 disks=14 price=4200 at=/mnt/a\n",
    );
    let (disks, cost, _) = price("/mnt/a", &told.unwrap());
    assert_eq!((disks, cost), (Some(14), Some(4_200.0)));
}

#[test]
fn without_a_latency_limit_storages_are_judged_by_the_same_kind_of_evidence_whatever_is_needed() {
    // raid10 has a line under a latency limit that was not requested; raid5 does less, and has no line.
    let runs = [
        ramp("", "/mnt/ten", Some(900.0), 50, 3),
        race("", "raid10", "/mnt/ten", 7, 3_000.0, 2),
        race("", "raid5", "/mnt/five", 7, 2_000.0, 1),
    ];
    for much in [100, 850, 1_500] {
        let text = format!("iops>={much},write=0.3,block=8k");
        let found = sized(&runs, &text);
        let told: Vec<_> = found.choices.iter().map(|c| (c.layout.as_str(), c.source())).collect();
        assert_eq!(told, [("raid10", Source::Measured), ("raid5", Source::Measured)], "{much}");
        let best = &found.choices[0];
        assert_eq!(
            (best.load.iops.value, best.load.first_limit),
            (3_000.0, FirstLimit::Throughput),
            "{best:?}"
        );
    }
    // Alone, the line is a lower bound, and without a required limit latency cannot fail.
    let found = sized(&runs[..1], "iops>=100,write=0.3,block=8k");
    let choice = &found.choices[0];
    assert_eq!(
        (choice.source(), choice.load.first_limit, choice.load.at_most),
        (Source::Line, FirstLimit::NotSeen, None)
    );
}

#[test]
fn under_a_stricter_line_the_number_of_a_storage_does_not_hang_on_what_is_needed() {
    let runs = [ramp("", "/mnt/a", Some(900.0), 5, 2), race("", "raid10", "/mnt/a", 3, 1e9, 1)];
    let told = |much: u32| {
        let text = format!("iops>={much},write=0.3,block=8k,p99<=20ms");
        sized(&runs, &text).choices[0].load.iops.value
    };
    assert_eq!([told(100), told(850), told(1_200)], [1_296.0; 3]);
}

/// Commits of 4 KiB, one at a time.
fn commits(layout: &str, iops: f64) -> PointRecord {
    let mut own = point(layout, 1, iops);
    let load = &mut own.point.load;
    (load.read_percent, load.block, load.sync) = (0.0, Bytes(4096), SyncMode::Dsync);
    own
}

/// The place or the name says how many disks may fail, without any file of what can be bought.
#[test]
fn a_place_that_tells_its_layout_tells_how_many_disks_may_fail() {
    let told = |place: &str| {
        let runs = [race("", "mine", place, 7, 3_000.0, 9)];
        sized(&runs, "iops>=1,write=0.3,block=8k").choices[0].may_fail
    };
    assert_eq!(told("sim:ssd?disks=2&layout=raid1"), Some(1));
    assert_eq!(told("sim:hdd?disks=8&layout=raid6"), Some(2));
    // Several without a layout are striped.
    assert_eq!(told("sim:hdd?disks=8"), Some(0));
    assert_eq!(told("sim:cloud"), None);
    assert_eq!(told("/mnt/x"), None);
}

#[test]
fn no_command_measures_a_record() {
    let mut run = race("", "raid10", "/data/grid.csv", 2, 1e9, 1);
    run.1.study.as_mut().unwrap().stages[0].provenance = Provenance::Imported;
    let runs = [run];
    let found = sized(&runs, &format!("iops>=5000,{MIX}"));
    let choice = &found.choices[0];
    assert_eq!((choice.fit, &choice.next), (Fit::CannotTell, &None));
    assert!(choice.load.caveats.contains(&Caveat::FromRecord), "{choice:?}");
    let found = sized(&runs, "commits>=50");
    assert_eq!(found.unproven[0].next, None);
    assert_eq!(found.unproven[0].caveats, [Caveat::FromRecord]);
}

#[test]
fn a_disk_that_was_measured_at_random_comes_before_its_data_sheet_whatever_its_block() {
    let mut lone = point("disk", 1, 97.1);
    (lone.point.load.read_percent, lone.point.load.block) = (100.0, Bytes(65_536));
    let own =
        record("", &[("disk", "/dev/a")], vec![stage(StudyKind::Calibrate, vec![lone], None)], 1);
    let shop = Shop::read("disk sas rpm=10000 most=8").unwrap();
    let found =
        size(&requirement("iops>=300,write=0.3,block=8k"), &shop, &[("run 1".to_owned(), own)]);
    let measured = Some(DiskLoad { outstanding: 1, block: Bytes(65_536) });
    let from_disk = |choice: &Choice| match &choice.load.evidence {
        Evidence::Rule(disk) => disk.iops.round() == 97.0 && disk.measured == measured,
        _ => false,
    };
    assert!(!found.choices.is_empty() && found.choices.iter().all(from_disk), "{found:?}");
}

/// A point of other blocks and another order, as many operations outstanding as given.
fn long(layout: &str, kib: u64, depth: u32, mibps: f64) -> PointRecord {
    let mut own = point(layout, depth, mibps * 1024.0 / kib as f64);
    let load = &mut own.point.load;
    (load.read_percent, load.block, load.random) = (100.0, Bytes(kib << 10), false);
    own
}

fn raced(places: &[(&str, &str)], points: Vec<PointRecord>) -> [Run; 1] {
    [("run 1".to_owned(), record("", places, vec![stage(StudyKind::Compare, points, None)], 1))]
}

#[test]
fn a_throughput_is_answered_from_the_block_that_moves_most() {
    let points = || {
        let small = [1, 2, 4].map(|depth| long("raid1", 8, depth, 216.0)).to_vec();
        small.into_iter().chain([1, 2].map(|depth| long("raid1", 1024, depth, 373.0)))
    };
    let place = [("raid1", "/mnt/1")];
    let shop = Shop::read("disk sas iops=140 size=600GB").unwrap();
    let runs = raced(&place, points().collect());
    for (much, answer) in
        [(300, Answer::Carried), (500, Answer::NotCarried), (200, Answer::Carried)]
    {
        let found = size(&requirement(&format!("mibps>={much}")), &shop, &runs);
        assert_eq!(found.answer, answer, "{much}: {found:?}");
        assert_eq!(found.choices[0].load.block, Bytes(1 << 20), "{found:?}");
        // The cost of small random operations says nothing about it.
        assert_eq!(found.choices.len(), 1, "{found:?}");
    }
    // A named block is kept; what only smaller ones show is open, and a large one would decide.
    assert_eq!(size(&requirement("mibps>=300,block=8k"), &shop, &runs).answer, Answer::NotCarried);
    let small = raced(&place, points().take(3).collect());
    let found = size(&requirement("mibps>=300"), &shop, &small);
    assert_eq!(
        (found.answer, found.choices[0].load.at_most),
        (Answer::CannotTell, None),
        "{found:?}"
    );
    let next = found.choices[0].next.as_ref().expect("a sweep would tell");
    let mix = NextMix { block: Bytes(1 << 20), write: 0.0, sequential: true };
    assert_eq!(next.load, NextLoad::Sweep { mix, depth_max: 256 });
}

#[test]
fn a_backup_is_told_by_long_reads_and_nothing_by_a_log() {
    let mut written = commits("raid10", 150.0);
    written.point.load.random = false;
    let place = [("raid10", "/mnt/10")];
    let reads = vec![point("raid10", 4, 400.0), written.clone(), long("raid10", 64, 4, 210.0)];
    let asked = [SizeRequirement::read("backup", "mibps>=200").unwrap()];
    let runs = raced(&place, reads);
    let found = size(&asked[0], &Shop::default(), &runs);
    assert_eq!(found.answer, Answer::Carried, "{found:?}");
    let runs = raced(&place, vec![point("raid10", 4, 400.0), written]);
    let found = size(&asked[0], &Shop::default(), &runs);
    let next = found.unproven[0].next.as_ref().expect("a sweep would tell");
    let sequential = matches!(&next.load, NextLoad::Sweep { mix, .. } if mix.sequential);
    assert!(found.answer == Answer::CannotTell && sequential, "{found:?}");
}

/// What a storage is said to surely carry under each latency limit from 1 to 20 ms.
fn surely(runs: &[Run]) -> Vec<f64> {
    let under = |half_ms: u64| {
        let text = format!("iops>=1000,write=0.3,block=8k,p99<={}us", 500 * half_ms);
        let found = sized(runs, &text);
        found.choices.first().map_or(0.0, |choice| 1000.0 / choice.share)
    };
    (2..40).map(under).collect()
}

#[test]
fn a_closed_loop_promises_no_more_than_a_line_under_a_looser_latency_limit() {
    // At 8 ms the points promise 4,115; the line at 9 ms is 4,000, and its latency was 8.2 ms.
    let mut line = role("ramp", Some(4_000.0), 9);
    line.latency_ns = Some(8_200_000);
    let mut ramped = ramp("", "/mnt/a", Some(4_000.0), 9, 2);
    ramped.1.study.as_mut().unwrap().stages[0].finding = Some(Finding::Ramp(line));
    let runs = [ramped, race("", "raid10", "/mnt/a", 6, 1e9, 1)];
    let found = sized(&runs, "iops>=4100,write=0.3,block=8k,p99<=8ms");
    assert_eq!(found.answer, Answer::NotCarried, "{found:?}");
    // What its points carry below the line is believed.
    let found = sized(&runs, "iops>=2000,write=0.3,block=8k,p99<=8ms");
    let choice = &found.choices[0];
    assert_eq!(
        (choice.fit, choice.load.first_limit),
        (Fit::Carries, FirstLimit::Latency),
        "{choice:?}"
    );
    assert!(choice.load.iops.value < 4_000.0 && choice.load.at_most == Some(4_000.0), "{choice:?}");
}

#[test]
fn a_stricter_latency_limit_never_allows_more_than_a_looser_one() {
    for seed in 0..24 {
        let mut rng = base::Rng::new(seed);
        let mut below = |n: u64| rng.below(n);
        let mut runs = Vec::new();
        for run in 0..below(4) {
            let latency_limit_ms = 2 + below(14);
            let mut line = role(
                "ramp",
                (below(8) > 0).then_some(300.0 + below(8_000) as f64),
                latency_limit_ms,
            );
            line.latency_ns = (below(5) > 0).then_some((1 + below(latency_limit_ms)) * 1_000_000);
            line.limit =
                [Limit::Device, Limit::Device, Limit::Depth, Limit::Cpu][below(4) as usize];
            let (value, started) = (line.load_line.map(|line| line.value), 9 - run as i64);
            let mut ramped = ramp("", "/mnt/a", value, latency_limit_ms, started);
            ramped.1.study.as_mut().unwrap().stages[0].finding = Some(Finding::Ramp(line));
            runs.push(ramped);
        }
        runs.push(race(
            "",
            "raid10",
            "/mnt/a",
            2 + below(6) as u32,
            2_000.0 + below(7_000) as f64,
            1,
        ));
        let carried = surely(&runs);
        let falls = carried.windows(2).position(|pair| pair[1] < pair[0] - 1e-6);
        assert_eq!(falls, None, "seed {seed}: {carried:?}");
    }
}

#[test]
fn roles_on_one_storage_add_up_by_a_rule() {
    let mut points: Vec<PointRecord> =
        (0..6).map(|n| point("raid10", 1 << n, 1_000.0 * f64::from(n + 1))).collect();
    points.push(commits("raid10", 800.0));
    let runs = raced(&[("raid10", "/mnt/a")], points);
    let shop = Shop::read("layout raid10 usable=2TiB").unwrap();
    let found = |data: u32, log: u32| {
        let text = format!("iops>={data},write=0.3,block=8k,usable>=1TiB");
        let requirements = [
            SizeRequirement::read("data", &text).unwrap(),
            SizeRequirement::read("log", &format!("commits>={log}")).unwrap(),
        ];
        let all: Vec<_> = requirements.iter().map(|one| size(one, &shop, &runs)).collect();
        assert!(all.iter().all(|sizing| sizing.answer == Answer::Carried), "{all:?}");
        combine(&all)
    };
    // 4,000 of 5,880 and 400 of 784 are more than all of it, though each alone is carried.
    let [one] = &found(4_000, 400)[..] else { panic!("one storage") };
    assert_eq!(one.carries(), Some(false), "{one:?}");
    assert!((one.sum.unwrap() - (4_000.0 / 5_880.0 + 400.0 / 784.0)).abs() < 1e-9, "{one:?}");
    assert_eq!(found(2_000, 400)[0].carries(), Some(true));
    assert!(combine(&[sized(&runs, "commits>=400")]).is_empty());
}
