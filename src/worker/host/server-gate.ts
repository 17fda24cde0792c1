import { messageOf } from "../../apimachinery/message-of.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { ServerInspector } from "../../client/inspector.ts";
import type { RaceCalls } from "../../client/races.ts";
import type { Exchange, Handle } from "../../component-base/exchange.ts";
import type { Trace } from "../../component-base/trace.ts";
import type { Begun } from "./kept-settings.ts";
import type { ServerReport } from "./worker-messages.ts";
import { newAbortedAnswer, newUnavailableAnswer } from "../link/unavailable.ts";

/** A server that was started in this worker. */
export interface StartedServer extends ServerReport {
  readonly handle: Handle;
  readonly inspect: ServerInspector;
  /** Races that begin with an empty world, or go on from this server's. */
  readonly races: RaceCalls;
  /** What the storage began with, where that is decided. */
  readonly begun?: Begun | undefined;
  /** Ends watches and flushes pending writes. */
  close(): Promise<void>;
}

/** How long requests in flight may take to finish before the server closes; the remaining ones get a 503. */
const patienceMs = 5000;

/** A trace subscriber, and the function that unsubscribes it from the current server. */
interface Listening {
  readonly listener: (traces: readonly Trace[]) => void;
  unsubscribe: () => void;
}

/**
 * A proxy for a server that may be replaced. During a replacement, clients only see slower responses and watches that
 * end.
 */
export class ServerGate {
  readonly #clock: Clock;
  readonly #listening = new Set<Listening>();
  /** Resolves when a server is available again, or when none will be. */
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

  /**
   * Returns the current server, or the next one during a replacement. Rejects with a user-facing message if there will
   * be none.
   */
  async present(): Promise<StartedServer> {
    await this.#reopened;
    if (this.#server === undefined) throw new Error(this.#reason);
    return this.#server;
  }

  /** Subscribes to the traces of this server and of its successors. */
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
   * Replaces the server: requests in flight finish, and new requests wait. If `start` rejects, the error is passed to
   * the caller and there is no server.
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
      this.#reason = messageOf(error);
      throw error;
    }
  }

  /** Resolves when no requests are in flight, or when the timeout expires. */
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
