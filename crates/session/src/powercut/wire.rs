//! The protocol between a writer and its ledger: a challenge for both sides, then authenticated messages. Takes a stream
//! and the secret; returns a session. Messages have fixed lengths: no length that a stranger sends is ever used.
//!
//! Both sides draw 32 random bytes. The client proves the secret by HMAC-SHA-256 over both and its question, the server over
//! both and its answer, and both derive the key of this session from them. Each message has its number in its direction. A
//! recorded, repeated, missing or reflected message is refused, and ends the session.

use base::Clock;
use hmac::{Hmac, KeyInit, Mac};
use integrity::commits::{CommitDesign, DESIGN_BYTES, ENTRY_BYTES, LedgerEntry};
use report::messages::powercut::LedgerFault;
use sha2::Sha256;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use sys::clock::SystemClock;

const GREETING: [u8; 8] = *b"PLPCLDG1";
const NONCE_BYTES: usize = 32;
const MAC_BYTES: usize = 32;
const QUESTION_BYTES: usize = 1 + 8 + DESIGN_BYTES;
const ANSWER_BYTES: usize = 1 + DESIGN_BYTES + ENTRY_BYTES;
const MESSAGE_BYTES: usize = 1 + 8 + 8;
/// How often a wait checks whether it must end.
const LOOK: Duration = Duration::from_millis(100);

type Nonce = [u8; NONCE_BYTES];

/// The secret that only both sides know.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

/// The least length of a secret in bytes: 128 bits.
pub const SECRET_BYTES_MIN: usize = 16;

impl Secret {
    /// A secret without the white space around it; `None` if it has fewer than 16 bytes.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.trim_ascii();
        (bytes.len() >= SECRET_BYTES_MIN).then(|| Self(bytes.to_owned()))
    }

    fn mac(&self, parts: &[&[u8]]) -> [u8; MAC_BYTES] {
        code(&self.0, parts).finalize().into_bytes().into()
    }

    fn holds(&self, parts: &[&[u8]], mac: &[u8]) -> bool {
        code(&self.0, parts).verify_slice(mac).is_ok()
    }
}

fn code(key: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
    let mut code = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    parts.iter().for_each(|part| code.update(part));
    code
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerQuestion {
    /// To acknowledge commits of this run.
    Write(CommitDesign),
    /// To read what is acknowledged of this run; `None`: of the last one.
    Read(Option<u64>),
}

impl LedgerQuestion {
    fn to_bytes(self) -> [u8; QUESTION_BYTES] {
        let mut bytes = [0; QUESTION_BYTES];
        match self {
            Self::Write(design) => {
                bytes[0] = 1;
                bytes[9..].copy_from_slice(&design.to_bytes());
            }
            Self::Read(run) => {
                bytes[0] = if run.is_some() { 2 } else { 3 };
                bytes[1..9].copy_from_slice(&run.unwrap_or(0).to_le_bytes());
            }
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; QUESTION_BYTES]) -> Option<Self> {
        let run = u64::from_le_bytes(bytes[1..9].try_into().ok()?);
        match bytes[0] {
            1 => CommitDesign::from_bytes(bytes[9..].try_into().ok()?).map(Self::Write),
            2 => Some(Self::Read(Some(run))),
            3 => Some(Self::Read(None)),
            _ => None,
        }
    }
}

/// The answer of a ledger: the run, or `None` if there is no such run or no room for it.
pub type LedgerAnswer = Option<(CommitDesign, LedgerEntry)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerMessage {
    /// All commits up to this one are durable.
    Acknowledged(u32),
    /// All commits up to this one are durable, and it was the last.
    Ended(u32),
    /// The ledger has stored all acknowledgements up to this commit on its own storage.
    Confirmed(u32),
}

/// A stream on which both sides have proven the secret.
pub struct LedgerSession {
    stream: TcpStream,
    key: Secret,
    serves: bool,
    sent: u64,
    received: u64,
}

/// The longest wait, and the flag that ends it early.
#[derive(Clone, Copy)]
pub struct WaitLimit<'a> {
    pub time: Duration,
    pub stop: &'a AtomicBool,
}

