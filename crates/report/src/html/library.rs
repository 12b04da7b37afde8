//! The charts' library as it travels inside the page, and the policy that lets it run and nothing else.

/// plotly.js, the basic distribution, minified and compressed; version and licence in `assets/README.md`.
pub(super) const LIBRARY: &[u8] = include_bytes!("../../assets/plotly-basic.min.js.gz");

/// SHA-256 of `report.js` and of the inflated library in base64. The tests of the page check the first, those in the browser both.
const SCRIPT_HASHES: [&str; 2] = [
    "oV3jg2iBDREsiTu/0yauBAAp+TUjB5eDtvN2mocMFwU=",
    "mXhOOr+wexQqFeUhpDnm2a3c6ts/eVU/0kxyd08GSbo=",
];

/// The content security policy: no network at all, and no script but the two that are known by their hash.
///
/// Styles may be inline because the charts' library writes its own; images may be made by the page
/// itself, which saving a chart as a picture needs.
pub fn policy() -> String {
    let scripts = SCRIPT_HASHES.map(|hash| format!("'sha256-{hash}'")).join(" ");
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; \
         connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
}
