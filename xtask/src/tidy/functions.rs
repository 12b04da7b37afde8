//! How long functions may be; the few that are longer are listed, and the list can only shrink.
//!
//! Takes all sources and the list; gives breaches. Never counts test code.

use crate::source::Source;

/// The longest a function may be, from its signature to its closing bracket.
const LINES_LIMIT: usize = 70;
/// At most one function in so many may be on the list.
const ONE_IN: usize = 100;

/// A function that is longer, with the reason. `lines` is its present length: it may not grow, and
/// when it shrinks, so does the number here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Long {
    pub(super) path: &'static str,
    pub(super) name: &'static str,
    pub(super) lines: usize,
    pub(super) reason: &'static str,
}

/// The list.
pub(super) const LONG: &[Long] = &[];

/// Checks every function outside test code.
pub(super) fn check(sources: &[Source], list: &[Long]) -> Vec<String> {
    let mut breaches = Vec::new();
    let mut total = 0;
    for source in sources {
        for function in source.functions.iter().filter(|f| !source.is_test(f.line)) {
            total += 1;
            let place = format!("{}:{}: fn {}", source.path, function.line, function.name);
            let listed =
                list.iter().find(|long| long.path == source.path && long.name == function.name);
            match listed {
                None if function.lines > LINES_LIMIT => breaches.push(format!(
                    "{place} has {} lines, the limit is {LINES_LIMIT}",
                    function.lines
                )),
                Some(long) if function.lines > long.lines => breaches
                    .push(format!("{place} grew from {} to {} lines", long.lines, function.lines)),
                _ => {}
            }
        }
    }
    for long in list {
        let longest = sources
            .iter()
            .filter(|source| source.path == long.path)
            .flat_map(|source| &source.functions)
            .filter(|function| function.name == long.name)
            .map(|function| function.lines)
            .max()
            .unwrap_or(0);
        if longest <= LINES_LIMIT {
            breaches.push(format!("{}: fn {} needs no exception any more", long.path, long.name));
        } else if longest < long.lines {
            breaches.push(format!("{}: fn {}: note {longest} lines now", long.path, long.name));
        }
        if long.reason.is_empty() {
            breaches.push(format!("{}: fn {} is listed without a reason", long.path, long.name));
        }
    }
    if list.len() * ONE_IN > total {
        breaches.push(format!("{} long functions of {total} are more than 1 %", list.len()));
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "crates/base/src/a.rs";

    /// A file with one function `f` of so many lines and 100 short ones.
    fn file(lines: usize) -> Vec<Source> {
        let short: String = (0..100).map(|n| format!("fn g{n}() {{}}\n")).collect();
        let text = format!("//! x\nfn f() {{\n{}}}\n{short}", "// \n".repeat(lines - 2));
        vec![Source::parse(PATH, &text).unwrap()]
    }

    fn listed(lines: usize) -> [Long; 1] {
        [Long { path: PATH, name: "f", lines, reason: "one flat match" }]
    }

    #[test]
    fn a_long_function_is_a_breach_unless_listed() {
        assert!(check(&file(70), &[]).is_empty());
        assert_eq!(check(&file(71), &[]).len(), 1);
        assert!(check(&file(71), &listed(71)).is_empty());
    }

    #[test]
    fn the_list_only_shrinks() {
        assert_eq!(check(&file(81), &listed(80)).len(), 1, "it may not grow");
        assert_eq!(check(&file(79), &listed(80)).len(), 1, "the number follows it down");
        assert_eq!(check(&file(60), &listed(80)).len(), 1, "it leaves the list");
        let twice = [listed(71)[0], Long { name: "gone", ..listed(71)[0] }];
        assert_eq!(check(&file(71), &twice).len(), 2, "gone, and more than 1 %");
    }

    #[test]
    fn tests_may_be_long() {
        let text = format!("//! x\n#[test]\nfn f() {{\n{}}}\n", "// \n".repeat(100));
        assert!(check(&[Source::parse(PATH, &text).unwrap()], &[]).is_empty());
    }
}
