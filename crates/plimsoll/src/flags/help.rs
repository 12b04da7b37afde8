//! The help of the program and its commands: the groups in which `--help` lists them, and examples for each.

use super::Flags;
use clap::{Arg, CommandFactory};
use compat::{TOOLS, Tool};
use std::fmt::Write;

/// The argument that takes the words of a tool.
pub(crate) const WORDS: &str = "words";

/// The commands as `--help` lists them, before those of other tools.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Measure", &["check", "run", "soak", "verify", "powercut", "inventory"]),
    ("Studies", &["calibrate", "scale", "compare", "ramp", "study"]),
    ("Production load", &["capture", "profiles"]),
    ("Results", &["results", "diff", "size", "serve"]),
];

const LAST: &str = "`plimsoll completions SHELL` prints completions, `plimsoll man` the man pages.

Exit codes: 0 done or fit, 1 not fit, 2 cannot tell, 3 wrong command line or job, 4 a target failed or
was refused, or a requested report could not be written, 5 a bug in plimsoll, 130 interrupted
(measurements are kept).";

/// The whole command line: Plimsoll's commands, and one for each tool that is built in.
pub(crate) fn command() -> clap::Command {
    let tool = |tool: &Tool| {
        let words = Arg::new(WORDS)
            .help("Options of the tool, and --map, --overwrite, --destroy, --store and --seed of plimsoll")
            .value_name("WORDS")
            .num_args(0..)
            .trailing_var_arg(true)
            .allow_hyphen_values(true);
        clap::Command::new(tool.name).about(tool.about).disable_help_flag(true).arg(words)
    };
    let own = Flags::command().mut_subcommands(|command| with_examples(command, ""));
    let list = list_of_commands(&own);
    let header = own.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}\n\n{LAST}"
    );
    own.help_template(template).subcommands(TOOLS.iter().map(tool))
}

/// The commands in groups, each with its line of help.
fn list_of_commands(root: &clap::Command) -> String {
    let (header, literal) = (root.get_styles().get_header(), root.get_styles().get_literal());
    let about = |name: &str| {
        let command = root.find_subcommand(name).expect("a group names commands");
        let about = command.get_about().expect("each command says what it does");
        format!("  {literal}{name:<10}{literal:#}  {about}\n")
    };
    let mut list = String::new();
    for (group, names) in GROUPS {
        let lines: String = names.iter().map(|name| about(name)).collect();
        write!(list, "{header}{group}:{header:#}\n{lines}\n").expect("a string takes all");
    }
    let tools: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    let tools = tools.join(", ");
    let does = "Do and print what this tool does";
    let tools = format!("  {literal}{tools}{literal:#}  {does}\n");
    let tools = if TOOLS.is_empty() { String::new() } else { tools };
    list + &format!("{header}Other tools:{header:#}\n{tools}{}\n", about("convert"))
}

/// The command with its examples at the end of its help.
fn with_examples(command: clap::Command, parent: &str) -> clap::Command {
    let path = format!("{parent} {}", command.get_name()).trim().to_owned();
    let command = command.mut_subcommands(|own| with_examples(own, &path));
    let Some((_, lines)) = EXAMPLES.iter().find(|(of, _)| *of == path) else { return command };
    let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
    let header = *command.get_styles().get_header();
    let lines: String = lines.iter().map(|line| format!("\n  {line}")).collect();
    command.after_help(format!("{before}{header}Examples:{header:#}{lines}"))
}

