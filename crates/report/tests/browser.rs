//! The page in a real browser: every chart is drawn, nothing is complained about, in light and in dark.
//!
//! Skipped, with a line on stderr, where there is no Chromium.

use report::html;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::record::{bare_example, check_example, run_example};
use testkit::{TempDir, skip, tool};

/// A Chromium that talks to nobody and leaves nothing behind.
fn flags(profile: &Path) -> Vec<String> {
    let mut flags: Vec<String> = [
        "--headless",
        // The tests also run as root and in containers, where the browser's own sandbox cannot start.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        // Time that passes only while there is work: waits for the charts and not a moment longer.
        "--virtual-time-budget=30000",
        "--enable-logging=stderr",
        "--v=0",
    ]
    .map(str::to_owned)
    .into();
    flags.push(format!("--user-data-dir={}", profile.display()));
    flags
}

fn browser() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(tool)
}

/// What the browser made of a page: its document after drawing, and its log.
fn look(browser: &Path, dir: &TempDir, page: &str, more: &[&str]) -> (String, String) {
    let file = dir.join("page.html");
    std::fs::write(&file, page).expect("the temporary directory is writable");
    let output = Command::new(browser)
        .args(flags(&dir.join("profile")))
        .args(more)
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The value of a `data-` mark that the page leaves on its root.
fn mark<'a>(dom: &'a str, name: &str) -> Option<&'a str> {
    let root = &dom[dom.find("<html")?..];
    let root = &root[..root.find('>')?];
    let (_, rest) = root.split_once(&format!("data-{name}=\""))?;
    rest.split('"').next()
}

#[test]
fn every_chart_is_drawn_in_light_and_dark_without_a_complaint() {
    let Some(browser) = browser() else {
        return skip("no chromium here; the page was not looked at in a browser");
    };
    let dir = TempDir::new("browser");
    let mut inks = Vec::new();
    for (record, scheme) in [
        (check_example(), "--blink-settings=preferredColorScheme=1"),
        (check_example(), "--blink-settings=preferredColorScheme=0"),
        (run_example(), "--blink-settings=preferredColorScheme=1"),
        (bare_example(), "--blink-settings=preferredColorScheme=0"),
    ] {
        let (dom, log) = look(&browser, &dir, &html(&record), &[scheme]);
        let complaints: Vec<_> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
        assert!(complaints.is_empty(), "{complaints:?}");
        assert_eq!(mark(&dom, "errors"), Some("0"), "trouble: {:?}", mark(&dom, "trouble"));
        let expected = mark(&dom, "expected").expect("the page says how many charts it has");
        assert_ne!(expected, "0");
        assert_eq!(mark(&dom, "charts"), Some(expected));
        inks.push(mark(&dom, "ink").expect("the page says its ink").to_owned());
    }
    assert_ne!(inks[0], inks[1], "light and dark have the same ink");
}

#[test]
fn a_damaged_library_leaves_the_numbers_and_says_so() {
    let Some(browser) = browser() else {
        return skip("no chromium here; the page was not looked at in a browser");
    };
    let dir = TempDir::new("browser-damaged");
    let page = html::html_without_library(&check_example());
    let (dom, _) = look(&browser, &dir, &page, &[]);
    assert_eq!(mark(&dom, "errors"), Some("1"));
    assert!(dom.contains("NOT FIT") && !dom.contains("id=\"chart-trouble\" hidden"));
}
