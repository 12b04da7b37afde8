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
    let Some((_, lines)) = examples().find(|(of, _)| *of == path) else { return command };
    let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
    let header = *command.get_styles().get_header();
    command.after_help(format!("{before}{header}Examples:{header:#}\n{lines}"))
}

/// Examples of each command: its path, and a line for each.
const EXAMPLES: &str = include_str!("examples.txt");

fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    EXAMPLES.trim_end().split("\n\n").filter_map(|one| one.split_once('\n'))
}

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
        let paths = examples().map(|(path, _)| path.split(' '));
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
