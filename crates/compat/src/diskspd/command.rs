//! The command line: dashes, order of options and targets, `-X`, and conflicts between options.

mod access;
mod since_2_0;
mod switch;
mod together;

use super::View;
use super::profile::{Format, Profile, Target, TimeSpan};
use super::words::{DASHES, Told};
use super::{affinity, cache, number, xml};
use crate::foreign::Load;
use job::TextPlace;

/// What is wrong with an option.
pub(super) struct OptionProblem {
    /// DISKSPD's own lines for it, which scripts may match.
    lines: Vec<String>,
    text: String,
    /// What to write instead; may be empty.
    help: &'static str,
}

impl OptionProblem {
    fn new(text: impl Into<String>) -> Self {
        Self { lines: Vec::new(), text: text.into(), help: "" }
    }

    /// An error with DISKSPD's own text.
    fn known(line: impl AsRef<str>) -> Self {
        let line = line.as_ref();
        Self { lines: vec![format!("ERROR: {line}")], text: small(line), help: "" }
    }

    /// A size that cannot be read: `why`, and DISKSPD's line for the option.
    fn size(why: String, line: &str) -> Self {
        Self { text: small(&why), lines: vec![why, format!("ERROR: {line}")], help: "" }
    }

    /// A line that begins with `ERROR` is DISKSPD's own; any other is ours.
    fn marked(line: String) -> Self {
        match line.strip_prefix("ERROR") {
            Some(rest) => {
                let text = rest.trim_start_matches([':', ' ']).to_owned();
                Self { text, lines: vec![line], help: "" }
            }
            None => Self::new(line),
        }
    }
}

/// The text with its first letter in lower case.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

impl From<String> for OptionProblem {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// The values of all options so far.
#[derive(Default)]
struct Switches {
    /// Whether the grammar is that of 2.0.
    old: bool,
    block_bytes: u64,
    span: TimeSpan,
    target: Target,
    cache: cache::CacheOptions,
    affinity: affinity::AffinityOptions,
    /// Times that are given, which also override an XML profile: measured, warm-up, cool-down.
    times: [Option<u32>; 3],
    seed: Option<Option<u64>>,
    format: Option<Format>,
    profile_only: bool,
    verbose: bool,
    progress: u32,
    xml: Option<(String, TextPlace)>,
    targets: Vec<(String, TextPlace)>,
    /// Options that may be given once, or that other checks look up.
    flags: Vec<&'static str>,
    sequential: bool,
    random_said: bool,
    system_only: bool,
}

impl Switches {
    fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    /// Records an option that may be given once.
    fn once(&mut self, flag: &'static str) -> Result<(), OptionProblem> {
        if self.has(flag) {
            return Err(OptionProblem::new(format!("{flag} can only be given once")));
        }
        self.flags.push(flag);
        Ok(())
    }
}

/// Reads all words into the view's profile.
pub(super) fn read(words: &[String], load: Load<'_>, told: &mut Told, view: &mut View) {
    if words.is_empty() {
        let spot = told.word(0);
        told.line("ERROR: need to provide at least one filename");
        told.problem(
            &spot,
            "the command line is empty",
            "name a target, as in diskspd -b8K -r -d30 FILE",
        );
        return;
    }
    let mut said =
        Switches { old: told.is_2_0(), block_bytes: block_bytes(words), ..Switches::default() };
    for (index, word) in words.iter().enumerate() {
        let spot = told.word(index);
        let Some(body) = option_body(word) else {
            target(word, &spot, &mut said, told);
            continue;
        };
        if body == "?" {
            view.usage = true;
            return;
        }
        if !word.starts_with('-') {
            told.note(&spot, "this option starts with a typographic dash; it is read as a hyphen");
        }
        one(body, &spot, &mut said, told);
    }
    if said.system_only {
        return alone(words, &said, told);
    }
    match said.xml.clone() {
        Some((path, spot)) => profile(&path, &spot, load, said, told, view),
        None => line(said, told, view),
    }
}

/// The text of an option after its dash; `None` for a target.
fn option_body(word: &str) -> Option<&str> {
    word.strip_prefix('-').or_else(|| word.strip_prefix(DASHES))
}

/// The block size to which the suffix `b` refers: the last valid `-b`.
fn block_bytes(words: &[String]) -> u64 {
    let blocks = words.iter().filter_map(|word| option_body(word)?.strip_prefix('b'));
    blocks.filter_map(|text| number::size(text, 65536).ok()).next_back().unwrap_or(65536)
}

fn target(word: &str, spot: &TextPlace, said: &mut Switches, told: &mut Told) {
    let short = word.strip_prefix('/').filter(|rest| rest.len() < 9 && !rest.contains('/'));
    if short.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
        told.note(
            spot,
            "a word that begins with a slash is a path here; options begin with a dash",
        );
    }
    told.target(word, spot);
    said.targets.push((word.to_owned(), spot.clone()));
}

