//! Texts about a soak: the sheet of contract language, every minute as CSV, and a systemd unit.

use crate::catalogue::sheet as text;
use crate::export::csv::{Field, line};
use crate::language::Language;
use crate::words;
use base::shell;
use record::Record;
use record::soak::{
    MinuteExclusion, SignableLimit, SoakFinding, SoakMinute, SoakRecord, SoakRoleFinding,
};
use std::path::{Path, PathBuf};

/// One page of contract language: the limits, their measurement, their verification. None if no limit can be agreed on yet.
pub fn soak_sheet(record: &Record, language: Language) -> Option<String> {
    let soak = record.soak.as_ref()?;
    let finding = soak.finding.as_ref()?;
    let signable = finding.roles.iter().any(|role| !role.signable.is_empty());
    if !signable {
        return None;
    }
    let l = language;
    let section = |title: &str, text: &str| format!("\n## {title}\n\n{text}\n");
    let measured = text::measured(l, &record.version, finding.minutes, record.started_unix_s);
    let mut sheet = format!("# {}\n\n{measured}\n", text::title(l, &record.target));
    sheet += &section(text::metric(l), text::metric_text(l));
    sheet += &section(text::load(l), text::load_text(l));
    sheet += "\n";
    for role in &soak.setup.roles {
        sheet += &format!("- {}\n", text::role_load(l, &role.name, role.rate_iops));
    }
    let heads = [text::load_column(l), text::limit_column(l), text::share_column(l)].join(" | ");
    let mut table = format!("| {heads} |\n| --- | --- | --- |\n");
    for role in &finding.roles {
        for limit in &role.signable {
            table += &threshold(l, role, limit);
        }
    }
    sheet += &section(text::thresholds(l), &format!("{table}\n{}", text::thresholds_text(l)));
    sheet += &section(text::excluded(l), text::excluded_text(l));
    sheet += &agreement(l, finding, words::is_over(record));
    let command = format!("    {}", verify_command(record, soak, finding));
    sheet += &section(text::verify(l), &format!("{}\n\n{command}", text::verify_text(l)));
    Some(sheet)
}

fn threshold(language: Language, role: &SoakRoleFinding, limit: &SignableLimit) -> String {
    format!(
        "| {} | p99 \u{2264} {} | {} |\n",
        role.role,
        language.latency(limit.p99_ns as f64),
        words::share(language, limit.share)
    )
}

fn agreement(language: Language, finding: &SoakFinding, over: bool) -> String {
    if finding.clauses.is_empty() {
        return String::new();
    }
    let mut text = format!("\n## {}\n\n", text::agreement(language));
    for one in &finding.clauses {
        text += &format!(
            "- {}: {}: {}. {}\n",
            one.role,
            words::clause(language, &one.clause),
            words::sla_verdict(language, one.verdict),
            words::clause_finding(language, finding, one, over)
        );
    }
    text
}

/// The command that repeats the soak, with the limits that can be agreed on as its agreement.
fn verify_command(record: &Record, soak: &SoakRecord, finding: &SoakFinding) -> String {
    let limits = finding.roles.iter().filter_map(|role| role.signable.first());
    let worst = limits.max_by_key(|limit| limit.p99_ns);
    let sla = worst.map_or(String::new(), |limit| {
        let text = format!(
            "p99<={}us in {}% of minutes",
            limit.p99_ns.div_ceil(1_000),
            limit.share * 100.0
        );
        format!(" --sla {}", shell::quoted(text.as_bytes(), true))
    });
    let rates =
        soak.setup.roles.iter().map(|role| format!("{}={}", role.name, role.rate_iops.round()));
    let rates = rates.collect::<Vec<_>>().join(",");
    let days = soak.setup.planned_s.div_ceil(86_400);
    format!(
        "plimsoll soak TARGET --for {} --load {rates} --days {days}{sla}",
        shell::quoted(record.subject.name().unwrap_or_default().as_bytes(), true)
    )
}

pub fn soak_csv(record: &Record, minutes: &[Vec<SoakMinute>]) -> String {
    let mut text = "role,start_unix_s,counted_s,due,ios,bytes,errors,backlog,mean_ns,\
        p50_ns,p99_ns,p999_ns,max_ns,excluded\n"
        .to_owned();
    let roles = record.soak.iter().flat_map(|soak| &soak.setup.roles);
    for (role, minutes) in roles.zip(minutes) {
        for minute in minutes {
            text += &line(
                &[
                    Field::Text(&role.name),
                    Field::Number(minute.start_unix_s as f64),
                    Field::Number(minute.counted_s),
                    Field::Count(minute.due),
                    Field::Count(minute.ios),
                    Field::Count(minute.bytes),
                    Field::Count(minute.errors),
                    Field::Count(minute.backlog),
                    Field::Number(minute.mean_ns),
                    Field::Count(minute.p50_ns),
                    Field::Count(minute.p99_ns),
                    Field::Count(minute.p999_ns),
                    Field::Count(minute.max_ns),
                    Field::Text(minute.excluded.map_or("", MinuteExclusion::name)),
                ],
                false,
            );
        }
    }
    text
}

