//! Batch files of Windows (`.bat`, `.cmd`): takes the text, gives the command lines of tools in the order in which `cmd` runs them.
//!
//! Follows variables, `for` loops over words and numbers, `if A==B`, blocks, redirections, new folders and waits. What decides the
//! order of tests and is not followed (`goto`, other `if`, arithmetic) is a problem; other programs are left out with a note. Lines
//! of bare switches are those of the tool that has such switches. Runs nothing.

mod line;
mod places;
mod tree;

pub use places::{Places, local};

use crate::tool::{TOOLS, Tool};
use job::{Note, Problem};
use line::{Call, Redirection};
use std::collections::HashMap;
use std::ops::Range;
use tree::{LoopValues, Node};

/// The most steps of a batch file: above a week of tests of one second.
const STEPS_MAX: usize = 100_000;
/// The size that a file is assumed to have while the lines are read: an earlier line may make it.
pub const ASSUMED_BYTES: u64 = 1 << 40;

#[derive(Debug, Default)]
pub struct Batch {
    pub steps: Vec<BatchStep>,
    pub notes: Vec<Note>,
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct BatchStep {
    pub span: Range<usize>,
    pub action: BatchAction,
}

#[derive(Clone, Debug)]
pub enum BatchAction {
    Wait {
        seconds: u64,
    },
    /// Also the folders above it, as `mkdir` does.
    MakeFolder {
        path: String,
    },
    Run(ToolCall),
}

#[derive(Clone, Debug)]
pub struct ToolCall {
    pub tool: &'static Tool,
    /// The words after the program's name.
    pub words: Vec<String>,
    pub output: Option<OutputFile>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    pub path: String,
    /// Whether what it contains stays (`>>`).
    pub appends: bool,
}

/// Whether a file of this name is a batch file.
pub fn is_named_so(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".bat", ".cmd", ".ps1"].iter().any(|end| name.ends_with(end))
}

pub fn calls(text: &str) -> usize {
    let called = |line: &str| {
        let call = line::call(line.trim_start().trim_start_matches('@'));
        call.words.first().is_some_and(|program| tool_of(&line::program(program)).is_some())
    };
    match bare_tool(text) {
        Some(_) => text.lines().filter(|line| !line.trim().is_empty()).count(),
        None => text.lines().filter(|line| called(line)).count(),
    }
}

/// The tool whose switches all lines of a text begin with; `None` if any line begins otherwise.
fn bare_tool(text: &str) -> Option<&'static Tool> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_bare = |line: &str| line.starts_with('-') && !line.starts_with("- ");
    let words = || lines().flat_map(str::split_whitespace);
    let known = || TOOLS.iter().find(|tool| words().any(tool.has_switch));
    if lines().all(is_bare) { known() } else { None }
}

fn tool_of(program: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.programs.contains(&program))
}

pub fn read(text: &str) -> Batch {
    let mut reader = Reader { bare: bare_tool(text), ..Reader::default() };
    let nodes = tree::parse(text, &mut reader.batch.problems);
    reader.follow(&nodes);
    let Reader { mut batch, .. } = reader;
    if batch.problems.is_empty() && !batch.steps.iter().any(BatchStep::runs) {
        batch.problems.push(Problem {
            span: 0..text.len(),
            text: "no line calls a tool that is known here".to_owned(),
            help: TOOLS.iter().map(|tool| tool.name).collect::<Vec<_>>().join(", "),
        });
    }
    batch
}

impl BatchStep {
    fn runs(&self) -> bool {
        matches!(self.action, BatchAction::Run(_))
    }
}

/// Programs that change nothing which a test needs.
const SILENT: [&str; 14] = [
    "chcp", "cls", "color", "date", "echo", "endlocal", "hostname", "pause", "rem", "setlocal",
    "time", "title", "ver", "whoami",
];

/// The `mkdir` after `if not exist PATH`, which makes a folder only once anyway.
fn folder_made(words: &[String]) -> Option<Vec<String>> {
    let [not, exist, _, command @ ..] = words else { return None };
    let is_test = not.eq_ignore_ascii_case("not") && exist.eq_ignore_ascii_case("exist");
    let command = command.iter().map(|word| word.trim_matches(['(', ')']).to_owned());
    let command: Vec<String> = command.filter(|word| !word.is_empty()).collect();
    let makes = command.first().is_some_and(|name| matches!(&*line::program(name), "md" | "mkdir"));
    (is_test && makes).then_some(command)
}

