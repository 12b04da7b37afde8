//! Asks a Prometheus server for the disk counters of node_exporter: plain HTTP, one request.

use crate::failure::{Ending, Failure};
use crate::input;
use report::messages::capture::PrometheusFault;
use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

const SCHEME: &str = "http://";
const PORT: u16 = 80;
const TIMEOUT: Duration = Duration::from_secs(30);
/// Two days of ten disks at 15 s are about 60 MB.
const ANSWER_BYTES_MAX: u64 = 512 << 20;

#[derive(Clone, Debug)]
pub struct PrometheusRequest<'a> {
    /// The server, such as `http://prometheus:9090`, or a whole query.
    pub url: &'a str,
    /// `sdb`, or `db1:9100/sdb` where the server has several hosts.
    pub device: Option<&'a str>,
    /// How far back, and how far apart.
    pub length_ns: u64,
    pub step_ns: u64,
    pub now_unix_s: i64,
}

/// Whether this names a server and no file.
pub fn is_url(text: &str) -> bool {
    text.starts_with(SCHEME) || text.starts_with("https://")
}

/// The answer of the server, as JSON.
pub fn fetch(request: &PrometheusRequest<'_>) -> Result<Vec<u8>, Failure> {
    let url = request.url.to_owned();
    let rest = request.url.strip_prefix(SCHEME);
    let rest =
        rest.ok_or_else(|| Failure::wrong(PrometheusFault::PlainOnly { url: url.clone() }))?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let answer = ask(host, &target(path, request)).map_err(|error| {
        let (url, error) = (url.clone(), error.to_string());
        Failure::of(Ending::Target, vec![PrometheusFault::NoAnswer { url, error }.to_string()])
    })?;
    let head_end = answer.windows(4).position(|end| end == b"\r\n\r\n");
    let (head, body) = answer.split_at(head_end.map_or(answer.len(), |end| end + 4));
    let status = String::from_utf8_lossy(head.split(|byte| *byte == b'\r').next().unwrap_or(head));
    // Prometheus explains a wrong query in JSON, with a status of 400 or 422.
    if !body.trim_ascii_start().starts_with(b"{") {
        let status = base::shown::escaped(&status).into_owned();
        return Err(Failure::target(PrometheusFault::OtherAnswer { url, status }));
    }
    Ok(body.to_vec())
}

/// Path and query. A query of the user stays as it is.
fn target(path: &str, request: &PrometheusRequest<'_>) -> String {
    if path.contains('?') {
        return path.to_owned();
    }
    let mut labels = "__name__=~\"node_disk_.+_total\"".to_owned();
    if let Some(device) = request.device {
        let (instance, device) =
            device.rsplit_once('/').map_or((None, device), |(i, d)| (Some(i), d));
        labels += &format!(",device=\"{device}\"");
        labels += &instance.map(|name| format!(",instance=\"{name}\"")).unwrap_or_default();
    }
    let end = request.now_unix_s;
    let start = end as f64 - request.length_ns as f64 / 1e9;
    let step = request.step_ns as f64 / 1e9;
    let base = path.trim_end_matches('/').trim_end_matches("/api/v1/query_range");
    let query = encoded(&format!("{{{labels}}}"));
    format!("{base}/api/v1/query_range?query={query}&start={start}&end={end}&step={step}")
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// HTTP/1.0, so that the answer is in one piece and ends with the connection.
fn ask(host: &str, target: &str) -> io::Result<Vec<u8>> {
    let address = if host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok()) {
        host.to_owned()
    } else {
        format!("{host}:{PORT}")
    };
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(stream) => return exchange(stream, host, target),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn exchange(mut stream: TcpStream, host: &str, target: &str) -> io::Result<Vec<u8>> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let head = format!("GET {target} HTTP/1.0\r\nHost: {host}\r\nAccept: application/json\r\n\r\n");
    stream.write_all(head.as_bytes())?;
    input::read_up_to(&mut stream, ANSWER_BYTES_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::TcpListener;

    fn request(url: &str) -> PrometheusRequest<'_> {
        PrometheusRequest {
            url,
            device: Some("db1:9100/sdb"),
            length_ns: 3_600_000_000_000,
            step_ns: 15_000_000_000,
            now_unix_s: 10_000,
        }
    }

    /// A server that answers once, and what it was asked.
    fn served(answer: &'static str) -> (String, std::thread::JoinHandle<String>) {
        let server = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", server.local_addr().expect("it is bound"));
        let asked = std::thread::spawn(move || {
            let (mut stream, _) = server.accept().expect("a client comes");
            let mut head = vec![0; 4096];
            let length = stream.read(&mut head).expect("it asks");
            stream.write_all(answer.as_bytes()).expect("it listens");
            String::from_utf8_lossy(&head[..length]).into_owned()
        });
        (url, asked)
    }

    #[test]
    fn a_server_is_asked_for_the_disk_and_its_body_comes_back() {
        let (url, asked) = served("HTTP/1.0 200 OK\r\nX: y\r\n\r\n{\"data\": 1}");
        assert_eq!(fetch(&request(&url)).expect("it answers"), b"{\"data\": 1}");
        let asked = asked.join().expect("it ended");
        let query = "%7B__name__%3D%7E%22node_disk_.%2B_total%22%2Cdevice%3D%22sdb%22%2Cinstance%3D%22db1%3A9100%22%7D";
        let line = format!(
            "GET /api/v1/query_range?query={query}&start=6400&end=10000&step=15 HTTP/1.0\r\n"
        );
        assert!(asked.starts_with(&line), "{asked}");
    }

    #[test]
    fn a_query_stays_as_it_is_and_other_answers_are_refused() {
        let (url, asked) = served("HTTP/1.0 404 Not Found\r\n\r\nno such page");
        assert!(fetch(&request(&format!("{url}/p/api?query=up"))).is_err());
        assert!(asked.join().expect("it ended").starts_with("GET /p/api?query=up HTTP/1.0\r\n"));
        assert!(fetch(&request("https://127.0.0.1:1")).is_err());
    }
}
