//! Refused clients and requests.

use super::{Site, config, fill};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use testkit::TempDir;
use web::{ServeError, SiteConfig, TlsFiles};

const TOKEN: &str = "a-token-of-24-characters";

#[test]
fn without_the_token_nothing_of_the_results_is_seen() {
    let site = Site::start("web-token", Some(TOKEN));
    let bearer = format!("Authorization: Bearer {TOKEN}\r\n");
    for path in ["/", "/runs/1", "/compare?run=1&run=2", "/absent"] {
        let (status, text) = site.get(path, "");
        assert_eq!(status, 303, "{path}: {text}");
        assert!(text.contains("location: /login") && !text.contains("generic-oltp"), "{text}");
    }
    for path in ["/api/v1/runs", "/api/v1/runs/1", "/api/v1/openapi.json"] {
        assert_eq!(site.get(path, "").0, 401, "{path}");
        assert_eq!(site.get(path, "Authorization: Bearer wrong\r\n").0, 401, "{path}");
        assert_eq!(site.get(path, &bearer).0, 200, "{path}");
        // Addresses are logged, so a token in an address is not accepted.
        assert_ne!(site.get(&format!("{path}?token={TOKEN}"), "").0, 200, "{path}");
    }
    assert_eq!(site.get("/login", "").0, 200);
    assert_eq!(site.post("/login", "", "token=wrong").0, 401);
    let (status, text) = site.post("/login", "", &format!("token={TOKEN}"));
    assert_eq!(status, 303, "{text}");
    assert!(text.contains("HttpOnly; SameSite=Strict") && !text.contains(TOKEN), "{text}");
    let cookie = text.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next());
    let cookie = format!("Cookie: {}\r\n", cookie.expect("a cookie"));
    assert_eq!(site.get("/runs/1", &cookie).0, 200);
    let foreign = "Origin: http://evil.example\r\n";
    assert_eq!(site.post("/login", foreign, &format!("token={TOKEN}")).0, 403);
}

#[test]
fn names_of_other_machines_large_requests_and_unknown_methods_are_refused() {
    let site = Site::start("web-limits", None);
    let ask = |host: &str| {
        site.ask(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    };
    assert_eq!(ask("evil.example").0, 421);
    assert_eq!(ask("localhost").0, 200);
    assert_eq!(site.get(&format!("/?words={}", "x".repeat(5_000)), "").0, 400);
    assert_eq!(site.post("/login", "", &"x".repeat(20_000)).0, 413);
    assert_eq!(site.post("/runs/1", "", "").0, 405);
    assert_eq!(site.get("/../../etc/passwd", "").0, 404);
    // The site continues to answer.
    assert_eq!(site.get("/", "").0, 200);
}

#[test]
fn what_cannot_be_served_is_told_before_anything_is_answered() {
    let dir = TempDir::new("web-refused");
    let path = dir.join("results.db");
    fill(&path);
    let site = config(&path, None);
    let failure = |config: SiteConfig| {
        let ready = |_: &str| panic!("it must not start");
        web::serve(&config, &Arc::new(AtomicBool::new(true)), ready).expect_err("a refusal")
    };
    let open: SiteConfig =
        SiteConfig { listen: "0.0.0.0:0".parse().expect("an address"), ..site.clone() };
    assert!(matches!(failure(open.clone()), ServeError::TokenNeeded(_)));
    for weak in ["", "short", "a token with blanks in it"] {
        let weak = SiteConfig { token: Some(weak.to_owned()), ..open.clone() };
        assert!(matches!(failure(weak), ServeError::TokenWeak(_)));
    }
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let listen = taken.local_addr().expect("an address");
    assert!(matches!(failure(SiteConfig { listen, ..site.clone() }), ServeError::Address { .. }));
    let tls = |certificate: PathBuf| SiteConfig {
        tls: Some(TlsFiles { certificate, key: path.clone() }),
        ..site.clone()
    };
    assert!(matches!(failure(tls(dir.join("absent.pem"))), ServeError::TlsFile { .. }));
    assert!(matches!(failure(tls(path.clone())), ServeError::Certificate(_)));
}
