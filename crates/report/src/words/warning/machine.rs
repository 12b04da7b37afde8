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

/// The other programs that used the CPUs.
pub(super) fn foreign(l: Language, load: &MachineLoad) -> String {
    let named =
        |program: &summary::ProgramLoad| format!("{} {}", program.name, l.percent(program.share));
    let programs: Vec<String> = load.programs.iter().map(named).collect();
    let programs =
        if programs.is_empty() { String::new() } else { format!(" ({})", programs.join(", ")) };
    text::foreign_cpu(l, load.foreign_share, &programs, load.own_share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use summary::{CpuSet, ProgramLoad};

    #[test]
    fn programs_are_named_with_their_shares_and_a_set_of_cpus_with_its_group() {
        let program = |name: &str, share| ProgramLoad { name: name.to_owned(), share };
        let mut load = MachineLoad {
            busy_share: 1.0,
            own_share: 0.07,
            foreign_share: 0.93,
            programs: vec![program("java", 0.61), program("gzip", 0.3)],
            cpu_set: Some(CpuSet { group: "/db".to_owned(), cpus: 1 }),
            ..MachineLoad::default()
        };
        let told = foreign(Language::En, &load);
        assert_eq!(
            told,
            "Other programs used 93 % of the CPUs (java 61 %, gzip 30 %); plimsoll used 7 %."
        );
        load.programs.clear();
        assert!(foreign(Language::En, &load).starts_with("Other programs used 93 % of the CPUs; "));
        let told = busy(Language::En, &load, false);
        let start = "The CPUs were 100 % busy: plimsoll used 7 %, other programs 93 %. The control group /db keeps plimsoll on 1 \
                     CPU. The figures";
        assert!(told.starts_with(start), "{told}");
    }
}
