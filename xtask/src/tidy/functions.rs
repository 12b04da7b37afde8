//! The limit on the length of functions.
//!
//! Takes one source; gives breaches. Never counts test code. Clippy's `too_many_lines` counts tests, too.

use crate::source::Source;

/// The longest a function may be, from its signature to its closing bracket.
const LINES_LIMIT: usize = 70;

/// Checks every function outside test code.
pub(super) fn check(source: &Source) -> Vec<String> {
    let long = source.functions.iter().filter(|f| !source.is_test(f.line) && f.lines > LINES_LIMIT);
    let breach = |function: &crate::source::Function| {
        let place = format!("{}:{}: fn {}", source.path, function.line, function.name);
        format!("{place} has {} lines, the limit is {LINES_LIMIT}", function.lines)
    };
    long.map(breach).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(attribute: &str, lines: usize) -> usize {
        let text = format!("//! x\n{attribute}fn f() {{\n{}}}\n", "// \n".repeat(lines - 2));
        check(&Source::parse("crates/base/src/a.rs", &text).unwrap()).len()
    }

    #[test]
    fn a_long_function_is_a_breach_outside_of_tests() {
        assert_eq!([breaches("", 70), breaches("", 71), breaches("#[test]\n", 100)], [0, 1, 0]);
    }
}
