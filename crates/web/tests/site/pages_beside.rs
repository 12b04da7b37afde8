//! The other pages: the history of a target, captures, and starting a check.

use super::{Site, SiteExtras};
use std::path::Path;
use web::StartConfig;

#[test]
fn the_history_of_a_target_has_its_charts_and_its_numbers() {
    let site = Site::start("web-history", None);
    let target = testkit::record::check_example().target;
    let query: String = form_urlencoded::byte_serialize(target.as_bytes()).collect();
    let (status, text) = site.get(&format!("/history?target={query}"), "");
    assert_eq!(status, 200, "{text}");
    assert!(text.contains("2 finished runs") && text.contains("data-expected=\"3\""), "{text}");
    assert!(text.contains("<th scope=\"row\">7</th>"), "{text}");
    assert!(site.get("/runs/1", "").1.contains(&format!("/history?target={query}")));
    assert_eq!(site.get("/history", "").0, 400);
    let (_, none) = site.get("/history?target=%3Cscript%3E", "");
    assert!(none.contains("no finished check") && none.contains("&lt;script&gt;"), "{none}");
}

#[test]
fn pages_that_were_not_asked_for_are_not_there() {
    let site = Site::start("web-not-asked", None);
    for path in ["/captures", "/captures/x"] {
        assert_eq!(site.get(path, "").0, 404, "{path}");
    }
    assert_eq!(site.get("/start", "").0, 403);
    assert_eq!(site.post("/start", "", "target=sim:ssd").0, 403);
}

#[test]
fn a_folder_of_captures_shows_captures_and_nothing_else() {
    let extras = |dir: &Path| {
        let folder = dir.join("captures");
        std::fs::create_dir(&folder).expect("room");
        std::fs::write(folder.join("notes.txt"), "no capture").expect("room");
        std::os::unix::fs::symlink("/etc/passwd", folder.join("link")).expect("a link");
        SiteExtras { captures: Some(folder), ..SiteExtras::default() }
    };
    let site = Site::start_with("web-captures", None, extras);
    let (status, text) = site.get("/captures", "");
    assert!(status == 200 && text.contains("The folder contains no capture"), "{text}");
    for name in ["notes.txt", "link", "..%2Fresults.db", "%2Fetc%2Fpasswd"] {
        assert_eq!(site.get(&format!("/captures/{name}"), "").0, 404, "{name}");
    }
}

#[test]
fn a_check_is_started_on_listed_targets_alone_and_one_at_a_time() {
    let extras = |dir: &Path| {
        // Replaces the program: stores its arguments and waits for a file.
        let program = dir.join("program");
        let go = dir.join("go");
        let text = format!(
            "#!/bin/sh\necho \"$@\" > {}\nwhile [ ! -e {} ]; do sleep 0.05; done\necho refused >&2\nexit 4\n",
            dir.join("words").display(),
            go.display()
        );
        std::fs::write(&program, text).expect("room");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).expect("its mode");
        let targets = vec!["/srv/db".to_owned(), "sim:ssd".to_owned()];
        SiteExtras { start: Some(StartConfig { targets, program }), ..SiteExtras::default() }
    };
    let site = Site::start_with("web-start", None, extras);
    let (_, form) = site.get("/start", "");
    let code = form.split("name=\"code\" value=\"").nth(1).expect("a code");
    let code = code.split('"').next().expect("its end");
    let ask = |target: &str, profile: &str| {
        let body = format!("code={code}&target={target}&profile={profile}&budget=10s");
        site.post("/start", "", &body).0
    };
    assert_eq!(ask("/etc", "generic-oltp"), 400);
    assert_eq!(ask("sim:ssd", "--destroy"), 400);
    assert_eq!(site.post("/start", "", "target=sim:ssd&profile=generic-oltp&budget=10s").0, 403);
    assert_eq!(ask("sim:ssd", "generic-oltp"), 303);
    assert_eq!(ask("/srv/db", "generic-oltp"), 409, "one at a time");
    assert!(site.get("/start", "").1.contains("running."));
    std::fs::write(site.dir.join("go"), "").expect("room");
    while !site.get("/start", "").1.contains("failed.") {
        std::thread::yield_now();
    }
    let (_, page) = site.get("/start", "");
    assert!(page.contains("refused"), "{page}");
    let words = std::fs::read_to_string(site.dir.join("words")).expect("its words");
    assert!(words.starts_with("check --for generic-oltp --budget 10s --json --no-report --store "));
    assert!(words.ends_with(" -- sim:ssd\n"), "{words}");
}