fn one(body: &str, spot: &TextPlace, said: &mut Switches, told: &mut Told) {
    let shown = format!("-{body}");
    if !said.targets.is_empty() {
        told.line(format!(
            "ERROR: parameters ({shown}) must come before targets on the command line"
        ));
        told.problem(spot, format!("{shown} stands after a target"), "put targets last");
        return;
    }
    // 2.0 prints an option without its dash.
    let repeated = if said.old { body } else { &shown };
    let letter = body.chars().next().unwrap_or(' ');
    if said.old && since_2_0::is_later(body) {
        let kind = if ":uN".contains(letter) { "invalid" } else { "incorrectly provided" };
        told.line(format!("ERROR: {kind} option: '{repeated}'"));
        let text = format!("{shown} is of a later version than 2.0");
        return told.problem(spot, text, "leave it out, or read and write as 2.2 (--as 2.2)");
    }
    if said.xml.is_some() && !":vzRWdCX".contains(letter) {
        told.line(format!(
            "ERROR: invalid XML profile specification; parameter {shown} not compatible with -X"
        ));
        told.problem(
            spot,
            format!("{shown} cannot be combined with -X"),
            "set it in the XML profile",
        );
        return;
    }
    match switch::take(body, spot, said, told) {
        Ok(true) => {}
        Ok(false) => {
            told.line(format!("ERROR: invalid option: '{repeated}'"));
            told.problem(spot, format!("{shown} is not an option of diskspd"), "");
        }
        Err(wrong) => {
            for line in wrong.lines {
                let line = if said.old { since_2_0::line(&line) } else { Some(line) };
                line.into_iter().for_each(|line| told.line(line));
            }
            told.line(format!("ERROR: incorrectly provided option: '{repeated}'"));
            told.problem(spot, format!("{shown}: {}", wrong.text), wrong.help);
        }
    }
}

/// Checks that `-Rs` is the only word.
fn alone(words: &[String], said: &Switches, told: &mut Told) {
    if words.len() > 1 || !said.targets.is_empty() {
        let spot = told.word(1);
        told.line("ERROR: -Rs must be the only parameter");
        told.problem(&spot, "-Rs must be the only word", "");
    }
}