/// A systemd service that runs one soak, or one each week.
pub struct SoakService<'a> {
    /// The absolute path of this program, which the service starts.
    pub program: &'a Path,
    /// The folder from which relative paths of the words count; `None` without such paths.
    pub folder: Option<&'a Path>,
    pub words: &'a [String],
    /// The paths that have to be mounted before it starts.
    pub mounts: &'a [PathBuf],
    /// The store; `None` if the words name it.
    pub store: Option<&'a Path>,
    pub weekly: bool,
}

impl SoakService<'_> {
    /// The longest soak that ends before the next one of a weekly timer, in seconds.
    pub const WEEKLY_S_MAX: u64 = 6 * 86_400;
    /// The store of a service, which has no home: in the state directory that systemd makes.
    pub const STORE: &'static str = "/var/lib/plimsoll/results.db";

    /// The text of the service. It resumes the soak after a reboot, and never begins a complete one again.
    pub fn text(&self) -> String {
        let enabled = if self.weekly {
            "enable plimsoll-soak.service; systemctl enable --now plimsoll-soak.timer"
        } else {
            "enable --now plimsoll-soak.service"
        };
        let path = |path: &Path| quoted(&path.display().to_string());
        let mounts =
            self.mounts.iter().map(|mount| format!(" {}", path(mount))).collect::<String>();
        let store = self.store.map(|store| format!(" --store {}", path(store)));
        let folder = self.folder.map_or(String::new(), |folder| {
            format!("WorkingDirectory={}\n", escaped(&folder.display().to_string()))
        });
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        format!(
            "# Save as /etc/systemd/system/plimsoll-soak.service, then: systemctl {enabled}\n\
             [Unit]\n\
             Description=plimsoll soak\n\
             After=local-fs.target\n\
             RequiresMountsFor={}\n\
             # A search for the load line loads the storage fully: busy CPUs may spoil it five times a day, not more.\n\
             StartLimitIntervalSec=1d\n\
             StartLimitBurst=5\n\
             \n\
             [Service]\n\
             StateDirectory=plimsoll\n\
             {folder}ExecStart={} soak{} {} {}\n\
             # 0, 1 or 2: the soak is complete. 3: the command is wrong. Anything else, also a soak that could not begin: again.\n\
             SuccessExitStatus=1 2 130\n\
             RestartPreventExitStatus=3\n\
             Restart=on-failure\n\
             RestartSec=15min\n\
             KillSignal=SIGINT\n\
             TimeoutStopSec=60\n\
             \n\
             [Install]\n\
             WantedBy=multi-user.target\n",
            mounts.trim_start(),
            path(self.program),
            store.unwrap_or_default(),
            if self.weekly { "--once=6d" } else { "--once" },
            words.join(" ")
        )
    }
}

pub const SOAK_TIMER: &str = "# Save as /etc/systemd/system/plimsoll-soak.timer, beside the service of plimsoll soak unit --weekly\n\
    [Unit]\n\
    Description=plimsoll soak each week\n\
    \n\
    [Timer]\n\
    OnCalendar=weekly\n\
    Persistent=true\n\
    \n\
    [Install]\n\
    WantedBy=timers.target\n";

/// A word of a unit, in which a percent sign would start a specifier.
fn escaped(word: &str) -> String {
    word.replace('%', "%%")
}

/// A word of a command in a unit, in which a dollar sign would start a variable.
fn quoted(word: &str) -> String {
    let word = escaped(&word.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "$$"));
    format!("\"{word}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_keeps_the_words_of_the_soak() {
        let words = ["/srv/db", "--load", "60%", "--sla", "p99<=20ms in 99% of minutes"];
        let words = words.map(str::to_owned);
        let service = SoakService {
            program: Path::new("/opt/plimsoll"),
            folder: Some(Path::new("/root")),
            words: &words,
            mounts: &["/srv/my db", SoakService::STORE].map(PathBuf::from),
            store: Some(Path::new(SoakService::STORE)),
            weekly: false,
        };
        let text = service.text();
        let has = |line: &str| assert!(text.lines().any(|found| found == line), "{line}: {text}");
        has("RequiresMountsFor=\"/srv/my db\" \"/var/lib/plimsoll/results.db\"");
        has(
            "ExecStart=\"/opt/plimsoll\" soak --store \"/var/lib/plimsoll/results.db\" --once \"/srv/db\" \"--load\" \"60%%\" \"--sla\" \"p99<=20ms in 99%% of minutes\"",
        );
        has("WorkingDirectory=/root");
        let weekly = SoakService { store: None, weekly: true, folder: None, ..service }.text();
        assert!(!weekly.contains("WorkingDirectory"), "{weekly}");
        assert!(weekly.contains(" soak --once=6d \"/srv/db\""), "{weekly}");
    }
}
