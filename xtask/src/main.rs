//! Project tools: project rules, generated files, benches, packages and the disk lab, as `cargo xtask COMMAND`.
//!
//! Takes a command line; gives text on stdout and exit code 0 or 1. Never ships.

mod bench;
mod databases;
mod dist;
mod generate;
mod lab;
mod source;
mod tidy;
mod verdicts;
mod windows;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask tidy                              hold the source against the project rules
cargo xtask generate [--check]                write the generated files, or say which are stale
cargo xtask bench peers [--write] [--smoke]   speed side by side with fio
cargo xtask verdicts [--write]                verdicts on throttled loop devices beside fio, for root
cargo xtask databases [--write]               transactions per second that a check predicts beside PostgreSQL, for root
cargo xtask dist                              static binary, .deb, .rpm, tarball, .zip for Windows, SBOM, checksums
cargo xtask lab up|exec|show|down ...         loop devices with limits of the kernel, for root
cargo xtask windows CARGO-WORDS               a cargo command for Windows, such as build, by the compilers of Debian
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["tidy"] => tidy::run(),
        ["generate", rest @ ..] => generate::run(rest),
        ["bench", "peers", rest @ ..] => bench::peers(rest),
        ["verdicts", rest @ ..] => verdicts::run(rest),
        ["databases", rest @ ..] => databases::run(rest),
        ["windows", rest @ ..] => windows::run(rest),
        ["dist", rest @ ..] => dist::run(rest),
        ["lab", rest @ ..] => lab::main(&rest.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>()),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("\"{}\" is not a command here\n{HELP}", words.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}
