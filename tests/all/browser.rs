//! The page in a real browser: Debian's chromium, told by its driver what a person would do.
//!
//! Where there is no driver these tests say so and do nothing, unless `ZIGGURAT_BROWSER=required`, as CI has it.

use crate::serve::Served;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// So long is waited for anything before a test fails.
const PATIENCE: Duration = Duration::from_secs(120);
/// A window of a desk and one of a telephone.
const WIDE: (u32, u32) = (1400, 900);
const NARROW: (u32, u32) = (390, 844);

/// The driver of the browser, on a free port.
struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    fn start() -> Option<Driver> {
        let spawned = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut process = match spawned {
            Ok(process) => process,
            Err(error) => {
                let required = std::env::var("ZIGGURAT_BROWSER").is_ok_and(|value| value == "required");
                assert!(!required, "chromedriver (Debian: chromium-driver) is required and does not start: {error}");
                eprintln!("skipped: no chromedriver (Debian: apt-get install chromium chromium-driver): {error}");
                return None;
            }
        };
        let mut lines = BufReader::new(process.stdout.take().expect("piped")).lines().map_while(Result::ok);
        let said = lines.find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok());
        // Whatever it says later is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Driver { process, port: said.expect("the driver says its port") })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A page in a window, and the server behind it, which ends with it.
struct Page {
    client: Client,
    _served: Served,
}

/// Shows the page of a variant in a window of this size, and does something with it. Both sides are played by hand.
fn with_page<F: Future<Output = ()>>(variant: &str, (width, height): (u32, u32), work: impl FnOnce(Page) -> F) {
    let Some(driver) = Driver::start() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let options = json!({
        "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900"],
        "mobileEmulation": { "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1.0, "touch": false, "mobile": false } },
    });
    let capabilities = json!({ "goog:chromeOptions": options }).as_object().cloned().expect("an object");
    let served = Served::start();
    let address = format!("http://127.0.0.1:{}/?variant={variant}", served.port);
    runtime.block_on(async {
        let driver_address = format!("http://127.0.0.1:{}", driver.port);
        let client = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver_address)
            .await
            .expect("the browser starts");
        client.goto(&address).await.expect("the page opens");
        let page = Page { client: client.clone(), _served: served };
        page.until("document.body.dataset.ready === 'yes'").await;
        page.act(json!({ "do": "settings", "white": "human", "black": "human", "seconds": "0.05" })).await;
        work(page).await;
        client.close().await.expect("the browser closes");
    });
}

