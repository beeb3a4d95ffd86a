// The boards: squares are picked up and put down; what may go where has been told by the program.

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
/** So far a pointer goes before it drags. */
const DRAG = 8;

export class Board {
  constructor({ act, say, deeds }) {
    Object.assign(this, { act, say, deeds });
    this.selected = null;
    this.draft = "";
    this.offers = { gestures: [], left: null };
    this.focused = null;
    const boards = $("boards");
    boards.addEventListener("pointerdown", (event) => this.press(event));
    boards.addEventListener("pointerover", (event) => this.point(squareOf(event.target)));
    boards.addEventListener("pointerleave", () => this.point(null));
    boards.addEventListener("focusin", (event) => this.focus(squareOf(event.target)));
    boards.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointermove", (event) => this.drag(event));
    document.addEventListener("pointerup", (event) => this.release(event));
    document.addEventListener("pointercancel", () => this.drop());
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("#menu, #boards, #about")) this.putDown();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.putDown();
    });
    $("seal").addEventListener("click", () => this.seal());
    $("clear").addEventListener("click", () => this.build(""));
  }

  // ---- Drawing ----

  show(state) {
    const held = this.focused && document.activeElement?.closest("#boards") ? this.focused : null;
    // Turning the board or asking for analysis loses nothing that was begun.
    const same = this.state?.variant === state.variant && this.state.text === state.text && this.state.human === state.human
      && this.state.moves.length === state.moves.length;
    this.state = state;
    if (!same) {
      this.selected = null;
      this.draft = "";
      this.offers = state.offers;
    }
    this.closeMenu();
    $("boards").replaceChildren(...state.boards.map(boardElement));
    if (!squareElement(this.focused)) this.focused = document.querySelector("[data-square]").dataset.square;
    squareElement(this.focused).setAttribute("tabindex", "0");
    if (held) squareElement(held)?.focus();
    this.showBeside();
    this.mark();
    this.point(null);
  }

  /** What stands beside the boards: stocks, notes, the order that is built, moves without a square. */
  showBeside() {
    const { scene, human, simultaneous } = this.state;
    $("stocks").hidden = !scene.stocks;
    if (scene.stocks) {
      const stock = (side, letters) => {
        const element = document.createElement("div");
        element.className = "stock";
        element.append(`${side} in stock:`, ...[...letters].map((letter) => chip(letter)), letters ? "" : " nothing");
        return element;
      };
      const [white, black] = scene.stocks;
      $("stocks").replaceChildren(stock("White", white), stock("Black", black));
    }
    $("notes").replaceChildren(...scene.notes.map((note) => {
      const item = document.createElement("li");
      item.textContent = note;
      return item;
    }));
    $("order").hidden = !(human && simultaneous);
    $("draft").textContent = this.draft || "nothing yet";
    $("left").textContent = this.offers.left ?? "";
    $("seal").disabled = !this.draft;
    $("clear").disabled = !this.draft;
    $("placeless").replaceChildren(...this.offers.gestures.filter((gesture) => !gesture.from).map((gesture) => {
      const button = document.createElement("button");
      button.className = `placeless ${gesture.deed}`;
      button.textContent = gesture.deed === "veto" ? "Veto the last move" : this.deeds[gesture.deed];
      button.addEventListener("click", () => this.make(gesture));
      return button;
    }));
  }

  /** Shows what is picked up and where it can go. */
  mark() {
    for (const old of document.querySelectorAll("#boards .hint")) old.remove();
    for (const square of document.querySelectorAll("#boards .square.selected, #boards .square.ordered")) {
      square.classList.remove("selected", "ordered");
    }
    for (const name of this.draft.match(/[a-h][1-8]/g) ?? []) squareElement(name)?.classList.add("ordered");
    if (!this.selected) return;
    squareElement(this.selected.square)?.classList.add("selected");
    const kinds = new Map();
    for (const gesture of this.from(this.selected)) {
      const known = kinds.get(gesture.to) ?? new Set();
      kinds.set(gesture.to, known.add(gesture.deed));
    }
    for (const [name, deeds] of kinds) this.hint(name, [...deeds]);
  }

  hint(name, deeds) {
    const square = squareElement(name);
    if (!square) return;
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `hint ${deeds.map((deed) => `to-${deed}`).join(" ")}`);
    const shape = deeds.some((deed) => deed === "move") && deeds.length === 1 ? "circle" : "rect";
    const element = document.createElementNS(SVG, shape);
    const size = shape === "circle" ? { cx: 50, cy: 50, r: 14 } : { x: 5, y: 5, width: 90, height: 90, rx: 14 };
    for (const [key, value] of Object.entries(size)) element.setAttribute(key, value);
    group.append(element);
    square.append(group);
    square.dataset.deeds = deeds.join(" ");
  }

  // ---- Pointing: help, the same square on all levels, the squares that a move would change ----

  point(name) {
    for (const old of document.querySelectorAll("#boards .linked, #boards .affected")) old.classList.remove("linked", "affected");
    if (name) {
      const place = name.slice(-2);
      for (const square of document.querySelectorAll(`#boards [data-square$="${place}"]`)) square.classList.add("linked");
      const moves = this.selected ? this.from(this.selected).filter((gesture) => gesture.to === name) : [];
      for (const square of moves.flatMap((gesture) => gesture.touched)) squareElement(square)?.classList.add("affected");
    }
    this.explain(name ?? this.selected?.square ?? null);
  }

  /** What stands on a square and how it moves; several pieces are popped out, the highest above. */
  explain(name) {
    const { piled } = this.state.scene;
    const told = piled ? this.told(name) : counted(this.told(name));
    const several = told.length > 1;
    const rows = told.map((piece, index) => {
      const row = sentence(piece);
      const choice = piled ? { square: name, height: index + 1 } : { square: name, piece: piece.letter };
      if (several && this.from(choice).length > 0) row.prepend(this.picker(choice));
      return row;
    });
    $("about").replaceChildren(...(told.length ? [heading(name), ...(piled ? rows.reverse() : rows)] : []));
    // What is picked up is not covered: its targets may be beside it.
    $("popout").hidden = !several || this.selected !== null;
    if ($("popout").hidden) return;
    const levels = told.map((piece, index) => {
      const row = document.createElement("div");
      row.append(shape(piece), `${piled ? `${index + 1}. ` : ""}${title(piece)}${piece.mark ? ` (${piece.mark})` : ""}`);
      return row;
    });
    $("popout").replaceChildren(...(piled ? levels.reverse() : levels));
    beside($("popout"), squareElement(name));
  }

  told(name) {
    return (name && this.state.help[name]) || [];
  }

  /** A button that picks up one level of a pile, or one kind of a crowd. */
  picker(choice) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Pick up";
    button.className = "picker";
    const { selected } = this;
    const same = selected?.square === choice.square && selected.height === choice.height && selected.piece === choice.piece;
    button.setAttribute("aria-pressed", String(same));
    button.addEventListener("click", () => this.pickUp(choice));
    return button;
  }

  // ---- Picking up and putting down ----

  from(choice) {
    return this.offers.gestures.filter((gesture) => fits(gesture, choice));
  }

  pickUp(choice) {
    this.selected = choice;
    this.closeMenu();
    this.mark();
    this.explain(choice.square);
  }

  putDown() {
    if (this.selected || !$("menu").hidden) {
      this.selected = null;
      this.closeMenu();
      this.mark();
    }
    $("popout").hidden = true;
  }

  /** A square is clicked, or reached by keyboard or dragging. */
  choose(name) {
    const { selected } = this;
    if (selected) {
      const moves = this.from(selected).filter((gesture) => gesture.to === name);
      if (moves.length === 1 && (name !== selected.square || this.state.simultaneous)) return this.make(moves[0]);
      if (moves.length > 0) return this.ask(moves, name);
      if (name === selected.square) return this.putDown();
    }
    if (this.from({ square: name }).length > 0) return this.pickUp({ square: name });
    if (selected) this.say(`${selected.square} to ${name}: not a legal move`);
    else if (this.state.help[name] && this.state.human) this.say(`${name}: nothing here can move now`);
    this.putDown();
    this.explain(name);
  }

  /** Several moves fit: which one is meant? */
  async ask(moves, name) {
    const menu = $("menu");
    const buttons = moves.map((gesture) => {
      const button = document.createElement("button");
      button.setAttribute("role", "menuitem");
      button.dataset.move = gesture.text;
      const words = [this.deeds[gesture.deed]];
      if (gesture.promotion) words.push(`becomes ${gesture.promotion}`);
      if (gesture.via) words.push(`by ${gesture.via}`);
      if (gesture.height > 1) words.push(`from level ${gesture.height}`);
      const san = document.createElement("b");
      san.textContent = gesture.text;
      button.append(san, ` ${words.join(", ")}`);
      button.addEventListener("click", () => this.make(gesture));
      button.addEventListener("focus", () => this.affect(gesture));
      button.addEventListener("pointerenter", () => this.affect(gesture));
      return button;
    });
    const leave = document.createElement("button");
    leave.setAttribute("role", "menuitem");
    leave.textContent = "none of these";
    leave.addEventListener("click", () => this.putDown());
    menu.replaceChildren(...buttons, leave);
    menu.hidden = false;
    $("popout").hidden = true;
    beside(menu, squareElement(name));
    buttons[0].focus();
    menu.onkeydown = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const all = [...menu.children];
      all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
    };
    // Orders are read as they are typed.
    if (this.state.simultaneous) return;
    const answer = await this.act({ do: "notation", texts: moves.map((gesture) => gesture.text) });
    answer?.san.forEach((san, i) => {
      buttons[i].firstChild.textContent = san;
    });
  }

  affect(gesture) {
    for (const old of document.querySelectorAll("#boards .affected")) old.classList.remove("affected");
    for (const square of gesture.touched) squareElement(square)?.classList.add("affected");
  }

  closeMenu() {
    $("menu").hidden = true;
    for (const old of document.querySelectorAll("#boards .affected")) old.classList.remove("affected");
  }

  make(gesture) {
    this.closeMenu();
    this.selected = null;
    this.mark();
    if (this.state.simultaneous) return this.build(gesture.text);
    return this.act({ do: "move", text: gesture.text, ply: this.state.moves.length });
  }

  // ---- Orders built piece by piece ----

  async build(draft) {
    const answer = await this.act({ do: "offers", draft });
    if (!answer) return;
    this.draft = draft;
    this.offers = answer.offers;
    this.selected = null;
    this.showBeside();
    this.mark();
  }

  seal() {
    return this.act({ do: "move", text: this.draft, ply: this.state.moves.length });
  }

  // ---- Pointers and keys ----

  press(event) {
    const name = squareOf(event.target);
    if (!name || event.button !== 0) return;
    event.preventDefault();
    squareElement(name).focus({ preventScroll: true });
    const held = !this.selected && this.from({ square: name }).length > 0 && event.pointerType !== "touch";
    this.pressed = { name, x: event.clientX, y: event.clientY, held };
  }

  drag(event) {
    const { pressed } = this;
    if (!pressed) return;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG;
    if (!pressed.ghost && pressed.held && far) {
      this.pickUp({ square: pressed.name });
      $("popout").hidden = true;
      pressed.ghost = ghost(squareElement(pressed.name));
      squareElement(pressed.name).classList.add("lifted");
    }
    if (!pressed.ghost) return;
    pressed.ghost.style.left = `${event.clientX}px`;
    pressed.ghost.style.top = `${event.clientY}px`;
    const over = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (over !== pressed.over) {
      pressed.over = over;
      this.point(over);
      $("popout").hidden = true;
    }
  }

  release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed) return;
    lower(pressed);
    const name = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (pressed.ghost && name === pressed.name) return;
    if (pressed.ghost ? name : name === pressed.name) this.choose(name);
    else if (pressed.ghost) this.putDown();
  }

  drop() {
    if (this.pressed) lower(this.pressed);
    this.pressed = null;
  }

  focus(name) {
    if (!name) return;
    squareElement(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    squareElement(name).setAttribute("tabindex", "0");
    this.point(name);
  }

  key(event) {
    const name = squareOf(event.target);
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.choose(name);
    }
    const turn = this.state.flipped ? -1 : 1;
    const step = { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    squareElement(neighbour(name, step[0] * turn, step[1] * turn, step[2]))?.focus();
  }
}

