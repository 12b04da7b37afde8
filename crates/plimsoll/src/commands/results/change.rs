//! `plimsoll results merge`, `tag`, `note` and `rm`: what changes the store.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use report::Language;
use report::messages::store::{labelled, merged, rebuilt_run};
use serde_json::json;
use session::stored::{self, LabelChange, MergedStores, RebuiltRun};
use session::terminal;
use std::path::{Path, PathBuf};
use store::{Labels, MergeCount, Store};

/// Adds the runs of other stores.
pub(super) fn merge(files: &[PathBuf], named: Option<&Path>, json: bool) -> Outcome {
    let MergedStores { counts, rebuilt } = stored::merge(files, named)?;
    let all = files.iter().map(|file| file.display().to_string()).zip(&counts);
    let text = if json {
        let of = |(file, count): (String, &MergeCount)| {
            let runs = count.added.iter().map(|(from, to)| json!({ "from": from.0, "run": to.0 }));
            let runs: Vec<_> = runs.collect();
            json!({
                "file": file,
                "runs": runs,
                "known": count.known,
                "relabelled": count.relabelled,
                "unfinished": count.unfinished,
            })
        };
        let merged: Vec<_> = all.map(of).collect();
        let of =
            |one: &RebuiltRun| json!({ "run": one.run.0, "parts": one.parts, "hosts": one.hosts });
        let rebuilt: Vec<_> = rebuilt.iter().map(of).collect();
        format!("{:#}\n", json!({ "format": 1, "merged": merged, "rebuilt": rebuilt }))
    } else {
        let of = |(file, count): (String, &MergeCount)| {
            let MergeCount { added, known, relabelled, unfinished } = count;
            merged(Language::of_process(), &file, added.len(), (*known, *relabelled), *unfinished)
        };
        let again = rebuilt.iter().map(|one| {
            let (parts, hosts) = (one.parts as u64, one.hosts as u64);
            rebuilt_run(Language::of_process(), one.run.0, parts, hosts)
        });
        all.map(of).chain(again).collect()
    };
    print_bytes(text.as_bytes())
}

/// Changes the tags or the note of a run.
pub(super) fn label(mut store: Store, name: &str, change: LabelChange<'_>, json: bool) -> Outcome {
    let (run, labels) = stored::relabel(&mut store, name, change)?;
    let Labels { tags, note } = &labels;
    let text = if json {
        let document = json!({ "format": 1, "run": run.0, "tags": tags, "note": note });
        format!("{document:#}\n")
    } else {
        let language = Language::of_process();
        let tags = tags.iter().map(String::as_str);
        terminal::shown(labelled(language, run.0, tags, note), language)
    };
    print_bytes(text.as_bytes())
}

pub(super) fn remove(named: Option<&Path>, names: &[String]) -> Outcome {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    stored::remove(named, &names)?;
    Ok(Exit::DONE)
}
