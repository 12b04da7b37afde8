//! `plimsoll sqliosim`: SQLIOSim's configuration -> the proof of `verify` -> SQLIOSim's XML log.

mod counters;

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use compat::foreign::usage;
use compat::sqliosim::entries::{LogInput, entries};
use compat::sqliosim::{self, OPTIONS, Simulation, SqliosimView};
use counters::{Counters, is_same};
use record::RunKind;
use report::Language;
use report::messages::foreign::ForeignFault;
use report::terminal::{Places, terminal_at};
use session::answer;
use session::failure::{Ending, Failure};
use session::foreign::{Call, check_configuration, open_store, read_text, say};
use session::live::Progress;
use session::output::{self, Place};
use session::terminal;
use session::verify::io_pattern::IoPattern;
use session::verify::proof_target::ProofTarget;
use session::verify::prove::{self, ProofInputs};
use session::verify::request::{open_simulated_files, simulated_settings, simulated_title};
use std::path::{Path, PathBuf};
use store::Store;

pub(crate) fn run(words: Vec<String>) -> Outcome {
    let call = Call::new("sqliosim", words)?;
    let read = sqliosim::read(&call.arguments, &read_text, &call.options.maps);
    if read.view.usage {
        let synopsis = "plimsoll sqliosim [-cfg FILE] [-dir DIR]... [-log FILE] [-d SECONDS] [-size MB] [-save FILE]";
        return print_bytes(usage(synopsis, OPTIONS).as_bytes());
    }
    let notes = check_configuration(&read.sources, &read.notes, &read.problems)?;
    call.check_all_used(read.view.simulation.files.iter().map(|file| Path::new(&file.path)))?;
    let text = sqliosim::write(&read.view.simulation);
    let (store, lost) = open_store(&call)?;
    if let Some(why) = lost {
        say(ForeignFault::NotStored { why });
    }
    // All refusals come before a file is made.
    let (log, save) = places(&call, &read.view, &store)?;
    let cpus = sys::affinity::allowed();
    let seed = call.options.seed.unwrap_or_else(answer::new_seed);
    let settings = simulated_settings(&read.view.simulation, seed, &cpus)?;
    let title = simulated_title(&read.view.simulation);
    // From here on there are files that must be removed, however the program ends.
    session::interrupt()?;
    let proof_target = open_simulated_files(&title, &read.view.simulation, &call.options.writes)?;
    if let Some(save) = save {
        save.save(&text)?;
    }
    let io_pattern = IoPattern::simulated(&read.view.simulation, &cpus);
    let command = call.command(seed, proof_target.paths());
    let inputs = ProofInputs {
        kind: RunKind::Sqliosim,
        targets: vec![proof_target],
        io_pattern,
        settings,
        command,
        source_text: text,
        notes: notes.iter().cloned().map(Into::into).collect(),
        dump: None,
    };
    carry_out(inputs, notes, store, (&read.view.simulation, cpus.len()), &log)
}

fn carry_out(
    inputs: ProofInputs,
    notes: Vec<String>,
    store: Store,
    (simulation, cpus): (&Simulation, usize),
    log: &Place,
) -> Outcome {
    let paths: Vec<PathBuf> = simulation.files.iter().map(|f| PathBuf::from(&f.path)).collect();
    let counters = Counters::begin(&paths);
    let memory_mb = inputs.io_pattern.parameters.pool_pages / 128;
    let mut progress = Progress::for_tool(true);
    let proved = prove::prove(inputs, store, &mut progress)?;
    progress.wipe();
    let begun_s = (proved.begun_unix_ns / 1_000_000_000).cast_signed();
    let input = LogInput {
        simulation,
        remarks: proved
            .record
            .notes
            .iter()
            .skip(notes.len())
            .map(|note| report::words::note(Language::En, note))
            .collect(),
        notes,
        cpus,
        memory_mb,
        local_s: begun_s + i64::from(sys::clock::utc_offset_s(begun_s)),
        is_same: &is_same,
        failure: &|failure| report::words::run_failure(Language::En, failure),
        device: &|path, took_ms| counters.device_below(path, took_ms),
    };
    let text = sqliosim::log::write(&entries(&input, &proved.record));
    if let Some(displaced) = proved.recorder.displaced() {
        say(displaced);
    }
    if let Some(lost) = proved.recorder.lost() {
        say(report::words::warning(Language::En, &lost));
    }
    let written = log.save(&text);
    let places = Places { report: None, store: Some(proved.recorder.place()) };
    let text = terminal::shown(
        terminal_at(&proved.record, &terminal::style(Language::En), &places),
        Language::En,
    );
    print_bytes(text.as_bytes())?;
    print_bytes(format!("log          {}\n", log.shown()).as_bytes())?;
    let ending = match proved.ending() {
        Ending::NotFit => Ending::NotFit,
        ending => answer::final_ending(ending, true, &proved.recorder),
    };
    if proved.is_faulty() {
        proved.keep(false, &mut progress);
    } else {
        proved.targets.into_iter().for_each(ProofTarget::finish);
    }
    written?;
    Ok(ending.into())
}

/// The places of the log and the saved configuration: never the store, the configuration or a tested file.
fn places(
    call: &Call,
    view: &SqliosimView,
    store: &Store,
) -> Result<(Place, Option<Place>), Failure> {
    let mut kept = output::files_of_store(store.path());
    kept.extend(view.simulation.files.iter().map(|file| PathBuf::from(&file.path)));
    let given_up = &call.options.writes.overwrite;
    let place = |option, name: &str| output::place(option, Path::new(name), &kept, Some(given_up));
    let log = place("-log", view.log_file())?;
    let save = view.save.as_deref().map(|name| place("-save", name)).transpose()?;
    Ok((log, save))
}
