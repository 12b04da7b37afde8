//! `plimsoll profiles`: lists the database profiles, or prints one.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::Profiles;
use report::messages::requests::ProfileText;
use session::profiles::{folder, load, names};
use workload::Profile;

pub(crate) fn run(flags: &Profiles) -> Outcome {
    match &flags.name {
        Some(name) => one(name, flags.json),
        None => list(flags.json),
    }
}

fn one(name: &str, json: bool) -> Outcome {
    let (text, profile) = load(name)?;
    if json {
        return print_bytes(format!("{:#}\n", profile_json(&profile)).as_bytes());
    }
    print_bytes(text.as_bytes())
}

fn list(json: bool) -> Outcome {
    let mut profiles = Vec::new();
    for name in names() {
        profiles.push(load(&name)?.1);
    }
    if json {
        let list: Vec<_> = profiles.iter().map(profile_json).collect();
        let text = serde_json::json!({ "format": 2, "profiles": list });
        return print_bytes(format!("{text:#}\n").as_bytes());
    }
    let width = profiles.iter().map(|p| p.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for profile in &profiles {
        text.push_str(&format!("{:width$}  {}\n", profile.name, profile.title));
    }
    if let Some(folder) = folder() {
        let folder = folder.display().to_string();
        text.push_str(&format!("\n{}\n", ProfileText::OwnProfiles { folder }));
    }
    print_bytes(text.as_bytes())
}

fn profile_json(profile: &Profile) -> serde_json::Value {
    let roles: Vec<_> = profile
        .roles
        .iter()
        .map(|role| {
            serde_json::json!({
                "name": role.name, "activity": role.activity, "title": role.title,
                "operation": report::words::profile_role(report::Language::En, role), "measured": role.measured,
                "latency_limit": role.latency_limit.to_string(), "weight": role.weight, "source": role.source,
            })
        })
        .collect();
    serde_json::json!({ "name": profile.name, "title": profile.title, "roles": roles })
}
