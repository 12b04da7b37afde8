//! The chart library that the page contains, and the policy that allows only it and the page's script to run.

/// plotly.js, the basic distribution, minified and compressed; version and licence in `assets/README.md`.
pub(super) const LIBRARY: &[u8] = include_bytes!("../../assets/plotly-basic.min.js.gz");

/// SHA-256 of `report.js` and of the inflated library in base64. The tests of the page check the first, the browser tests both.
const SCRIPT_HASHES: [&str; 2] = [
    "dmjXajo5IWVjsMP5o3RWh2n8d4WHyFlE2u0BUOgL7I0=",
    "mXhOOr+wexQqFeUhpDnm2a3c6ts/eVU/0kxyd08GSbo=",
];

/// SHA-256 of `live.js`; the tests of the page check it.
const LIVE_HASH: &str = "I50wxS+3/lvmI+gGgVlLo0Ivl/HhekueyXRvNr0sT7I=";

/// The content security policy: no network, and no scripts except the two with known hashes.
///
/// Inline styles are allowed because the chart library writes its own. The page may create images, which saving a chart requires.
pub fn policy() -> String {
    policy_of(&SCRIPT_HASHES, "'none'")
}

/// The same policy for the page of a run in progress, which may also connect to its own server.
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