/** The name of the square so many files, ranks and levels away. */
function neighbour(name, files, ranks, levels) {
  const shifted = (letter, by) => String.fromCharCode(letter.charCodeAt(0) + by);
  const [level, place] = [name.slice(0, -2), name.slice(-2)];
  return (level && shifted(level, levels)) + shifted(place[0], files) + shifted(place[1], ranks);
}

/** Is a move one of what is picked up: a square, perhaps one level of its pile or one kind of its crowd? */
function fits(gesture, { square, height, piece }) {
  const whole = gesture.deed === "exchange";
  return gesture.from === square && (!height || gesture.height === height) && (!piece || whole || gesture.piece === piece);
}

function squareOf(target) {
  return target?.closest?.("[data-square]")?.dataset.square ?? null;
}

function squareElement(name) {
  return name ? document.querySelector(`#boards [data-square="${name}"]`) : null;
}

function boardElement({ level, name, svg }) {
  const figure = document.createElement("figure");
  figure.className = "level";
  figure.innerHTML = svg;
  if (name) {
    const caption = document.createElement("figcaption");
    caption.textContent = `Level ${level}: ${name}`;
    figure.prepend(caption);
  }
  return figure;
}

/** Like pieces of a crowd once, with their number. */
function counted(pieces) {
  const kinds = new Map();
  for (const piece of pieces) {
    const known = kinds.get(piece.letter);
    kinds.set(piece.letter, known ? { ...known, count: known.count + 1 } : { ...piece, count: 1 });
  }
  return [...kinds.values()];
}

