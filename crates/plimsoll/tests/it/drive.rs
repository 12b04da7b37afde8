//! Runs the binary: takes arguments, gives exit code and output; the store is in the test's directory.

use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use testkit::TempDir;

/// How long a condition may take to come true before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// The seed of random moments: `PLIMSOLL_TEST_SEED`, or a new one each time. It is printed, so that a failed test can be repeated
/// with it.
pub(crate) fn seed() -> u64 {
    let given = std::env::var("PLIMSOLL_TEST_SEED").ok();
    let seed = given.map_or(u64::from(std::process::id()), |text| text.parse().expect("a number"));
    eprintln!("PLIMSOLL_TEST_SEED={seed}");
    seed
}

/// A directory with a store and a way to call the binary.
pub(crate) struct TestPlace {
    pub(crate) dir: TempDir,
}

pub(crate) struct CommandOutput {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl TestPlace {
    pub(crate) fn new(name: &str) -> Self {
        Self { dir: TempDir::new(&format!("it-{name}")) }
    }

    /// A call of the binary in the directory, with its store there.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = testkit::place::program(env!("CARGO_BIN_EXE_plimsoll"));
        command
            .args(arguments)
            .current_dir(self.dir.path())
            .env("PLIMSOLL_STORE", self.dir.join("results.db"))
            .env("XDG_CONFIG_HOME", self.dir.join("config"))
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null());
        command
    }

    /// The same from a shell, after a command that sets its limits.
    pub(crate) fn command_after(&self, limits: &str, arguments: &[&str]) -> Command {
        let own = self.command(arguments);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limits}; exec \"$@\""), "sh"]);
        command.arg(own.get_program()).args(own.get_args()).current_dir(self.dir.path());
        command.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command
    }

    /// Calls the binary and waits for its end.
    pub(crate) fn call(&self, arguments: &[&str]) -> CommandOutput {
        let output = self.command(arguments).output().expect("the binary was built for this test");
        ended(output)
    }

    /// Calls the binary, which must end with `code`.
    #[track_caller]
    pub(crate) fn expect(&self, code: i32, arguments: &[&str]) -> CommandOutput {
        let ended = self.call(arguments);
        ended.must_be(code, arguments);
        ended
    }

    /// The same for the words of a line, separated as by a shell.
    #[track_caller]
    pub(crate) fn line(&self, code: i32, line: &str) -> CommandOutput {
        self.expect(code, &borrowed(&testkit::words(line)))
    }

    /// Calls the binary for an answer, which may be any: it ends with 0, 1 or 2.
    #[track_caller]
    pub(crate) fn verdict(&self, arguments: &[&str]) -> CommandOutput {
        let ended = self.call(arguments);
        let CommandOutput { code, stdout, stderr } = &ended;
        assert!((0..=2).contains(code), "{arguments:?}: {code}\n{stdout}\n{stderr}");
        ended
    }

    /// The stored runs as the list shows them, newest first; none before there is a store.
    pub(crate) fn runs(&self) -> Vec<Value> {
        let listed = self.call(&["results", "list", "--json"]).stdout;
        list(&serde_json::from_str::<Value>(&listed).unwrap_or_default()["runs"])
    }

    /// The document of a stored run: its number, or `last`.
    #[track_caller]
    pub(crate) fn record(&self, run: &str) -> Value {
        self.expect(0, &["results", "show", run, "--json"]).json()
    }

    /// The document of a stored run; null where there is none.
    pub(crate) fn shown(&self, run: &str) -> Value {
        let shown = self.call(&["results", "show", run, "--json"]).stdout;
        serde_json::from_str(&shown).unwrap_or_default()
    }

    /// The stored intervals of the last run as lines of a table, with its head.
    pub(crate) fn rows(&self) -> usize {
        self.call(&["results", "export", "last", "--csv"]).stdout.lines().count()
    }

    /// Waits until the last run has stored more than `rows` lines.
    #[track_caller]
    pub(crate) fn until_measured(&self, rows: usize) {
        until("an interval is stored", || self.rows() > rows);
    }

    /// Calls the binary for a queue-depth sweep on a real file, which may end with "cannot tell", because the storage may become
    /// slower during the sweep. The fastest step is then measured once more.
    #[track_caller]
    pub(crate) fn run_depth_sweep(&self, arguments: &[&str]) -> CommandOutput {
        let ended = self.call(arguments);
        if ended.code != 2 {
            ended.must_be(0, arguments);
        }
        ended
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the binary was built for this test")
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.dir.join(name);
        std::fs::write(&path, text).expect("the directory is ours");
        path.display().to_string()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.dir.join(name)).expect("the file was written")
    }

    pub(crate) fn folder(&self, name: &str) -> String {
        let path = self.dir.join(name);
        std::fs::create_dir(&path).expect("the directory is ours");
        path.display().to_string()
    }
}

impl CommandOutput {
    #[track_caller]
    pub(crate) fn must_be(&self, code: i32, what: &[&str]) {
        let Self { stdout, stderr, .. } = self;
        assert_eq!(self.code, code, "{what:?}\n--- stdout\n{stdout}\n--- stderr\n{stderr}");
    }

    /// The one JSON document on standard output.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|e| panic!("not one JSON document: {e}\n{}", self.stdout))
    }

    /// The words of standard output with one space between them, because lines may break anywhere.
    pub(crate) fn flat(&self) -> String {
        self.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Asserts that standard output has this text.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        assert!(self.stdout.contains(text), "stdout lacks {text:?}:\n{}", self.stdout);
    }

    /// Asserts that standard error has this text.
    #[track_caller]
    pub(crate) fn tells(&self, text: &str) {
        assert!(self.stderr.contains(text), "stderr lacks {text:?}:\n{}", self.stderr);
    }
}

/// The members of a list; none of null.
pub(crate) fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

pub(crate) fn points(document: &Value) -> Vec<Value> {
    list(&document["study"]["stages"]).iter().flat_map(|stage| list(&stage["points"])).collect()
}

/// Words as the calls take them.
pub(crate) fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

pub(crate) fn wait(child: Child) -> CommandOutput {
    ended(child.wait_with_output().expect("the child is ours"))
}

pub(crate) fn ended(output: Output) -> CommandOutput {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("all output is UTF-8");
    // A shell counts a signal above 128; a process that caught it returns its own code.
    let code = output.status.code().unwrap_or(-1);
    CommandOutput { code, stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The shortest and the longest pause between two checks of a condition, in which the CPU is free for the awaited process.
const PAUSES: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(200)];

#[track_caller]
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    loop {
        let checked = Instant::now();
        if holds() {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "it never came to this: {what}");
        // A check that starts a process takes at most a fifth of a CPU.
        std::thread::sleep((4 * checked.elapsed()).clamp(PAUSES[0], PAUSES[1]));
    }
}

pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{name} {}", child.id())]).status();
    assert!(sent.is_ok_and(|s| s.success()), "kill -{name} failed");
}

pub(crate) fn names_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(Path::new(folder)).expect("the directory is there");
    let names = entries.map(|e| e.expect("readable").file_name().to_string_lossy().into_owned());
    // On Windows the mark of a file is another file, beside it.
    let is_mark = |name: &str| testkit::place::is_tested() && name.ends_with(".plimsoll");
    names.filter(|name| !is_mark(name)).collect()
}
