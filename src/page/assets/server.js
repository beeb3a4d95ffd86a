// The way to the program: requests and its stream of events. Every tab has its own game there.

const KEY = "ziggurat-session";
let session = null;

async function request(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("the program does not answer; is it still running?");
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export const variants = () => request("/api/variants");

/** The game that this tab had before it was reloaded, or a new one: its state. */
export async function open(variant) {
  const [navigation] = performance.getEntriesByType("navigation");
  const kept = sessionStorage.getItem(KEY);
  // A tab that was duplicated gets a game of its own.
  if (kept && navigation?.type === "reload") {
    try {
      const state = await request(`/api/sessions/${kept}`);
      session = kept;
      return state;
    } catch { /* The program was started anew. */ }
  }
  const opened = await request("/api/sessions", { variant });
  session = opened.session;
  sessionStorage.setItem(KEY, session);
  return opened.state;
}

/** Asks for an action; see `Action` in the program. */
export const act = (action) => request(`/api/sessions/${session}`, action);

/** Calls a listener for each kind of event. */
export function listen(listeners) {
  const source = new EventSource(`/api/sessions/${session}/events`);
  for (const [kind, listener] of Object.entries(listeners)) {
    source.addEventListener(kind, (event) => listener(JSON.parse(event.data)));
  }
}
