//! The charts' library as it travels inside the page, and the policy that lets it run and nothing else.

/// plotly.js, the basic distribution, minified and compressed; version and licence in `assets/README.md`.
pub(super) const LIBRARY: &[u8] = include_bytes!("../../assets/plotly-basic.min.js.gz");

/// SHA-256 of `report.js` and of the inflated library in base64. The tests of the page check the first, those in the browser both.
const SCRIPT_HASHES: [&str; 2] = [
    "rSZngQBvdS0jOeOjJhNXUbV0Z+tO8+5plATjSHSS/U0=",
    "mXhOOr+wexQqFeUhpDnm2a3c6ts/eVU/0kxyd08GSbo=",
];

/// SHA-256 of `live.js`; the tests of the page check it.
const LIVE_HASH: &str = "I50wxS+3/lvmI+gGgVlLo0Ivl/HhekueyXRvNr0sT7I=";

/// The content security policy: no network at all, and no script but the two that are known by their hash.
///
/// Styles may be inline because the charts' library writes its own; images may be made by the page
/// itself, which saving a chart as a picture needs.
pub fn policy() -> String {
    policy_of(&SCRIPT_HASHES, "'none'")
}

/// The same for the page of a run under way, which hears from its own server.
pub fn live_policy() -> String {
    policy_of(&[&SCRIPT_HASHES[..], &[LIVE_HASH]].concat(), "'self'")
}

fn policy_of(hashes: &[&str], connect: &str) -> String {
    let scripts: Vec<String> = hashes.iter().map(|hash| format!("'sha256-{hash}'")).collect();
    let scripts = scripts.join(" ");
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; \
         connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
}
