import { nextTask } from "../../component-base/event-loop.ts";
import type { Handle } from "../../component-base/exchange.ts";

/** A request that waits for its turn. */
type Waiting = () => void;

/**
 * Lets the requests of controllers through a few at a time, so that those of other clients get in between: however
 * much a controller has to do, the server is free again after a few requests. Among the controllers, each with
 * requests that wait gets one in its turn.
 *
 * Upstream's clients are limited to 20 to 50 requests a second; here it is the share of the event loop that is limited,
 * since a rate would make large worlds slow where nobody else asks for anything.
 */
export class RequestTurns {
  /**
   * The most requests that begin between two tasks of the event loop: a few dozen milliseconds. A quarter of it made a
   * large Deployment a third more expensive, since its status was written after fewer pods at a time.
   */
  readonly #most: number;
  readonly #nextTask: () => Promise<void>;
  /** The requests that wait, for each client that has any; the client whose turn is next is first. */
  readonly #lines = new Map<object, Waiting[]>();
  #left: number;
  #isRenewing = false;

  constructor(most = 64, next = nextTask) {
    this.#most = most;
    this.#left = most;
    this.#nextTask = next;
  }

  /** Returns the handle of one client. */
  of(handle: Handle): Handle {
    const client = {};
    return (exchange) => {
      if (this.#left > 0 && this.#lines.size === 0) {
        this.#take();
        return handle(exchange);
      }
      return new Promise((resolve) => this.#wait(client, () => resolve(handle(exchange))));
    };
  }

  #wait(client: object, request: Waiting): void {
    const line = this.#lines.get(client);
    if (line === undefined) this.#lines.set(client, [request]);
    else line.push(request);
  }

  #take(): void {
    this.#left--;
    if (!this.#isRenewing) void this.#renew();
  }

  /** Lets requests through in each later task, until a task has passed without any. */
  async #renew(): Promise<void> {
    this.#isRenewing = true;
    while (this.#left < this.#most) {
      await this.#nextTask();
      this.#left = this.#most;
      while (this.#left > 0 && this.#lines.size > 0) this.#letNext();
    }
    this.#isRenewing = false;
  }

  #letNext(): void {
    const [next] = this.#lines;
    if (next === undefined) return;
    const [client, line] = next;
    const request = line.shift();
    this.#lines.delete(client);
    if (line.length > 0) this.#lines.set(client, line); // behind the others
    this.#left--;
    request?.();
  }
}