function title({ side, name, count }) {
  return `${count > 1 ? `${count} times ` : ""}${side ? `${side} ` : ""}${name}`;
}

function heading(name) {
  const element = document.createElement("h3");
  element.textContent = name;
  return element;
}

function sentence(piece) {
  const element = document.createElement("p");
  const name = document.createElement("b");
  name.textContent = title(piece);
  element.append(name, `: ${piece.text}`);
  return element;
}

/** The shape of a piece as a small picture. */
function shape(piece) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", "icon");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#piece-${piece.name.toLowerCase().replace(" ", "-")}`);
  use.setAttribute("class", `piece ${piece.side ?? "nobody"}`);
  for (const [key, value] of Object.entries({ x: 4, y: 4, width: 92, height: 92 })) use.setAttribute(key, value);
  svg.append(use);
  return svg;
}

/** A letter in a stock. */
function chip(letter) {
  const element = document.createElement("span");
  element.className = "chip";
  element.textContent = letter;
  return element;
}

/** What stands on a square, hanging on the pointer. */
function ghost(square) {
  const svg = document.createElementNS(SVG, "svg");
  const { width } = square.getBoundingClientRect();
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", `ghost board ${document.querySelector("#boards svg").classList[1]}`);
  svg.style.width = `${width}px`;
  svg.append(square.querySelector(".men").cloneNode(true));
  document.body.append(svg);
  return svg;
}

/** What was dragged hangs on the pointer no more. */
function lower({ ghost, name }) {
  ghost?.remove();
  squareElement(name)?.classList.remove("lifted");
}

/** Puts a box beside a square, within the window. */
function beside(box, square) {
  if (!square) return;
  const { left, right, top } = square.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const x = right + width + 8 < innerWidth ? right + 8 : left - width - 8;
  box.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4)) + scrollX}px`;
  box.style.top = `${Math.max(4, Math.min(top, innerHeight - height - 4)) + scrollY}px`;
}
