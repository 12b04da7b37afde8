//! The keys of every section but `stream`: the job, its targets, phases and engine; profiles and roles.

use super::{JobKey, KeyDefault, KeyDomain, TIME_MAX};
use crate::{Activity, EngineKind, HostRanges, LoadDivision, RoleKind};
use base::{Bytes, Nanos, WordChoice};

pub(super) const JOB: &[JobKey] = &[
    JobKey {
        name: "name",
        domain: KeyDomain::Text("one line"),
        fallback: KeyDefault::Derived("the file's name without its ending"),
        help: "The job's name in every report.",
        example: "name = \"order entry\"",
    },
    JobKey {
        name: "seed",
        domain: KeyDomain::Whole(0, i64::MAX as u64),
        fallback: KeyDefault::Derived("drawn at random and recorded with the result"),
        help: "The seed of every random choice, except in streams with a `seed`. The same job, machine and seed make the same I/O.",
        example: "seed = 42",
    },
    JobKey {
        name: "interval",
        domain: KeyDomain::Duration(Nanos::millis(10), Nanos::secs(3600)),
        fallback: KeyDefault::Value("1s"),
        help: "The length of a reporting interval.",
        example: "interval = \"500ms\"",
    },
    JobKey {
        name: "duration",
        domain: KeyDomain::Duration(Nanos::millis(1), TIME_MAX),
        fallback: KeyDefault::Derived("none"),
        help: "The end of every stream without an end of its own, counted from the end of the warm-up.",
        example: "duration = \"60s\"",
    },
    JobKey {
        name: "warm_up",
        domain: KeyDomain::Duration(Nanos(0), TIME_MAX),
        fallback: KeyDefault::Value("0s"),
        help: "The warm-up of every phase without its own. Its I/O is measured, but not counted.",
        example: "warm_up = \"5s\"",
    },
];

pub(super) const TARGET: &[JobKey] = &[
    JobKey {
        name: "path",
        domain: KeyDomain::Text("a file, a block device, `sim:...` or `null`"),
        fallback: KeyDefault::Required(""),
        help: "`sim:hdd?disks=14` is a [simulated storage](simulation.md). `null` does no I/O and measures the engine itself; write `./null` for a file with that name.",
        example: "path = \"/srv/data/test.dat\"",
    },
    JobKey {
        name: "size",
        domain: KeyDomain::Extent(Bytes(512)),
        fallback: KeyDefault::Derived("all of what exists"),
        help: "The part of the target that is used. A missing file is created with this size and filled with incompressible data. A smaller file is extended, which needs `--overwrite FILE`.",
        example: "size = \"4GiB\"",
    },
];

pub(super) const PHASE: &[JobKey] = &[
    JobKey {
        name: "name",
        domain: KeyDomain::Text("one line; each phase another"),
        fallback: KeyDefault::Derived("`phase 1`, `phase 2`, ..."),
        help: "The phase's name.",
        example: "name = \"backup starts\"",
    },
    JobKey {
        name: "streams",
        domain: KeyDomain::Form("list of names", "at least one stream of the job, each once"),
        fallback: KeyDefault::Derived("every stream of the job"),
        help: "The streams of this phase.",
        example: "streams = [\"data\"]",
    },
    JobKey {
        name: "warm_up",
        domain: KeyDomain::Duration(Nanos(0), TIME_MAX),
        fallback: KeyDefault::Derived("`warm_up` of the job"),
        help: "Its I/O is measured, but not counted.",
        example: "warm_up = \"10s\"",
    },
    JobKey {
        name: "pause",
        domain: KeyDomain::Duration(Nanos(0), TIME_MAX),
        fallback: KeyDefault::Value("0s"),
        help: "Idle time after the phase, so that caches empty and burst credits return.",
        example: "pause = \"30s\"",
    },
];

