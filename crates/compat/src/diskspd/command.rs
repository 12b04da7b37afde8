//! The command line: dashes, order of options and targets, `-X`, and conflicts between options.

mod access;
mod since_2_0;
mod switch;
mod together;

use super::DiskspdView;
use super::checks::{TARGETS_MAX, TOO_MANY};
use super::profile::{Format, Profile, Target, TimeSpan};
use super::words::DiskspdFindings;
use super::{affinity, cache, number, xml};
use crate::foreign::Load;
use job::TextPlace;
use job::notation::DASHES;

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

fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

impl From<String> for OptionProblem {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

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

pub(super) fn read(
    words: &[String],
    load: Load<'_>,
    findings: &mut DiskspdFindings,
    view: &mut DiskspdView,
) {
    if words.is_empty() {
        let spot = findings.word(0);
        findings.line("ERROR: need to provide at least one filename");
        findings.problem(
            &spot,
            "the command line is empty",
            "name a target, as in diskspd -b8K -r -d30 FILE",
        );
        return;
    }
    let mut switches =
        Switches { old: findings.is_2_0(), block_bytes: block_bytes(words), ..Switches::default() };
    for (index, word) in words.iter().enumerate() {
        let spot = findings.word(index);
        let Some(body) = option_body(word) else {
            target(word, &spot, &mut switches, findings);
            continue;
        };
        if body == "?" {
            view.usage = true;
            return;
        }
        if !word.starts_with('-') {
            findings
                .note(&spot, "this option starts with a typographic dash; it is read as a hyphen");
        }
        one(body, &spot, &mut switches, findings);
    }
    if switches.system_only {
        return alone(words, &switches, findings);
    }
    match switches.xml.clone() {
        Some((path, spot)) => profile(&path, &spot, load, switches, findings, view),
        None => line(switches, findings, view),
    }
}

/// The text of an option after its dash; `None` for a target.
fn option_body(word: &str) -> Option<&str> {
    word.strip_prefix(DASHES)
}

/// The block size to which the suffix `b` refers: the last valid `-b`.
fn block_bytes(words: &[String]) -> u64 {
    let blocks = words.iter().filter_map(|word| option_body(word)?.strip_prefix('b'));
    blocks.filter_map(|text| number::size(text, 65536).ok()).next_back().unwrap_or(65536)
}

fn target(word: &str, spot: &TextPlace, switches: &mut Switches, findings: &mut DiskspdFindings) {
    let short = word.strip_prefix('/').filter(|rest| rest.len() < 9 && !rest.contains('/'));
    if short.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
        findings.note(
            spot,
            "a word that begins with a slash is a path here; options begin with a dash",
        );
    }
    if switches.targets.len() == TARGETS_MAX {
        findings.problem(spot, TOO_MANY, "");
        return;
    }
    findings.target(word, spot);
    switches.targets.push((word.to_owned(), spot.clone()));
}

fn one(body: &str, spot: &TextPlace, switches: &mut Switches, findings: &mut DiskspdFindings) {
    let shown = format!("-{body}");
    if !switches.targets.is_empty() {
        findings.line(format!(
            "ERROR: parameters ({shown}) must come before targets on the command line"
        ));
        findings.problem(spot, format!("{shown} stands after a target"), "put targets last");
        return;
    }
    // 2.0 prints an option without its dash.
    let repeated = if switches.old { body } else { &shown };
    let letter = body.chars().next().unwrap_or(' ');
    if switches.old && since_2_0::is_later(body) {
        let kind = if ":uN".contains(letter) { "invalid" } else { "incorrectly provided" };
        findings.line(format!("ERROR: {kind} option: '{repeated}'"));
        let text = format!("{shown} is of a later version than 2.0");
        return findings.problem(spot, text, "leave it out, or read and write as 2.2 (--as 2.2)");
    }
    if switches.xml.is_some() && !":vzRWdCX".contains(letter) {
        findings.line(format!(
            "ERROR: invalid XML profile specification; parameter {shown} not compatible with -X"
        ));
        findings.problem(
            spot,
            format!("{shown} cannot be combined with -X"),
            "set it in the XML profile",
        );
        return;
    }
    match switch::take(body, spot, switches, findings) {
        Ok(true) => {}
        Ok(false) => {
            findings.line(format!("ERROR: invalid option: '{repeated}'"));
            findings.problem(spot, format!("{shown} is not an option of diskspd"), "");
        }
        Err(wrong) => {
            for line in wrong.lines {
                let line = if switches.old { since_2_0::line(&line) } else { Some(line) };
                line.into_iter().for_each(|line| findings.line(line));
            }
            findings.line(format!("ERROR: incorrectly provided option: '{repeated}'"));
            findings.problem(spot, format!("{shown}: {}", wrong.text), wrong.help);
        }
    }
}

