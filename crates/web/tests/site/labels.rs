//! Tags and notes: readers edit them with a form that only a page of this site can send.

use super::Site;
use store::{Labels, RunId, Store};

/// The code that the form of a run carries.
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
