//! `plimsoll sqlio`: SQLIO's command line -> workload -> run -> SQLIO's report. With `--sweep`, a matrix of them.

mod sweep;

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use compat::foreign::Foreign;
use compat::sqlio::{self, OPTIONS, View};
use plan::TargetKind;
use session::failure::{Ending, Failure};
use session::foreign::gather::Gather;
use session::foreign::{
    Call, Job, Measured, News, load, measure, say, sizes, tell_if_cut, tell_lost_backslashes,
    understood, usage,
};
use session::load;
use workload::Stream;

/// What a script sees when SQLIO could not do its work.
const FAILED: Exit = Exit::Tool(1);

/// Words of ours that only this command knows.
const OWN: &str = "\
Of `plimsoll sqlio`: --zeros writes zeros as SQLIO does. --size SIZE is that of files which do not exist yet. --sweep 'LISTS' runs a matrix, such as
--sweep '-b(8,64) -o(1-64) -t(1,2,4) -f(1,2,4) -k(R,W) -R(2->14)' with words that hold for every cell beside it:
1-64 are powers of two, 2->14 sets that grow; -f, -t and -i move in step where their lists have one length.
With it: --dry-run lists the cells, --pause TIME (30s) between them, --logs DIR for their logs and sweep.csv,
--resume goes on with the cells that sweep.csv lacks, --decimal-comma, --cross takes every combination of -f, -t
and -i, --part SIZE makes -i of a file's size.
";

/// Runs one command line, or a matrix.
pub(crate) fn run(words: Vec<String>) -> Outcome {
    let mut call = Call::new("sqlio", words)?;
    let zeros = call.take_flag("--zeros");
    let size = call.take_value("--size")?;
    if let Some(text) = call.take_value("--sweep")? {
        return sweep::run(&mut call, &text, zeros, size.as_deref());
    }
    let foreign = sqlio::read(&call.words, &load, &call.own.maps);
    if foreign.view.usage || call.asks_for_help() {
        let text = usage("plimsoll sqlio [OPTIONS] [FILE...]", OPTIONS);
        return print_bytes(format!("{text}{OWN}").as_bytes());
    }
    let foreign = call.without_header(foreign);
    let Some(mut job) = ready(foreign, zeros, &mut Vec::new()) else { return Ok(FAILED) };
    let named = job.view.files.iter().map(|file| (file.name.as_str(), file.name.as_str()));
    tell_lost_backslashes(&job.workload, named);
    let settled = call.all_meant(load::paths(&job.workload));
    if let Err(failure) = settled.and_then(|()| sizes::settle(&mut job.workload, size.as_deref())) {
        failure.lines.iter().for_each(|line| say(line));
        return Ok(FAILED);
    }
    let measured = one(&call, &job, &mut |text| print_bytes(text.as_bytes()).map(drop))?;
    Ok(exit(&measured))
}

/// What was read, told, and fitted to this machine; `None` when it was wrong. What is in `told` is not told again,
/// but stays with the job.
fn ready(mut foreign: Foreign<View>, zeros: bool, told: &mut Vec<String>) -> Option<Job<View>> {
    if zeros {
        foreign.notes.retain(|(_, note)| !note.text.contains("--zeros"));
    }
    let (old, new): (Vec<_>, Vec<_>) =
        foreign.notes.into_iter().partition(|(_, note)| told.contains(&note.text));
    told.extend(new.iter().map(|(_, note)| note.text.clone()));
    foreign.notes = new;
    let mut job = understood(foreign).ok()?;
    job.notes.extend(old.into_iter().map(|(_, note)| note.text));
    for stream in &mut job.workload.streams {
        stream.content.zeros = zeros;
    }
    if let Some(note) = keep_pins(&mut job.workload.streams, &sys::affinity::allowed()) {
        if !told.contains(&note) {
            say(&format!("note: {note}"));
            told.push(note.clone());
        }
        job.notes.push(note);
    }
    disks_suffice(&job).then_some(job)
}

