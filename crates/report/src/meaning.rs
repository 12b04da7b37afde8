//! The meaning of each kind of warning for the reader, and the action to take.
//!
//! Thresholds and sources are in docs/explanation/methods/warnings.md.

use crate::catalogue::meaning as text;
use crate::language::Language;
use summary::WarningKind;

/// The meaning of a kind of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// A heading of a few words.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// The action to take.
    pub action: &'static str,
}

/// The messages of each kind: its title, why it matters, and the action to take.
macro_rules! meanings {
    ($language:ident, $kind:ident: $($variant:ident => $title:ident $why:ident $action:ident,)+) => {
        match $kind {
            $(WarningKind::$variant => Meaning {
                title: text::$title($language),
                why: text::$why($language),
                action: text::$action($language),
            },)+
        }
    };
}

/// Returns the meaning of a kind of warning. A kind without a meaning does not compile.
pub fn meaning(language: Language, kind: WarningKind) -> Meaning {
    meanings! { language, kind:
        LittlesLaw => littles_law littles_law_why littles_law_action,
        RateTimesSize => rate_times_size rate_times_size_why rate_times_size_action,
        Contradiction => contradiction contradiction_why contradiction_action,
        DeviceCounters => device_counters device_counters_why device_counters_action,
        RequestSize => request_size request_size_why request_size_action,
        Quota => quota quota_why quota_action,
        BurstCredits => burst_credits burst_credits_why burst_credits_action,
        CpuSaturated => cpu_saturated cpu_saturated_why cpu_saturated_action,
        CpuStolen => cpu_stolen cpu_stolen_why cpu_stolen_action,
        FewCpus => few_cpus few_cpus_why few_cpus_action,
        Holes => holes holes_why holes_action,
        Memory => memory memory_why memory_action,
        PageCache => page_cache page_cache_why page_cache_action,
        SmallFile => small_file small_file_why small_file_action,
        EasyData => easy_data easy_data_why easy_data_action,
        OtherIo => other_io other_io_why other_io_action,
        ArraySync => array_sync array_sync_why array_sync_action,
        Scheduler => scheduler scheduler_why scheduler_action,
        Misaligned => misaligned misaligned_why misaligned_action,
        LatencyStep => latency_step latency_step_why latency_step_action,
        SlowPhases => slow_phases slow_phases_why slow_phases_action,
        Stalls => stalls stalls_why stalls_action,
        ClockJump => clock_jump clock_jump_why clock_jump_action,
        Interrupted => interrupted interrupted_why interrupted_action,
        FewIos => few_ios few_ios_why few_ios_action,
        TooShort => too_short too_short_why too_short_action,
        NotSettled => not_settled not_settled_why not_settled_action,
        Overloaded => overloaded overloaded_why overloaded_action,
        LateArrivals => late_arrivals late_arrivals_why late_arrivals_action,
        IoErrors => io_errors io_errors_why io_errors_action,
        EngineFallback => engine_fallback engine_fallback_why engine_fallback_action,
        NotStored => not_stored not_stored_why not_stored_action,
        ProcessStopped => process_stopped process_stopped_why process_stopped_action,
        Unmounted => unmounted unmounted_why unmounted_action,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_warning_has_a_title_of_its_own_in_every_language() {
        for language in Language::ALL {
            let mut titles: Vec<_> =
                WarningKind::ALL.iter().map(|kind| meaning(language, *kind).title).collect();
            titles.sort_unstable();
            titles.dedup();
            assert_eq!(titles.len(), WarningKind::ALL.len());
        }
        let scripts = |kind: WarningKind| {
            let of = meaning(Language::Ru, kind);
            [of.title, of.why, of.action]
                .iter()
                .all(|text| text.contains(|c: char| ('а'..='я').contains(&c)))
        };
        assert!(
            WarningKind::ALL.iter().all(|kind| scripts(*kind)),
            "a Russian text is not Russian"
        );
    }
}