fn line(mut said: Switches, told: &mut Told, view: &mut View) {
    if said.targets.is_empty() {
        let spot = told.place_of("");
        told.line("ERROR: need to provide at least one filename");
        let help = "name it last, as in diskspd -b8K -r FILE; a disk needs quotes ('#1'), because # begins a comment in a shell";
        told.problem(&spot, "no target is named", help);
    }
    together::check(&mut said, told);
    let [duration, warm_up, cool_down] = said.times;
    let mut span = std::mem::take(&mut said.span);
    span.duration_s = duration.unwrap_or(span.duration_s);
    span.warm_up_s = warm_up.unwrap_or(span.warm_up_s);
    span.cool_down_s = cool_down.unwrap_or(span.cool_down_s);
    span.seed = said.seed.unwrap_or(Some(0));
    span.affinity = std::mem::take(&mut said.affinity.list);
    said.cache.apply(&mut said.target);
    said.target.block_bytes = said.block_bytes;
    for (path, spot) in &said.targets {
        if is_template(path) {
            told.problem(
                spot,
                format!("{path} is a placeholder of an XML profile"),
                "use it with -X",
            );
        }
        span.targets.push(Target { path: path.clone(), ..said.target.clone() });
    }
    view.profile = Profile {
        spans: vec![span],
        format: said.format.unwrap_or_default(),
        profile_only: said.profile_only,
        verbose: said.verbose,
        progress: said.progress,
    };
}

fn is_template(path: &str) -> bool {
    path.strip_prefix('*').is_some_and(|slot| number::exact(slot).is_some())
}

/// Reads an XML profile and applies the options that override it.
fn profile(
    path: &str,
    spot: &TextPlace,
    load: Load<'_>,
    said: Switches,
    told: &mut Told,
    view: &mut View,
) {
    let others: Vec<&str> = said.flags.iter().copied().filter(|flag| *flag != "-X").collect();
    if let Some(first) = others.first() {
        told.line(format!(
            "ERROR: invalid XML profile specification; parameter {first} not compatible with -X"
        ));
        told.problem(
            spot,
            format!("{first} cannot be combined with -X"),
            "set it in the XML profile",
        );
    }
    let text = match load(path) {
        Ok(text) => text,
        Err(why) => {
            told.line(format!("ERROR: failed to load profile file {path}"));
            return told.problem(spot, format!("failed to read {path}: {why}"), "");
        }
    };
    let Some(mut profile) = xml::read(path, &text, told) else { return };
    for span in &mut profile.spans {
        span.duration_s = said.times[0].unwrap_or(span.duration_s);
        span.warm_up_s = said.times[1].unwrap_or(span.warm_up_s);
        span.cool_down_s = said.times[2].unwrap_or(span.cool_down_s);
        span.seed = said.seed.unwrap_or(span.seed);
    }
    profile.format = said.format.unwrap_or(profile.format);
    profile.profile_only = said.profile_only;
    profile.verbose |= said.verbose;
    fill(&mut profile, &said.targets, spot, told);
    view.profile = profile;
}

/// Puts the targets of the command line into the placeholders `*1`, `*2` of the profile.
fn fill(profile: &mut Profile, targets: &[(String, TextPlace)], spot: &TextPlace, told: &mut Told) {
    let mut used = vec![false; targets.len()];
    let lenient = profile.profile_only;
    for target in profile.spans.iter_mut().flat_map(|span| &mut span.targets) {
        let Some(slot) = target.path.strip_prefix('*') else { continue };
        let number = number::exact(slot).and_then(|n| usize::try_from(n).ok());
        let Some(index) = number.and_then(|n| n.checked_sub(1)) else {
            let path = &target.path;
            told.line(format!("ERROR: invalid template path '{path}'"));
            told.problem(spot, format!("'{path}' is not a placeholder such as *1"), "");
            continue;
        };
        match targets.get(index) {
            Some((path, _)) => {
                used[index] = true;
                target.path.clone_from(path);
            }
            None if lenient => {}
            None => {
                let path = &target.path;
                told.line(format!(
                    "ERROR: template path '{path}' does not have a specified substitution"
                ));
                let text = format!("no target replaces the placeholder {path} of the profile");
                told.problem(spot, text, "name a target for each placeholder after -X");
            }
        }
    }
    for (index, (path, spot)) in targets.iter().enumerate().filter(|(index, _)| !used[*index]) {
        told.line(format!("ERROR: unused template target substitution _{} -> {path}", index + 1));
        told.problem(spot, format!("the profile has no placeholder for {path}"), "leave it out");
    }
}
