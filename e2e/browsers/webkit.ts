import { freePort } from "../../src/node/testing/free-port.ts";
import { asOutcome, browserOf, valueOf, type Browser, type Place, type Tab } from "./driver.ts";
import { startProgram, type Program } from "./process.ts";
import { until } from "./until.ts";

/** The programs of WebKitGTK and the display that they need. */
export interface WebKitPrograms {
  /** WebKit's driver, which speaks WebDriver over HTTP. */
  readonly driver: string;
  readonly miniBrowser: string;
  readonly xvfb: string;
}

/** One session of WebDriver: https://www.w3.org/TR/webdriver2/#endpoints. */
class Session {
  readonly #url: string;
  /** Commands are about the chosen window and frame, so one is done after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  /** Runs commands of one window without others in between. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async send(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value }: { readonly value: unknown } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  }
}

/** Starts WebKitGTK's MiniBrowser on a display of its own, and drives it by WebDriver. */
export async function startWebKit({ driver, miniBrowser, xvfb }: WebKitPrograms): Promise<Browser> {
  const display = await startProgram({
    command: xvfb,
    args: () => ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp", "-noreset"],
    announcement: /^(\d+)\n/m,
  });
  const programs: Program[] = [display];
  const close = async (): Promise<void> => {
    for (const program of programs.toReversed()) await program.stop();
  };
  try {
    const port = await freePort(); // the driver does not tell which one it chose
    const program = await startDriver(driver, port, `:${display.announced[1]}`);
    programs.push(program);
    return await openSession(`http://127.0.0.1:${port}`, miniBrowser, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function startDriver(command: string, port: number, display: string): Promise<Program> {
  const program = await startProgram({
    command,
    args: () => [`--port=${port}`],
    env: { DISPLAY: display, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1" },
  });
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("the driver of WebKit answers", isReady);
  return program;
}

async function openSession(driver: string, binary: string, closePrograms: () => Promise<void>): Promise<Browser> {
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const opened = await new Session(`${driver}/session`).send("POST", "", { capabilities: { alwaysMatch: options } });
  const { sessionId, capabilities } = Object(opened);
  const session = new Session(`${driver}/session/${sessionId}`);
  const first = String(await session.send("GET", "/window"));
  return browserOf({
    name: "WebKit",
    capabilities,
    async open(closed) {
      // the window of the session stays, so that closing the last tab does not end the browser
      const handle = await session.inTurn(async () => {
        await session.send("POST", "/window", { handle: first });
        return Reflect.get(Object(await session.send("POST", "/window/new", { type: "window" })), "handle");
      });
      return new WebKitTab(session, String(handle), closed);
    },
    async close() {
      await session.send("DELETE", "");
      await closePrograms();
    },
  });
}

class WebKitTab implements Tab {
  readonly #session: Session;
  readonly #handle: string;
  readonly #closed: () => void;

  constructor(session: Session, handle: string, closed: () => void) {
    this.#session = session;
    this.#handle = handle;
    this.#closed = closed;
  }

  async goTo(url: string): Promise<void> {
    await this.#inPlace("page", () => this.#session.send("POST", "/url", { url }));
  }

  async evaluate(expression: string, place: Place = "page"): Promise<unknown> {
    const script = `${asOutcome(expression)}.then(arguments[0])`;
    return valueOf(
      await this.#inPlace(place, () => this.#session.send("POST", "/execute/async", { script, args: [] })),
    );
  }

  async perform(input: readonly object[], place: Place = "page"): Promise<void> {
    await this.#inPlace(place, async () => {
      await this.#session.send("POST", "/actions", { actions: input });
      await this.#session.send("DELETE", "/actions");
    });
  }

  async picture(): Promise<Uint8Array> {
    return Buffer.from(String(await this.#inPlace("page", () => this.#session.send("GET", "/screenshot"))), "base64");
  }

  /** Makes the window so large that its viewport has this size, or as narrow as it can be. */
  async resize({ width, height }: { readonly width: number; readonly height: number }): Promise<void> {
    const edges: { readonly x: number; readonly y: number } = Object(
      await this.evaluate("({ x: outerWidth - innerWidth, y: outerHeight - innerHeight })"),
    );
    await this.#inPlace("page", () =>
      this.#session.send("POST", "/window/rect", { x: 0, y: 0, width: width + edges.x, height: height + edges.y }),
    );
  }

  async close(): Promise<void> {
    this.#closed();
    await this.#inPlace("page", () => this.#session.send("DELETE", "/window"));
  }

  #inPlace<T>(place: Place, run: () => Promise<T>): Promise<T> {
    return this.#session.inTurn(async () => {
      await this.#session.send("POST", "/window", { handle: this.#handle });
      await this.#session.send("POST", "/frame", { id: null });
      if (place !== "page") await this.#session.send("POST", "/frame", { id: await this.#frame(place) });
      return run();
    });
  }

  async #frame(index: number): Promise<unknown> {
    const script = `const found = [...document.querySelectorAll("iframe, kubepad-embed")];
      return found.map((element) => element.shadowRoot?.querySelector("iframe") ?? element)[${index}] ?? null`;
    const frame = await this.#session.send("POST", "/execute/sync", { script, args: [] });
    if (frame === null) throw new Error(`the page has no frame ${index}`);
    return frame;
  }
}
