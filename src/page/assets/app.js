// The page: takes what the program tells and hands it to the board and the panel.

import * as server from "./server.js";
import { Board } from "./board.js";
import { Panel } from "./panel.js";

const $ = (id) => document.getElementById(id);
const DEEDS = {
  move: "moves", capture: "captures", remote: "captures from afar", climb: "climbs", passing: "captures in passing",
  blast: "explodes", shift: "changes places", castle: "castles", veto: "veto", exchange: "exchange", pass: "pass",
};

let state = null;

async function act(action) {
  try {
    const answer = await server.act(action);
    say("");
    if (answer.version !== undefined) show(answer);
    return answer;
  } catch (error) {
    say(error.message);
    return null;
  }
}

function say(text) {
  $("message").textContent = text;
  $("message").hidden = !text;
}

const board = new Board({ act, say, deeds: DEEDS });
const panel = new Panel({ act, say });

function show(next) {
  if (state && next.version < state.version) return;
  if (state && next.version === state.version && next.shown === state.shown && next.variant === state.variant && !next.clocks) return;
  const changed = !state || next.variant !== state.variant;
  state = next;
  document.body.className = `levels${state.boards.length}`;
  document.body.dataset.version = state.version;
  if (changed) $("variant").value = state.variant;
  $("status").textContent = status();
  board.show(state);
  panel.show(state);
}

function status() {
  if (state.outcome) return `${state.outcome.words} (${state.outcome.result})`;
  const side = state.side === "white" ? "White" : "Black";
  const check = state.check ? ` in check${state.givers.length ? ` from ${state.givers.join(", ")}` : ""}` : "";
  if (state.trouble) return state.trouble;
  if (state.thinking) return `${side}${check}: the engine is thinking`;
  if (!state.atEnd) return `${side}${check}, after move ${state.shown} of ${state.moves.length}`;
  return state.simultaneous ? `${side}'s order is asked` : `${side} to move${check}`;
}

// ---- Buttons of the head ----

$("variant").addEventListener("change", () => act({ do: "new", variant: $("variant").value }));
$("new").addEventListener("click", () => act({ do: "new", variant: state.variant }));
$("undo").addEventListener("click", () => act({ do: "undo" }));
$("flip").addEventListener("click", () => act({ do: "flip" }));

function dialog(id) {
  const element = $(id);
  const error = element.querySelector(".error");
  if (error) error.textContent = "";
  element.showModal();
  return element;
}

/** Does what a dialog asks for; what is wrong is said there, and the dialog stays open. */
async function within(id, action) {
  const element = $(id);
  try {
    show(await server.act(action));
    element.close();
    say("");
  } catch (error) {
    element.querySelector(".error").textContent = error.message;
  }
}

$("setup").addEventListener("click", () => {
  $("position").value = state.text;
  $("shuffle").hidden = !state.shuffles;
  dialog("setup-dialog");
});
$("set").addEventListener("click", () => within("setup-dialog", { do: "new", variant: state.variant, text: $("position").value }));
$("copy-text").addEventListener("click", () => copy($("position")));
$("shuffle").addEventListener("click", () => within("setup-dialog", { do: "shuffle" }));

$("pgn").addEventListener("click", async () => {
  const answer = await act({ do: "pgn" });
  if (!answer) return;
  $("game").value = answer.pgn;
  dialog("pgn-dialog");
});
$("load").addEventListener("click", () => within("pgn-dialog", { do: "load", pgn: $("game").value }));
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (file) $("game").value = await file.text();
});
$("copy-pgn").addEventListener("click", () => copy($("game")));
$("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([$("game").value], { type: "application/x-chess-pgn" }));
  link.download = `${state.variant}.pgn`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});

function copy(area) {
  area.select();
  navigator.clipboard?.writeText(area.value);
}

let games = [];
$("rules").addEventListener("click", () => {
  $("rules-text").textContent = games.find((game) => game.name === state.variant).help;
  dialog("rules-dialog");
});

$("letters").addEventListener("change", () => document.documentElement.classList.toggle("no-letters", !$("letters").checked));

function theme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem("ziggurat-theme", name);
}
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
theme(localStorage.getItem("ziggurat-theme") ?? (dark ? "dark" : "light"));
$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog, #boards, #menu") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", f: "flip", u: "undo" }[event.key];
  if (!key) return;
  event.preventDefault();
  $(key).click();
});

// ---- Begin ----

games = await server.variants();
for (const game of games) {
  const option = new Option(game.name, game.name);
  option.title = game.summary;
  $("variant").append(option);
}
const wanted = new URLSearchParams(location.search).get("variant");
const first = games.some((game) => game.name === wanted) ? wanted : games[0].name;
show(await server.open(first));
server.listen({
  state: show,
  analysis: (analysis) => panel.analysis(analysis),
  strategy: (strategy) => panel.strategy(strategy),
});
document.body.dataset.ready = "yes";
