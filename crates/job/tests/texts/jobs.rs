//! The native language: every key of the table, all mistakes at once, examples, and round trips.

use expect_test::expect;
use job::{profile, read, write};
use workload::keys::{self, JobKey, KeyDomain, SECTIONS};

fn keys() -> impl Iterator<Item = (&'static str, &'static JobKey)> {
    SECTIONS.iter().flat_map(|(section, keys)| keys.iter().map(|key| (*section, key)))
}

/// A job or profile whose section contains `lines`.
fn job_with(section: &str, lines: &str) -> String {
    let has = |name: &str| lines.lines().any(|line| line.starts_with(&format!("{name} =")));
    let mut head = String::new();
    let mut body = String::new();
    let mut defaults: Vec<(&str, &str)> = Vec::new();
    let sections = match section {
        "profile" => {
            defaults.extend([("name", "\"x\""), ("title", "\"x\"")]);
            body.push_str("[role.r]\ntitle = \"r\"\nlatency_limit = \"p99<=1s\"\nsource = \"s\"\n");
            String::new()
        }
        "role" => {
            head.push_str("name = \"x\"\ntitle = \"x\"\n[role.other]\ntitle = \"r\"\nlatency_limit = \"p9<=1s\"\nsource = \"s\"\n");
            defaults.extend([
                ("title", "\"x\""),
                ("latency_limit", "\"p99<=1s\""),
                ("source", "\"s\""),
            ]);
            "[role.r]\n".to_owned()
        }
        section => {
            if section != "target" {
                head.push_str("[target.disk]\npath = \"x\"\n");
            } else {
                defaults.push(("path", "\"x\""));
            }
            if section != "stream" {
                head.push_str("[stream.data]\nduration = 1\n");
            } else if !has("bytes") && !has("ios") {
                defaults.push(("duration", "1"));
            }
            if section == "fidelity" {
                defaults.push(("target", "\"x\""));
            }
            match section {
                "job" | "engine" | "hosts" | "fidelity" => format!("[{section}]\n"),
                "phase" => "[[phase]]\n".to_owned(),
                _ => format!("[{section}.{}]\n", if section == "target" { "disk" } else { "data" }),
            }
        }
    };
    let mut text = head + &sections + lines + "\n";
    for (name, value) in defaults.iter().filter(|(name, _)| !has(name)) {
        text += &format!("{name} = {value}\n");
    }
    text + &body
}

fn problems_of(section: &str, text: &str) -> Vec<job::Problem> {
    match section {
        "profile" | "role" => profile::read("x", text).err().unwrap_or_default(),
        _ => read("x", text).problems,
    }
}

#[test]
fn every_example_of_the_table_reads() {
    for (section, key) in keys() {
        let text = job_with(section, key.example);
        let problems = problems_of(section, &text);
        assert!(problems.is_empty(), "{}", job::show(key.name, &text, &problems, false));
    }
}

#[test]
fn every_key_of_a_job_is_written_as_it_was_read() {
    for (own, key) in keys().filter(|key| !["profile", "role", "fidelity"].contains(&key.0)) {
        let workload = read("x", &job_with(own, key.example)).workload.expect("the example reads");
        let text = write(&workload);
        // A throughput becomes a rate.
        let name = if key.name == "throughput" { "rate" } else { key.name };
        let section = match (own, key.name) {
            // The only target and all streams are not named.
            ("stream", "target") | ("phase", "streams") => "[",
            // What all streams share is of the job.
            (_, "duration") => "[job]",
            ("job", "warm_up") => "[[phase]]",
            ("target" | "stream", _) => &format!("[{own}."),
            ("phase", _) => "[[phase]]",
            (other, _) => &format!("[{other}]"),
        };
        let sections = text.split("\n\n").filter(|part| part.starts_with(section));
        let is_written =
            sections.flat_map(str::lines).any(|line| line.starts_with(&format!("{name} = ")));
        assert!(is_written || section == "[", "{own}.{name}:\n{text}");
        assert_eq!(read("x", &text).workload.as_ref(), Some(&workload), "{}\n{text}", key.name);
    }
}

