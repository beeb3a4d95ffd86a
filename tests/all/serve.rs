//! The page's server as other programs see it: who may ask, what is answered, what bad input does.

use crate::program::{Session, run};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// `ziggurat serve` on a free port.
pub struct Served {
    program: Session,
    pub port: u16,
}

impl Served {
    pub fn start() -> Served {
        let mut program = Session::start(&["serve"]);
        let line = program.line();
        let port = line.split("127.0.0.1:").nth(1).and_then(|rest| rest.split('/').next()).and_then(|port| port.parse().ok());
        Served { port: port.unwrap_or_else(|| panic!("no address in {line:?}")), program }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a time limit");
        stream
    }

    /// Sends bytes and gives all that comes back; the connection is closed for writing behind them.
    fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may have hung up before everything was sent.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with more header lines: the status and the body.
    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: 127.0.0.1:{}\r\n", self.port) };
        let length = body.len();
        let request = format!("{method} {path} HTTP/1.0\r\n{host}{headers}Content-Length: {length}\r\n\r\n{body}");
        let answer = self.raw(request.as_bytes());
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_default();
        (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.request("GET", path, "", "")
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.request("POST", path, "Content-Type: application/json\r\n", &body.to_string());
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("not JSON: {text:?}")))
    }

    /// A new game: the path of its session.
    fn open(&self, variant: &str) -> String {
        let (status, answer) = self.post("/api/sessions", &json!({ "variant": variant }));
        assert_eq!(status, 200, "{answer}");
        format!("/api/sessions/{}", answer["session"].as_str().expect("a name"))
    }

    fn act(&self, session: &str, action: Value) -> Value {
        let (status, answer) = self.post(session, &action);
        assert_eq!(status, 200, "{action}: {answer}");
        answer
    }

    fn refused(&self, session: &str, action: Value) -> String {
        let (status, answer) = self.post(session, &action);
        assert_eq!(status, 400, "{action}: {answer}");
        answer["error"].as_str().expect("an error").to_owned()
    }

    fn state(&self, session: &str) -> Value {
        let (status, text) = self.get(session);
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Waits until the state is as wanted.
    fn wait(&self, session: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let state = self.state(session);
            if wanted(&state) {
                return state;
            }
            assert!(start.elapsed() < Duration::from_secs(120), "never as wanted: {}", state["moves"]);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A stream of events.
    fn events(&self, session: &str) -> TcpStream {
        let mut stream = self.connect();
        let host = format!("127.0.0.1:{}", self.port);
        write!(stream, "GET {session}/events HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("it is asked");
        stream
    }
}

/// Reads a stream of events until a text comes.
fn until(stream: &mut TcpStream, text: &str) -> String {
    let mut seen = Vec::new();
    let mut buffer = [0; 1 << 16];
    while !String::from_utf8_lossy(&seen).contains(text) {
        let count = stream.read(&mut buffer).unwrap_or_else(|e| panic!("{text:?} does not come: {e}"));
        assert!(count > 0, "the stream ends before {text:?}");
        seen.extend_from_slice(&buffer[..count]);
    }
    String::from_utf8_lossy(&seen).into_owned()
}

fn humans() -> Value {
    json!({ "do": "settings", "white": "human", "black": "human" })
}

fn count(state: &Value) -> usize {
    state["moves"].as_array().expect("moves").len()
}

#[test]
fn files_are_served_with_a_policy_and_nothing_from_elsewhere() {
    let served = Served::start();
    let whole = served.raw(format!("GET / HTTP/1.0\r\nHost: localhost:{}\r\n\r\n", served.port).as_bytes());
    assert!(whole.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"), "{whole:.600}");
    for path in ["/", "/style.css", "/board.css", "/app.js", "/board.js", "/panel.js", "/server.js", "/icon.svg"] {
        let (status, text) = served.get(path);
        assert_eq!(status, 200, "{path}");
        let own = text.replace("http://www.w3.org/2000/svg", "");
        assert!(text.len() > 50 && !own.contains("http://") && !own.contains("https://"), "{path}");
    }
    for path in ["/no", "/../Cargo.toml", "/api", "/api/sessions/no", "/api/sessions/no/events", "//"] {
        assert_eq!(served.get(path).0, 404, "{path}");
    }
    assert_eq!(served.request("DELETE", "/", "", "").0, 405);
}

#[test]
fn only_the_own_page_is_answered() {
    let served = Served::start();
    let port = served.port;
    for (headers, status) in [
        (format!("Host: 127.0.0.1:{port}\r\n"), 200),
        (format!("Host: localhost:{port}\r\n"), 200),
        (format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"), 200),
        ("Host: evil.example\r\n".to_owned(), 403),
        (format!("Host: evil.example:{port}\r\n"), 403),
        ("Host: 127.0.0.1\r\n".to_owned(), 403),
        (format!("Host: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n"), 403),
        (format!("Host: 127.0.0.1:{port}\r\nOrigin: https://127.0.0.1:{port}\r\n"), 403),
        (format!("Host: 127.0.0.1:{port}\r\nOrigin: null\r\n"), 403),
        (format!("Host: 127.0.0.1:{port}\r\nSec-Fetch-Site: cross-site\r\n"), 403),
    ] {
        assert_eq!(served.request("GET", "/", &headers, "").0, status, "{headers}");
        let post = format!("{headers}Content-Type: application/json\r\n");
        assert_eq!(served.request("POST", "/api/sessions", &post, "{\"variant\":\"chess\"}").0, status, "{headers}");
    }
    // What a form of another page could send without being asked.
    let form = served.request("POST", "/api/sessions", "Content-Type: text/plain\r\n", "{\"variant\":\"chess\"}");
    assert_eq!(form.0, 415);
    assert!(TcpStream::connect(("127.0.0.2", port)).is_err(), "only 127.0.0.1 is listened on");
}

#[test]
fn a_port_in_use_is_said_so() {
    let served = Served::start();
    let output = run(&["serve", "--port", &served.port.to_string()], b"");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with(&format!("error: port \"{}\": ", served.port)) && errors.lines().count() == 1, "{errors}");
}

#[test]
fn bad_requests_are_refused_with_a_reason_and_nothing_is_lost() {
    let served = Served::start();
    let session = served.open("chess");
    served.act(&session, humans());
    served.act(&session, json!({ "do": "move", "text": "e2e4", "ply": 0 }));
    let post = |body: &str| served.request("POST", &session, "Content-Type: application/json\r\n", body);
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"do\":\"dance\"}",
        "{\"do\":\"move\"}",
        "{\"do\":\"move\",\"text\":3}",
        "\u{0}",
        "{\"do\":\"undo\",\"x\":1}",
    ] {
        let (status, answer) = post(body);
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(status, 400, "{body}: {answer}");
        assert!(answer["error"].as_str().expect("an error").starts_with("request "), "{body}: {answer}");
    }
    let wordy = post(&format!("\"{}\"", "x".repeat(100_000)));
    assert!(wordy.0 == 400 && wordy.1.len() < 300, "{}", wordy.1.len());
    let deep = "[".repeat(100_000);
    assert_eq!(post(&deep).0, 400);
    assert_eq!(post(&format!("{{\"do\":\"load\",\"pgn\":\"{}\"}}", "x".repeat(2 << 20))).0, 413);
    for (action, reason) in [
        (json!({ "do": "move", "text": "e2e4" }), "move \"e2e4\": "),
        (json!({ "do": "move", "text": "Ke3" }), "move \"Ke3\": "),
        (json!({ "do": "move", "text": "\u{1f600}\n" }), "move \"\\u{1f600}\\n\": "),
        (json!({ "do": "move", "text": "e7e5", "ply": 0 }), "move \"e7e5\": the game has gone on"),
        (json!({ "do": "new", "variant": "tiddlywinks" }), "variant \"tiddlywinks\": "),
        (json!({ "do": "new", "variant": "chess", "text": "8/8 w" }), "board \"8/8\": "),
        (json!({ "do": "load", "pgn": "1. e4 e4" }), "game 1, move 1...: "),
        (json!({ "do": "load", "pgn": " " }), "PGN \"\": holds no game"),
        (json!({ "do": "offers", "draft": "e7e5" }), "draft \"e7e5\": "),
        (json!({ "do": "settings", "hash": 0 }), "hash \"0\": must be from 1 to"),
        (json!({ "do": "settings", "level": 21 }), "level \"21\": must be from 0 to 20"),
        (json!({ "do": "settings", "threads": 1000 }), "threads \"1000\": "),
        (json!({ "do": "settings", "seconds": "-1" }), "seconds \"-1\": "),
        (json!({ "do": "settings", "clock": "never" }), "time control \"never\": "),
        (json!({ "do": "settings", "clock": "0+1" }), "clock \"0+1\": must begin with more than no time"),
    ] {
        let error = served.refused(&session, action.clone());
        assert!(error.starts_with(reason), "{action}: {error}");
    }
    let state = served.state(&session);
    assert_eq!((count(&state), state["moves"][0]["san"].as_str()), (1, Some("e4")));
}

#[test]
fn every_tab_has_its_own_game() {
    let served = Served::start();
    let (one, other) = (served.open("chess"), served.open("gnome"));
    served.act(&one, humans());
    served.act(&one, json!({ "do": "move", "text": "Nf3" }));
    assert_eq!(count(&served.state(&one)), 1);
    let state = served.state(&other);
    assert_eq!((count(&state), state["variant"].as_str()), (0, Some("gnome")));
}

#[test]
fn moves_are_taken_back_and_positions_looked_at() {
    let served = Served::start();
    let session = served.open("chess");
    served.act(&session, humans());
    for (ply, san) in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"].into_iter().enumerate() {
        served.act(&session, json!({ "do": "move", "text": san, "ply": ply }));
    }
    let state = served.state(&session);
    assert_eq!(state["outcome"]["word"], "white:mate");
    assert_eq!(state["givers"], json!(["f7"]));
    assert!(state["boards"][0]["svg"].as_str().expect("a board").contains("class=\"square light check\""));
    assert!(served.refused(&session, json!({ "do": "move", "text": "Kd8" })).contains("the game is over"));
    let pgn = served.act(&session, json!({ "do": "pgn" }))["pgn"].as_str().expect("a text").to_owned();
    assert!(pgn.contains("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# {white:mate} 1-0"), "{pgn}");
    served.act(&session, json!({ "do": "show", "ply": 2 }));
    assert!(served.refused(&session, json!({ "do": "move", "text": "Nf3" })).contains("earlier position"));
    assert_eq!(count(&served.act(&session, json!({ "do": "resume" }))), 2);
    assert_eq!(count(&served.act(&session, json!({ "do": "undo" }))), 1);
    let again = served.act(&session, json!({ "do": "load", "pgn": pgn }));
    assert_eq!((count(&again), again["outcome"]["word"].as_str()), (7, Some("white:mate")));
}

#[test]
fn every_variant_is_played_against_the_engine_and_written_down() {
    let served = Served::start();
    for variant in ["chess", "dragonchess", "iceage", "gnome", "gulliver"] {
        let session = served.open(variant);
        served.act(&session, json!({ "do": "settings", "seconds": "0.02" }));
        for turn in 0..3 {
            let state = served.state(&session);
            if !state["outcome"].is_null() {
                break;
            }
            let gestures = state["offers"]["gestures"].as_array().expect("gestures");
            let gesture = gestures.iter().find(|g| g["from"].is_string()).unwrap_or_else(|| panic!("{variant}: {state}"));
            served.act(&session, json!({ "do": "move", "text": gesture["text"], "ply": 2 * turn }));
            let answered = |state: &Value| state["human"] == true || !state["outcome"].is_null();
            served.wait(&session, |state| count(state) == 2 * turn + 2 && answered(state));
        }
        let state = served.state(&session);
        assert!(count(&state) >= 4, "{state}");
        let pgn = served.act(&session, json!({ "do": "pgn" }))["pgn"].clone();
        let other = served.open("chess");
        served.act(&other, humans());
        let loaded = served.act(&other, json!({ "do": "load", "pgn": pgn }));
        assert_eq!((&loaded["variant"], &loaded["text"]), (&state["variant"], &state["text"]), "{pgn}");
    }
}

/// An order of White's is not told before Black's is given, neither to Black's human nor to the engine.
#[test]
fn orders_stay_sealed() {
    let served = Served::start();
    let session = served.open("gulliver");
    served.act(&session, json!({ "do": "settings", "seconds": "0.02", "white": "engine", "black": "human" }));
    let state = served.wait(&session, |state| count(state) == 1);
    assert_eq!((state["moves"][0]["san"].as_str(), state["side"].as_str()), (Some("sealed"), Some("black")));
    assert!(!state["boards"].to_string().contains("touched"));
    assert!(!served.act(&session, json!({ "do": "pgn" }))["pgn"].as_str().expect("a text").contains("1. "));
    let offers = served.act(&session, json!({ "do": "offers", "draft": "nb8c6" }));
    assert_eq!(offers["offers"]["left"], 3);
    served.act(&session, json!({ "do": "move", "text": "nb8c6,pd7d6" }));
    let state = served.wait(&session, |state| count(state) == 3);
    assert_ne!(state["moves"][0]["san"], "sealed");
    assert_eq!(state["moves"][1]["san"], "D7:D6; B8(\u{109}C6)");
}

#[test]
fn what_the_engine_is_about_to_order_is_not_told() {
    let served = Served::start();
    let session = served.open("gulliver");
    let mut events = served.events(&session);
    served.act(&session, json!({ "do": "settings", "seconds": "0.5", "white": "engine", "black": "human" }));
    let told = until(&mut events, "\"san\":\"sealed\"");
    assert!(!told.contains("event: analysis") && !told.contains("event: strategy"), "{told}");
}

#[test]
fn a_body_that_is_said_to_be_endless_ends_nothing() {
    let served = Served::start();
    let session = served.open("chess");
    for (method, path) in [("POST", session.as_str()), ("GET", "/icon.svg"), ("POST", "/api/sessions")] {
        let mut stream = served.connect();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: evil\r\nContent-Length: 99999999999999\r\n\r\n{{}}");
        stream.write_all(head.as_bytes()).expect("it is asked");
        let answer = until(&mut stream, "the body is longer than");
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    }
    assert_eq!(count(&served.state(&session)), 0);
}

#[test]
fn a_clock_for_so_many_moves_is_wound_again() {
    let served = Served::start();
    let session = served.open("chess");
    served.act(&session, json!({ "do": "settings", "black": "human", "timing": "clock", "clock": "2/100" }));
    for text in ["e4", "e5", "Nf3"] {
        served.act(&session, json!({ "do": "move", "text": text }));
    }
    let clocks = served.state(&session)["clocks"].clone();
    assert!(clocks["white"].as_f64() > Some(190.0) && clocks["black"].as_f64() < Some(100.1), "{clocks}");
}

#[test]
fn a_clock_runs_out() {
    let served = Served::start();
    let session = served.open("chess");
    served.act(&session, json!({ "do": "settings", "black": "human", "timing": "clock", "clock": "0.2" }));
    served.act(&session, json!({ "do": "move", "text": "e4" }));
    let state = served.wait(&session, |state| !state["outcome"].is_null());
    assert_eq!(state["outcome"]["word"], "white:time");
    assert!(served.refused(&session, json!({ "do": "move", "text": "e5" })).contains("white:time"));
}

#[test]
fn streams_and_bad_requests_leave_it_running() {
    let served = Served::start();
    let session = served.open("chess");
    served.act(&session, humans());
    let mut streams: Vec<_> = (0..10).map(|_| served.events(&session)).collect();
    streams.iter_mut().for_each(|stream| _ = until(stream, "event: state"));
    for i in 0..1000_usize {
        let bytes: Vec<u8> = match i % 8 {
            0 => b"\r\n\r\n\r\n".to_vec(),
            1 => b"GET\r\n\r\n".to_vec(),
            2 => b"GET / HTTP/9.9\r\n\r\n".to_vec(),
            3 => format!("POST {session} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 5000\r\n\r\n{{", served.port).into_bytes(),
            4 => (0..=255).cycle().skip(i).take(300).collect(),
            5 => format!("GET /{} HTTP/1.1\r\n{}\r\n", "x".repeat(5000), "A: b\r\n".repeat(200)).into_bytes(),
            6 => format!("POST {session} HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{{]}}", served.port).into_bytes(),
            _ => b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".to_vec(),
        };
        served.raw(&bytes);
    }
    served.act(&session, json!({ "do": "move", "text": "e4" }));
    for stream in &mut streams {
        assert!(until(stream, "\"san\":\"e4\"").contains("event: state"));
    }
}

/// Analysis comes by the stream while requests are answered at once, though the search has both cores.
#[test]
fn requests_are_answered_while_the_engine_thinks() {
    let served = Served::start();
    let session = served.open("dragonchess");
    served.act(&session, json!({ "do": "settings", "black": "human", "threads": 2 }));
    let mut stream = served.events(&session);
    served.act(&session, json!({ "do": "analyse", "on": true }));
    assert!(until(&mut stream, "event: analysis").contains("\"depth\":"));
    let mut times: Vec<Duration> = (0..20)
        .map(|_| {
            let start = Instant::now();
            served.act(&session, json!({ "do": "flip" }));
            start.elapsed()
        })
        .collect();
    times.sort();
    println!("answers while two threads search: median {:?}, slowest {:?}", times[10], times[19]);
    assert!(times[10] < Duration::from_millis(400), "{times:?}");
    served.act(&session, json!({ "do": "analyse", "on": false }));
}

#[test]
fn positions_are_drawn_as_the_page_draws_them() {
    let svg = |game: &str, board: &str| {
        let output = run(&["plot", "-", board], game.as_bytes());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let game = "[Variant \"Gnome\"]\n[FEN \"4k3/8/8/8/8/1N6/8/R3K3 w - - b1 - 0 1\"]\n\n1. Na1^ *\n";
    assert_eq!(svg(game, "--board").matches("<use class=\"piece").count(), 4);
    assert!(svg(game, "--board").contains("aria-label=\"a1, white Rook, white Knight\""));
    assert!(svg(game, "--board=0").contains("aria-label=\"b3, white Knight\""));
    let output = run(&["plot", "-", "--board=2"], game.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: -: board \"2\": the game has 1 half-move\n");
}

/// An analysis ends with the last stream of its tab, and goes on when somebody looks again.
#[test]
fn nobody_is_analysed_for() {
    let served = Served::start();
    let session = served.open("chess");
    served.act(&session, humans());
    let mut stream = served.events(&session);
    served.act(&session, json!({ "do": "analyse", "on": true }));
    until(&mut stream, "event: analysis");
    drop(stream);
    let busy = || {
        std::fs::read_to_string(format!("/proc/{}/stat", served.program.id())).map(|stat| {
            let times = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
            times.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>()
        })
    };
    // Elsewhere than on Linux nothing tells how busy a program is.
    let Ok(mut before) = busy() else { return };
    let start = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(1000));
        let now = busy().expect("it runs");
        if now - before < 5 {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "it still searches");
        before = now;
    }
    until(&mut served.events(&session), "event: analysis");
}
