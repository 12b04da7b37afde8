//! The structure of a batch file: lines, and loops with their bodies.

use job::Problem;
use std::ops::Range;
use std::vec::IntoIter;

#[derive(Debug)]
pub(super) enum Node {
    Line {
        span: Range<usize>,
        text: String,
    },
    Loop {
        span: Range<usize>,
        variable: char,
        values: LoopValues,
        body: Vec<Node>,
    },
    /// `if` with a block, which is not part of the text.
    If {
        span: Range<usize>,
        text: String,
        body: Vec<Node>,
    },
}

/// What a loop goes through, before variables are expanded.
#[derive(Debug)]
pub(super) enum LoopValues {
    Words(String),
    /// First, step, last.
    Numbers(String),
}

/// A line with its continuations.
struct LogicalLine {
    span: Range<usize>,
    text: String,
}

/// The nodes of a text; loops that are not followed are problems.
pub(super) fn parse(text: &str, problems: &mut Vec<Problem>) -> Vec<Node> {
    let mut parser = Parser { lines: logical_lines(text).into_iter(), problems };
    let mut nodes = Vec::new();
    while let Some(line) = parser.lines.next() {
        parser.node(&line.span, &line.text, &mut nodes);
    }
    nodes
}

fn logical_lines(text: &str) -> Vec<LogicalLine> {
    let mut lines: Vec<LogicalLine> = Vec::new();
    let (mut at, mut continues) = (0, false);
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        let span = at..at + body.len();
        at += line.len();
        let (part, goes_on) = match body.strip_suffix('^') {
            Some(part) => (part, true),
            None => (body, false),
        };
        match lines.last_mut().filter(|_| continues) {
            Some(last) => {
                last.text.push_str(part);
                last.span.end = span.end;
            }
            None => lines.push(LogicalLine { span, text: part.to_owned() }),
        }
        continues = goes_on;
    }
    lines
}

struct Parser<'a> {
    lines: IntoIter<LogicalLine>,
    problems: &'a mut Vec<Problem>,
}

impl Parser<'_> {
    fn node(&mut self, span: &Range<usize>, text: &str, nodes: &mut Vec<Node>) {
        let text = text.trim().trim_start_matches('@').trim_start();
        if text.is_empty() {
            return;
        }
        if first_word(text).eq_ignore_ascii_case("if")
            && let Some(head) = text.strip_suffix('(')
        {
            let body = self.body("(", span);
            let text = head.trim_end().to_owned();
            return nodes.push(Node::If { span: span.clone(), text, body });
        }
        if !first_word(text).eq_ignore_ascii_case("for") {
            return nodes.push(Node::Line { span: span.clone(), text: text.to_owned() });
        }
        let Some(head) = LoopHead::read(text) else {
            let help =
                "write for %%x in (A B) do COMMAND, or for /L %%i in (FIRST,STEP,LAST) do COMMAND";
            self.problems.push(Problem {
                span: span.clone(),
                text: "this loop is not followed".to_owned(),
                help: help.to_owned(),
            });
            // Its body is no sequence of tests.
            self.body(text.rsplit_once(" do ").map_or("", |(_, rest)| rest), &(0..0));
            return;
        };
        let body = self.body(head.rest, span);
        nodes.push(Node::Loop {
            span: span.clone(),
            variable: head.variable,
            values: head.values,
            body,
        });
    }

    /// The nodes after `do`: one command, or a block up to its closing bracket.
    fn body(&mut self, rest: &str, span: &Range<usize>) -> Vec<Node> {
        let mut nodes = Vec::new();
        let Some(inner) = rest.trim().strip_prefix('(') else {
            self.node(span, rest, &mut nodes);
            return nodes;
        };
        if let Some(inner) = inner.trim_end().strip_suffix(')') {
            self.node(span, inner, &mut nodes);
            return nodes;
        }
        self.node(span, inner, &mut nodes);
        while let Some(line) = self.lines.next() {
            if let Some(after) = line.text.trim_start().strip_prefix(')') {
                if !after.trim().is_empty() {
                    self.problems.push(Problem {
                        span: line.span,
                        text: "what follows the block is not followed".to_owned(),
                        help: "write it on a line of its own, without `else`".to_owned(),
                    });
                }
                break;
            }
            self.node(&line.span, &line.text, &mut nodes);
        }
        nodes
    }
}

/// `for %%x in (VALUES) do REST`.
struct LoopHead<'t> {
    variable: char,
    values: LoopValues,
    rest: &'t str,
}

impl<'t> LoopHead<'t> {
    fn read(text: &'t str) -> Option<Self> {
        let after = text[3..].trim_start();
        let (counts, after) = match after.get(..2) {
            Some(switch) if switch.eq_ignore_ascii_case("/l") => (true, after[2..].trim_start()),
            _ => (false, after),
        };
        let after = after.trim_start_matches('%');
        let variable = after.chars().next().filter(char::is_ascii_alphabetic)?;
        let after = after[1..].trim_start();
        let after =
            after.get(..2).filter(|word| word.eq_ignore_ascii_case("in")).map(|_| &after[2..])?;
        let (values, after) = after.trim_start().strip_prefix('(')?.split_once(')')?;
        let after = after.trim_start();
        let rest =
            after.get(..2).filter(|word| word.eq_ignore_ascii_case("do")).map(|_| &after[2..])?;
        let values = values.to_owned();
        let values = if counts { LoopValues::Numbers(values) } else { LoopValues::Words(values) };
        Some(Self { variable, values, rest })
    }
}

fn first_word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}
