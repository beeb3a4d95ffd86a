//! Requests to the page: who may make them, and what they are answered.

use super::board;
use super::session::Session;
use super::tabs::Tabs;
use crate::game::InputError;
use crate::game::registry::VARIANTS;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response};

/// The longest body that is read. PGN files of a game are far shorter.
const LONGEST_BODY: usize = 1 << 20;
/// The most requests that are answered at once, streams of events among them.
const MOST_REQUESTS: usize = 512;
/// The longest body that a request may speak of at all, see [`refuse_flood`].
const LONGEST_DECLARED: usize = 1 << 26;
/// The longest reason that is told of a request that cannot be read.
const LONGEST_REASON: usize = 160;
/// A stream says something at least this often, so that one whose reader has left is noticed.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How long a connection can be overlooked, see [`Server::nudge`].
const NUDGE: Duration = Duration::from_millis(200);

/// What the page may do: only what comes from here, and nobody may put it into a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";

/// The files of the page.
const FILES: [(&str, &str, &str); 8] = [
    ("/", HTML, include_str!("assets/index.html")),
    ("/style.css", CSS, include_str!("assets/style.css")),
    ("/board.css", CSS, board::STYLE),
    ("/app.js", SCRIPT, include_str!("assets/app.js")),
    ("/board.js", SCRIPT, include_str!("assets/board.js")),
    ("/panel.js", SCRIPT, include_str!("assets/panel.js")),
    ("/server.js", SCRIPT, include_str!("assets/server.js")),
    ("/icon.svg", "image/svg+xml", include_str!("assets/icon.svg")),
];

/// The line of the page where the shapes of the pieces go.
const SHAPES_LINE: &str = "<!-- shapes -->";

/// The server of the page, on 127.0.0.1 only.
pub struct Server {
    http: tiny_http::Server,
    port: u16,
    tabs: Tabs,
    busy: AtomicUsize,
}

impl Server {
    /// Begins to listen on a port; on 0, on a free one.
    ///
    /// # Errors
    /// The port is in use, or may not be used.
    pub fn bind(port: u16) -> Result<Server, InputError> {
        let error = |e: &dyn std::fmt::Display| InputError::new("port", port.to_string(), e.to_string());
        let http = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|e| error(&e))?;
        let address = http.server_addr().to_ip().map(|address: SocketAddr| address.port());
        let port = address.ok_or_else(|| error(&"no address"))?;
        Ok(Server { http, port, tabs: Tabs::default(), busy: AtomicUsize::new(0) })
    }

    /// Where the page is.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests, each on a thread of its own, until the program is ended.
    ///
    /// # Errors
    /// The connection to the outside is lost.
    pub fn run(self) -> io::Result<()> {
        let server = Arc::new(self);
        let own = server.clone();
        thread::Builder::new().name("nudge".into()).spawn(move || own.nudge())?;
        loop {
            let request = server.http.recv()?;
            if server.busy.fetch_add(1, Ordering::Relaxed) >= MOST_REQUESTS {
                server.busy.fetch_sub(1, Ordering::Relaxed);
                send(request, Reply::error(503, "too many requests at once"));
                continue;
            }
            let own = server.clone();
            let answer = move || {
                own.answer(request);
                own.busy.fetch_sub(1, Ordering::Relaxed);
            };
            if thread::Builder::new().name("request".into()).spawn(answer).is_err() {
                server.busy.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Connects to itself now and then while streams are open. tiny_http 0.12 may hand two connections to one idle thread of its
    /// pool, and the second then waits until a thread is free: with streams, which end late or never, that can be for
    /// good. Any other connection sets it free.
    fn nudge(&self) {
        loop {
            thread::sleep(NUDGE);
            if self.busy.load(Ordering::Relaxed) > 0 {
                // Where not even this can be connected to, the next time is soon.
                drop(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)));
            }
        }
    }

    fn answer(&self, mut request: Request) {
        if request.body_length().is_some_and(|length| length > LONGEST_DECLARED) {
            return refuse_flood(request);
        }
        let reply = match self.refusal(&request) {
            Some(refusal) => refusal,
            None => self.route(&mut request),
        };
        match reply {
            Reply::Stream(session) => stream(request, &session),
            reply => send(request, reply),
        }
    }

    /// Why a request is not answered at all: it was not made by this page, whatever page the browser shows.
    fn refusal(&self, request: &Request) -> Option<Reply> {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let host = header(request, "Host").unwrap_or_default();
        if !hosts.iter().any(|own| own == host) {
            return Some(Reply::error(403, "this server answers only to its own address"));
        }
        let foreign = |origin: &str| !hosts.iter().any(|own| origin.strip_prefix("http://") == Some(own));
        if header(request, "Origin").is_some_and(foreign) || header(request, "Sec-Fetch-Site") == Some("cross-site") {
            return Some(Reply::error(403, "this server answers only its own page"));
        }
        None
    }

    fn route(&self, request: &mut Request) -> Reply {
        let url = request.url().to_owned();
        let path = url.split('?').next().unwrap_or_default();
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match (request.method(), parts.as_slice()) {
            (Method::Get | Method::Head, ["api", "variants"]) => Reply::Json(200, variants()),
            (Method::Post, ["api", "sessions"]) => self.open(request),
            (Method::Get, ["api", "sessions", id]) => self.with(id, |session| Reply::Json(200, session.state())),
            (Method::Get, ["api", "sessions", id, "events"]) => self.with(id, Reply::Stream),
            (Method::Post, ["api", "sessions", id]) => match body(request) {
                Ok(action) => self.with(id, |session| Reply::of(session.act(action))),
                Err(reply) => reply,
            },
            (Method::Get | Method::Head, _) => match FILES.iter().find(|(name, _, _)| *name == path) {
                Some((_, kind, text)) => Reply::File(kind, text.replace(SHAPES_LINE, board::shapes())),
                None => Reply::error(404, "there is nothing here"),
            },
            _ => Reply::error(405, "this cannot be done here"),
        }
    }

    fn with(&self, id: &str, answer: impl FnOnce(Arc<Session>) -> Reply) -> Reply {
        match self.tabs.find(id) {
            Some(session) => answer(session),
            None => Reply::error(404, "this game is not known here any more; open the page again"),
        }
    }

    fn open(&self, request: &mut Request) -> Reply {
        let wish: Opening = match body(request) {
            Ok(wish) => wish,
            Err(reply) => return reply,
        };
        let opened = self.tabs.open(&wish.variant);
        Reply::of(opened.map(|session| json!({ "session": session.id, "state": session.state() })))
    }
}

