//! The built-in profiles have no problems and contain what a check needs.

use job::profile::{self, ProfileError};
use workload::{RoleKind, SyncMode, profile::BUILT_IN};

#[test]
fn every_built_in_profile_reads_and_can_be_checked() {
    assert_eq!(BUILT_IN.len(), 10);
    for (name, text) in BUILT_IN {
        let profile = profile::read(name, text)
            .unwrap_or_else(|problems| panic!("{}", job::show(name, text, &problems, false)));
        assert_eq!(profile.name, *name);
        let measured: Vec<_> = profile.roles.iter().filter(|role| role.measured).collect();
        assert!((2..=4).contains(&measured.len()), "{name} measures {}", measured.len());
        for role in &profile.roles {
            assert!(!role.source.is_empty() && role.weight > 0.0, "{name} {}", role.name);
            if role.kind == RoleKind::Commit {
                assert_ne!(role.stream.sync, SyncMode::None, "{name} {}", role.name);
                assert_eq!(role.stream.depth, 1, "{name} {}", role.name);
            }
        }
    }
}

#[test]
fn the_users_profile_comes_first_and_a_slip_finds_the_nearest() {
    let own = |name: &str| {
        (name == "postgres").then(|| {
            "name = \"postgres\"\ntitle = \"ours\"\n[role.data]\ntitle = \"d\"\nlatency_limit = \"p99<=1ms\"\nsource = \"us\"\n"
                .to_owned()
        })
    };
    assert_eq!(profile::find("postgres", Some(&own)).unwrap().title, "ours");
    assert_eq!(profile::find("postgres", None).unwrap().title, "PostgreSQL");
    let Err(ProfileError::Unknown { help, .. }) = profile::find("postgre", None) else { panic!() };
    assert_eq!(help, "did you mean \"postgres\"?");
}

#[test]
fn a_wrong_profile_tells_everything_at_once() {
    let text = "name = \"Our DB\"\n[role.log]\nkind = \"commit\"\nrate = 5\nlatency_limit = \"p100<=5ms\"\n";
    let problems = profile::read("own", text).unwrap_err();
    let texts: Vec<&str> = problems.iter().map(|p| p.text.as_str()).collect();
    for part in [
        "lower-case",
        "no `title`",
        "durable write",
        "no key `rate`",
        "not a latency limit",
        "no `source`",
    ] {
        assert!(texts.iter().any(|t| t.contains(part)), "{part}: {texts:#?}");
    }
}
