//! Replacement within a value: `${VARIABLE}`, `$ncpus` and similar keywords, and arithmetic.

use super::Context;

/// A value after its replacements, and the variables that were not set.
pub(super) struct ExpandedValue {
    pub value: String,
    pub unset: Vec<String>,
}

/// Replaces variables and keywords. If a keyword was replaced, also evaluates arithmetic over whole numbers.
pub(super) fn expand(value: &str, context: &Context<'_>) -> ExpandedValue {
    let (value, unset) = variables(value, context);
    let keywords = [
        ("$pagesize", context.page_bytes),
        ("$mb_memory", context.memory_bytes >> 20),
        ("$ncpus", u64::from(context.cpus)),
    ];
    let mut replaced = value.clone();
    for (keyword, number) in keywords {
        replaced = replaced.replace(keyword, &number.to_string());
    }
    if replaced != value && replaced.contains(['+', '-', '*', '/']) {
        let number = |token: &str| token.parse::<f64>().ok();
        if let Some(result) = calculate(&replaced, true, &number) {
            replaced = format!("{result:.0}");
        }
    }
    ExpandedValue { value: replaced, unset }
}

fn variables(value: &str, context: &Context<'_>) -> (String, Vec<String>) {
    let (mut out, mut unset, mut rest) = (String::new(), Vec::new(), value);
    while let Some(at) = rest.find("${") {
        let Some(end) = rest[at..].find('}') else { break };
        let name = &rest[at + 2..at + end];
        out.push_str(&rest[..at]);
        match (context.environment)(name) {
            Some(text) => out.push_str(&text),
            None => unset.push(name.to_owned()),
        }
        rest = &rest[at + end + 1..];
    }
    out.push_str(rest);
    (out, unset)
}

/// The value of an expression of `+`, `-`, `*`, `/` and parentheses over tokens that `number` reads; `whole` truncates
/// quotients as bc does. `None` when the text is no such expression.
pub(super) fn calculate(
    text: &str,
    whole: bool,
    number: &dyn Fn(&str) -> Option<f64>,
) -> Option<f64> {
    let mut parser = Parser { rest: text.trim(), depth: 0, whole, number };
    let value = parser.sum()?;
    (parser.rest.trim().is_empty() && value.is_finite()).then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    depth: u32,
    whole: bool,
    number: &'a dyn Fn(&str) -> Option<f64>,
}

/// The deepest nesting of parentheses that is evaluated.
const DEEPEST: u32 = 64;

impl Parser<'_> {
    fn next(&mut self, signs: [char; 2]) -> Option<char> {
        self.rest = self.rest.trim_start();
        let sign = self.rest.chars().next().filter(|c| signs.contains(c))?;
        self.rest = &self.rest[1..];
        Some(sign)
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        while let Some(sign) = self.next(['+', '-']) {
            let other = self.product()?;
            value = if sign == '+' { value + other } else { value - other };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.term()?;
        while let Some(sign) = self.next(['*', '/']) {
            let other = self.term()?;
            value = if sign == '*' { value * other } else { value / other };
            if sign == '/' && self.whole {
                value = value.trunc();
            }
        }
        Some(value)
    }

    fn term(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let value = if self.next(['(', '(']).is_some() {
            let value = self.sum()?;
            self.next([')', ')'])?;
            value
        } else {
            self.rest = self.rest.trim_start();
            let end = self
                .rest
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '.')
                .unwrap_or(self.rest.len());
            let (token, rest) = self.rest.split_at(end);
            self.rest = rest;
            (self.number)(token)?
        };
        self.depth -= 1;
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_products_and_parentheses_have_values() {
        let number = |token: &str| token.parse::<f64>().ok();
        for (text, value) in [
            ("1+2*3", Some(7.0)),
            ("(1 + 2) * 3", Some(9.0)),
            ("7/2", Some(3.0)),
            ("2*(", None),
            ("", None),
            ("1/0", None),
            ("1 2", None),
        ] {
            assert_eq!(calculate(text, true, &number), value, "{text}");
        }
        assert_eq!(calculate(&"(".repeat(100_000), true, &number), None);
    }
}
