//! The other pages: the history of a target, captures, and starting a check.

use super::{Site, SiteExtras};
use std::path::Path;
use store::{Labels, RunId, Store};
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

fn code(site: &Site, run: u32) -> String {
    let (status, form) = site.get(&format!("/runs/{run}/labels"), "");
    assert_eq!(status, 200, "{form}");
    let code = form.split("name=\"code\" value=\"").nth(1).expect("a code");
    code.split('"').next().expect("its end").to_owned()
}

fn stored(site: &Site, run: i64) -> Labels {
    Store::open_to_read(site.dir.join("results.db")).expect("it").labels(RunId(run)).expect("it")
}

#[test]
fn tags_and_a_note_are_edited_shown_and_found_without_a_script() {
    let site = Site::start("web-labels", None);
    let code = code(&site, 1);
    let body = format!("code={code}&tags=nvme%2C+before&note=%3Cb%3Efirst%3C%2Fb%3E%0D%0Alook");
    let (status, text) = site.post("/runs/1/labels", "", &body);
    assert!(status == 303 && text.contains("location: /runs/1"), "{text}");
    assert_eq!(stored(&site, 1), Labels::read("before nvme", "<b>first</b>\nlook").expect("right"));
    let (_, page) = site.get("/runs/1", "");
    assert!(page.contains("&lt;b&gt;first&lt;/b&gt;") && page.contains("/?tag=nvme"), "{page}");
    let (_, list) = site.get("/?tag=before", "");
    assert!(list.contains("href=\"/runs/1\"") && !list.contains("href=\"/runs/2\""), "{list}");
    let (_, json) = site.get("/api/v1/runs?tag=nvme", "");
    assert!(json.contains("\"before\",") && json.contains("\"note\""), "{json}");
    // Empty fields remove them.
    assert_eq!(site.post("/runs/1/labels", "", &format!("code={code}&tags=&note=")).0, 303);
    assert_eq!(stored(&site, 1), Labels::default());
}

#[test]
fn a_form_of_another_site_or_with_mistakes_changes_nothing() {
    let site = Site::start("web-labels-refused", None);
    let code = code(&site, 1);
    let right = format!("code={code}&tags=nvme&note=");
    for (headers, body, status) in [
        ("Origin: http://evil.example\r\n", &*right, 403),
        ("Sec-Fetch-Site: cross-site\r\n", &*right, 403),
        ("", "tags=nvme&note=", 403),
        ("", &*format!("code={}&tags=nvme", "0".repeat(64)), 403),
        ("", &*format!("code={code}&tags=a%3Cb&note="), 200),
    ] {
        assert_eq!(site.post("/runs/1/labels", headers, body).0, status, "{headers}{body}");
    }
    let (_, again) = site.post("/runs/1/labels", "", &format!("code={code}&tags=a%3Cb&note=kept"));
    assert!(
        again.contains("Nothing was stored") && again.contains("a&lt;b") && again.contains("kept")
    );
    assert_eq!(stored(&site, 1), Labels::default());
    assert_eq!(site.post("/runs/99/labels", "", &right).0, 404);
}
