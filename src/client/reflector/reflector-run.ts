import { messageOf } from "../../apimachinery/message-of.ts";
import { StatusError, failureStatus } from "../../apimachinery/errors.ts";
import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { Client } from "../client.ts";
import { resourcePath, withQuery, type ResourceTarget } from "../resource-path.ts";
import { readWatchLine, watchLines } from "../watch-lines.ts";
import {
  advance,
  newReflector,
  requestOf,
  type ReflectorInput,
  type ReflectorOptions,
  type ReflectorState,
  type ReflectorStep,
} from "./reflector.ts";

export interface ReflectorRunOptions {
  readonly handle: Handle;
  readonly userAgent: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly target: ResourceTarget;
  /** Returns the newest revision of the server, which a watch without a resourceVersion begins at. */
  readonly revisionNow: () => Promise<number>;
  /** Called when events have arrived, or the connection has ended. */
  readonly arrived: () => void;
}

/** A step that was taken, with the request that was sent for it, if one was. */
export interface TakenStep extends ReflectorStep {
  readonly request: string | undefined;
}

/** How many events are held that the reflector has not read yet. The connection is not read while there are more. */
const mostHeld = 8;

/** A watch that is open, and what has come over it. */
interface Connection {
  readonly stop: AbortController;
  readonly held: ReflectorInput[];
  /** Lets the connection be read on. */
  go: () => void;
}

/** Runs a reflector over a server, one step at a time. A reflector that takes no steps is a slow reader. */
export class ReflectorRun {
  readonly #options: ReflectorRunOptions;
  readonly #client: Client;
  #connection: Connection | undefined;
  #busy: Promise<unknown> = Promise.resolve();
  state: ReflectorState;

  constructor(options: ReflectorRunOptions, reflector: Pick<ReflectorOptions, "useWatchList">) {
    this.#options = options;
    this.#client = new Client(options);
    this.state = newReflector(reflector);
  }

  /** How many events have arrived and are not read; a connection that has ended counts as one. */
  get held(): number {
    return this.#connection?.held.length ?? 0;
  }

  /** Whether a watch is open, as far as the reflector's side of the network knows. */
  get isConnected(): boolean {
    return this.#connection?.stop.signal.aborted === false;
  }

  /**
   * Takes the next step: sends a request, or reads one event. Resolves to undefined if there is nothing to read. Steps
   * that are asked for together are taken one after the other.
   */
  step(reflector: ReflectorOptions): Promise<TakenStep | undefined> {
    const taken = this.#busy.then(() => this.#step(reflector));
    this.#busy = taken.catch(() => undefined);
    return taken;
  }

  /** Closes the connection from outside. What has arrived and was not read is gone with it. */
  drop(): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#end(connection);
    connection.held.splice(0, Infinity, { kind: "closed" });
  }

  /** Ends the run. */
  close(): void {
    if (this.#connection !== undefined) this.#end(this.#connection);
    this.#connection = undefined;
  }

  async #step(reflector: ReflectorOptions): Promise<TakenStep | undefined> {
    const request = requestOf(this.state, reflector);
    if (request === undefined) return this.#read(reflector);
    const path = withQuery(resourcePath(this.#options.target), request.query);
    const input = request.verb === "list" ? await this.#list(path) : await this.#watch(path);
    return { ...this.#advance(input, reflector), request: `GET ${path}` };
  }

  #advance(input: ReflectorInput, reflector: ReflectorOptions): ReflectorStep {
    const { state, step } = advance(this.state, input, reflector);
    this.state = state;
    return step;
  }

  #read(reflector: ReflectorOptions): TakenStep | undefined {
    const connection = this.#connection;
    const input = connection?.held.shift();
    if (connection === undefined || input === undefined) return undefined;
    connection.go();
    const step = { ...this.#advance(input, reflector), request: undefined };
    if (this.state.next !== "read") this.close();
    return step;
  }

  async #list(path: string): Promise<ReflectorInput> {
    try {
      const list = await this.#client.json<List>("GET", path, undefined);
      return { kind: "listed", items: list.items ?? [], resourceVersion: list.metadata?.resourceVersion ?? "" };
    } catch (error) {
      return { kind: "refused", status: statusOf(error) };
    }
  }

  async #watch(path: string): Promise<ReflectorInput> {
    const connection: Connection = { stop: new AbortController(), held: [], go: () => undefined };
    try {
      const at = await this.#options.revisionNow();
      const answer = await this.#client.request("GET", path, undefined, { signal: connection.stop.signal });
      this.#connection = connection;
      void this.#receive(connection, watchLines(answer.body));
      return { kind: "opened", at };
    } catch (error) {
      return { kind: "refused", status: statusOf(error) };
    }
  }

  async #receive(connection: Connection, lines: AsyncIterable<readonly string[]>): Promise<void> {
    const { signal } = connection.stop;
    try {
      for await (const batch of lines) {
        if (signal.aborted) return;
        connection.held.push(...batch.map(inputOf));
        this.#options.arrived();
        while (connection.held.length >= mostHeld && !signal.aborted)
          await new Promise<void>((resolve) => (connection.go = resolve));
      }
    } catch {
      // the connection is lost: it is closed, as any other
    }
    if (signal.aborted) return;
    connection.held.push({ kind: "closed" });
    this.#options.arrived();
  }

  #end({ stop, go }: Connection): void {
    stop.abort();
    go();
  }
}

interface List {
  readonly items?: readonly KubeObject[];
  readonly metadata?: { readonly resourceVersion?: string };
}

function inputOf(line: string): ReflectorInput {
  try {
    return { kind: "event", event: readWatchLine(line) };
  } catch (error) {
    return { kind: "error", status: statusOf(error) };
  }
}

const statusOf = (error: unknown): Status =>
  error instanceof StatusError ? error.status : failureStatus(500, "", messageOf(error));
