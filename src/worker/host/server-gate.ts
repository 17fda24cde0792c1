import type { Clock } from "../../apimachinery/clock.ts";
import type { ServerInspector } from "../../client/inspector.ts";
import type { Exchange, Handle } from "../../component-base/exchange.ts";
import type { Trace } from "../../component-base/trace.ts";
import type { ServerReport } from "./worker-messages.ts";
import { newAbortedAnswer, newUnavailableAnswer } from "../link/unavailable.ts";

/** A server that was started in this worker. */
export interface StartedServer extends ServerReport {
  readonly handle: Handle;
  readonly inspect: ServerInspector;
  /** Ends watches and writes what is to be written. */
  close(): Promise<void>;
}

/** How long requests under way may take to finish before the server closes; what remains gets its 503. */
const patienceMs = 5000;

/** Somebody who hears of traces, and how the present server is told that they do not any more. */
interface Listening {
  readonly listener: (traces: readonly Trace[]) => void;
  unsubscribe: () => void;
}

/**
 * Stands before a server that may be replaced: callers notice nothing but that an answer takes longer, and that watches
 * end.
 */
export class ServerGate {
  readonly #clock: Clock;
  readonly #listening = new Set<Listening>();
  /** Resolves when there is a server again, or none will come. */
  #reopened: Promise<void> = Promise.resolve();
  #server: StartedServer | undefined;
  #reason = "";
  #inFlight = 0;
  #idle: () => void = () => undefined;

  constructor(clock: Clock, server: StartedServer) {
    this.#clock = clock;
    this.#server = server;
  }

  readonly handle: Handle = async (exchange) => {
    const server = this.#server ?? (await this.#next(exchange));
    if (server === undefined) return exchange.signal.aborted ? newAbortedAnswer() : newUnavailableAnswer(this.#reason);
    this.#inFlight += 1;
    try {
      return await server.handle(exchange);
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#idle();
    }
  };

  /** The server as it is now, or the one that is about to be; rejects with a sentence when none will come. */
  async present(): Promise<StartedServer> {
    await this.#reopened;
    if (this.#server === undefined) throw new Error(this.#reason);
    return this.#server;
  }

  /** Traces of this server and of those that follow it. */
  async subscribe(listener: (traces: readonly Trace[]) => void): Promise<() => void> {
    const { inspect } = await this.present();
    const listening: Listening = { listener, unsubscribe: await inspect.subscribe(listener) };
    this.#listening.add(listening);
    return () => {
      this.#listening.delete(listening);
      listening.unsubscribe();
    };
  }

  /**
   * Puts another server in the place of this one: what is under way is finished, what comes meanwhile waits. What
   * `start` rejects with goes to the caller, and no server is left.
   */
  replace(start: () => Promise<StartedServer>): Promise<StartedServer> {
    const replaced = this.present().then((old) => this.#replace(old, start));
    this.#reopened = replaced.then(
      () => undefined,
      () => undefined,
    );
    return replaced;
  }

  async close(): Promise<void> {
    await this.#reopened;
    await this.#server?.close();
  }

  async #replace(old: StartedServer, start: () => Promise<StartedServer>): Promise<StartedServer> {
    this.#server = undefined;
    try {
      await this.#drained();
      await old.close();
      const server = await start();
      for (const listening of this.#listening)
        listening.unsubscribe = await server.inspect.subscribe(listening.listener);
      this.#server = server;
      return server;
    } catch (error) {
      this.#reason = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  /** Resolves when nothing is under way any more, or has been for too long. */
  async #drained(): Promise<void> {
    if (this.#inFlight === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(patienceMs, resolve);
      this.#idle = () => (cancel(), resolve());
    });
    this.#idle = () => undefined;
  }

  async #next({ signal }: Exchange): Promise<StartedServer | undefined> {
    await this.#reopened;
    return signal.aborted ? undefined : this.#server;
  }
}
