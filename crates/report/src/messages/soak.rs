//! What keeps a soak from running as requested: takes the typed fact, gives the sentence.

use std::fmt;

/// What keeps a soak from running as requested.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum SoakFault {
    RunsAlready { run: String, process: String },
    Resumed { run: String },
    TakenOver { run: String },
    NotASoak { run: String },
    TooManyCommands { commands_max: usize, command: String },
    CommandNotStarted { command: String, error: String },
    ProfileHasNoRate { profile: String, role: String },
    SeveralRoles { profile: String, example: String },
    UnknownRole { name: String, roles: String },
    LoadLinesFirst,
    NoLoadLine { role: String, reason: String, name: String },
}

impl fmt::Display for SoakFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RunsAlready { run, process } => write!(
                f,
                "this soak runs already: run {run} by process {process}; end that process first, or change the \
                 command"
            ),
            Self::Resumed { run } => write!(f, "Run {run} goes on."),
            Self::TakenOver { run } => {
                write!(f, "run {run} was taken over by another process; look there")
            }
            Self::NotASoak { run } => {
                write!(f, "run {run} is no soak; `plimsoll results` lists the kinds of runs")
            }
            Self::TooManyCommands { commands_max, command } => write!(
                f,
                "--on-event: {commands_max} commands still run, so none was started for this event: {command}"
            ),
            Self::CommandNotStarted { command, error } => {
                write!(f, "--on-event: failed to start {command}: {error}")
            }
            Self::ProfileHasNoRate { profile, role } => write!(
                f,
                "--load: {profile} is a profile and has no rate that could be multiplied; write a share such as 60%, \
                 or rates such as {role}=500"
            ),
            Self::SeveralRoles { profile, example } => write!(
                f,
                "--load: {profile} has several roles; write a rate for each, such as {example}"
            ),
            Self::UnknownRole { name, roles } => {
                write!(f, "--load: \"{name}\" is no role here; there are {roles}")
            }
            Self::LoadLinesFirst => f.write_str("The load lines are measured first."),
            Self::NoLoadLine { role, reason, name } => write!(
                f,
                "no load line was found for {role}: {reason}; name rates instead, such as --load {name}=100"
            ),
        }
    }
}
