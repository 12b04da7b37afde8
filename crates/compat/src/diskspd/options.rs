//! Every option of DISKSPD and how it is treated; the reader judges by this table.

use crate::foreign::OptionRow;
use crate::foreign::Treatment::{self, Approximated, Honoured, Refused};

const fn row(name: &'static str, meaning: &'static str, treatment: Treatment) -> OptionRow {
    OptionRow { name, meaning, treatment }
}

/// Every option of 2.2 and 2.3.
pub const OPTIONS: &[OptionRow] = &[
    row("-?", "usage", Honoured),
    row(
        "-:<bits>",
        "experimental behaviour",
        Approximated("experiments of DISKSPD have no effect here"),
    ),
    row(
        "-a, -ag",
        "threads in turn over all CPUs",
        Approximated("the kernel places the threads; name CPUs, as in -a0,1, to pin them"),
    ),
    row("-a<cpu,..>, -ag<group>,<cpu,..>", "the CPUs of the threads, in turn", Honoured),
    row(
        "-a[c][s][p|P|e|E|up]",
        "2.3: the order in which CPUs are taken",
        Approximated("the kernel places the threads; name CPUs, as in -a0,1, to pin them"),
    ),
    row("-b<size>", "block size, 64K", Honoured),
    row(
        "-bsn, -bsp",
        "2.3: distance of the threads' buffers",
        Approximated("buffers lie where the engine has them"),
    ),
    row(
        "-B<size>[:<length>]",
        "where the used part of the target begins, and its length",
        Honoured,
    ),
    row(
        "-c<size>",
        "make the files of this size",
        Approximated(
            "the file is made when it is missing and grown when it is short, always with written data; a file that is long enough keeps its content",
        ),
    ),
    row(
        "-C<seconds>",
        "I/O after the measured time",
        Approximated("nothing runs on after the measured time; none of it would be counted"),
    ),
    row("-d<seconds>", "measured time, 10", Honoured),
    row("-D[ms]", "standard deviation of the IOPS, in buckets of 1000 ms", Honoured),
    row(
        "-e<what>",
        "event tracing of Windows",
        Approximated(
            "there is no such tracing here and no figure comes of it; use perf or bpftrace beside the run",
        ),
    ),
    row("-f<size>", "use only this much of the target", Honoured),
    row(
        "-f<rst>",
        "hints when the file is opened: random, sequential, temporary",
        Approximated("files are opened without hints"),
    ),
    row(
        "-F<threads>",
        "threads over all targets, each with its own I/O on every one of them",
        Honoured,
    ),
    row(
        "-g<bytes>",
        "limit of a thread on a target in bytes per millisecond",
        Approximated(
            "I/Os start on a clock at this rate, without the bursts that catch up after a stall",
        ),
    ),
    row(
        "-g<iops>i",
        "limit of a thread on a target in I/Os per second",
        Approximated(
            "I/Os start on a clock at this rate, without the bursts that catch up after a stall",
        ),
    ),
    row("-h", "older name of -Sh", Honoured),
    row("-i<ios>", "I/Os between two pauses (with -j)", Honoured),
    row(
        "-I<1-3>",
        "priority of the I/O",
        Approximated("I/O has the priority of this process; put ionice before the command"),
    ),
    row("-j<ms>", "the pause (with -i)", Honoured),
    row("-l", "large pages for buffers", Approximated("buffers are ordinary memory")),
    row("-L", "latency statistics", Honoured),
    row("-n", "no affinity of threads", Honoured),
    row(
        "-N<v|n|i>",
        "how mapped writes are flushed (with -Sm)",
        Approximated("every write is followed by fdatasync"),
    ),
    row("-o<ios>", "outstanding I/Os of a thread on a target, 2", Honoured),
    row(
        "-oc<1-16>",
        "2.3: completions that are taken together",
        Approximated("the engine takes what is there"),
    ),
    row(
        "-O<ios>",
        "outstanding I/Os of a thread over all targets (with -F)",
        Approximated(
            "they are dealt out over the targets by weight before the run, at least one for each",
        ),
    ),
    row(
        "-p",
        "outstanding I/Os do not share a position",
        Approximated("each outstanding I/O is a thread of its own"),
    ),
    row(
        "-P[ios]",
        "a dot for every 65536 I/Os",
        Approximated("progress is shown on a terminal instead of dots"),
    ),
    row("-r[align]", "random I/O, aligned", Honoured),
    row("-rs<percent>", "this share of the I/O is random, the rest follows", Honoured),
    row(
        "-rdpct<io/target:..>, -rdabs<io/size:..>",
        "which share of the I/O goes to which part of the target",
        Honoured,
    ),
    row(
        "-R[p]text, -R[p]xml",
        "form of the results; p: show the profile and run nothing",
        Honoured,
    ),
    row(
        "-Rs[text|xml]",
        "2.3: show the system and run nothing",
        Refused("write plimsoll inventory <target>, which tells more"),
    ),
    row("-s[stride]", "sequential I/O with this stride", Honoured),
    row(
        "-si[stride]",
        "sequential I/O from one position that all threads share",
        Approximated("the threads take turns by number: of n threads each takes every nth block"),
    ),
    row("-S, -Su", "no software cache", Honoured),
    row("-Sb", "software cache", Honoured),
    row("-Sd", "DISKSPD for Linux: no software cache (O_DIRECT)", Honoured),
    row("-Sh", "no software cache and write-through", Honoured),
    row(
        "-Sm",
        "memory mapped I/O",
        Approximated("I/O goes through the page cache by reading and writing, not by a mapping"),
    ),
    row(
        "-Sr",
        "no local cache, the remote one stays",
        Approximated("as -Su: a local target has no remote cache"),
    ),
    row(
        "-Ss",
        "DISKSPD for Linux: write-through (O_SYNC)",
        Approximated(
            "as -Sw: each write is durable when it is done, but the file's times may not be",
        ),
    ),
    row("-Sw", "write-through: each write is durable when it is done (O_DSYNC)", Honoured),
    row("-Sy, -SY", "2.3: BypassIO", Approximated("as -Su: only Windows has BypassIO")),
    row("-t<threads>", "threads for each target, 1", Honoured),
    row(
        "-T<size>",
        "distance between the threads' starts",
        Approximated("a thread that reaches the end goes on where it began"),
    ),
    row(
        "-u[n][count|percent p]",
        "2.3: IoRing",
        Approximated("runs on io_uring; the engine decides how many I/Os go together"),
    ),
    row(
        "-v, -vs",
        "tell more",
        Approximated("there is nothing more to tell; wait statistics do not exist here"),
    ),
    row("-w<percent>", "writes, 0", Honoured),
    row("-W<seconds>", "warm-up, 5", Honoured),
    row("-x", "completion routines", Approximated("completions come as the engine has them")),
    row("-X<file>", "a profile in XML", Honoured),
    row(
        "-ys, -yf",
        "events of Windows that tell of start and end",
        Approximated("there are no such events here; nothing is told"),
    ),
    row(
        "-yr, -yp, -ye",
        "events of Windows that are waited for, that stop the run, that are set",
        Refused("there are no such events here; start and stop the command from the script"),
    ),
    row("-z[seed]", "seed of random choices, 0; drawn when bare", Honoured),
    row("-Z", "write zeros", Honoured),
    row("-Zr", "write fresh random data", Honoured),
    row(
        "-Z<size>",
        "write parts of a random buffer",
        Approximated("every write carries fresh random data"),
    ),
    row(
        "-Z<size>,<file>",
        "write parts of a file",
        Refused(
            "the content of a file cannot be written yet; use -Z<size> for random data or -Z for zeros",
        ),
    ),
    row("<target>", "a file, or sim: and a simulated storage", Honoured),
    row("#<n>, <letter>:", "a drive or partition of Windows", Honoured),
    row("*<n>", "a place in an XML profile that a target fills", Honoured),
    row(
        "<ETW>",
        "event tracing of Windows in an XML profile",
        Refused("there is no such tracing here; remove the element"),
    ),
    row(
        "<PrecreateFiles>",
        "make all files of a profile before the first time span",
        Approximated("every file is made before the first time span"),
    ),
    row(
        "<GroupAffinity>",
        "no effect since 2.0",
        Approximated("it has no effect in DISKSPD either"),
    ),
    row("<Weight>, <ThreadTargets>", "shares of a pool of threads (with -F and -O)", Honoured),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_told_once_and_in_full() {
        let mut seen = std::collections::HashSet::new();
        for row in OPTIONS {
            assert!(seen.insert(row.name), "{} twice", row.name);
            assert!(!row.meaning.is_empty());
        }
        let first: std::collections::HashSet<char> =
            OPTIONS.iter().filter_map(|row| row.name.strip_prefix('-')?.chars().next()).collect();
        for letter in "?:abBcCdDefFghiIjlLnNoOpPrRsStTuvwWxXyzZ".chars() {
            assert!(first.contains(&letter), "-{letter}");
        }
    }
}