/// Reads all of `bytes`. The time limit is for all bytes together.
fn read(stream: &mut TcpStream, bytes: &mut [u8], patience: WaitLimit) -> io::Result<()> {
    let clock = SystemClock::new();
    let until_ns = clock.now_ns() + patience.time.as_nanos() as u64;
    let mut got = 0;
    while got < bytes.len() {
        let left = clock.left(until_ns);
        if left.is_zero() || patience.stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left.min(LOOK)))?;
        match stream.read(&mut bytes[got..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(more) => got += more,
            Err(e) if waits(&e) => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

fn waits(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

fn nonce() -> io::Result<Nonce> {
    let mut nonce = [0; NONCE_BYTES];
    sys::host::fill_random(&mut nonce)?;
    Ok(nonce)
}

fn stranger() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, LedgerFault::UnknownSecret.to_string())
}

impl LedgerSession {
    /// The server's side. `answer` is called only if the client knows the secret.
    pub fn serve(
        mut stream: TcpStream,
        secret: &Secret,
        patience: WaitLimit,
        answer: impl FnOnce(LedgerQuestion) -> LedgerAnswer,
    ) -> io::Result<(Self, LedgerQuestion, LedgerAnswer)> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(patience.time))?;
        let own = nonce()?;
        stream.write_all(&[&GREETING[..], &own].concat())?;
        let mut hello = [0; NONCE_BYTES + QUESTION_BYTES + MAC_BYTES];
        read(&mut stream, &mut hello, patience)?;
        let (received, mac) = hello.split_at(NONCE_BYTES + QUESTION_BYTES);
        let (theirs, question) = received.split_at(NONCE_BYTES);
        if !secret.holds(&[b"client", &own, theirs, question], mac) {
            return Err(stranger());
        }
        let question = question.try_into().ok().and_then(LedgerQuestion::from_bytes);
        let question = question.ok_or(io::ErrorKind::InvalidData)?;
        let answer = answer(question);
        let mut bytes = [0; ANSWER_BYTES];
        if let Some((design, entry)) = &answer {
            bytes[0] = 1;
            bytes[1..=DESIGN_BYTES].copy_from_slice(&design.to_bytes());
            bytes[1 + DESIGN_BYTES..].copy_from_slice(&entry.to_bytes());
        }
        let mac = secret.mac(&[b"server", &own, theirs, mac, &bytes]);
        stream.write_all(&[&bytes[..], &mac].concat())?;
        let key = Secret(secret.mac(&[b"session", &own, theirs]).to_vec());
        Ok((Self { stream, key, serves: true, sent: 0, received: 0 }, question, answer))
    }

    /// The client's side.
    pub fn ask(
        mut stream: TcpStream,
        secret: &Secret,
        patience: WaitLimit,
        question: LedgerQuestion,
    ) -> io::Result<(Self, LedgerAnswer)> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(patience.time))?;
        let mut greeting = [0; GREETING.len() + NONCE_BYTES];
        read(&mut stream, &mut greeting, patience)?;
        let (magic, theirs) = greeting.split_at(GREETING.len());
        if magic != GREETING {
            let text = LedgerFault::Stranger.to_string();
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let (own, question) = (nonce()?, question.to_bytes());
        let mac = secret.mac(&[b"client", theirs, &own, &question]);
        stream.write_all(&[&own[..], &question, &mac].concat())?;
        let mut received = [0; ANSWER_BYTES + MAC_BYTES];
        // A ledger closes the connection without an answer if the client does not know the secret.
        read(&mut stream, &mut received, patience).map_err(|e| match e.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => stranger(),
            _ => e,
        })?;
        let (bytes, answered) = received.split_at(ANSWER_BYTES);
        if !secret.holds(&[b"server", theirs, &own, &mac, bytes], answered) {
            return Err(stranger());
        }
        let answer = (bytes[0] == 1).then(|| {
            let design = CommitDesign::from_bytes(bytes[1..=DESIGN_BYTES].try_into().ok()?)?;
            Some((design, LedgerEntry::from_bytes(&bytes[1 + DESIGN_BYTES..])?))
        });
        let key = Secret(secret.mac(&[b"session", theirs, &own]).to_vec());
        Ok((Self { stream, key, serves: false, sent: 0, received: 0 }, answer.flatten()))
    }

    /// Sends a message.
    pub fn send(&mut self, message: LedgerMessage) -> io::Result<()> {
        let (kind, commit) = match message {
            LedgerMessage::Acknowledged(commit) => (1, commit),
            LedgerMessage::Ended(commit) => (2, commit),
            LedgerMessage::Confirmed(commit) => (3, commit),
        };
        let mut bytes = [0; MESSAGE_BYTES];
        bytes[0] = kind;
        bytes[1..9].copy_from_slice(&self.sent.to_le_bytes());
        bytes[9..13].copy_from_slice(&commit.to_le_bytes());
        self.sent += 1;
        let mac = self.key.mac(&[direction(self.serves), &bytes]);
        self.stream.write_all(&[&bytes[..], &mac].concat())
    }

    /// Waits for the next message.
    pub fn receive(&mut self, patience: WaitLimit) -> io::Result<LedgerMessage> {
        let mut received = [0; MESSAGE_BYTES + MAC_BYTES];
        read(&mut self.stream, &mut received, patience)?;
        let (bytes, mac) = received.split_at(MESSAGE_BYTES);
        let next = bytes[1..9] == self.received.to_le_bytes();
        if !next || !self.key.holds(&[direction(!self.serves), bytes], mac) {
            return Err(stranger());
        }
        self.received += 1;
        let commit = bytes[9..13].try_into().map_or(0, u32::from_le_bytes);
        match bytes[0] {
            1 => Ok(LedgerMessage::Acknowledged(commit)),
            2 => Ok(LedgerMessage::Ended(commit)),
            3 => Ok(LedgerMessage::Confirmed(commit)),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

fn direction(from_server: bool) -> &'static [u8] {
    if from_server { b"to client" } else { b"to server" }
}
