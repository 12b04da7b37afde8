//! The page in a real browser: every chart is drawn without errors, the page fits a phone and a sheet of paper, and it follows
//! the theme while it is open.
//!
//! Skipped, with a line on stderr, without Chromium.

use record::{Finding, Record};
use report::Language;
use report::html;
use serde_json::json;
use testkit::chromium::Chromium;
use testkit::proof::proof_example;
use testkit::record::{bare_example, check_example, run_example};
use testkit::study::plan_example;

/// Checks that there were no errors, and that every chart of the page was drawn.
fn assert_drawn(browser: &mut Chromium) {
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
    let trouble = browser.mark("trouble");
    assert_eq!(browser.mark("errors"), "0", "trouble: {trouble}");
    let expected = browser.mark("expected");
    assert_ne!(expected, "0");
    assert_eq!(browser.mark("charts"), expected);
}

/// The charts and parts of charts that extend beyond their places, by name.
const STICKS_OUT: &str = "[...document.querySelectorAll('.chart')].flatMap(chart => {
    const place = chart.getBoundingClientRect();
    return [...chart.querySelectorAll('.main-svg, .xtitle, .ytitle, .xtick text, .ytick text, .legendtext, .annotation-text')]
        .filter(part => {
            const box = part.getBoundingClientRect();
            return box.width > 0 && (box.left < place.left - 1 || box.right > place.right + 1
                || box.top < place.top - 1 || box.bottom > place.bottom + 1);
        })
        .map(part => chart.id + ': ' + (part.textContent.length < 40 ? part.textContent : part.className.baseVal));
})";

/// Axis labels that are not shown, and labels of marks that overlap each other or a mark.
const UNREADABLE: &str = "JSON.parse(document.getElementById('chart-data').textContent).charts.flatMap(data => {
    const chart = document.getElementById(data.id);
    const words = where => [...chart.querySelectorAll(where)];
    const shown = words('.xtick text').filter(word => getComputedStyle(word).display !== 'none' && word.style.opacity !== '0');
    const missing = data.kind === 'plot' ? data.x.names.slice(shown.length) : [];
    const named = (data.series || []).some(one => (one.labels || []).length);
    const names = named ? words('.annotation-text').filter(word => word.textContent.trim()) : [];
    const marks = named ? words('.points path') : [];
    const box = part => part.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const hidden = names.filter((name, i) => names.slice(i + 1).concat(marks).some(other => meet(box(name), box(other))));
    return missing.concat(hidden.map(name => name.textContent)).map(word => data.id + ': ' + word);
})";

/// A race of layouts with nearly equal throughput, over groups with long names.
fn crowded() -> Record {
    let mut record = plan_example();
    let stages = &mut record.study.as_mut().expect("a plan").stages;
    let Some(Finding::Race(race)) = &mut stages[2].finding else { panic!("the third is a race") };
    race.standings[1] = race.standings[0].clone();
    for group in &mut race.groups {
        group.group.random = Some(false);
    }
    record
}

#[test]
fn every_chart_is_drawn_at_every_width_in_light_and_dark_without_a_complaint() {
    let Some(mut browser) = Chromium::start("browser") else { return };
    for (name, record) in [
        ("check", check_example()),
        ("run", run_example()),
        ("bare", bare_example()),
        ("plan", plan_example()),
        ("crowded", crowded()),
    ] {
        let page = html(&record, Language::En);
        let all = [(390, "dark"), (1280, "light"), (768, "light"), (1920, "dark")];
        // Every kind of chart is in the others.
        let screens = if ["bare", "crowded"].contains(&name) { &all[..2] } else { &all };
        for &(width, scheme) in screens {
            assert_fits(&mut browser, &page, &format!("{name} at {width}"), (width, scheme));
        }
    }
}

/// Checks that every chart is drawn, and that nothing extends beyond its place or overlaps.
fn assert_fits(browser: &mut Chromium, page: &str, name: &str, screen: (u32, &str)) {
    browser.open_at(page, screen);
    assert_drawn(browser);
    assert_eq!(browser.excess_width_px(), 0, "{name}");
    assert_eq!(browser.evaluate(STICKS_OUT), json!([]), "{name}");
    assert_eq!(browser.evaluate(UNREADABLE), json!([]), "{name}");
}

/// German words are longer than English ones, and Russian ones wider.
#[test]
fn pages_fit_in_every_language() {
    let Some(mut browser) = Chromium::start("browser-languages") else { return };
    for language in [Language::Ru, Language::De] {
        let records = [
            ("check", check_example()),
            ("run", run_example()),
            ("plan", plan_example()),
            ("proof", proof_example()),
        ];
        for (name, record) in records {
            let page = html(&record, language);
            for screen in [(390, "dark"), (1280, "light")] {
                let name = format!("{name}, {}, at {}", language.code(), screen.0);
                assert_fits(&mut browser, &page, &name, screen);
            }
        }
    }
}