/// No key accepts a date: a reader that reads the key reports it, one that ignores the key does not.
#[test]
fn every_key_of_the_table_is_looked_at() {
    for (section, key) in keys() {
        let date = "1979-05-27";
        let text = job_with(section, &format!("{} = {date}", key.name));
        let at = text.find(date).unwrap();
        let seen = problems_of(section, &text)
            .iter()
            .any(|p| p.span == (at..at + date.len()) && p.text.contains(key.name));
        assert!(seen, "{section}.{} is not read:\n{text}", key.name);
    }
}

/// Values at the ends of a domain, and the next ones beyond them; `None` for a domain without ends.
fn ends_of(domain: KeyDomain) -> Option<([String; 2], [String; 2])> {
    let quoted = |values: [u64; 2]| values.map(|ns| format!("\"{ns}ns\""));
    Some(match domain {
        KeyDomain::Whole(0, most) => {
            ([0, most].map(|n| n.to_string()), ["-1".into(), format!("{}", most + 1)])
        }
        KeyDomain::Whole(least, most) => {
            ([least, most].map(|n| n.to_string()), [least - 1, most + 1].map(|n| n.to_string()))
        }
        KeyDomain::Positive(most, _) => {
            ([1e-9, most].map(|n| n.to_string()), [0.0, most * 1.001].map(|n| n.to_string()))
        }
        KeyDomain::Percent(least, most) => (
            [least, most].map(|n| n.to_string()),
            [least - 0.01, most + 0.01].map(|n| n.to_string()),
        ),
        KeyDomain::Duration(least, most) => {
            let below = least.0.checked_sub(1).map_or("-1".to_owned(), |ns| format!("\"{ns}ns\""));
            (quoted([least.0, most.0]), [below, format!("\"{}ns\"", most.0 + 1)])
        }
        KeyDomain::Size { least, most, step } => {
            let within = [least.0, most.0 / step.0 * step.0].map(|n| n.to_string());
            (within, [least.0 - step.0, most.0 + 1].map(|n| n.to_string()))
        }
        _ => return None,
    })
}

#[test]
fn the_table_judges_every_value_with_ends() {
    let mut judged = 0;
    for (section, key) in keys() {
        let Some((within, beyond)) = ends_of(key.domain) else { continue };
        // An example may contain other keys that this key needs.
        let beside =
            key.example.lines().filter(|line| !line.starts_with(&format!("{} ", key.name)));
        let beside: String = beside.map(|line| format!("{line}\n")).collect();
        let of = |value: &str| {
            let text = job_with(section, &format!("{beside}{} = {value}", key.name));
            problems_of(section, &text)
                .iter()
                .any(|one| one.text.starts_with(&format!("`{}` must ", key.name)))
        };
        for value in &within {
            assert!(!of(value), "{section}.{} = {value} is refused", key.name);
        }
        for value in &beyond {
            assert!(of(value), "{section}.{} = {value} is taken", key.name);
        }
        judged += 1;
    }
    assert!(judged >= 20, "{judged} keys have ends");
}

#[test]
fn a_role_takes_the_keys_of_a_stream_but_for_those_the_study_decides() {
    for key in keys::of("stream") {
        let text = job_with("role", key.example);
        let refused = profile::read("x", &text).is_err();
        assert_eq!(refused, keys::NOT_IN_ROLES.contains(&key.name), "{}", key.name);
        // A key that a role lacks is unknown there: nothing is advised that a role lacks too.
        let alone: Vec<_> = key
            .example
            .lines()
            .filter(|line| line.starts_with(&format!("{} ", key.name)))
            .collect();
        let problems = profile::read("x", &job_with("role", &alone.join("\n"))).err();
        let unknown = format!("there is no key `{}` in role \"r\"", key.name);
        let texts = problems.map(|all| all.into_iter().map(|one| one.text).collect::<Vec<_>>());
        if refused {
            assert_eq!(texts, Some(vec![unknown]));
        }
    }
}