pub(super) const ENGINE: &[JobKey] = &[
    JobKey {
        name: "kind",
        domain: KeyDomain::Word(EngineKind::words),
        fallback: KeyDefault::Derived("the best one that works on this machine"),
        help: "`uring` is io_uring, `libaio` Linux native asynchronous I/O, `iocp` a completion port of Windows, and `sync` a thread per outstanding I/O whose calls block. `null` and `sim` belong to targets of that kind and may be left out.",
        example: "kind = \"uring\"",
    },
    JobKey {
        name: "iopoll",
        domain: KeyDomain::YesNo,
        fallback: KeyDefault::Value("false"),
        help: "Polls the device for completions instead of waiting for interrupts. Needs `uring`, direct I/O and a device with poll queues.",
        example: "iopoll = true",
    },
    JobKey {
        name: "sqpoll",
        domain: KeyDomain::YesNo,
        fallback: KeyDefault::Value("false"),
        help: "A kernel thread submits the I/O. Needs `uring` and a spare CPU for each worker.",
        example: "sqpoll = true",
    },
];

pub(super) const HOSTS: &[JobKey] = &[
    JobKey {
        name: "load",
        domain: KeyDomain::Word(LoadDivision::words),
        fallback: KeyDefault::Value("each"),
        help: "With `each`, every host runs the job's load. With `shared`, each runs an even share of every rate, depth and limit.",
        example: "load = \"shared\"",
    },
    JobKey {
        name: "ranges",
        domain: KeyDomain::Word(HostRanges::words),
        fallback: KeyDefault::Value("disjoint"),
        help: "The part of a common file or device that each of n hosts uses: a range of its own (`disjoint`), every n-th block (`strided`), or all of it (`common`, where hosts overwrite each other).",
        example: "ranges = \"strided\"",
    },
];

pub(super) const PROFILE: &[JobKey] = &[
    JobKey {
        name: "name",
        domain: KeyDomain::Text("lower-case letters, digits and dashes"),
        fallback: KeyDefault::Required(""),
        help: "The name that users write after `--for`.",
        example: "name = \"our-orders\"",
    },
    JobKey {
        name: "title",
        domain: KeyDomain::Text("one line"),
        fallback: KeyDefault::Required(""),
        help: "A short description.",
        example: "title = \"Our order entry\"",
    },
];

pub(super) const ROLE: &[JobKey] = &[
    JobKey {
        name: "activity",
        domain: KeyDomain::Word(Activity::words),
        fallback: KeyDefault::Derived("none"),
        help: "What the database does. Reports show its name in the reader's language, followed by the I/O.",
        example: "activity = \"commit\"",
    },
    JobKey {
        name: "title",
        domain: KeyDomain::Text("one line"),
        fallback: KeyDefault::Derived("the activity and its I/O"),
        help: "A short description, shown as it stands in place of the activity.",
        example: "title = \"orders: commit of the log\"",
    },
    JobKey {
        name: "kind",
        domain: KeyDomain::Word(RoleKind::words),
        fallback: KeyDefault::Value("load"),
        help: "The unit of the load line: I/Os per second (`load`), commits per second (`commit`), or MiB/s of large transfers (`bulk`).",
        example: "kind = \"load\"",
    },
    JobKey {
        name: "latency_limit",
        domain: KeyDomain::Form("latency limit", "pNN<=TIME, with 0 < NN < 100"),
        fallback: KeyDefault::Required(""),
        help: "The role's latency limit.",
        example: "latency_limit = \"p99<=20ms\"",
    },
    JobKey {
        name: "weight",
        domain: KeyDomain::Positive(1000.0, ""),
        fallback: KeyDefault::Value("1"),
        help: "The share of the measuring time, relative to other roles.",
        example: "weight = 3",
    },
    JobKey {
        name: "measured",
        domain: KeyDomain::YesNo,
        fallback: KeyDefault::Value("true"),
        help: "With `false`, `check` measures the role only if `--roles` names it.",
        example: "measured = false",
    },
    JobKey {
        name: "source",
        domain: KeyDomain::Text("one line"),
        fallback: KeyDefault::Required(""),
        help: "The source of the numbers, shown in the report.",
        example: "source = \"measured in production in May\"",
    },
];