#[test]
fn a_proof_fits_a_phone_and_says_what_was_wrong() {
    let Some(mut browser) = Chromium::start("browser-proof") else { return };
    for (width, scheme) in [(390, "dark"), (1280, "light")] {
        browser.open_at(&html(&proof_example(), Language::En), (width, scheme));
        assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
        assert_eq!(browser.excess_width_px(), 0, "at {width}");
        let text = browser.evaluate("document.body.innerText");
        let text = text.as_str().expect("text");
        for phrase in ["FAULTY", "lost write", "87,366", "bulk update", "Evidence", "Facts"] {
            assert!(text.contains(phrase), "{phrase} at {width}: {text}");
        }
    }
}

#[test]
fn the_charts_follow_the_theme_while_the_page_is_open() {
    let Some(mut browser) = Chromium::start("browser-theme") else { return };
    // The colours of the axis texts and of the background.
    let seen =
        "[...document.querySelectorAll('.xtitle, .legendtext')].map(t => getComputedStyle(t).fill)
        .concat(getComputedStyle(document.body).backgroundColor)";
    browser.screen(1280, "light");
    browser.open(&html(&check_example(), Language::En));
    let (light, light_ink) = (browser.evaluate(seen), browser.mark("ink"));
    browser.media("screen", "dark");
    browser.until(&format!("document.documentElement.dataset.ink !== '{light_ink}'"));
    let dark = browser.evaluate(seen);
    let pairs =
        || light.as_array().into_iter().flatten().zip(dark.as_array().into_iter().flatten());
    assert!(pairs().count() > 3);
    assert!(pairs().all(|(light, dark)| light != dark), "{light} {dark}");
    browser.media("screen", "light");
    browser.until(&format!("document.documentElement.dataset.ink === '{light_ink}'"));
    assert_eq!(browser.evaluate(seen), light);
    assert_drawn(&mut browser);
}

#[test]
fn the_words_of_a_chart_follow_a_turn_of_the_phone() {
    let Some(mut browser) = Chromium::start("browser-turned") else { return };
    // The positions and angles of texts, which depend on the width.
    let words = "JSON.stringify([...document.querySelectorAll('.chart')].map(chart => [chart.layout.xaxis.tickangle,
        (chart.layout.annotations || []).map(note => [note.text, note.ax, note.ay, note.xshift])]))";
    let page = html(&crowded(), Language::En);
    browser.open_at(&page, (844, "light"));
    let lying = browser.evaluate(words);
    browser.open_at(&page, (390, "light"));
    let upright = browser.evaluate(words);
    assert_ne!(lying, upright);
    browser.screen(844, "light");
    browser.until(&format!("{words} === {lying}"));
    assert_drawn(&mut browser);
    assert_eq!(browser.evaluate(STICKS_OUT), json!([]));
    assert_eq!(browser.evaluate(UNREADABLE), json!([]));
    browser.screen(390, "light");
    browser.until(&format!("{words} === {upright}"));
    assert_eq!(browser.evaluate(UNREADABLE), json!([]));
}

#[test]
fn a_dark_page_prints_on_white_paper_with_whole_charts() {
    let Some(mut browser) = Chromium::start("browser-print") else { return };
    for record in [check_example(), run_example(), plan_example()] {
        browser.open_at(&html(&record, Language::En), (1280, "dark"));
        // The browser notifies the page before it prints. The width is A4 minus the page's margins.
        browser.evaluate("dispatchEvent(new Event('beforeprint'))");
        browser.screen(703, "dark");
        browser.media("print", "dark");
        browser.until("document.documentElement.dataset.ink === '#000'");
        assert_eq!(browser.evaluate(STICKS_OUT), json!([]));
        let ground = browser.evaluate("getComputedStyle(document.body).backgroundColor");
        assert_eq!(ground, json!("rgb(255, 255, 255)"));
        browser.screen(1280, "dark");
        browser.evaluate("dispatchEvent(new Event('afterprint'))");
        browser.until("document.documentElement.dataset.ink !== '#000'");
        assert_drawn(&mut browser);
        assert_eq!(browser.evaluate(STICKS_OUT), json!([]));
        let paper = browser.call("Page.printToPDF", json!({"preferCSSPageSize": true}));
        assert!(paper["data"].as_str().is_some_and(|data| data.len() > 10_000));
    }
}

#[test]
fn a_damaged_library_leaves_the_numbers_and_says_so() {
    let Some(mut browser) = Chromium::start("browser-damaged") else { return };
    browser.screen(1280, "light");
    browser.open(&html::html_without_library(&check_example(), Language::En));
    assert_eq!(browser.mark("errors"), "1");
    let text = browser.evaluate("document.body.innerText");
    let text = text.as_str().expect("text");
    assert!(text.contains("NOT FIT") && text.contains("could not draw the charts"), "{text}");
}
