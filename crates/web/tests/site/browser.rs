//! The pages in a real browser: no complaint, no page wider than its screen, and the way of a reader through them.

use super::Site;
use serde_json::json;
use testkit::chromium::Chromium;
use testkit::skip;

const TOKEN: &str = "a-token-of-24-characters";
/// What axe-core finds that is serious or worse: the rule, and the element.
const SERIOUS: &str = "axe.run().then(found => found.violations
    .filter(rule => ['serious', 'critical'].includes(rule.impact))
    .flatMap(rule => rule.nodes.map(node => rule.id + ': ' + node.html)))";

#[test]
fn a_reader_finds_filters_opens_and_compares_runs_on_a_phone_and_on_a_desk() {
    let Some(mut browser) = Chromium::start("web-browser") else {
        return skip("no chromium here; the site was not looked at in a browser");
    };
    let site = Site::start("web-browsed", None);
    let url = |path: &str| format!("http://{}{path}", site.address);
    for (width, scheme) in [(390, "dark"), (1280, "light")] {
        browser.screen(width, scheme);
        for path in ["/", "/runs/1", "/runs/6", "/compare?run=1&run=7", "/?kind=import"] {
            browser.visit(&url(path));
            assert!(browser.complaints.is_empty(), "{path}: {:?}", browser.complaints);
            let wide = browser.evaluate("document.documentElement.scrollWidth - innerWidth");
            assert!(
                wide.as_f64().expect("a number") <= 0.0,
                "{path} at {width}: {wide} px too wide"
            );
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

/// The accessibility rules of axe-core find nothing serious on any page, in light and in dark.
#[test]
fn no_page_has_a_serious_barrier_for_a_keyboard_or_a_screen_reader() {
    let Some(rules) =
        std::env::var_os("AXE_CORE").and_then(|file| std::fs::read_to_string(file).ok())
    else {
        return skip("AXE_CORE names no axe.min.js; accessibility was not looked at");
    };
    let Some(mut browser) = Chromium::start("web-axe") else {
        return skip("no chromium here; accessibility was not looked at");
    };
    let (open, closed) =
        (Site::start("web-axe-open", None), Site::start("web-axe-closed", Some(TOKEN)));
    let pages =
        ["/", "/?kind=import", "/runs/1", "/runs/6", "/compare?run=1&run=7&run=2", "/absent"];
    let pages = pages.map(|path| format!("http://{}{path}", open.address));
    for url in pages.into_iter().chain([format!("http://{}/login", closed.address)]) {
        for (width, scheme) in [(390, "dark"), (1280, "light")] {
            browser.screen(width, scheme);
            browser.visit(&url);
            browser.evaluate(&rules);
            let found = browser.evaluate(SERIOUS);
            assert_eq!(found, json!([]), "{url} at {width}, {scheme}");
        }
    }
}