/// Examples of each command.
const EXAMPLES: &[(&str, [&str; 3])] = &[
    (
        "check",
        [
            "plimsoll check /mnt/data",
            "plimsoll check /mnt/data --for sqlserver-oltp --require 'iops>=5k, p99<=10ms'",
            "plimsoll check /dev/sdb --destroy /dev/sdb --budget 10min --report check.html",
        ],
    ),
    (
        "run",
        [
            "plimsoll run job.toml",
            "plimsoll run job.toml --dry-run",
            "plimsoll run job.toml --destroy /dev/sdb --csv intervals.csv --report run.html",
        ],
    ),
    (
        "soak",
        [
            "plimsoll soak /mnt/data --for postgres --days 7",
            "plimsoll soak /mnt/data --load 500 --time 36h --sla 'p99<=20ms in 99.9% of minutes'",
            "plimsoll soak report last --sla-sheet sla.md",
        ],
    ),
    (
        "verify",
        [
            "plimsoll verify /mnt/data",
            "plimsoll verify /mnt/data --for postgres --cycles 12",
            "plimsoll verify --cfg sqliosim.cfg.ini --map 'F:=/mnt/f'",
        ],
    ),
    (
        "powercut",
        [
            "plimsoll powercut ledger commits.ledger --listen 0.0.0.0:7575 --secret-file secret",
            "plimsoll powercut write /mnt/data --ledger 10.0.0.7:7575 --secret-file secret",
            "plimsoll powercut check /mnt/data --ledger 10.0.0.7:7575 --secret-file secret",
        ],
    ),
    (
        "inventory",
        [
            "plimsoll inventory",
            "plimsoll inventory /mnt/data",
            "plimsoll inventory /dev/sdb --json",
        ],
    ),
    (
        "calibrate",
        [
            "plimsoll calibrate /dev/sdb /dev/sdc /dev/sdd",
            "plimsoll calibrate /mnt/a /mnt/b /mnt/c --size 16GiB --time 30s",
            "plimsoll calibrate 'sim:hdd?disks=14&layout=none&slow=3:1.4'",
        ],
    ),
    (
        "scale",
        [
            "plimsoll scale /dev/sdb /dev/sdc /dev/sdd /dev/sde",
            "plimsoll scale /dev/sdb /dev/sdc --write --destroy /dev/sdb /dev/sdc",
            "mpirun -n 4 plimsoll scale /mnt/cluster --hosts --block 1MiB",
        ],
    ),
    (
        "compare",
        [
            "plimsoll compare --layout raid5=/mnt/r5 --layout raid10=/mnt/r10 --for postgres",
            "plimsoll compare --layout 64k=/mnt/r64 --layout 256k=/mnt/r256 --each-size",
            "plimsoll compare --build 'raid1 x 64k' --disks /dev/sdb,/dev/sdc --destroy /dev/sdb /dev/sdc",
        ],
    ),
    (
        "ramp",
        [
            "plimsoll ramp /mnt/data --block 8k,64k --mix 100,70",
            "plimsoll ramp /mnt/data --for prod.toml --latency-limit 'p99<=10ms'",
            "plimsoll ramp /dev/sdb --depths 1-256",
        ],
    ),
    (
        "study",
        [
            "plimsoll study plan.toml --dry-run",
            "plimsoll study plan.toml --report night.html",
            "plimsoll study plan.toml --destroy /dev/sdb /dev/sdc --fresh",
        ],
    ),
    (
        "capture",
        [
            "plimsoll capture /dev/sda --for 24h -o prod.capture",
            "plimsoll capture --import iostat.log --device sda -o prod.capture",
            "plimsoll capture show prod.capture --html prod.html",
        ],
    ),
    (
        "capture fit",
        [
            "plimsoll capture fit prod.capture -o prod.toml",
            "plimsoll capture fit prod.capture --target /mnt/data/fitted.data -o prod.toml",
            "plimsoll capture fit prod.capture --refine /dev/sdc --destroy /dev/sdc -o prod.toml",
        ],
    ),
    (
        "capture replay",
        [
            "plimsoll capture replay prod.capture /mnt/data/replay.data",
            "plimsoll capture replay prod.capture /dev/sdc --destroy /dev/sdc --scale-space",
            "plimsoll capture replay prod.capture sim:ssd --speed 2.0",
        ],
    ),
    ("profiles", ["plimsoll profiles", "plimsoll profiles postgres", "plimsoll profiles --json"]),
    (
        "results",
        [
            "plimsoll results",
            "plimsoll results show last",
            "plimsoll results report 12 -o report.html",
        ],
    ),
    (
        "diff",
        [
            "plimsoll diff 12 last",
            "plimsoll diff 12 13 --practical 5%",
            "plimsoll diff 12 last --json",
        ],
    ),
    (
        "size",
        [
            "plimsoll size --require 'iops>=8000,write=0.3,p99<=10ms'",
            "plimsoll size --for prod.toml --latency-limit 'p99<=10ms'",
            "plimsoll size --require 'commits>=2k' --disks disks.toml --run 12,13",
        ],
    ),
    (
        "serve",
        [
            "plimsoll serve",
            "plimsoll serve --listen 0.0.0.0:7070 --token-file token",
            "plimsoll serve --captures captures --allow-start /mnt/data",
        ],
    ),
    (
        "convert",
        [
            "plimsoll convert job.fio --to native -o job.toml",
            "plimsoll convert job.toml --to fio",
            "plimsoll convert test.icf --to native --map 'C:=/mnt/c'",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use clap::FromArgMatches;

    /// Words as a shell splits them; quotes enclose a whole word.
    fn words(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (number, part) in line.split('\'').enumerate() {
            let is_quoted = number % 2 == 1;
            let split = part.split_whitespace().map(str::to_owned);
            if is_quoted { words.push(part.to_owned()) } else { words.extend(split) }
        }
        words
    }

    /// Parses each example in the help of the command and its own commands; returns their number.
    fn parse_examples(command: &clap::Command) -> usize {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples = help.split_once("Examples:\n").map(|(_, lines)| lines).unwrap_or_default();
        for line in examples.lines() {
            let start = line.find("plimsoll ").unwrap_or_else(|| panic!("no command: {line}"));
            let read = super::command().try_get_matches_from(words(&line[start..]));
            let read = read.and_then(|matches| Flags::from_arg_matches(&matches));
            assert!(read.is_ok(), "{line}: {}", read.expect_err("it is wrong"));
        }
        for own in command.get_subcommands() {
            let _ = parse_examples(own);
        }
        examples.lines().count()
    }

    #[cfg(feature = "fio")]
    #[test]
    fn each_command_has_three_examples_that_are_right() {
        let root = command();
        let is_own = |command: &&clap::Command| Tool::named(command.get_name()).is_none();
        for command in root.get_subcommands().filter(is_own) {
            let wanted = if command.is_hide_set() { 0 } else { 3 };
            assert_eq!(parse_examples(command), wanted, "{}", command.get_name());
        }
        let paths = EXAMPLES.iter().map(|(path, _)| path.split(' '));
        for mut path in paths {
            let found = path.try_fold(&root, |command, name| command.find_subcommand(name));
            assert!(found.is_some(), "examples of no command");
        }
    }

    #[test]
    fn the_help_lists_each_command_in_a_group_and_each_option_under_a_heading() {
        let listed: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for command in Flags::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let name = command.get_name();
            assert!(listed.contains(&name) || name == "convert", "{name}");
            for option in command.get_arguments().filter(|option| !option.is_hide_set()) {
                assert!(option.get_help_heading().is_some(), "{name} {}", option.get_id());
            }
        }
    }
}
