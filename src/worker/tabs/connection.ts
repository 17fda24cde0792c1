import type { Exchange, Handle } from "../../component-base/exchange.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { InspectorService } from "../host/inspector-service.ts";
import { newAbortedAnswer, newUnavailableAnswer } from "../link/unavailable.ts";

/** A connection to a server, in this tab's worker or in the leading tab's worker. */
export interface Connection {
  readonly handle: Handle;
  readonly inspector: InspectorService;
  /** Closes the connection: requests in flight get a 503 Status with the reason, and streams end. */
  close(reason: string): void;
}

/** How long a request waits for a new leader. */
const patienceMs = 10_000;

/** The current connection, and the requests that wait for the next one while there is none. */
export class CurrentConnection {
  readonly #clock: Clock;
  readonly #waiting = new Set<(connection: Connection | undefined) => void>();
  #connection: Connection | undefined;
  #reason = "";
  #closed = false;
  #failed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Sends a request to the current server. Without one, the request waits for the next server, or gets a 503 Status.
   */
  readonly handle: Handle = (exchange) => this.#connection?.handle(exchange) ?? this.#handleLater(exchange);

  get connection(): Connection | undefined {
    return this.#connection;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Closes the current connection with the reason and replaces it, or leaves none for now. */
  change(connection: Connection | undefined, reason: string): void {
    const old = this.#connection;
    this.#connection = this.#closed ? undefined : connection;
    this.#reason = reason;
    this.#failed = false;
    old?.close(reason);
    if (this.#connection !== undefined) this.#tell(this.#connection);
  }

  /**
   * Records that there is no server and that none is expected: requests get a 503 Status immediately, until `change` is
   * called.
   */
  fail(reason: string): void {
    this.change(undefined, reason);
    this.#failed = true;
    this.#tell(undefined);
  }

  /** Closes the connection for good. */
  close(reason: string): void {
    this.#closed = true;
    this.change(undefined, reason);
    this.#tell(undefined);
  }

  /** Resolves with the current connection or the next one, or with undefined on timeout or after `close`. */
  wait(signal?: AbortSignal): Promise<Connection | undefined> {
    if (this.#connection !== undefined || this.#closed || this.#failed) return Promise.resolve(this.#connection);
    return new Promise((resolve) => {
      const settle = (connection: Connection | undefined): void => {
        cancel();
        this.#waiting.delete(settle);
        signal?.removeEventListener("abort", giveUp);
        resolve(connection);
      };
      const giveUp = (): void => settle(undefined);
      const cancel = this.#clock.after(patienceMs, giveUp);
      this.#waiting.add(settle);
      signal?.addEventListener("abort", giveUp);
    });
  }

  async #handleLater(exchange: Exchange): ReturnType<Handle> {
    const connection = await this.wait(exchange.signal);
    if (connection !== undefined) return connection.handle(exchange);
    return exchange.signal.aborted
      ? newAbortedAnswer()
      : newUnavailableAnswer(this.#reason || "the server has not started");
  }

  #tell(connection: Connection | undefined): void {
    for (const settle of this.#waiting) settle(connection);
  }
}
