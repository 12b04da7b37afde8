//! The answer at each address.

use super::{HOSTILE, Site};
use serde_json::Value;

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").expect("a body").1
}

fn json(answer: &str) -> Value {
    serde_json::from_str(body(answer)).expect("a document")
}

#[test]
fn every_address_that_the_description_names_answers_with_a_document() {
    let site = Site::start("web-api", None);
    let (status, text) = site.get("/api/v1/openapi.json", "");
    assert_eq!(status, 200);
    let described = json(&text);
    let paths: Vec<&String> = described["paths"].as_object().expect("paths").keys().collect();
    assert_eq!(paths.len(), 4, "{paths:?}");
    for path in paths {
        let query = if path.ends_with("compare") { "?run=1&run=7" } else { "" };
        let (status, text) = site.get(&format!("{}{query}", path.replace("{run}", "1")), "");
        assert_eq!(status, 200, "{path}: {text}");
        assert!(json(&text).is_object(), "{path}");
    }
    let (status, text) = site.get("/api/v1/runs/99", "");
    assert_eq!((status, json(&text)["kind"].as_str()), (404, Some("error")));
}

#[test]
fn a_run_is_the_same_document_as_its_json_and_the_list_is_filtered() {
    let site = Site::start("web-list", None);
    let (_, text) = site.get("/api/v1/runs/1", "");
    let example = testkit::record::check_example();
    let expected: Value = serde_json::from_str(&report::export::json(&example)).expect("JSON");
    assert_eq!(json(&text), expected);
    let numbers = |query: &str| {
        let (_, text) = site.get(&format!("/api/v1/runs?{query}"), "");
        let runs = json(&text)["runs"].as_array().expect("runs").clone();
        runs.iter().map(|run| run["run"].as_i64().expect("a number")).collect::<Vec<_>>()
    };
    assert_eq!(numbers(""), [8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(numbers("before=3"), [2, 1]);
    assert_eq!(numbers("kind=soak"), [6]);
    assert_eq!(numbers("answer=cannot-tell&before=8"), Vec::<i64>::new());
    assert_eq!(numbers("answer=failed"), [8]);
    assert_eq!(numbers("sort=oldest").len(), 8);
    assert_eq!(numbers("sort=kind&skip=6").len(), 2);
    assert_eq!(numbers("host=db1"), Vec::<i64>::new());
    assert_eq!(numbers("words=SCRIPT+taken"), [8]);
    assert_eq!(numbers("words=script+absent"), Vec::<i64>::new());
    assert_eq!(numbers("words=%25"), Vec::<i64>::new(), "a sign of a pattern stands for itself");
}

#[test]
fn names_in_pages_are_text_and_pages_need_no_script() {
    let site = Site::start("web-names", None);
    for path in ["/", "/runs/8", "/compare?run=1&run=8", "/runs/%3Cscript%3E", "/%3Cscript%3E"] {
        let (_, text) = site.get(path, "");
        assert!(!body(&text).contains("<script>document"), "{path}");
        assert!(!body(&text).contains('\u{202e}'), "{path}");
        assert!(
            text.contains("default-src 'none'") && text.contains("frame-ancestors 'none'"),
            "{path}"
        );
    }
    let (_, list) = site.get("/", "");
    assert!(list.contains("&lt;script&gt;document.title='taken'"), "{HOSTILE} is shown");
    assert!(!list.contains("<script") && body(&list).len() < 200_000);
}

#[test]
fn runs_beside_each_other_say_what_the_comparison_says() {
    let site = Site::start("web-compare", None);
    let (status, text) = site.get("/compare?run=1&run=7&run=2", "");
    assert_eq!(status, 200);
    assert!(text.contains("run 7 is worse than run 1") && text.contains("run 2"), "{text}");
    for (query, why) in
        [("", "0 different runs"), ("run=1&run=1", "Only 1 run"), ("run=1&run=99", "no run 99")]
    {
        let (status, text) = site.get(&format!("/compare?{query}"), "");
        assert!(matches!(status, 400 | 404) && text.contains(why), "{query}: {text}");
    }
}

#[test]
fn pages_are_in_the_language_that_a_browser_asks_for() {
    let site = Site::start("web-language", None);
    for (wanted, path, code, word) in [
        ("de-AT,de;q=0.9,en;q=0.8", "/", "de", "Gewählte Läufe vergleichen"),
        ("ru", "/compare?run=1&run=7", "ru", "хуже ли прогон 7"),
        ("ru", "/absent", "ru", "Страницы /absent нет"),
        ("de", "/runs/99", "de", "keinen Lauf 99"),
        ("ru", "/compare?run=1&run=99", "ru", "нет прогона 99"),
        ("fr", "/", "en", "Compare the chosen runs"),
    ] {
        let (_, text) = site.get(path, &format!("Accept-Language: {wanted}\r\n"));
        assert!(text.contains(&format!("<html lang=\"{code}\"")), "{wanted} {path}");
        assert!(text.contains(word), "{wanted} {path}: {text}");
    }
    // Programs get English, whatever their headers request.
    let (_, text) = site.get("/api/v1/runs/99", "Accept-Language: de\r\n");
    assert!(text.contains("no run 99"), "{text}");
}

#[test]
fn a_store_that_cannot_be_read_is_told_in_the_language_of_the_reader() {
    let site = Site::start("web-store-language", None);
    std::fs::write(site.dir.join("results.db"), "no database, but a text of some length").unwrap();
    for (wanted, path, word) in [
        ("de", "/runs/1", "ist keine Ergebnisdatei von plimsoll"),
        ("ru", "/runs/1", "не файл результатов plimsoll"),
        ("de", "/api/v1/runs/1", "is not a plimsoll results file"),
    ] {
        let (status, text) = site.get(path, &format!("Accept-Language: {wanted}\r\n"));
        assert!(status == 500 && text.contains(word), "{wanted} {path}: {status} {text}");
    }
}

#[test]
fn a_damaged_run_is_named_damaged_in_every_list_and_its_figures_are_not_shown() {
    let site = Site::start("web-damaged", None);
    testkit::flip(&site.dir.join("results.db"), "plimsoll run");
    let (_, text) = site.get("/", "Accept-Language: de\r\n");
    assert_eq!(text.matches("beschädigt").count(), 1, "{text}");
    let (_, text) = site.get("/api/v1/runs", "");
    let runs = json(&text)["runs"].as_array().expect("runs").clone();
    let damaged = runs.iter().filter(|run| run["answer"] == "damaged").map(|run| &run["run"]);
    assert_eq!(damaged.collect::<Vec<_>>(), [2]);
    let (status, text) = site.get("/runs/2", "");
    assert!(status == 500 && text.contains("of run 2 is damaged"), "{status} {text}");
}

/// The compiler cannot detect unused messages that only this crate and `session` show.
#[test]
fn every_message_of_the_pages_is_shown() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = String::new();
    let mut folders = vec![root.join("web/src"), root.join("session/src/stored")];
    folders.push(root.join("report/src/html"));
    folders.push(root.join("plimsoll/src/commands"));
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("it is there") {
            let path = entry.expect("it is readable").path();
            if path.is_dir() {
                folders.push(path)
            } else {
                sources += &std::fs::read_to_string(&path).unwrap_or_default()
            }
        }
    }
    let messages = std::fs::read_to_string(root.join("report/messages/en/site.ftl"));
    let messages = messages.expect("the catalogue");
    // The messages of an error type are variants; the compiler detects unused ones.
    let of_functions = messages.lines().take_while(|line| !line.starts_with("## "));
    let ids = of_functions.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    for id in ids.filter_map(|line| line.split_once(" =")) {
        let name = id.0.replace('-', "_");
        assert!(sources.contains(&format!("::{name}(")), "nobody shows {name}");
    }
}
