//! `plimsoll results merge`, `tag`, `note` and `rm`: what changes the store.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use report::Language;
use report::messages::store::{labelled, merged, rebuilt_run};
use serde_json::json;
use session::stored::{self, LabelChange, MergedStores};
use session::terminal;
use std::path::{Path, PathBuf};
use store::{Labels, MergeCount, Store};

pub(super) fn merge(files: &[PathBuf], named: Option<&Path>, json: bool) -> Outcome {
    let MergedStores { counts, rebuilt } = stored::merge(files, named)?;
    let files = files.iter().map(|file| file.display().to_string()).zip(&counts);
    let text = if json {
        let merged: Vec<_> = files.map(|(file, count)| merged_json(&file, count)).collect();
        let rebuilt: Vec<_> = rebuilt
            .iter()
            .map(|run| json!({ "run": run.run.0, "parts": run.parts, "hosts": run.hosts }))
            .collect();
        format!("{:#}\n", json!({ "format": 1, "merged": merged, "rebuilt": rebuilt }))
    } else {
        let language = Language::of_process();
        let merged = files.map(|(file, count)| {
            let MergeCount { added, known, relabelled, unfinished } = count;
            merged(language, &file, added.len(), (*known, *relabelled), *unfinished)
        });
        let rebuilt = rebuilt
            .iter()
            .map(|run| rebuilt_run(language, run.run.0, run.parts as u64, run.hosts as u64));
        merged.chain(rebuilt).collect()
    };
    print_bytes(text.as_bytes())
}

fn merged_json(file: &str, count: &MergeCount) -> serde_json::Value {
    let runs = count.added.iter().map(|(from, to)| json!({ "from": from.0, "run": to.0 }));
    json!({
        "file": file,
        "runs": runs.collect::<Vec<_>>(),
        "known": count.known,
        "relabelled": count.relabelled,
        "unfinished": count.unfinished,
    })
}

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
