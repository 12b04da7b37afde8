//! Who used the CPUs, and the quotas of their time.

use crate::catalogue::warning as text;
use crate::language::Language;
use summary::MachineLoad;

/// Full CPUs that this process used.
pub(super) fn busy(l: Language, load: &MachineLoad, beside_quota: bool) -> String {
    let set = load.cpu_set.as_ref();
    let set = set.map(|set| format!(" {}", text::cpu_set(l, &set.group, u64::from(set.cpus))));
    let shares = text::CpusBusy {
        busy: load.busy_share,
        own: load.own_share,
        foreign: load.foreign_share,
        set: &set.unwrap_or_default(),
        beside_quota,
    };
    text::cpus_busy(l, &shares)
}

pub(super) fn foreign(l: Language, load: &MachineLoad) -> String {
    let named = |program: &summary::ProgramLoad| {
        let name = if program.is_plimsoll() { text::another_plimsoll(l) } else { &program.name };
        format!("{name} {}", l.percent(program.share))
    };
    let programs: Vec<String> = load.programs.iter().map(named).collect();
    let programs =
        if programs.is_empty() { String::new() } else { format!(" ({})", programs.join(", ")) };
    text::foreign_cpu(l, load.foreign_share, &programs, load.own_share)
}
