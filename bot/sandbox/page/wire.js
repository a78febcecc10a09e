/** The way to the sandbox: requests for what is done, a WebSocket for what is seen. */

const KEY = document.querySelector("meta[name=page-key]").content;

/** Whom a first visit is. */
export const FIRST_PERSON = document.querySelector("meta[name=first-person]").content || null;

/** An act that was refused, with a sentence for the person who tried. */
export class Refused extends Error {}

async function post(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Page-Key": KEY },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused("The sandbox does not answer: is it still running?");
  }
  if (response.ok) return response.json();
  const isJson = response.headers.get("Content-Type")?.includes("json");
  throw new Refused(isJson ? (await response.json()).error : await response.text());
}

/** A person does something; resolves with the answer or throws `Refused`. */
export function act(person, what, body = {}) {
  return post("/page/act", { ...body, as: person, do: what });
}

/** The host brings something about. */
export function trouble(what, body = {}) {
  return post("/page/trouble", { ...body, do: what });
}

/** Whether the sandbox answers at all. */
async function isThere() {
  try {
    return (await fetch("/page/emblem.svg", { method: "HEAD" })).ok;
  } catch {
    return false;
  }
}

/** A person's stream of events, which comes back by itself when it breaks. */
export class Stream {
  /**
   * @param {string} person
   * @param {(event: any) => void} take
   * @param {(state: "open"|"lost"|"refused") => void} tell refused: the sandbox is there and does not let this in
   */
  constructor(person, take, tell) {
    this.person = person;
    this.take = take;
    this.tell = tell;
    this.pause = 250;
    this.ended = false;
    this.connect();
  }

  connect() {
    const url = new URL("/page/stream", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.search = new URLSearchParams({ key: KEY, as: this.person }).toString();
    this.socket = new WebSocket(url);
    this.socket.onmessage = (message) => {
      if (this.ended) return;
      this.pause = 250;
      this.take(JSON.parse(message.data));
    };
    let wasOpen = false;
    this.socket.onopen = () => {
      wasOpen = true;
      if (!this.ended) this.tell("open");
    };
    this.socket.onclose = async () => {
      if (this.ended) return;
      this.tell("lost");
      if (!wasOpen && (await isThere())) this.tell("refused");
      setTimeout(() => this.ended || this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, 4000);
    };
  }

  end() {
    this.ended = true;
    this.socket.close();
  }
}
