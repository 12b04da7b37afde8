//! Every page and form as HTTP/1.1 and as HTTP/2 send it, without a connection.

use super::*;
use crate::StartConfig;
use axum::body::{Body, Bytes};
use axum::http::Version;
use futures_util::stream;
use std::convert::Infallible;
use std::path::Path;
use store::Store;
use testkit::TempDir;
use testkit::record::check_example;
use tokio::runtime::Runtime;
use tower::Service;

const TOKEN: &str = "a-token-of-24-characters";
const HOST: &str = "db1:7070";

/// A site with one run, and how its requests are sent.
struct RouteTest {
    routes: Router,
    runtime: Runtime,
    version: Version,
}

impl RouteTest {
    fn over(version: Version, dir: &Path, token: Option<&str>) -> Self {
        let path = dir.join("results.db");
        let mut store = Store::open(&path).expect("a store");
        let run = store.begin(&check_example()).expect("room");
        store.finish(run, &check_example()).expect("room");
        let start = StartConfig { targets: vec!["sim:ssd".into()], program: "/bin/false".into() };
        let config = SiteConfig {
            listen: "127.0.0.1:0".parse().expect("an address"),
            store: path,
            token: token.map(str::to_owned),
            tls: None,
            captures: Some(dir.to_owned()),
            language: None,
            start: Some(start),
        };
        let access = Access::new(config.token.clone(), true).expect("a key");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        Self { routes: routes(access, &config), runtime: runtime.expect("a runtime"), version }
    }

    /// The status, the headers and the text of an answer.
    fn ask(
        &mut self,
        host: &str,
        (method, path): (&str, &str),
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> (u16, header::HeaderMap, String) {
        let start = axum::http::Request::builder().method(method).version(self.version);
        let start = match self.version {
            Version::HTTP_2 => start.uri(format!("https://{host}{path}")),
            _ => start.uri(path).header("host", host),
        };
        let form = ("content-type", "application/x-www-form-urlencoded");
        let headers = headers.iter().chain([&form]);
        let start = headers.fold(start, |all, (name, value)| all.header(*name, *value));
        let request = start.body(body.into()).expect("a request");
        self.runtime.block_on(async {
            let answer = self.routes.call(request).await.expect("an answer");
            let (head, body) = answer.into_parts();
            let body = to_bytes(body, usize::MAX).await.expect("a whole answer");
            (head.status.as_u16(), head.headers, String::from_utf8_lossy(&body).into_owned())
        })
    }
}

#[test]
fn every_page_and_form_answers_both_versions_of_http() {
    for version in [Version::HTTP_11, Version::HTTP_2] {
        let dir = TempDir::new("web-routes");
        let mut site = RouteTest::over(version, dir.path(), Some(TOKEN));
        let own = [("origin", "https://db1:7070"), ("sec-fetch-site", "same-origin")];
        let foreign = [("origin", "https://evil.example")];
        let token = format!("token={TOKEN}");
        assert_eq!(site.ask(HOST, ("GET", "/"), &[], "").0, 303, "{version:?}");
        assert_eq!(site.ask(HOST, ("POST", "/login"), &foreign, token.clone()).0, 403);
        let (status, headers, text) = site.ask(HOST, ("POST", "/login"), &own, token);
        assert_eq!(status, 303, "{version:?}: {text}");
        let cookie = headers["set-cookie"].to_str().expect("text").split(';').next();
        // HTTP/2 may send each cookie in a header of its own.
        let cookies = [("cookie", "theme=dark"), ("cookie", cookie.expect("a cookie"))];
        for path in [
            "/",
            "/?kind=check",
            "/runs/1",
            "/runs/1/labels",
            "/compare?run=1&run=last",
            "/captures",
            "/start",
            "/style.css",
            "/api/v1/runs",
            "/metrics",
        ] {
            let (status, _, text) = site.ask(HOST, ("GET", path), &cookies, "");
            assert_eq!(status, 200, "{version:?} {path}: {text}");
        }
        let (_, _, form) = site.ask(HOST, ("GET", "/start"), &cookies, "");
        let code =
            form.split("name=\"code\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        let code = code.expect("a code");
        let both = [&cookies[..], &own].concat();
        let labels = format!("code={code}&tags=nvme&note=");
        let start = format!("code={code}&target=sim%3Assd&profile=postgres&budget=10s");
        for (path, body) in [("/runs/1/labels", labels), ("/start", start)] {
            let stolen = [&cookies[..], &foreign].concat();
            assert_eq!(site.ask(HOST, ("POST", path), &stolen, body.clone()).0, 403);
            let (status, _, text) = site.ask(HOST, ("POST", path), &both, body);
            assert_eq!(status, 303, "{version:?} {path}: {text}");
        }
        // Without a token, only this machine is answered, whatever else a header names.
        let mut open = RouteTest::over(version, dir.path(), None);
        assert_eq!(open.ask("localhost:7070", ("GET", "/runs/1"), &[], "").0, 200);
        assert_eq!(open.ask("evil.example", ("GET", "/runs/1"), &[], "").0, 421);
    }
}

#[test]
fn a_form_that_never_ends_takes_no_place_among_the_requests() {
    let dir = TempDir::new("web-routes-slow");
    let mut site = RouteTest::over(Version::HTTP_11, dir.path(), Some(TOKEN));
    let unfinished = || {
        let first = stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"token="))]);
        Body::from_stream(stream::StreamExt::chain(first, stream::pending()))
    };
    let routes = site.routes.clone();
    let forms: Vec<_> = (0..2 * REQUESTS_MAX)
        .map(|_| {
            let form = ("content-type", "application/x-www-form-urlencoded");
            let request = axum::http::Request::post("/login").header(form.0, form.1);
            let request = request.body(unfinished());
            let mut routes = routes.clone();
            let answer = async move { routes.call(request.expect("a request")).await };
            site.runtime.spawn(answer)
        })
        .collect();
    assert_eq!(site.ask(HOST, ("GET", "/login"), &[], "").0, 200);
    for form in forms {
        let answer = site.runtime.block_on(form).expect("no panic").expect("an answer");
        assert_eq!(answer.status(), StatusCode::REQUEST_TIMEOUT);
    }
    let (status, _, _) = site.ask(HOST, ("POST", "/login"), &[], vec![b'x'; BODY_BYTES_MAX + 1]);
    assert_eq!(status, 413);
}