#[derive(Default)]
struct Reader {
    batch: Batch,
    /// Names in upper case.
    variables: HashMap<String, String>,
    /// The variables of the loops around this place, the innermost last.
    loops: Vec<(char, String)>,
    is_over: bool,
    /// The tool of a file that has nothing but switches.
    bare: Option<&'static Tool>,
    /// The parameters of the file that the present line names.
    parameters: Vec<String>,
}

impl Reader {
    fn follow(&mut self, nodes: &[Node]) {
        for node in nodes {
            if self.is_over {
                return;
            }
            match node {
                Node::Line { span, text } => self.line(span, text),
                Node::Loop { span, variable, values, body } => {
                    self.repeat(span, *variable, values, body);
                }
                Node::If { span, text, body } => {
                    let text = self.expanded(span, text);
                    match line::condition(&text) {
                        Some((true, "")) => self.follow_block(span, body),
                        Some((false, "")) => {}
                        _ => self.if_not_followed(span, "if"),
                    }
                }
            }
        }
    }

    fn repeat(&mut self, span: &Range<usize>, variable: char, values: &LoopValues, body: &[Node]) {
        let all = match values {
            LoopValues::Words(text) => line::list(&self.expanded(span, text)),
            LoopValues::Numbers(text) => {
                let text = self.expanded(span, text);
                let Some(numbers) = line::numbers(&text) else {
                    let help = "write for /L %%i in (FIRST,STEP,LAST)";
                    return self.problem(span, "the loop has no three whole numbers", help);
                };
                numbers
            }
        };
        if let Some(pattern) = all.iter().find(|word| word.contains(['*', '?'])) {
            let text = format!("the loop looks for files ({pattern}), which is not followed");
            return self.problem(span, &text, "write the names of the files");
        }
        for value in all {
            self.loops.push((variable, value));
            self.follow(body);
            self.loops.pop();
        }
    }

    /// Follows the block of a condition that holds. A file that ends in it needs the parameters of the condition.
    fn follow_block(&mut self, span: &Range<usize>, body: &[Node]) {
        let parameters = std::mem::take(&mut self.parameters);
        self.follow(body);
        if self.is_over && !parameters.is_empty() {
            self.parameter_missing(span, &parameters.join(" "));
        }
    }

    fn parameter_missing(&mut self, span: &Range<usize>, parameters: &str) {
        let text = format!(
            "the batch file is called with a value for {parameters}, which is not known here"
        );
        let help = format!("write the value into the file in place of {parameters}");
        self.problem(span, &text, &help);
    }

    fn powershell(&mut self, span: &Range<usize>) {
        let help = "write each test as a line, or in a `for` loop of a .cmd file";
        self.problem(span, "PowerShell is not followed", help);
    }

    fn if_not_followed(&mut self, span: &Range<usize>, name: &str) {
        let text = format!("`{name}` is not followed");
        self.problem(span, &text, "write each test as a line, or in a `for` loop");
    }

    fn line(&mut self, span: &Range<usize>, text: &str) {
        let text = self.expanded(span, text);
        if let Some((holds, command)) = line::condition(&text) {
            if holds {
                let command = command.trim_start_matches('(').trim_end_matches(')');
                let text = command.to_owned();
                self.follow_block(span, &[Node::Line { span: span.clone(), text }]);
            }
            return;
        }
        for command in line::commands(&text) {
            if self.batch.steps.len() >= STEPS_MAX {
                self.is_over = true;
                let text = format!("there are more than {STEPS_MAX} steps");
                return self.problem(span, &text, "use shorter loops");
            }
            self.command(span, line::call(&line::untitled(command)));
        }
    }