/// Checks that `-Rs` is the only word.
fn alone(words: &[String], switches: &Switches, findings: &mut DiskspdFindings) {
    if words.len() > 1 || !switches.targets.is_empty() {
        let spot = findings.word(1);
        findings.line("ERROR: -Rs must be the only parameter");
        findings.problem(&spot, "-Rs must be the only word", "");
    }
}

fn line(mut switches: Switches, findings: &mut DiskspdFindings, view: &mut DiskspdView) {
    if switches.targets.is_empty() {
        let spot = findings.place_of("");
        findings.line("ERROR: need to provide at least one filename");
        let help = "name it last, as in diskspd -b8K -r FILE; a disk needs quotes ('#1'), because # begins a comment in a shell";
        findings.problem(&spot, "no target is named", help);
    }
    together::check(&mut switches, findings);
    let [duration, warm_up, cool_down] = switches.times;
    let mut span = std::mem::take(&mut switches.span);
    span.duration_s = duration.unwrap_or(span.duration_s);
    span.warm_up_s = warm_up.unwrap_or(span.warm_up_s);
    span.cool_down_s = cool_down.unwrap_or(span.cool_down_s);
    span.seed = switches.seed.unwrap_or(Some(0));
    span.affinity = std::mem::take(&mut switches.affinity.list);
    switches.cache.apply(&mut switches.target);
    switches.target.block_bytes = switches.block_bytes;
    for (path, spot) in &switches.targets {
        if is_template(path) {
            findings.problem(
                spot,
                format!("{path} is a placeholder of an XML profile"),
                "use it with -X",
            );
        }
        span.targets.push(Target { path: path.clone(), ..switches.target.clone() });
    }
    view.profile = Profile {
        spans: vec![span],
        format: switches.format.unwrap_or_default(),
        profile_only: switches.profile_only,
        verbose: switches.verbose,
        progress: switches.progress,
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
    switches: Switches,
    findings: &mut DiskspdFindings,
    view: &mut DiskspdView,
) {
    let others: Vec<&str> = switches.flags.iter().copied().filter(|flag| *flag != "-X").collect();
    if let Some(first) = others.first() {
        findings.line(format!(
            "ERROR: invalid XML profile specification; parameter {first} not compatible with -X"
        ));
        findings.problem(
            spot,
            format!("{first} cannot be combined with -X"),
            "set it in the XML profile",
        );
    }
    let text = match load(path) {
        Ok(text) => text,
        Err(why) => {
            findings.line(format!("ERROR: failed to load profile file {path}"));
            return findings.problem(spot, format!("failed to read {path}: {why}"), "");
        }
    };
    let Some(mut profile) = xml::read(path, &text, findings) else { return };
    for span in &mut profile.spans {
        span.duration_s = switches.times[0].unwrap_or(span.duration_s);
        span.warm_up_s = switches.times[1].unwrap_or(span.warm_up_s);
        span.cool_down_s = switches.times[2].unwrap_or(span.cool_down_s);
        span.seed = switches.seed.unwrap_or(span.seed);
    }
    profile.format = switches.format.unwrap_or(profile.format);
    profile.profile_only = switches.profile_only;
    profile.verbose |= switches.verbose;
    fill(&mut profile, &switches.targets, spot, findings);
    view.profile = profile;
}

/// Puts the targets of the command line into the placeholders `*1`, `*2` of the profile.
fn fill(
    profile: &mut Profile,
    targets: &[(String, TextPlace)],
    spot: &TextPlace,
    findings: &mut DiskspdFindings,
) {
    let mut used = vec![false; targets.len()];
    let lenient = profile.profile_only;
    for target in profile.spans.iter_mut().flat_map(|span| &mut span.targets) {
        let Some(slot) = target.path.strip_prefix('*') else { continue };
        let number = number::exact(slot).and_then(|n| usize::try_from(n).ok());
        let Some(index) = number.and_then(|n| n.checked_sub(1)) else {
            let path = &target.path;
            findings.line(format!("ERROR: invalid template path '{path}'"));
            findings.problem(spot, format!("'{path}' is not a placeholder such as *1"), "");
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
                findings.line(format!(
                    "ERROR: template path '{path}' does not have a specified substitution"
                ));
                let text = format!("no target replaces the placeholder {path} of the profile");
                findings.problem(spot, text, "name a target for each placeholder after -X");
            }
        }
    }
    for (index, (path, spot)) in targets.iter().enumerate().filter(|(index, _)| !used[*index]) {
        findings
            .line(format!("ERROR: unused template target substitution _{} -> {path}", index + 1));
        findings.problem(
            spot,
            format!("the profile has no placeholder for {path}"),
            "leave it out",
        );
    }
}