impl Page {
    async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// Waits until an expression is true.
    async fn until(&self, expression: &str) {
        let start = Instant::now();
        while self.script(&format!("return Boolean({expression});"), Vec::new()).await != Value::Bool(true) {
            if start.elapsed() > PATIENCE {
                let message = self.text("#message").await;
                panic!("never: {expression}; the page says {:?} and {message:?}", self.text("#status").await);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    async fn click(&self, selector: &str) {
        let found = self.client.find(Locator::Css(selector)).await.unwrap_or_else(|e| panic!("{selector}: {e}"));
        found.click().await.unwrap_or_else(|e| panic!("click on {selector}: {e}"));
    }

    async fn square(&self, name: &str) {
        self.click(&format!("[data-square='{name}']")).await;
    }

    async fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent ?? '';";
        self.script(script, vec![json!(selector)]).await.as_str().unwrap_or_default().to_owned()
    }

    /// The session as the program tells it, asked from within the page.
    async fn state(&self) -> Value {
        let script = "const done = arguments[0]; fetch('/api/sessions/' + sessionStorage.getItem('ziggurat-session'))\
                      .then((answer) => answer.json()).then(done);";
        self.client.execute_async(script, Vec::new()).await.expect("a state")
    }

    /// Asks for an action from within the page and waits until it is shown.
    async fn act(&self, action: Value) -> Value {
        let script = "const [action, done] = arguments; fetch('/api/sessions/' + sessionStorage.getItem('ziggurat-session'), \
                      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(action) })\
                      .then((answer) => answer.json()).then(done);";
        let answer = self.client.execute_async(script, vec![action.clone()]).await.expect("an answer");
        let version = answer["version"].as_u64().unwrap_or_else(|| panic!("{action}: {answer}"));
        self.until(&format!("Number(document.body.dataset.version) >= {version}")).await;
        answer
    }

    /// The text of the move list.
    async fn moves(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('#moves button')].map((button) => button.textContent);";
        let list = self.script(script, Vec::new()).await;
        list.as_array().expect("a list").iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    async fn until_moves(&self, count: usize) {
        self.until(&format!("document.querySelectorAll('#moves button').length === {count}")).await;
    }

    /// Makes a move by clicking, and chooses it from the menu if several fit.
    async fn make(&self, gesture: &Value) {
        let [from, to] = ["from", "to"].map(|key| gesture[key].as_str().expect("a square").to_owned());
        self.square(&from).await;
        self.square(&to).await;
        let text = gesture["text"].as_str().expect("a text");
        let item = format!("#menu:not([hidden]) [data-move='{text}']");
        if self.script("return document.querySelector(arguments[0]) !== null;", vec![json!(item)]).await == Value::Bool(true) {
            self.click(&item).await;
        }
        if self.state().await["simultaneous"] == Value::Bool(true) {
            self.until("!document.getElementById('seal').disabled").await;
            self.click("#seal").await;
        }
    }

    async fn set_up(&self, text: &str) {
        self.click("#setup").await;
        self.script("document.getElementById('position').value = arguments[0];", vec![json!(text)]).await;
        self.click("#set").await;
        self.until("!document.getElementById('setup-dialog').open").await;
    }

    /// A picture of the page, to be looked at.
    async fn picture(&self, name: &str) {
        let png = self.client.screenshot().await.expect("a picture");
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(folder.join(format!("page-{name}.png")), png).expect("the picture is written");
    }

    /// Nothing sticks out to the side, and no part of the page lies on another.
    async fn is_laid_out_well(&self, name: &str) {
        let script = "const root = document.documentElement;\
            const parts = [...document.querySelectorAll('header > *, #table > *, .level, #panel > section, #panel button, #panel input')]\
              .filter((part) => part.getClientRects().length > 0 && !part.matches('#file'));\
            const overlaps = [];\
            for (const [i, one] of parts.entries()) for (const other of parts.slice(i + 1)) {\
              if (one.contains(other) || other.contains(one)) continue;\
              const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];\
              const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);\
              const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);\
              if (wide > 1 && high > 1 && !one.closest('#moves') && !other.closest('#moves')) \
                overlaps.push(`${one.tagName}#${one.id}.${one.className} ${other.tagName}#${other.id}.${other.className}`);\
            }\
            return { width: root.scrollWidth, window: innerWidth, overlaps };";
        let found = self.script(script, Vec::new()).await;
        assert!(found["width"].as_u64() <= found["window"].as_u64(), "{name} scrolls sideways: {found}");
        assert_eq!(found["overlaps"], json!([]), "{name}");
    }
}

/// Games after which a test gives up to play one of ten half-moves.
const MOST_GAMES: usize = 10;

/// Ten half-moves of each variant, White's by clicking and Black's by the engine, which is weak: White moves anyhow. A game
/// that ends sooner is begun anew.
fn play_against_the_engine(variant: &str) {
    with_page(variant, WIDE, |page| async move {
        page.act(json!({ "do": "settings", "black": "engine", "level": 0 })).await;
        let (mut turn, mut game) = (0, 0);
        while turn < 5 {
            let state = page.state().await;
            if !state["outcome"].is_null() {
                (turn, game) = (0, game + 1);
                assert!(game < MOST_GAMES, "{state}");
                page.act(json!({ "do": "new", "variant": variant })).await;
                continue;
            }
            let gestures = state["offers"]["gestures"].as_array().expect("gestures").clone();
            // Another man in every turn, as far as there are others.
            let on_board: Vec<_> = gestures.iter().filter(|g| g["from"].is_string() && g["from"] != g["to"]).collect();
            assert!(!on_board.is_empty(), "{state}");
            page.make(on_board[(turn * 7 + game) % on_board.len()]).await;
            page.until_moves(2 * turn + 2).await;
            turn += 1;
        }
        assert_eq!(page.moves().await.len(), 10);
        page.picture(&format!("{variant}-after-ten")).await;
    });
}

#[test]
fn ten_half_moves_of_chess() {
    play_against_the_engine("chess");
}

#[test]
fn ten_half_moves_of_dragonchess() {
    play_against_the_engine("dragonchess");
}

#[test]
fn ten_half_moves_of_ice_age_chess() {
    play_against_the_engine("iceage");
}

#[test]
fn ten_half_moves_of_gnome_chess() {
    play_against_the_engine("gnome");
}

#[test]
fn ten_half_moves_of_gulliver() {
    play_against_the_engine("gulliver");
}

#[test]
fn illegal_targets_are_refused_and_keys_move_men() {
    with_page("chess", WIDE, |page| async move {
        page.square("e2").await;
        assert_eq!(page.script("return document.querySelectorAll('#boards .hint').length;", Vec::new()).await, 2);
        page.square("e5").await;
        page.until("document.getElementById('message').textContent === 'e2 to e5: not a legal move'").await;
        assert_eq!(page.moves().await.len(), 0);
        // Two up from e2 with the arrows: picked up there, put down here.
        let press = |key: &str| {
            let script = format!(
                "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true }}));"
            );
            let page = &page;
            async move { page.script(&script, Vec::new()).await }
        };
        page.script("document.querySelector(\"[data-square='d2']\").focus();", Vec::new()).await;
        for key in ["ArrowRight", "Enter", "ArrowUp", "ArrowUp", " "] {
            press(key).await;
        }
        page.until_moves(1).await;
        assert_eq!(page.moves().await, ["e4"]);
        assert!(page.text("#about").await.is_empty() || page.text("#about").await.contains("Pawn"));
        page.script("document.querySelector(\"[data-square='g8']\").focus();", Vec::new()).await;
        page.until(
            "document.getElementById('about').textContent.includes('leaps one square straight') \
                    || document.getElementById('about').textContent.includes('Leaps one square straight')",
        )
        .await;
    });
}

#[test]
fn a_dragon_captures_from_afar() {
    with_page("dragonchess", WIDE, |page| async move {
        page.set_up("12/12/12/12/3R8/12/12/12|6k5/12/12/12/3o8/12/12/6K5|12/12/12/12/3B8/12/12/12 w - - 0 1").await;
        assert_eq!(page.script("return document.querySelectorAll('#boards .mark.frozen').length;", Vec::new()).await, 1);
        page.square("3d4").await;
        assert_eq!(
            page.script("return document.querySelector(\"[data-square='2d4'] .hint\").classList[1];", Vec::new()).await,
            "to-remote"
        );
        page.picture("dragonchess-remote").await;
        page.square("2d4").await;
        page.until_moves(1).await;
        assert_eq!(page.moves().await, ["Rx2d4"]);
    });
}

#[test]
fn a_knight_climbs_and_a_move_is_vetoed() {
    with_page("gnome", WIDE, |page| async move {
        page.set_up("4k3/8/8/8/8/1N6/8/R3K3 w - - b1 - 0 1").await;
        page.square("b3").await;
        page.square("a1").await;
        page.until_moves(1).await;
        assert_eq!(page.moves().await, ["Na1^"]);
        assert_eq!(page.state().await["scene"]["cells"][0]["pieces"].as_array().map(Vec::len), Some(2));
        page.picture("gnome-pile").await;
        page.act(json!({ "do": "new", "variant": "gnome" })).await;
        page.square("e2").await;
        page.square("e4").await;
        page.until_moves(1).await;
        page.click("#placeless .veto").await;
        page.until_moves(2).await;
        assert_eq!(page.moves().await, ["e4", "veto"]);
        // The same move again is not legal now.
        page.square("e2").await;
        page.square("e4").await;
        page.until("document.getElementById('message').textContent.includes('not a legal move')").await;
    });
}

#[test]
fn an_order_is_built_sealed_and_resolved() {
    with_page("gulliver", WIDE, |page| async move {
        page.act(json!({ "do": "settings", "black": "engine" })).await;
        page.square("b1").await;
        page.square("c3").await;
        page.until("document.getElementById('left').textContent === '3'").await;
        page.square("d2").await;
        page.square("d3").await;
        page.until("document.getElementById('left').textContent === '2'").await;
        assert_eq!(page.text("#draft").await, "nb1c3,pd2d3");
        page.picture("gulliver-order").await;
        page.click("#seal").await;
        page.until_moves(2).await;
        let state = page.state().await;
        assert_eq!(state["moves"][0]["san"], "B1(\u{109}C3); D2:D3");
        assert!(
            state["text"].as_str().expect("a text").ends_with(" w - - 0 2") || state["text"].as_str().unwrap().ends_with(" 2")
        );
    });
}

#[test]
fn a_strategy_is_shown_while_the_analysis_goes_on() {
    with_page("gulliver", WIDE, |page| async move {
        page.click("#analyse").await;
        page.until("/[0-9] % /.test(document.getElementById('strategy').textContent)").await;
        assert_eq!(page.state().await["analysing"], true);
        assert!(!page.text("#best li").await.is_empty());
    });
}

#[test]
fn chess_is_begun_from_a_shuffled_start() {
    with_page("chess", WIDE, |page| async move {
        page.click("#setup").await;
        page.until("document.getElementById('setup-dialog').open").await;
        page.click("#shuffle").await;
        page.until("!document.getElementById('setup-dialog').open").await;
        let text = page.state().await["text"].as_str().expect("a text").to_owned();
        let rank = text.split(['/', ' ']).nth(7).expect("a back rank");
        let mut pieces: Vec<char> = rank.chars().collect();
        pieces.sort_unstable();
        assert_eq!(pieces.iter().collect::<String>(), "BBKNNQRR", "{text}");
        assert!(text.ends_with(" w KQkq - 0 1"), "{text}");
    });
    with_page("dragonchess", WIDE, |page| async move {
        page.click("#setup").await;
        page.until("document.getElementById('setup-dialog').open").await;
        page.until("document.getElementById('shuffle').hidden").await;
    });
}

#[test]
fn analysis_goes_on_and_games_are_saved_and_loaded() {
    with_page("chess", WIDE, |page| async move {
        for (from, to) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3")] {
            page.square(from).await;
            page.square(to).await;
            page.until(&format!("document.querySelector(\"[data-square='{to}']\").classList.contains('touched')")).await;
        }
        page.click("#analyse").await;
        page.until("/depth [1-9]/.test(document.getElementById('effort').textContent)").await;
        let early = page.text("#effort").await;
        page.until(&format!("document.getElementById('effort').textContent !== '{early}'")).await;
        assert!(!page.text("#best li").await.is_empty() && !page.text("#score").await.is_empty());
        page.picture("chess-analysis").await;
        page.click("#analyse").await;
        page.click("#pgn").await;
        page.until("document.getElementById('pgn-dialog').open").await;
        let pgn = page.script("return document.getElementById('game').value;", Vec::new()).await;
        assert!(pgn.as_str().is_some_and(|pgn| pgn.contains("Nf3")), "{pgn}");
        page.click("#pgn-dialog button[value=cancel]").await;
        page.click("#new").await;
        page.until_moves(0).await;
        page.click("#pgn").await;
        page.until("document.getElementById('pgn-dialog').open").await;
        page.script("document.getElementById('game').value = '1. e4 e9 *';", Vec::new()).await;
        page.click("#load").await;
        page.until("document.querySelector('#pgn-dialog .error').textContent.startsWith('game 1, move 1...')").await;
        page.script("document.getElementById('game').value = arguments[0];", vec![pgn]).await;
        page.click("#load").await;
        page.until_moves(3).await;
        assert_eq!(page.moves().await, ["e4", "e5", "Nf3"]);
        page.click("#previous").await;
        page.until("!document.getElementById('resume').hidden").await;
    });
}

#[test]
fn every_variant_fits_wide_and_narrow_windows() {
    // Positions with all that is peculiar: frozen men, ice, piles and wounds, crowds and stocks.
    let positions = [
        ("chess", "r3k2r/pp1n1ppp/2p1pn2/q7/1bPP4/2N1PN2/PP1B1PPP/R2QKB1R w KQkq - 0 9"),
        (
            "dragonchess",
            "R3r1k3g1/10s1/3s1s6/8h3/2S3S1S3/sS3S5S/8P3/8H3|ou6t3/wwww1wwwwww1/3t7u/3W8/4w1cW2Wo/7G1W1W/WWW1WC1UW2O/O2T1K2TH2|7m4/1hdd2e1d1bd/9d2/1b3d4B1/3D2D5/1D10/1B6DDD1/9E2 b - - 8 80",
        ),
        ("iceage", "rnbqkb1r/pppppppp/*****n**/********/********/******P*/PPPPPPP1/RNBQKBNR w KQkq - 1 2"),
        ("gnome", "r2qk(rn)2/1pp2p1p/3p1bp1/4b!3/2B1P3/2NP1N2/PP3PPP/(RRB)2Q1K2 w - - b0 - 0 9"),
        ("gulliver", "4k3/8/2(rnp)5/8/3(QPPBN)4/8/8/4(KRR)3[RPq] w - - 0 1"),
    ];
    for (size, window) in [("wide", WIDE), ("narrow", NARROW)] {
        for (variant, text) in positions {
            with_page(variant, window, |page| async move {
                let name = format!("{variant}-{size}");
                page.is_laid_out_well(&name).await;
                page.picture(&format!("{name}-start")).await;
                page.set_up(text).await;
                page.is_laid_out_well(&name).await;
                page.picture(&name).await;
                page.script("document.getElementById('theme').click();", Vec::new()).await;
                page.picture(&format!("{name}-other-theme")).await;
            });
        }
    }
}