    fn command(&mut self, span: &Range<usize>, call: Call) {
        let Some((program, words)) = call.words.split_first() else { return };
        let name = line::program(program);
        let step = |action| BatchStep { span: span.clone(), action };
        let bare = self.bare.map(|tool| (tool, &call.words[..]));
        if let Some((tool, words)) = bare.or_else(|| Some((tool_of(&name)?, words))) {
            if !self.parameters.is_empty() {
                return self.parameter_missing(span, &self.parameters.join(" "));
            }
            let output =
                call.output.map(|Redirection { path, appends }| OutputFile { path, appends });
            let run = ToolCall { tool, words: words.to_vec(), output };
            return self.batch.steps.push(step(BatchAction::Run(run)));
        }
        match name.as_str() {
            "call" | "start" => {
                let plain =
                    words.iter().position(|word| !word.starts_with('/') && !word.is_empty());
                let words = plain.map_or(Vec::new(), |at| words[at..].to_vec());
                if words.first().is_some_and(|word| word.starts_with(':')) {
                    let help = "write each test as a line, or in a `for` loop";
                    return self.problem(span, "`call` of a label is not followed", help);
                }
                self.command(span, Call { words, output: call.output });
            }
            "set" => self.set(span, words),
            "md" | "mkdir" => {
                let folder = |path: &String| step(BatchAction::MakeFolder { path: path.clone() });
                self.batch.steps.extend(words.iter().map(folder));
            }
            "cd" | "chdir" | "pushd" | "popd" => {
                self.note(span, &format!("`{name}` is left out: files are those of this folder"));
            }
            "timeout" | "sleep" | "choice" | "ping" => match line::wait_s(&name, words) {
                Some(seconds) => self.batch.steps.push(step(BatchAction::Wait { seconds })),
                None => self.left_out(span, program),
            },
            "exit" => self.is_over = true,
            "goto" if words.iter().any(|word| word.eq_ignore_ascii_case(":eof")) => {
                self.is_over = true;
            }
            "if" if folder_made(words).is_some() => {
                let words = folder_made(words).unwrap_or_default();
                self.command(span, Call { words, output: None });
            }
            "goto" | "if" => self.if_not_followed(span, &name),
            "foreach" | "param" | "function" => self.powershell(span),
            _ if name.starts_with('$') => self.powershell(span),
            _ if SILENT.contains(&name.as_str()) || name.starts_with(':') => {
                if let Some(Redirection { path, .. }) = call.output {
                    self.note(span, &format!("`{name}` is left out: it writes nothing to {path}"));
                }
            }
            _ => self.left_out(span, program),
        }
    }

    fn set(&mut self, span: &Range<usize>, words: &[String]) {
        if words.first().is_some_and(|word| word.starts_with('/')) {
            let help = "write the values, or a loop: for /L %%i in (FIRST,STEP,LAST)";
            return self.problem(span, "arithmetic and questions of `set` are not followed", help);
        }
        if let Some((name, value)) = words.join(" ").split_once('=') {
            self.variables.insert(name.trim().to_ascii_uppercase(), value.to_owned());
        }
    }

    fn expanded(&mut self, span: &Range<usize>, text: &str) -> String {
        let known = |name: &str| match name.to_ascii_uppercase() {
            name if name == "ERRORLEVEL" => Some("0".to_owned()),
            name => self.variables.get(&name).cloned(),
        };
        let expanded = line::expand(text, &self.loops, &known);
        for name in expanded.unknown {
            let text = format!("%{name}% is empty: this file does not set it");
            self.note(span, &text);
        }
        self.parameters = expanded.parameters;
        expanded.text
    }

    fn left_out(&mut self, span: &Range<usize>, program: &str) {
        self.note(span, &format!("`{program}` is left out: it is no tool that is known here"));
    }

    fn note(&mut self, span: &Range<usize>, text: &str) {
        let is_same = |note: &Note| note.span == *span && note.text == text;
        if !self.batch.notes.iter().any(is_same) {
            self.batch.notes.push(Note { span: span.clone(), text: text.to_owned() });
        }
    }

