//! The plan of a job as a dry run prints it.

use base::{Bytes, Nanos};
use expect_test::expect;
use plan::{FreeSpace, MachineFacts, Plan, TargetFacts, TargetKind, plan};
use report::{Language, job_plan};
use workload::{
    AccessPattern, BlockSizes, EngineKind, Extent, JobTarget, Pace, Stream, SyncMode,
    TargetLocation, Workload,
};

/// The plan of streams on a new file of 8 GiB.
fn planned(streams: Vec<Stream>) -> Plan {
    let size = Some(Extent::Bytes(Bytes::gib(8)));
    let place = TargetLocation::Path("/srv/x".into());
    let target = JobTarget { name: "t".to_owned(), place, size };
    let mut job = Workload::new("main", vec![target], streams);
    job.phases[0].warm_up_ns = Nanos::secs(5);
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
fn the_choices_of_a_stream_are_shown_in_every_language() {
    let odd = Stream {
        read_percent: 20.0,
        read_blocks: BlockSizes::Range {
            low: Bytes::kib(4),
            high: Bytes::kib(16),
            step: Bytes::kib(4),
        },
        sync: SyncMode::Fsync { every: 21 },
        pace: Pace::ThinkTime { think_ns: Nanos::millis(2), burst: 1 },
        depth: 1,
        ..Stream::new("odd", "t")
    };
    let bursts = Stream {
        pace: Pace::Bursts { rate_iops: 1_500.0, burst: 8 },
        ..Stream::new("bursts", "t")
    };
    let plan = planned(vec![odd, bursts]);
    let text = [Language::En, Language::Ru, Language::De].map(|language| job_plan(language, &plan));
    expect![[r#"
        engine uring; seed 42; intervals of 1 s
        target /srv/x: 8 GiB, of which 8 GiB are prefilled first; written
        phase "main", warm-up 5 s
          stream "odd": 20 % reads of 4 KiB to 16 KiB by 4 KiB, writes of 8 KiB, direct, fsync every 21
            where    8 GiB from 0 B, aligned to 4 KiB, random
            load     1 worker, depth 1 each; closed loop, 2 ms of thinking after every 1
            ends     after 30 s
          stream "bursts": reads of 8 KiB, direct
            where    8 GiB from 0 B, aligned to 8 KiB, random
            load     1 worker, depth 1 each; open loop, 1500 a second in bursts of 8
            ends     after 30 s

        механизм ввода-вывода uring; seed 42; интервалы по 1 с
        цель /srv/x: 8 ГиБ, из них 8 ГиБ предзаполняются; запись
        фаза «main», прогрев 5 с
          поток «odd»: 20 % чтений по 4 КиБ–16 КиБ с шагом 4 КиБ, записи по 8 КиБ, прямой ввод-вывод, fsync после каждой 21-й записи
            где      8 ГиБ со смещения 0 Б, выравнивание 4 КиБ, случайно
            нагрузка исполнителей: 1, глубина очереди 1 у каждого; закрытая модель, пауза 2 мс после каждой операции
            конец    через 30 с
          поток «bursts»: чтение по 8 КиБ, прямой ввод-вывод
            где      8 ГиБ со смещения 0 Б, выравнивание 8 КиБ, случайно
            нагрузка исполнителей: 1, глубина очереди 1 у каждого; открытая модель, 1500 в секунду всплесками по 8
            конец    через 30 с

        I/O-Engine uring; Seed 42; Intervalle von 1 s
        Ziel /srv/x: 8 GiB, davon werden 8 GiB vorbefüllt; wird beschrieben
        Phase „main“, Aufwärmphase 5 s
          Stream „odd“: 20 % Lesen in Blöcken von 4 KiB bis 16 KiB in Schritten von 4 KiB, Schreiben in Blöcken von 8 KiB, direktes I/O, fsync alle 21 Schreibzugriffe
            wo       8 GiB ab 0 B, ausgerichtet an 4 KiB, zufällig
            Last     1 Worker, Warteschlangentiefe jeweils 1; geschlossenes Lastmodell, 2 ms Denkzeit nach jeder Operation
            Ende     nach 30 s
          Stream „bursts“: Lesen zu 8 KiB, direktes I/O
            wo       8 GiB ab 0 B, ausgerichtet an 8 KiB, zufällig
            Last     1 Worker, Warteschlangentiefe jeweils 1; offenes Lastmodell, 1500 pro Sekunde in Bursts zu 8
            Ende     nach 30 s
    "#]].assert_eq(&text.join("\n"));
}