/// What a new tab asks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    variant: String,
}

/// An answer.
enum Reply {
    Json(u16, Value),
    File(&'static str, String),
    Stream(Arc<Session>),
}

impl Reply {
    fn error(code: u16, reason: &str) -> Reply {
        Reply::Json(code, json!({ "error": reason }))
    }

    fn of(result: Result<Value, InputError>) -> Reply {
        result.map_or_else(|error| Reply::error(400, &error.to_string()), |value| Reply::Json(200, value))
    }
}

fn header<'r>(request: &'r Request, name: &'static str) -> Option<&'r str> {
    request.headers().iter().find(|header| header.field.equiv(name)).map(|header| header.value.as_str())
}

/// The body of a request, which must be JSON of the right form.
fn body<T: DeserializeOwned>(request: &mut Request) -> Result<T, Reply> {
    let kind = header(request, "Content-Type").unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some(JSON) {
        return Err(Reply::error(415, "the body must be application/json"));
    }
    let too_long = || Reply::error(413, &format!("the body is longer than {LONGEST_BODY} bytes"));
    if request.body_length().is_some_and(|length| length > LONGEST_BODY) {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let read = request.as_reader().take(LONGEST_BODY as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|e| Reply::error(400, &format!("the body cannot be read: {e}")))?;
    if bytes.len() > LONGEST_BODY {
        return Err(too_long());
    }
    serde_json::from_slice(&bytes).map_err(|e| {
        let shown = String::from_utf8_lossy(&bytes);
        // The reason may quote the whole body.
        let reason: String = e.to_string().chars().take(LONGEST_REASON).collect();
        Reply::error(400, &InputError::new("request", &*shown, reason).to_string())
    })
}

/// Refuses a request that speaks of more than could ever come. When a request is dropped, tiny_http 0.12 makes room for all of
/// its body that was not read, which would end the program; so this one is never dropped, and its connection stays open
/// until the other end has enough.
fn refuse_flood(request: Request) {
    let mut stream = request.upgrade("none", Response::empty(413));
    let reason = json!({ "error": format!("the body is longer than {LONGEST_BODY} bytes") });
    // Whoever has left does not want the answer.
    let _ = writeln!(stream, "{reason}").and_then(|()| stream.flush());
    std::mem::forget(stream);
}

fn send(request: Request, reply: Reply) {
    let (code, kind, text) = match reply {
        Reply::Json(code, value) => (code, JSON, value.to_string()),
        Reply::File(kind, text) => (200, kind, text),
        Reply::Stream(_) => return,
    };
    let response = Response::from_string(text).with_status_code(code);
    let headers = [("Content-Type", kind)]
        .into_iter()
        .chain(HEADERS)
        .filter_map(|(name, value)| Header::from_bytes(name.as_bytes(), value.as_bytes()).ok());
    let response = headers.fold(response, Response::with_header);
    // Whoever has left does not want the answer.
    let _ = request.respond(response);
}

/// The headers of every answer.
const HEADERS: [(&str, &str); 4] = [
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
];

/// Sends the events of a session as they come, each flushed, until the reader leaves.
fn stream(request: Request, session: &Arc<Session>) {
    let events = session.listen();
    let first = format!("event: state\ndata: {}\n\n", session.state());
    let session = Arc::downgrade(session);
    // A reader that has left is noticed when something is sent to it.
    let _ = send_events(request, &first, &events, &session);
    if let Some(session) = session.upgrade() {
        session.leave();
    }
}

fn send_events(request: Request, first: &str, events: &Receiver<Arc<str>>, session: &Weak<Session>) -> io::Result<()> {
    let mut out = request.into_writer();
    let mut head = String::from("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n");
    HEADERS.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    write!(out, "{head}\r\n")?;
    chunk(&mut out, first)?;
    loop {
        match events.recv_timeout(HEARTBEAT) {
            Ok(event) => chunk(&mut out, &event)?,
            Err(RecvTimeoutError::Timeout) if session.strong_count() > 0 => chunk(&mut out, ": still here\n\n")?,
            // The session is gone: the last chunk is the empty one.
            Err(_) => {
                write!(out, "0\r\n\r\n")?;
                return out.flush();
            }
        }
    }
}

fn chunk(out: &mut impl Write, text: &str) -> io::Result<()> {
    write!(out, "{:x}\r\n{text}\r\n", text.len())?;
    out.flush()
}

/// The variants, with their pieces in words.
fn variants() -> Value {
    let list: Vec<_> = VARIANTS
        .iter()
        .map(|variant| {
            let info = variant.info;
            let (files, ranks, levels) = info.shape;
            json!({
                "name": info.name,
                "summary": info.summary,
                "files": files,
                "ranks": ranks,
                "levels": levels,
                "start": info.start,
                "help": info.help_text(),
            })
        })
        .collect();
    Value::Array(list)
}