#[test]
fn a_throughput_is_the_rate_of_operations_of_the_mean_size() {
    let of = |lines: &str| {
        let text = format!("[target.disk]\npath = \"x\"\n[stream.data]\nduration = 1\n{lines}\n");
        let reading = read("x", &text);
        reading.workload.map(|workload| workload.streams[0].pace).ok_or(reading.problems)
    };
    let backup = of("throughput = \"200MiB\"\nblock = \"1MiB\"").unwrap();
    assert_eq!(backup, workload::Pace::Fixed { rate_iops: 200.0 });
    // Half of the operations have 8 KiB, half 24 KiB.
    let mixed = "throughput = \"16MiB\"\narrivals = \"poisson\"\nread = 50\nread_block = \"8k\"\n\
        write_block = \"24k\"";
    assert_eq!(of(mixed).unwrap(), workload::Pace::Poisson { rate_iops: 1024.0 });
    for beside in ["rate = 5", "think = 1", "keep = \"p99<=1ms\"", "tie = \"0:1\""] {
        let problems = of(&format!("throughput = \"1MiB\"\n{beside}")).unwrap_err();
        assert_eq!(problems.len(), 1, "{beside}");
        assert!(problems[0].text.contains("`throughput`"), "{}", problems[0].text);
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one text with every mistake, and what is told of it")]
fn every_mistake_is_told_at_once_with_its_place() {
    let text = r#"[job]
seed = -1
runtime = "60s"

[target.disk]
path = "/srv/test.dat"
size = "4 parsecs"

[stream.data]
target = "dsik"
bs = "8k"
depth = 0
read = "170%"
compress = "50%"
zeros = true
duration = "60s"
cache = "buffered"

[stream.log]
block = { 4k = 70, 1000 = 30 }
access = "zpif:1.1"
arrivals = "poisson"

[[phase]]
streams = ["data", "lgo", "data"]

[engine]
kind = "io_uring"
iopoll = true
"#;
    let reading = read("job.toml", text);
    assert_eq!(reading.workload, None);
    let shown = job::show("job.toml", text, &reading.problems, false);
    expect![[r#"
        error: `seed` must be 0 to 9223372036854775807, not -1
         --> job.toml:2:8
          |
        2 | seed = -1
          |        ^^
          |
          = help: number: 0 to 2^63 - 1

        error: there is no key `runtime` in [job]
         --> job.toml:3:1
          |
        3 | runtime = "60s"
          | ^^^^^^^
          |
          = help: did you mean `duration`?

        error: `size` is not a size: "parsecs" in "4 parsecs" is not a unit here; use B, KiB, MiB, GiB, TiB or PiB (k, m, g, t, p for short), or kB, MB, GB, TB or PB for powers of 1,000
         --> job.toml:7:8
          |
        7 | size = "4 parsecs"
          |        ^^^^^^^^^^^
          |
          = help: size or percent: 512 B to less than 8192 PiB, or above 0% to 100%

        error: there is no target "dsik"
          --> job.toml:10:10
           |
        10 | target = "dsik"
           |          ^^^^^^
           |
           = help: did you mean "disk"?

        error: there is no key `bs` in stream "data"
          --> job.toml:11:1
           |
        11 | bs = "8k"
           | ^^
           |
           = help: did you mean `block`?

        error: `depth` must be 1 to 4096, not 0
          --> job.toml:12:9
           |
        12 | depth = 0
           |         ^
           |
           = help: number: 1 to 4096

        error: `read` must be 0% to 100%, not 170%
          --> job.toml:13:8
           |
        13 | read = "170%"
           |        ^^^^^^
           |
           = help: percent: 0% to 100%

        error: `compress` says what is in the blocks, but `zeros` fills them with zeros
          --> job.toml:14:12
           |
        14 | compress = "50%"
           |            ^^^^^
           |
           = help: keep one of them

        error: stream "data" goes through the page cache, but `iopoll` needs direct I/O
          --> job.toml:17:9
           |
        17 | cache = "buffered"
           |         ^^^^^^^^^^
           |
           = help: write cache = "direct", or leave out `iopoll`

        error: stream "log" has no end
          --> job.toml:19:9
           |
        19 | [stream.log]
           |         ^^^
           |
           = help: add `duration`, `bytes`, `ios` or `until_steady`; or `duration` in [job]

        error: `block` must be a multiple of 512 B for direct I/O, but has 1000 B
          --> job.toml:20:9
           |
        20 | block = { 4k = 70, 1000 = 30 }
           |         ^^^^^^^^^^^^^^^^^^^^^^
           |
           = help: write cache = "buffered", or whole sectors

        error: `access` does not know "zpif"; did you mean "zipf"?
          --> job.toml:21:10
           |
        21 | access = "zpif:1.1"
           |          ^^^^^^^^^^
           |
           = help: a word, with a number after a colon: `random`, `shuffled`, `sequential`, `sequential:PERCENT`, `zipf:EXPONENT`, `pareto:PERCENT`, `normal:CENTER,DEVIATION`, `strided:SIZE`, `strided:-SIZE`, `strided:SIZE,COLUMNS`, `runs:SIZE,SIZE`, `hops:SIZE,SIZE,SIZE`, `zones:PERCENT/PART,...`

        error: `arrivals` needs a `rate`
          --> job.toml:22:12
           |
        22 | arrivals = "poisson"
           |            ^^^^^^^^^
           |
           = help: add for example: rate = 1000

        error: there is no stream "lgo"
          --> job.toml:25:20
           |
        25 | streams = ["data", "lgo", "data"]
           |                    ^^^^^
           |
           = help: did you mean "log"?

        error: stream "data" is named twice
          --> job.toml:25:27
           |
        25 | streams = ["data", "lgo", "data"]
           |                           ^^^^^^
           |
           = help: name it once; for more load raise its `workers`

        error: `kind` does not know "io_uring"; did you mean "uring"?
          --> job.toml:28:8
           |
        28 | kind = "io_uring"
           |        ^^^^^^^^^^
           |
           = help: one word: `uring`, `libaio`, `iocp`, `sync`, `null`, `sim`

        job.toml: 16 problems; nothing was opened or written
    "#]].assert_eq(&shown);
}

#[test]
fn broken_syntax_is_told_with_what_is_wrong_elsewhere() {
    let text = "[target.disk]\npath = \"x\n\n[stream.data]\ndepth = 9999\nduration = \n";
    let problems = read("job.toml", text).problems;
    expect![[r#"
        error: invalid basic string, expected `"`
         --> job.toml:2:10
          |
        2 | path = "x
          |          ^
          |
          = help: a job is a TOML file; see https://toml.io

        error: `depth` must be 1 to 4096, not 9999
         --> job.toml:5:9
          |
        5 | depth = 9999
          |         ^^^^
          |
          = help: number: 1 to 4096

        error: string values must be quoted, expected literal string
         --> job.toml:6:12
          |
        6 | duration = 
          |            ^
          |
          = help: a job is a TOML file; see https://toml.io

        job.toml: 3 problems; nothing was opened or written
    "#]]
    .assert_eq(&job::show("job.toml", text, &problems, false));
}

#[test]
fn the_largest_size_is_the_one_that_the_documentation_names() {
    let problems = |size: &str| {
        let text = format!("[target.t]\npath = \"x\"\nsize = \"{size}\"\n[stream.s]\nios = 1\n");
        read("job.toml", &text).problems
    };
    assert_eq!(problems("8191PiB"), []);
    for (size, part) in [("8192PiB", "too large"), ("511B", "512 B to less than 8192 PiB")] {
        let told = problems(size);
        assert!(told.iter().any(|p| p.text.contains(part)), "{told:?}");
    }
}

#[test]
fn an_empty_job_says_what_is_missing() {
    let texts: Vec<String> = read("x", "").problems.into_iter().map(|p| p.text).collect();
    assert_eq!(texts, ["the job has no target", "the job has no stream"]);
}

#[test]
fn a_stream_without_an_end_is_a_problem_and_the_jobs_duration_is_one() {
    let text = "[target.a]\npath = \"x\"\n[stream.s]\ndepth = 2\n";
    let problems = read("x", text).problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].text.contains("no end"));
    let reading = read("x", &format!("[job]\nduration = 5\n{text}"));
    let workload = reading.workload.expect("nothing is wrong");
    assert_eq!(workload.streams[0].stop.duration_ns, Some(base::Nanos::secs(5)));
}

#[test]
fn what_has_no_effect_is_noted() {
    let text = "[target.a]\npath = \"x\"\n[target.b]\npath = \"y\"\n[stream.s]\ntarget = \"a\"\n\
                sync = \"dsync\"\ncursor = \"shared\"\nduration = 1\n";
    let reading = read("x", text);
    assert!(reading.workload.is_some());
    let notes: Vec<&str> = reading.notes.iter().map(|n| n.text.as_str()).collect();
    assert_eq!(
        notes,
        [
            "no stream uses target \"b\"",
            "`sync` has no effect: stream \"s\" only reads",
            "`cursor` has no effect: stream \"s\" is random and has no position",
        ]
    );
}
