import type { Exchange, Handle } from "../../component-base/exchange.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { InspectorService } from "../host/inspector-service.ts";
import { newAbortedAnswer, newUnavailableAnswer } from "../link/unavailable.ts";

/** A way to a server: the worker of this tab or of the one that leads. */
export interface Connection {
  readonly handle: Handle;
  readonly inspector: InspectorService;
  /** In-flight requests get a 503 Status with the reason, streams end. */
  close(reason: string): void;
}

/** How long a request waits for a new leader. */
const patienceMs = 10_000;

/** The present connection, and whoever waits for the next one while there is none. */
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

  /** Requests go to the present server, wait for one, or get a 503 Status. */
  readonly handle: Handle = (exchange) => this.#connection?.handle(exchange) ?? this.#handleLater(exchange);

  get connection(): Connection | undefined {
    return this.#connection;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Ends the present connection for that reason and starts another, or leaves none for now. */
  change(connection: Connection | undefined, reason: string): void {
    const old = this.#connection;
    this.#connection = this.#closed ? undefined : connection;
    this.#reason = reason;
    this.#failed = false;
    old?.close(reason);
    if (this.#connection !== undefined) this.#tell(this.#connection);
  }

  /** There is no server, and waiting for one does not help: requests get a 503 Status at once, until `change`. */
  fail(reason: string): void {
    this.change(undefined, reason);
    this.#failed = true;
    this.#tell(undefined);
  }

  /** Nothing will come any more. */
  close(reason: string): void {
    this.#closed = true;
    this.change(undefined, reason);
    this.#tell(undefined);
  }

  /** The present connection or the next one; undefined when it takes too long or all is over. */
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
