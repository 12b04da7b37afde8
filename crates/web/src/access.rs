//! Access control: decides from the headers of a request whether it is answered.
//!
//! With a token, a request needs `Authorization: Bearer TOKEN`, or the cookie that the login page set. The cookie is a code of
//! the token under a key that this process drew, so it is worthless for other processes and after a restart. Without a token,
//! only requests for this machine are answered. Otherwise a foreign page could make a browser read the results through a domain
//! name that resolves to 127.0.0.1 (DNS rebinding).

use axum::extract::Request;
use axum::http::header;
use axum::http::uri::Authority;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::io;
use std::net::IpAddr;

const KEY_BYTES: usize = 32;
const COOKIE: &str = "plimsoll";
/// The text from which the code of a form is computed; shorter than any token.
const FORM: &str = "form";

#[derive(Debug)]
pub(crate) struct Access {
    token: Option<String>,
    key: [u8; KEY_BYTES],
    /// Whether browsers send the cookie over TLS only.
    has_tls: bool,
}

impl Access {
    pub(crate) fn new(token: Option<String>, has_tls: bool) -> io::Result<Self> {
        let mut key = [0; KEY_BYTES];
        sys::host::fill_random(&mut key)?;
        Ok(Self { token, key, has_tls })
    }

    pub(crate) fn has_tls(&self) -> bool {
        self.has_tls
    }

    pub(crate) fn needs_token(&self) -> bool {
        self.token.is_some()
    }

    /// Whether a token is correct; the comparison takes constant time.
    pub(crate) fn accepts(&self, offered: &str) -> bool {
        self.token.as_ref().is_some_and(|token| {
            let expected = self.code(token).finalize().into_bytes();
            self.code(offered).verify_slice(&expected).is_ok()
        })
    }

    pub(crate) fn cookie(&self) -> String {
        let code = self.token.as_ref().map(|token| self.code(token).finalize().into_bytes());
        let code = code.map(|code| hexadecimal(&code)).unwrap_or_default();
        let secure = if self.has_tls { "; Secure" } else { "" };
        format!("{COOKIE}={code}; Path=/; HttpOnly; SameSite=Strict{secure}")
    }

    /// The code in the forms of this process; no other site can read it.
    pub(crate) fn form_code(&self) -> String {
        hexadecimal(&self.code(FORM).finalize().into_bytes())
    }

    /// Whether this is the code of the forms of this process.
    pub(crate) fn accepts_form(&self, code: &str) -> bool {
        self.is_code_of(FORM, code)
    }

    pub(crate) fn permits(&self, request: &Request) -> bool {
        let Some(token) = &self.token else { return names_this_machine(request) };
        let values =
            |name| request.headers().get_all(name).iter().filter_map(|value| value.to_str().ok());
        let mut tokens =
            values(header::AUTHORIZATION).filter_map(|text| text.strip_prefix("Bearer "));
        let cookies = values(header::COOKIE).flat_map(|text| text.split(';'));
        let mut codes =
            cookies.filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='));
        tokens.any(|token| self.accepts(token)) || codes.any(|code| self.is_code_of(token, code))
    }

    /// Whether this is the code of a text in hexadecimal; the comparison takes constant time.
    fn is_code_of(&self, text: &str, code: &str) -> bool {
        from_hexadecimal(code).is_some_and(|code| self.code(text).verify_slice(&code).is_ok())
    }

    /// The code of a text under the key of this process.
    fn code(&self, text: &str) -> Hmac<Sha256> {
        let mut code =
            Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes keys of any length");
        code.update(text.as_bytes());
        code
    }
}

/// Whether a page of this site sent a form: browsers name the origin, other programs do not.
pub(crate) fn is_own_form(request: &Request) -> bool {
    let value = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let own_host = host(request);
    let is_own_origin = |origin: &str| {
        let host = origin.split_once("://").map(|(_, host)| host);
        host.is_some() && host == own_host.as_ref().map(Authority::as_str)
    };
    value("origin").is_none_or(is_own_origin)
        && value("sec-fetch-site").is_none_or(|site| matches!(site, "same-origin" | "none"))
}

