//! The pages in a real browser: no errors, no page wider than its screen, and the usual path of a reader.

use super::live::LiveWriter;
use super::{Site, SiteExtras};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use testkit::chromium::Chromium;
use testkit::{skip, tool};
use web::{StartConfig, TlsFiles};

const TOKEN: &str = "a-token-of-24-characters";
/// Some seconds of a real PostgreSQL 15 under pgbench, on ext4.
const CAPTURE: &str = "postgres.capture";
/// The findings of axe-core that are serious or worse: the rule, and the element.
const SERIOUS: &str = "axe.run().then(found => found.violations
    .filter(rule => ['serious', 'critical'].includes(rule.impact))
    .flatMap(rule => rule.nodes.map(node => rule.id + ': ' + node.html)))";

#[test]
fn a_reader_finds_filters_opens_and_compares_runs_on_a_phone_and_on_a_desk() {
    let Some(mut browser) = Chromium::start("web-browser") else { return };
    let site = Site::start("web-browsed", None);
    let url = |path: &str| format!("http://{}{path}", site.address);
    for (width, scheme) in [(390, "dark"), (1280, "light")] {
        browser.screen(width, scheme);
        for path in ["/", "/runs/1", "/runs/6", "/compare?run=1&run=7", "/?kind=import"] {
            browser.visit(&url(path));
            assert!(browser.complaints.is_empty(), "{path}: {:?}", browser.complaints);
            assert_eq!(browser.excess_width_px(), 0, "{path} at {width}");
        }
    }
    browser.visit(&url("/"));
    browser.evaluate("document.querySelector('[name=kind]').value = 'check'; document.querySelector('form.filter').requestSubmit()");
    browser.arrive("location.search.includes('kind=check') && document.readyState === 'complete'");
    assert_eq!(browser.evaluate("document.querySelectorAll('tbody tr').length"), json!(3));
    browser.evaluate(
        "for (const run of [1, 7]) document.querySelector(`[name=run][value='${run}']`).click(); \
         document.querySelector('form[action=\"/compare\"]').requestSubmit()",
    );
    browser.arrive("location.pathname === '/compare' && document.readyState === 'complete'");
    assert_eq!(browser.evaluate("document.querySelectorAll('section.verdict').length"), json!(1));
    browser.evaluate("document.querySelector('main a').click()");
    browser.arrive("location.pathname.startsWith('/runs/') && document.readyState === 'complete'");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

/// Configures all pages beside the runs, with content for each.
fn extras(dir: &Path) -> SiteExtras {
    let captures = dir.join("captures");
    std::fs::create_dir(&captures).expect("room");
    let capture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(CAPTURE);
    std::fs::copy(capture, captures.join(CAPTURE)).expect("room");
    let targets = vec!["sim:ssd".to_owned(), "/srv/db".to_owned()];
    SiteExtras {
        captures: Some(captures),
        start: Some(StartConfig { targets, program: "/bin/false".into() }),
        tls: None,
    }
}

fn pages(live: &str) -> Vec<String> {
    let target = testkit::record::check_example().target;
    let target: String = form_urlencoded::byte_serialize(target.as_bytes()).collect();
    let mut pages = [
        "/",
        "/?kind=import",
        "/?sort=tag",
        "/runs/1",
        "/runs/6",
        "/runs/1/labels",
        "/captures",
        "/start",
        "/compare?run=1&run=7&run=2",
        "/absent",
    ]
    .map(str::to_owned)
    .to_vec();
    let capture = format!("/captures/{CAPTURE}");
    pages.extend([format!("/history?target={target}"), live.to_owned(), capture]);
    pages
}

/// Stores a screenshot if a folder for pictures is configured.
fn picture(browser: &mut Chromium, name: &str) {
    let Some(folder) = std::env::var_os("PLIMSOLL_PICTURES") else { return };
    let shot = browser.call("Page.captureScreenshot", json!({"captureBeyondViewport": true}));
    let data = shot["data"].as_str().expect("a picture");
    std::fs::write(Path::new(&folder).join(format!("{name}.png.base64")), data).expect("room");
}

#[test]
fn a_reader_follows_a_run_to_its_end_edits_a_tag_and_sees_the_history() {
    let Some(mut browser) = Chromium::start("web-browser-live") else { return };
    let site = Site::start_with("web-browsed-live", None, extras);
    let url = |path: &str| format!("http://{}{path}", site.address);
    let mut writer = LiveWriter::begin(&site);
    let path = format!("/runs/{}", writer.run);
    (0..30).for_each(|step| writer.step(f64::from(step) / 100.0));
    browser.screen(1280, "light");
    browser.visit(&url(&path));
    browser.until("Number(document.documentElement.dataset.seen) >= 1 && document.documentElement.dataset.charts === '1'");
    let points = "document.getElementById('live-time').data[0].x.length";
    assert_eq!(browser.evaluate(points), json!(30));
    (30..40).for_each(|step| writer.step(f64::from(step) / 100.0));
    browser.until(&format!("{points} === 40"));
    assert!(
        browser
            .evaluate("document.querySelector('.words').textContent")
            .as_str()
            .expect("text")
            .starts_with("39 %")
    );
    writer.finish();
    browser.until("document.documentElement.dataset.ended === 'yes'");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
    browser.evaluate("document.querySelector('#ended a').click()");
    browser
        .arrive("document.querySelector('#repeat') !== null && document.readyState === 'complete'");
    // Tags.
    browser.evaluate("document.querySelector('.labels .edit').click()");
    browser.arrive(
        "document.querySelector('form.edit') !== null && document.readyState === 'complete'",
    );
    browser.evaluate(
        "document.querySelector('[name=tags]').value = 'nvme after-upgrade'; \
         document.querySelector('[name=note]').value = 'The new controller.'; \
         document.querySelector('form.edit').requestSubmit()",
    );
    browser.arrive(
        "document.querySelectorAll('a.tag').length === 2 && document.readyState === 'complete'",
    );
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
    browser.evaluate("document.querySelector('a.tag').click()");
    browser
        .arrive("location.search === '?tag=after-upgrade' && document.readyState === 'complete'");
    assert_eq!(browser.evaluate("document.querySelectorAll('tbody tr').length"), json!(1));
    browser.evaluate(
        "document.querySelector('th[aria-sort] + th + th a, thead a[href*=started]').click()",
    );
    browser
        .arrive("location.search.includes('sort=started') && document.readyState === 'complete'");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
fn a_reader_opens_a_real_capture_from_the_list_and_sees_its_files() {
    let Some(mut browser) = Chromium::start("web-browser-capture") else { return };
    let site = Site::start_with("web-browsed-capture", None, extras);
    browser.screen(1280, "light");
    browser.visit(&format!("http://{}/captures", site.address));
    browser.evaluate("document.querySelector('tbody th a').click()");
    browser
        .arrive("location.pathname.startsWith('/captures/') && document.readyState === 'complete'");
    let text = browser.evaluate("document.body.textContent");
    let text = text.as_str().expect("a text");
    for part in ["pg_wal", "base/", "All captures"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

fn certificate(openssl: &Path, dir: &Path) -> TlsFiles {
    let [key, certificate] = ["key.pem", "certificate.pem"].map(|name| dir.join(name));
    let made = Command::new(openssl)
        .args("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout".split(' '))
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output();
    assert!(made.as_ref().is_ok_and(|made| made.status.success()), "{made:?}");
    TlsFiles { certificate, key }
}

#[test]
fn a_reader_opens_every_page_and_sends_every_form_over_http_2() {
    let Some(openssl) = tool("openssl") else {
        return skip("no openssl here; no page was opened over TLS");
    };
    let Some(mut browser) = Chromium::start("web-browser-tls") else { return };
    let tls = |dir: &Path| SiteExtras { tls: Some(certificate(&openssl, dir)), ..extras(dir) };
    let site = Site::start_with("web-browsed-tls", Some(TOKEN), tls);
    let url = |path: &str| format!("https://{}{path}", site.address);
    browser.call("Security.setIgnoreCertificateErrors", json!({"ignore": true}));
    let token = |text: &str| format!("document.querySelector('[name=token]').value = '{text}'");
    let send = |browser: &mut Chromium, form: &str, fields: &str, arrived: &str| {
        browser.evaluate(&format!("{fields}; document.querySelector('{form}').requestSubmit()"));
        browser.arrive(&format!("{arrived} && document.readyState === 'complete'"));
    };
    browser.visit(&url("/login"));
    let refused = "document.querySelector('.refused') !== null";
    send(&mut browser, "form.filter", &token("a-wrong-token-of-24-chars"), refused);
    send(&mut browser, "form.filter", &token(TOKEN), "location.pathname === '/'");
    let mut writer = LiveWriter::begin(&site);
    let live = format!("/runs/{}", writer.run);
    for path in pages(&live) {
        browser.visit(&url(&path));
        let answer = "(({nextHopProtocol, responseStatus}) => [nextHopProtocol, responseStatus])\
                      (performance.getEntriesByType('navigation')[0])";
        let status = if path == "/absent" { 404 } else { 200 };
        assert_eq!(browser.evaluate(answer), json!(["h2", status]), "{path}");
        let complaints = browser.complaints.iter().filter(|_| path != "/absent");
        assert_eq!(complaints.collect::<Vec<_>>(), Vec::<&String>::new(), "{path}");
    }
    browser.visit(&url(&live));
    (0..5).for_each(|step| writer.step(f64::from(step) / 10.0));
    browser.until("Number(document.documentElement.dataset.seen) >= 1");
    writer.finish();
    browser.until("document.documentElement.dataset.ended === 'yes'");
    browser.visit(&url("/"));
    let kind = "document.querySelector('[name=kind]').value = 'check'";
    send(&mut browser, "form.filter", kind, "location.search.includes('kind=check')");
    let two =
        "for (const run of [1, 7]) document.querySelector(`[name=run][value=\"${run}\"]`).click()";
    send(&mut browser, "form[action=\"/compare\"]", two, "location.pathname === '/compare'");
    browser.visit(&url("/runs/1/labels"));
    let tags = "document.querySelector('[name=tags]').value = 'nvme'";
    send(&mut browser, "form.edit", tags, "document.querySelector('a.tag') !== null");
    browser.visit(&url("/start"));
    let started = "document.querySelector('main [role=status]') !== null";
    send(&mut browser, "form.edit", "", started);
    assert_eq!(browser.evaluate("location.pathname"), json!("/start"));
}

#[test]
fn every_page_fits_a_phone_and_a_desk_in_light_and_in_dark() {
    let Some(mut browser) = Chromium::start("web-browser-pages") else { return };
    let site = Site::start_with("web-browsed-pages", None, extras);
    let mut writer = LiveWriter::begin(&site);
    (0..50).for_each(|step| writer.step(f64::from(step) / 100.0));
    let labels = store::Labels::read("nvme before-upgrade", "First look at the new controller.")
        .expect("right");
    let mut store = store::Store::open(site.dir.join("results.db")).expect("the store");
    store.set_labels(store::RunId(1), &labels).expect("room");
    for (number, path) in pages(&format!("/runs/{}", writer.run)).iter().enumerate() {
        for (width, scheme) in [(390, "dark"), (390, "light"), (1280, "light"), (1280, "dark")] {
            browser.screen(width, scheme);
            browser.visit(&format!("http://{}{path}", site.address));
            browser.until("!document.documentElement.dataset.expected || document.documentElement.dataset.charts === document.documentElement.dataset.expected");
            let complaints =
                browser.complaints.iter().filter(|line| !line.contains("404") && path != "/absent");
            assert_eq!(complaints.collect::<Vec<_>>(), Vec::<&String>::new(), "{path}");
            assert_eq!(browser.excess_width_px(), 0, "{path} at {width}");
            picture(&mut browser, &format!("{number}-{width}-{scheme}"));
        }
    }
}

/// The accessibility rules of axe-core find nothing serious on any page, in light and in dark.
#[test]
fn no_page_has_a_serious_barrier_for_a_keyboard_or_a_screen_reader() {
    let Some(rules) =
        std::env::var_os("AXE_CORE").and_then(|file| std::fs::read_to_string(file).ok())
    else {
        return skip("AXE_CORE names no axe.min.js; accessibility was not looked at");
    };
    let Some(mut browser) = Chromium::start("web-axe") else { return };
    let open = Site::start_with("web-axe-open", None, extras);
    let closed = Site::start("web-axe-closed", Some(TOKEN));
    let mut writer = LiveWriter::begin(&open);
    (0..5).for_each(|step| writer.step(f64::from(step) / 10.0));
    let pages = pages(&format!("/runs/{}", writer.run));
    let pages = pages.iter().map(|path| format!("http://{}{path}", open.address));
    for url in pages.chain([format!("http://{}/login", closed.address)]) {
        for (width, scheme) in [(390, "dark"), (1280, "light")] {
            browser.screen(width, scheme);
            browser.visit(&url);
            browser.evaluate(&rules);
            let found = browser.evaluate(SERIOUS);
            assert_eq!(found, json!([]), "{url} at {width}, {scheme}");
        }
    }
}