/// Whether every disk has the size that its line asks for, which SQLIO's own words tell of those that have not, and
/// every target can hold the stripes.
fn disks_suffice(job: &Job<View>) -> bool {
    let sized = job.view.files.iter().any(|file| file.raw && file.size_mib.is_some());
    if !sized && sqlio::stripes_bytes(&job.view).is_none() {
        return true;
    }
    // What cannot be looked at is told when the run is planned.
    let opened = engine::probe::to_read(&job.workload);
    let facts = opened.and_then(|targets| engine::probe::facts(&job.workload, &targets));
    let Ok(facts) = facts else { return true };
    let mut suffice = true;
    for (file, facts) in job.view.files.iter().zip(&facts.targets) {
        if file.raw && file.size_mib.is_some_and(|mib| mib << 20 > facts.size_bytes) {
            say(&sqlio::raw_is_smaller(&file.name, facts.size_bytes));
            suffice = false;
            continue;
        }
        let room = match facts.kind {
            TargetKind::Device | TargetKind::Virtual => 0,
            TargetKind::File | TargetKind::Absent => {
                facts.room.free_bytes.saturating_sub(facts.room.reserve_bytes)
            }
        };
        let most = facts.size_bytes.saturating_add(room);
        if let Some(text) = sqlio::stripes_are_larger(&job.view, &file.name, most) {
            say(&text);
            suffice = false;
        }
    }
    suffice
}

/// A mask may name CPUs of the machine it was written for; those that are not here bind nobody.
fn keep_pins(streams: &mut [Stream], allowed: &[u32]) -> Option<String> {
    let mut missing: Vec<u32> = Vec::new();
    for stream in streams {
        missing.extend(stream.pin.iter().filter(|cpu| !allowed.contains(cpu)));
        stream.pin.retain(|cpu| allowed.contains(cpu));
    }
    missing.sort_unstable();
    missing.dedup();
    let names: Vec<String> = missing.iter().map(u32::to_string).collect();
    (!names.is_empty()).then(|| {
        format!(
            "CPU {} of the mask cannot be used here: its threads run where they may",
            names.join(", ")
        )
    })
}

/// Runs one command line; its report goes to `print`.
fn one(
    call: &Call,
    job: &Job<View>,
    print: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<Measured, Failure> {
    let mut begun = None;
    let measured = measure(call, job, &mut |news, so_far| {
        if let News::Prepared = news {
            begun = Some(print(&sqlio::head(&job.view, &grounds(job, so_far))));
        }
    });
    if let Some(printed) = begun {
        printed?;
        print(&sqlio::tail(&job.view, &measured.outcome))?;
    }
    tell_if_cut(&measured.outcome);
    Ok(measured)
}

/// The sizes of the view's files, in their order.
fn grounds(job: &Job<View>, so_far: &Gather) -> Vec<sqlio::Ground> {
    let of = |name: &str| {
        let found = so_far.grounds.iter().find(|g| g.name == name);
        found.map_or_else(sqlio::Ground::default, |g| sqlio::Ground {
            had_bytes: g.had_bytes,
            size_bytes: g.size_bytes,
        })
    };
    job.view.files.iter().map(|file| of(&file.name)).collect()
}

fn exit(measured: &Measured) -> Exit {
    match measured.ending {
        Ending::Done | Ending::Interrupted => measured.ending.into(),
        _ => FAILED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_of_another_machine_binds_to_what_is_here() {
        let stream = |pin: &[u32]| Stream { pin: pin.to_vec(), ..Stream::new("s", "t") };
        let mut streams = [stream(&[0, 1, 2, 3]), stream(&[3])];
        let note = keep_pins(&mut streams, &[0, 1]).expect("two are missing");
        assert!(note.contains("CPU 2, 3"), "{note}");
        assert_eq!((&streams[0].pin[..], &streams[1].pin[..]), (&[0, 1][..], &[][..]));
        assert_eq!(keep_pins(&mut streams, &[0, 1]), None);
    }
}
