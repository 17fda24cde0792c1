import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectBidi, type BidiConnection } from "./bidi-connection.ts";
import { asOutcome, browserOf, valueOf, type Browser, type Place, type Tab } from "./driver.ts";
import { startProgram } from "./process.ts";

/** Settings that keep Firefox from asking the network and the reader. Its own defaults under automation do the rest. */
const settings: Readonly<Record<string, unknown>> = {
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "dom.disable_open_during_load": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.enabled": false,
};

const userFile = Object.entries(settings)
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join("");

async function startSession(url: string): Promise<{ connection: BidiConnection; capabilities: unknown }> {
  const connection = await connectBidi(url);
  const { capabilities } = await connection.send("session.new", { capabilities: {} });
  return { connection, capabilities };
}

/** Starts Firefox without windows, and drives it by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(executable: string): Promise<Browser> {
  const program = await startProgram({
    command: executable,
    args: (home) => ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0"],
    announcement: /WebDriver BiDi listening on (ws:\/\/\S+)/,
    prepare: (home) => writeFileSync(join(home, "user.js"), userFile),
  });
  const { connection, capabilities } = await startSession(`${program.announced[1]}/session`).catch(async (error) => {
    await program.stop();
    throw error;
  });
  return browserOf({
    name: "Firefox",
    capabilities,
    async open(closed) {
      const { context } = await connection.send("browsingContext.create", { type: "tab" });
      return new FirefoxTab(connection, String(context), closed);
    },
    async close() {
      connection.close();
      await program.stop();
    },
  });
}

interface ChildContext {
  readonly context: string;
  readonly url: string;
}

/** The frame that has the worker of embeds shows nothing. */
const isShown = ({ url }: ChildContext): boolean => !url.includes("embed=worker");

class FirefoxTab implements Tab {
  readonly #connection: BidiConnection;
  readonly #context: string;
  readonly #closed: () => void;

  constructor(connection: BidiConnection, context: string, closed: () => void) {
    this.#connection = connection;
    this.#context = context;
    this.#closed = closed;
  }

  async goTo(url: string): Promise<void> {
    await this.#send("browsingContext.navigate", { url, wait: "complete" });
  }

  async evaluate(expression: string, place: Place = "page"): Promise<unknown> {
    const { exceptionDetails, result } = await this.#connection.send("script.evaluate", {
      expression: asOutcome(expression),
      target: { context: await this.#contextOf(place) },
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return valueOf(Reflect.get(Object(result), "value"));
  }

  async perform(input: readonly object[], place: Place = "page"): Promise<void> {
    const context = await this.#contextOf(place);
    await this.#send("input.performActions", { context, actions: input });
    await this.#send("input.releaseActions", { context });
  }

  async picture(): Promise<Uint8Array> {
    const { data } = await this.#send("browsingContext.captureScreenshot", {});
    return Buffer.from(String(data), "base64");
  }

  async resize(viewport: { readonly width: number; readonly height: number }): Promise<void> {
    await this.#send("browsingContext.setViewport", { viewport: { ...viewport } });
  }

  async close(): Promise<void> {
    this.#closed();
    await this.#send("browsingContext.close", {});
  }

  async #contextOf(place: Place): Promise<string> {
    if (place === "page") return this.#context;
    const { contexts } = await this.#connection.send("browsingContext.getTree", { root: this.#context });
    const [page]: readonly { readonly children: readonly ChildContext[] }[] = Object(contexts);
    const frame = page?.children.filter(isShown)[place]?.context;
    if (frame === undefined) throw new Error(`the page has no frame ${place}`);
    return frame;
  }

  #send(method: string, params: object): ReturnType<BidiConnection["send"]> {
    return this.#connection.send(method, { context: this.#context, ...params });
  }
}
