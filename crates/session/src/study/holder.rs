//! The process that measures a study: an identifier of this process, and whether the process of an identifier still runs.
//!
//! The kernel reuses process numbers; together with the start time of the process and the boot of the machine they are unique.

use sys::inventory::SystemRoots;

/// The number, the time of start in clock ticks, and the boot of this process.
pub(crate) fn own() -> String {
    of(std::process::id()).unwrap_or_default()
}

/// Whether the process that holds a study still runs on this machine.
pub(crate) fn lives(holder: &str) -> bool {
    let number = holder.split(' ').next().and_then(|number| number.parse().ok());
    number.is_some_and(|number| of(number).as_deref() == Some(holder))
}

pub(crate) fn number(holder: &str) -> &str {
    holder.split(' ').next().unwrap_or_default()
}

fn of(number: u32) -> Option<String> {
    let roots = SystemRoots::default();
    let stat = roots.proc_text(&format!("{number}/stat"))?;
    // The name is in brackets and may contain anything; after it, the state is field 3 and the start time field 22.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let (state, start) = (fields.first()?, fields.get(19)?);
    let boot = roots.proc_text("sys/kernel/random/boot_id")?;
    // A zombie process no longer measures.
    (*state != "Z").then(|| format!("{number} {start} {}", boot))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives_and_a_dead_or_other_one_does_not() {
        let own = own();
        assert!(lives(&own), "{own}");
        assert_eq!(number(&own), std::process::id().to_string());
        let later = own.replacen(' ', " 1", 1);
        assert!(!lives(&later) && !lives("") && !lives("0 0 x"));
        let mut child = std::process::Command::new("true").spawn().expect("true is everywhere");
        let holder = of(child.id());
        child.wait().expect("the child is ours");
        assert!(!holder.is_some_and(|holder| lives(&holder)));
    }
}
