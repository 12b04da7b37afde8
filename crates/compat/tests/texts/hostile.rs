//! Hostile input for every reader: input of four times the length takes about four times as long, whatever it repeats, and no text
//! takes more memory than its length allows.

#[path = "../../../../fuzz/hostile.rs"]
mod inputs;
#[path = "../../../../fuzz/worst_cases.rs"]
mod worst_cases;

use super::fuzz_seeds::{feed, seeds};
use worst_cases::{MemoryBudget, WorstCase, cpu_ns, excessive};

#[test]
fn no_reader_takes_the_square_of_its_input() {
    if cpu_ns().is_none() {
        eprintln!("SKIPPED: the kernel does not tell the CPU time of a thread");
        return;
    }
    let slow: Vec<String> = std::thread::scope(|scope| {
        let begun: Vec<_> = feed::readers()
            .map(|reader| {
                scope.spawn(move || inputs::slow(reader, |data| feed::feed(reader, data)))
            })
            .collect();
        begun.into_iter().flat_map(|one| one.join().expect("no reader panics")).collect()
    });
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Jobs have at most 512 KiB, so that these bytes are few.
const BUDGET: MemoryBudget = MemoryBudget { each: 128, beside: 4 << 20 };
const BYTES: usize = 128 << 10;

/// The worst texts of each reader.
const WORST: &[(&str, &[WorstCase<'_>])] = &[
    (
        "native",
        &[
            ("[target.x]\npath = \"", "=\n", "\"\n"),
            ("", "a#=1\n", ""),
            ("", "[[phase]]\n", ""),
            ("[target.x]\npath=\"null\"\n", "[stream.a#]\n[[phase]]\n", ""),
            ("", "[target.a#]\n[stream.a#]\n", ""),
            ("[[phase]]\nstreams = [", "\"a#\",", "]\n"),
            ("[target.x]\npath = \"", "x", ""),
        ],
    ),
    ("plan", &[("", "[[stage]]\n", ""), ("x = ", "[", ""), ("", "a#=1\n", "")]),
    ("profile", &[("", "[role.a#]\n", ""), ("x = [", "1,", "]\n"), ("", "a#=1\n", "")]),
    ("grid", &[("-b(", ",", ")"), ("", " x", "")]),
    ("layouts", &[("", "a,", ""), ("", ";", "")]),
    (
        "fio",
        &[
            ("a.fio\n[a]\n", "iodpeth#=1\n", ""),
            ("a.fio\n", "[a#]\n", ""),
            ("a.fio\n[a]\n", "bssplit=4k/1:8k\n", ""),
            ("a.fio\n[a]\nfilename=", "x", ""),
            ("a.fio\n[a]\nbssplit=", "4k/1:", "\n"),
        ],
    ),
    (
        "diskspd",
        &[
            ("", "t# ", "\n"),
            ("-Xx.xml\n<Profile>", "<a>", ""),
            ("-Xx.xml\n<Profile ", "a#=\"1\" ", "></Profile>"),
            (
                "-Xx.xml\n<Profile><TimeSpans><TimeSpan><Targets>",
                "<Target><Path>p#</Path></Target>",
                "</Targets></TimeSpan></TimeSpans></Profile>",
            ),
        ],
    ),
    ("sqlio", &[("-Fp.txt\n", "x#\n", ""), ("", "-? ", "\n"), ("-R(\n", "x", "")]),
    ("iometer", &[("x.icf\n'Version 1998\n", "x\n", ""), ("x.icf\n", "'a\n", "")]),
    ("orion", &[("-run simple -testname t\n", "/dev/x#\n", ""), ("", "1 ", "\n")]),
    ("sqliosim", &[("-cfg x\n", "x#=1\n", ""), ("-cfg x\n", "[File#]\n", "")]),
];

/// Bug: each of 100,000 targets beyond the most was a problem of its own, in 95 MB.
#[test]
fn a_profile_of_many_targets_takes_64_mib_at_most() {
    let targets = "<Target/>".repeat((1 << 20) / "<Target/>".len());
    let xml = format!(
        "-Xx.xml\n<Profile><TimeSpans><TimeSpan><Targets>{targets}</Targets></TimeSpan></TimeSpans></Profile>"
    );
    let taken = allocation_counter::measure(|| feed::feed("diskspd", xml.as_bytes()));
    assert!(taken.bytes_max <= 64 << 20, "{} MiB", taken.bytes_max >> 20);
}

#[test]
fn no_text_takes_much_more_memory_than_its_length() {
    for (reader, cases) in WORST {
        let feed = |data: &[u8]| feed::feed(reader, data);
        let peak = |work: &mut dyn FnMut()| allocation_counter::measure(work).bytes_max;
        let wrong = excessive(cases, BYTES, BUDGET, feed, peak);
        assert!(wrong.is_empty(), "{reader}: {}", wrong.join("\n"));
    }
}