    fn problem(&mut self, span: &Range<usize>, text: &str, help: &str) {
        let (text, help) = (text.to_owned(), help.to_owned());
        let problem = Problem { span: span.clone(), text, help };
        if !self.batch.problems.contains(&problem) {
            self.batch.problems.push(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::Mapping;

    /// Each step in short, such as `diskspd -b8K x > y` and `wait 30`.
    fn steps(text: &str) -> Vec<String> {
        let batch = read(text);
        assert!(batch.problems.is_empty(), "{:?}", batch.problems);
        let shown = |step: &BatchStep| match &step.action {
            BatchAction::Wait { seconds } => format!("wait {seconds}"),
            BatchAction::MakeFolder { path } => format!("mkdir {path}"),
            BatchAction::Run(call) => {
                let words = [&[call.tool.name.to_owned()][..], &call.words].concat().join(" ");
                match &call.output {
                    None => words,
                    Some(file) => {
                        format!("{words} {} {}", if file.appends { ">>" } else { ">" }, file.path)
                    }
                }
            }
        };
        batch.steps.iter().map(shown).collect()
    }

    #[test]
    fn lines_waits_and_files_of_results_are_taken_in_order() {
        let text = "@echo off\r\nrem a test\r\n:: another remark\r\necho started > log.txt\r\n\
            sqlio -kR -s300 -b64 -R1 -LP > R01.log\r\ntimeout /T 30 /NOBREAK >nul\r\n\
            \"C:\\Program Files\\SQLIO\\SQLIO.EXE\" -kW -s300 -b64 \"D:\\my data.dat\" >> W01.log 2>&1\r\n\
            ping -n 31 127.0.0.1 > nul & diskspd.exe -b8K -d60 ^\r\n  -o32 E:\\io.dat\r\npause\r\n";
        assert_eq!(
            steps(text),
            [
                "sqlio -kR -s300 -b64 -R1 -LP > R01.log",
                "wait 30",
                r"sqlio -kW -s300 -b64 D:\my data.dat >> W01.log",
                "wait 30",
                r"diskspd -b8K -d60 -o32 E:\io.dat",
            ]
        );
    }

    #[test]
    fn variables_and_loops_are_expanded() {
        let text = "set FILE=E:\\io.dat\nset SEC=60\n\
            for %%b in (8K 64K) do (\n  for /L %%o in (1,1,2) do diskspd -b%%b -o%%o -d%SEC% %file% > b%%b_%%~o.txt\n\
            \ttimeout 5\n)\nFOR %%s IN (1,2) DO sqlio -kR -s%%s testfile.dat\nexit /b 0\nsqlio never\n";
        assert_eq!(
            steps(text),
            [
                r"diskspd -b8K -o1 -d60 E:\io.dat > b8K_1.txt",
                r"diskspd -b8K -o2 -d60 E:\io.dat > b8K_2.txt",
                "wait 5",
                r"diskspd -b64K -o1 -d60 E:\io.dat > b64K_1.txt",
                r"diskspd -b64K -o2 -d60 E:\io.dat > b64K_2.txt",
                "wait 5",
                "sqlio -kR -s1 testfile.dat",
                "sqlio -kR -s2 testfile.dat",
            ]
        );
    }

    #[test]
    fn lines_of_bare_switches_are_those_of_the_tool_that_has_them() {
        assert_eq!(
            steps("-kR -s60 -frandom -o8 -b8 E:\\x.dat\r\n\r\n-kW -s60 -b8 E:\\x.dat > w.log\r\n"),
            [r"sqlio -kR -s60 -frandom -o8 -b8 E:\x.dat", r"sqlio -kW -s60 -b8 E:\x.dat > w.log"]
        );
        assert_eq!(steps("-b8K -d60 -o32 E:\\x.dat\n"), [r"diskspd -b8K -d60 -o32 E:\x.dat"]);
        assert_eq!(steps("-run simple -testname my\n"), ["orion -run simple -testname my"]);
        assert_eq!(steps("--name=a --rw=read --size=1m\n"), ["fio --name=a --rw=read --size=1m"]);
        assert_eq!(
            (calls("-kR -s60\n-kW -s60\n"), calls("- kR\n- kW\n"), calls("-x\n")),
            (2, 0, 0)
        );
        assert_eq!(calls("[job]\n-kR\n"), 0);
    }

    #[test]
    fn titles_conditions_and_defaults_of_parameters_are_followed() {
        let text = "start \"OLTP test\" /wait diskspd -d1 a.dat\nstart \"\" diskspd -d2 a.dat\n\
            set D=%1\nif \"%1\"==\"\" set D=E:\nif not \"%D%\"==\"E:\" (\n  diskspd -d9 no.dat\n)\n\
            if /i %D%==e: (\n  diskspd -d3 %D%\\x.dat\n)\necho run by %~dp0%0\n";
        assert_eq!(
            steps(text),
            ["diskspd -d1 a.dat", "diskspd -d2 a.dat", r"diskspd -d3 E:\x.dat"]
        );
        let checked = "diskspd -d1 x\nif errorlevel 1 goto failed\nif %ERRORLEVEL% NEQ 0 (\n echo no\n exit /b 1\n)\n\
            if not errorlevel 1 diskspd -d2 x\nset N=3\nif %N% GEQ 3 diskspd -d3 x\n:failed\n";
        assert_eq!(steps(checked), ["diskspd -d1 x", "diskspd -d2 x", "diskspd -d3 x"]);
        let wrong = |text: &str| read(text).problems.first().map(|one| one.text.clone());
        for text in
            ["diskspd -d1 %1\n", "if \"%~1\"==\"\" (\n echo Usage\n exit /b 1\n)\ndiskspd -d1 x\n"]
        {
            let told = wrong(text).unwrap_or_default();
            assert!(told.contains("called with a value for %"), "{text}: {told}");
        }
        let told =
            wrong("$sizes = @(\"4K\")\nforeach ($b in $sizes) {\n & .\\diskspd.exe -b$b x\n}\n");
        assert_eq!(told.as_deref(), Some("PowerShell is not followed"));
        let other = wrong("if \"a\"==\"b\" (\n diskspd -d1 x\n) else (\n diskspd -d2 x\n)\n");
        assert!(other.unwrap_or_default().contains("what follows the block"), "an else");
    }

    #[test]
    fn what_a_step_will_not_find_is_named_unless_an_earlier_step_makes_it() {
        let text = "md a\\b\nif not exist D:\\r (mkdir D:\\r)\ndiskspd -d1 x.dat > a\\b\\1.txt\n\
            diskspd -d1 x.dat > c\\2.txt\nsqlio -s1 >> D:\\r\\3.txt\nsqlio -s1 > E:\\4.txt\n";
        let maps = [Mapping::read("D=/mnt/d").expect("it is whole")];
        let mut places = Places::new(&maps, &|_| false);
        let target = |path: &str, size| {
            let place = workload::TargetLocation::Path(path.into());
            workload::JobTarget { name: path.to_owned(), place, size }
        };
        let sized = target("n/y.dat", Some(workload::Extent::Bytes(base::Bytes(4096))));
        let targets = vec![target("x.dat", None), sized];
        let workload = workload::Workload::new("x", targets, Vec::new());
        let batch = read(text);
        let wrong = |step: &BatchStep| places.missing(step, step.runs().then_some(&workload));
        let wrong: Vec<Problem> = batch.steps.iter().flat_map(wrong).collect();
        let told: Vec<&str> = wrong.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(
            told,
            [
                "x.dat does not exist, and no size is given",
                "n/y.dat needs the folder n",
                r"c\2.txt needs the folder c",
                r"E:\4.txt is a Windows path",
            ]
        );
        assert!(wrong[3].help.contains("'E:=/mnt/data'"), "{}", wrong[2].help);
    }

    #[test]
    fn what_cannot_be_followed_is_named_with_its_place() {
        let text = "call :test 8\nset /a N=N*2\nif exist x.dat diskspd -d1 x.dat\ngoto again\nfor /f %%a in (list.txt) do sqlio %%a\n\
            for %%f in (*.xml) do diskspd -X%%f\n";
        let batch = read(text);
        let places: Vec<&str> = batch.problems.iter().map(|one| &text[one.span.clone()]).collect();
        assert_eq!(batch.problems.len(), 6, "{:?}", batch.problems);
        assert!(places.contains(&"goto again"), "{places:?}");
        let batch =
            read("wmic diskdrive list\ncd /d D:\\t\necho a > b.txt\ndiskspd -d1 %TEMP%x.dat\n");
        let notes: Vec<&str> = batch.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(
            notes,
            [
                "`wmic` is left out: it is no tool that is known here",
                "`cd` is left out: files are those of this folder",
                "`echo` is left out: it writes nothing to b.txt",
                "%TEMP% is empty: this file does not set it"
            ]
        );
        assert_eq!(read("echo nothing\n").problems.len(), 1);
        assert!(is_named_so("C:/Tests/RunSQLIO.BAT") && !is_named_so("batch"));
        assert_eq!(
            calls("rem sqlio\n@sqlio.exe -kR x\n [fio]\nfio=1\n  C:\\t\\diskspd -d1 x\n"),
            2
        );
    }
}