/// Whether the request is for a loopback address or `localhost`.
pub(crate) fn names_this_machine(request: &Request) -> bool {
    host(request).is_some_and(|host| {
        let name = host.host().trim_matches(['[', ']']);
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

/// The host and port that a request is for. HTTP/2 has no Host header: `:authority` is a part of the address.
fn host(request: &Request) -> Option<Authority> {
    let header = || request.headers().get(header::HOST)?.to_str().ok()?.parse().ok();
    request.uri().authority().cloned().or_else(header)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hexadecimal(text: &str) -> Option<Vec<u8>> {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    text.as_bytes().chunks(2).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    const TOKEN: &str = "0123456789abcdef";

    /// A request over HTTP/1.1 with these headers.
    fn request(headers: &[(&str, &str)]) -> Request {
        let start = axum::http::Request::builder().uri("/");
        let all = headers.iter().fold(start, |all, (name, value)| all.header(*name, *value));
        all.body(Body::empty()).expect("a request")
    }

    /// A request over HTTP/2 for a host, with these headers.
    fn request_2(host: &str, headers: &[(&str, &str)]) -> Request {
        let mut request = request(headers);
        *request.uri_mut() = format!("https://{host}/").parse().expect("an address");
        request
    }

    #[test]
    fn who_shows_the_token_or_the_cookie_for_it_may_read_and_nobody_else() {
        let access = Access::new(Some(TOKEN.to_owned()), false).expect("a key");
        let cookie = access.cookie();
        let cookie = cookie.split(';').next().expect("a value");
        let permits = |name, value: &str| access.permits(&request(&[(name, value)]));
        assert!(permits("authorization", &format!("Bearer {TOKEN}")) && permits("cookie", cookie));
        assert!(permits("cookie", &format!("theme=dark; {cookie}")));
        let changed = format!("{}0", &cookie[..cookie.len() - 1]);
        let shorter = &cookie[..cookie.len() - 2];
        for wrong in ["", "plimsoll=", "plimsoll=zz", "x", shorter] {
            assert!(!permits("cookie", wrong), "{wrong}");
        }
        assert!(changed == cookie || !permits("cookie", &changed));
        for wrong in ["", "Bearer ", "Bearer 0123456789abcdee", TOKEN, "Basic eDp5"] {
            assert!(!permits("authorization", wrong), "{wrong}");
        }
        assert!(!permits("host", "localhost"), "a token is needed on this machine too");
        // The cookie of another process is not accepted.
        let other = Access::new(Some(TOKEN.to_owned()), false).expect("a key");
        assert!(!other.permits(&request(&[("cookie", cookie)])));
    }

    #[test]
    fn without_a_token_only_names_of_this_machine_are_answered() {
        let access = Access::new(None, false).expect("a key");
        for own in ["localhost", "LOCALHOST:7070", "127.0.0.1:7070", "127.1.2.3", "[::1]:7070"] {
            assert!(access.permits(&request(&[("host", own)])), "{own}");
            assert!(access.permits(&request_2(own, &[])), "{own}");
        }
        for other in [
            "evil.example:7070",
            "localhost.evil.example",
            "localhost:7070@evil.example",
            "10.0.0.1",
            "[fe80::1]:7070",
        ] {
            assert!(!access.permits(&request(&[("host", other)])), "{other}");
            assert!(!access.permits(&request_2(other, &[("host", "localhost")])), "{other}");
        }
        assert!(!access.permits(&request(&[("host", "")])) && !access.permits(&request(&[])));
    }

    #[test]
    fn the_code_of_a_form_is_that_of_this_process_alone() {
        let [own, other] = [(); 2].map(|()| Access::new(None, false).expect("a key"));
        assert!(own.accepts_form(&own.form_code()) && !own.accepts_form(&other.form_code()));
        assert!(!own.accepts_form("") && !own.accepts_form("zz"));
    }

    #[test]
    fn a_form_of_another_site_is_not_ours() {
        let own = |more: &[(&str, &str)]| {
            let own = is_own_form(&request(&[&[("host", "db1:7070")], more].concat()));
            assert_eq!(own, is_own_form(&request_2("db1:7070", more)), "{more:?}");
            own
        };
        assert!(
            own(&[]) && own(&[("origin", "http://db1:7070"), ("sec-fetch-site", "same-origin")])
        );
        assert!(!own(&[("origin", "http://evil.example")]) && !own(&[("origin", "null")]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
    }
}
