//! The plan of a job as a dry run prints it.

use base::{Bytes, Nanos};
use expect_test::expect;
use plan::{FreeSpace, MachineFacts, Plan, TargetFacts, TargetKind, plan};
use report::{Language, job_plan};
use workload::{
    AccessPattern, BlockSizes, CacheMode, EngineChoice, EngineKind, Extent, HostDivision,
    JobTarget, Pace, Phase, Stream, SyncMode, TargetLocation, Workload,
};

/// The plan of streams on a new file of 8 GiB.
fn planned(streams: Vec<Stream>) -> Plan {
    let size = Some(Extent::Bytes(Bytes::gib(8)));
    let place = TargetLocation::Path("/srv/x".into());
    let job = Workload {
        name: "test".to_owned(),
        targets: vec![JobTarget { name: "t".to_owned(), place, size }],
        phases: vec![Phase {
            name: "main".to_owned(),
            streams: streams.iter().map(|stream| stream.name.clone()).collect(),
            warm_up_ns: Nanos::secs(5),
            pause_ns: Nanos(0),
        }],
        streams,
        engine: EngineChoice::default(),
        seed: None,
        interval_ns: Nanos::secs(1),
        hosts: HostDivision::default(),
    };
    let free_bytes = 100 * Bytes::GIB;
    let machine = MachineFacts {
        cpus: vec![0, 1, 2, 5],
        engines: vec![EngineKind::Uring],
        targets: vec![TargetFacts {
            kind: TargetKind::Absent,
            size_bytes: 0,
            block_bytes: 4096,
            room: FreeSpace { file_system: 1, free_bytes, reserve_bytes: 0 },
            may_write: false,
            direct: true,
        }],
    };
    plan(&job, &machine, 42).expect("the job is right")
}

/// The jobs oltp-mix, log-and-data and open-loop of the examples, as data.
#[test]
fn a_plan_shows_what_each_stream_does() {
    let mix = Stream {
        read_percent: 70.0,
        depth: 16,
        workers: 2,
        pin: vec![0, 1, 2],
        ..Stream::new("pages", "t")
    };
    let log = Stream {
        read_percent: 0.0,
        write_blocks: BlockSizes::Weighted(vec![(Bytes::kib(4), 7.0), (Bytes::kib(64), 3.0)]),
        access: AccessPattern::Sequential,
        sync: SyncMode::Dsync,
        offset: Extent::Percent(90.0),
        ..Stream::new("log", "t")
    };
    let data = Stream { size: Some(Extent::Percent(90.0)), depth: 32, ..mix.clone() };
    let open = Stream { pace: Pace::Poisson { rate_iops: 2000.0 }, ..mix.clone() };
    let mut text = String::new();
    for streams in [vec![mix], vec![log, data], vec![open]] {
        text += &job_plan(Language::En, &planned(streams));
        text += "\n";
    }
    expect![[r#"
        engine uring; seed 42; intervals of 1 s
        target /srv/x: 8 GiB, of which 8 GiB are prefilled first; written
        phase "main", warm-up 5 s
          stream "pages": 70 % reads, blocks of 8 KiB, direct
            where    8 GiB from 0 B, aligned to 8 KiB, random
            load     2 workers on CPU 0, 1, depth 16 each; closed loop
            ends     after 30 s

        engine uring; seed 42; intervals of 1 s
        target /srv/x: 8 GiB, of which 8 GiB are prefilled first; written
        phase "main", warm-up 5 s
          stream "log": writes of 4 KiB (70 %), 64 KiB (30 %), direct, O_DSYNC
            where    819.2 MiB from 7.2 GiB, aligned to 4 KiB, sequential
            load     1 worker, depth 1 each; closed loop
            ends     after 30 s
          stream "pages": 70 % reads, blocks of 8 KiB, direct
            where    7.2 GiB from 0 B, aligned to 8 KiB, random
            load     2 workers on CPU 0, 1, depth 32 each; closed loop
            ends     after 30 s

        engine uring; seed 42; intervals of 1 s
        target /srv/x: 8 GiB, of which 8 GiB are prefilled first; written
        phase "main", warm-up 5 s
          stream "pages": 70 % reads, blocks of 8 KiB, direct
            where    8 GiB from 0 B, aligned to 8 KiB, random
            load     2 workers on CPU 0, 1, depth 16 each; open loop, 2000 a second at random (Poisson)
            ends     after 30 s

    "#]].assert_eq(&text);
}

#[test]
fn a_plan_is_in_the_language_of_its_reader() {
    let stream = Stream {
        read_percent: 100.0,
        cache: CacheMode::Buffered,
        access: AccessPattern::Pareto(0.8),
        ..Stream::new("pages", "t")
    };
    let plan = planned(vec![stream]);
    let text = job_plan(Language::Ru, &plan) + "\n" + &job_plan(Language::De, &plan);
    expect![[r#"
        движок uring; зерно 42; интервалы по 1 с
        цель /srv/x: 8 ГиБ, из них 8 ГиБ сначала заполняются; только чтение
        фаза «main», прогрев 5 с
          поток «pages»: чтение по 8 КиБ, через страничный кэш
            где      8 ГиБ с позиции 0 Б, кратно 8 КиБ, Парето: 80 % на 20 %
            нагрузка исполнителей: 1, глубина 1 у каждого; закрытая модель
            конец    через 30 с

        Engine uring; Startwert 42; Intervalle von 1 s
        Ziel /srv/x: 8 GiB, davon werden 8 GiB zuerst vorbefüllt; wird nur gelesen
        Phase „main“, Aufwärmphase 5 s
          Stream „pages“: Lesen von 8 KiB, über den Page-Cache
            wo       8 GiB ab 0 B, ausgerichtet an 8 KiB, Pareto 80 % auf 20 %
            Last     1 Worker, je Tiefe 1; geschlossenes Lastmodell
            Ende     nach 30 s
    "#]]
    .assert_eq(&text);
}
