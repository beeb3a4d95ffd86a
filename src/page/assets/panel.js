// The panel: moves, score, analysis, players.

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const SIDES = ["white", "black"];
/** Beyond so many pawns the graph and the bar are full. */
const FULL = 8;

export class Panel {
  constructor({ act, say }) {
    Object.assign(this, { act, say });
    for (const id of ["white", "black", "timing"]) this.setting(id, "change", (value) => value);
    for (const id of ["seconds", "clock"]) this.setting(id, "change", (value) => value.trim());
    for (const id of ["level", "threads", "hash", "lines"]) this.setting(id, "change", Number);
    $("level").addEventListener("input", () => this.strength());
    $("analyse").addEventListener("change", () => act({ do: "analyse", on: $("analyse").checked }));
    $("first").addEventListener("click", () => this.go(0));
    $("previous").addEventListener("click", () => this.go(this.state.shown - 1));
    $("next").addEventListener("click", () => this.go(this.state.shown + 1));
    $("last").addEventListener("click", () => this.go(this.state.moves.length));
    $("resume").addEventListener("click", () => act({ do: "resume" }));
    $("graph").addEventListener("click", (event) => this.pointGraph(event));
    $("typed").addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = $("token").value.trim();
      if (text && await act({ do: "move", text, ply: this.state.moves.length })) $("token").value = "";
    });
    setInterval(() => this.tick(), 200);
  }

  setting(id, event, read) {
    $(id).addEventListener(event, async () => {
      if (!await this.act({ do: "settings", [id]: read($(id).value) })) this.showSettings();
    });
  }

  go(ply) {
    if (ply >= 0 && ply <= this.state.moves.length) this.act({ do: "show", ply });
  }

  show(state) {
    const fresh = this.state?.shown !== state.shown || this.state?.variant !== state.variant;
    this.state = state;
    this.told = performance.now();
    if (fresh) this.forget();
    this.showMoves();
    this.showSettings();
    this.showGraph();
    this.showScore(state.scores[state.shown]);
    this.tick();
  }

  forget() {
    $("best").replaceChildren();
    $("strategy").replaceChildren();
    $("effort").textContent = "";
  }

  showMoves() {
    const { moves, shown, atEnd } = this.state;
    const items = [];
    moves.forEach((move, i) => {
      if (move.white || i === 0) {
        const label = document.createElement("span");
        label.className = "number";
        label.textContent = move.label;
        items.push(label);
      }
      const button = document.createElement("button");
      button.textContent = move.san;
      button.className = i + 1 === shown ? "current" : "";
      if (i + 1 === shown) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.go(i + 1));
      items.push(button);
    });
    $("moves").replaceChildren(...items);
    const current = $("moves").querySelector(".current");
    if (current) $("moves").scrollTop = current.offsetTop - $("moves").clientHeight / 2;
    $("first").disabled = $("previous").disabled = shown === 0;
    $("last").disabled = $("next").disabled = atEnd;
    $("resume").hidden = atEnd;
  }

  showSettings() {
    const { settings, analysing, clocks } = this.state;
    for (const id of ["white", "black", "timing", "seconds", "clock", "threads", "hash", "lines"]) {
      if (document.activeElement !== $(id)) $(id).value = settings[id];
    }
    $("level").max = settings.fullLevel;
    $("level").value = settings.level;
    this.strength();
    $("analyse").checked = analysing;
    document.documentElement.dataset.timing = settings.timing;
    $("clocks").hidden = !clocks;
  }

  strength() {
    const full = $("level").value === $("level").max;
    $("strength").textContent = full ? "full" : `level ${$("level").value}`;
  }

  /** The clocks run on between two states. */
  tick() {
    const clocks = this.state?.clocks;
    if (!clocks) return;
    for (const side of SIDES) {
      const running = clocks.running === side;
      const left = Math.max(0, clocks[side] - (running ? (performance.now() - this.told) / 1000 : 0));
      const minutes = Math.floor(left / 60);
      const seconds = left < 20 ? (left % 60).toFixed(1).padStart(4, "0") : String(Math.floor(left % 60)).padStart(2, "0");
      const element = $(`clock-${side}`);
      element.textContent = `${side === "white" ? "White" : "Black"} ${minutes}:${seconds}`;
      element.className = running ? "running" : "";
      if (running && left === 0 && !this.asked) {
        this.asked = true;
        this.act({ do: "show", ply: this.state.shown }).then(() => {
          this.asked = false;
        });
      }
    }
  }

  // ---- Scores ----

  showScore(score) {
    const pawns = Math.max(-FULL, Math.min(FULL, score?.pawns ?? 0));
    $("share").style.width = `${50 + pawns / FULL * 50}%`;
    $("score").textContent = score ? score.text : "";
  }

  showGraph() {
    const { scores, shown } = this.state;
    const step = 300 / Math.max(1, scores.length - 1);
    const y = (score) => 40 - Math.max(-FULL, Math.min(FULL, score.pawns)) / FULL * 38;
    const points = scores.flatMap((score, i) => (score ? [`${i * step},${y(score)}`] : []));
    const line = (attributes) => {
      const element = document.createElementNS(SVG, attributes.points === undefined ? "line" : "polyline");
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    $("graph").replaceChildren(
      line({ class: "zero", x1: 0, x2: 300, y1: 40, y2: 40 }),
      line({ class: "here", x1: shown * step, x2: shown * step, y1: 0, y2: 80 }),
      line({ class: "scores", points: points.join(" ") }),
    );
  }

  pointGraph(event) {
    const { left, width } = $("graph").getBoundingClientRect();
    this.go(Math.round((event.clientX - left) / width * this.state.moves.length));
  }

  analysis({ ply, lines }) {
    const { state } = this;
    if (!state || lines.length === 0) return;
    const [best] = lines;
    state.scores[ply] = best.score;
    this.showGraph();
    if (ply !== state.shown) return;
    this.showScore(best.score);
    const speed = best.nps >= 1e6 ? `${(best.nps / 1e6).toFixed(1)} M` : `${Math.round(best.nps / 1000)} k`;
    $("effort").textContent = `depth ${best.depth}, ${best.nodes} nodes, ${speed}nodes/s, ${best.seconds.toFixed(1)} s`;
    $("best").replaceChildren(...lines.map((line) => {
      const item = document.createElement("li");
      const score = document.createElement("b");
      score.textContent = `${line.bound}${line.score.text}`;
      item.append(score, ` ${line.line}`);
      return item;
    }));
  }

  strategy({ ply, orders }) {
    if (ply !== this.state?.shown) return;
    $("strategy").replaceChildren(...orders.map(({ order, share }) => {
      const item = document.createElement("li");
      const part = document.createElement("b");
      part.textContent = `${(share * 100).toFixed(0)} %`;
      item.append(part, ` ${order}`);
      return item;
    }));
  }
}
