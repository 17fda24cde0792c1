import type { Clock } from "../../apimachinery/clock.ts";
import { webhookTimedOut } from "../../component-base/webhook.ts";
import type { Frame } from "../link/protocol.ts";
import type { FunctionName, FunctionOutcome, PageTask } from "./function-calls.ts";
import { PageServers, type PageServer } from "./page-servers.ts";

/** The longest that a function is waited for, as webhooks at most are. */
const patienceMs = 30_000;

/** Asks a page's function. */
export type Ask = (request: unknown) => Promise<unknown>;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const keyOf = ({ kind, name }: FunctionName): string => `${kind}/${name}`;

/** The tasks for one page and the requests that it has not answered yet. */
export class PageContext {
  readonly #clock: Clock;
  readonly #asking = new Map<string, Ask>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #servers = new PageServers((frame) => this.#queue(frame));
  readonly #connected = new Map<string, PageServer>();
  #tasks: PageTask[] = [];
  #wake: (() => void) | undefined;
  #lastId = 0;
  readonly closedReason = "the tab of the function was closed";
  closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns how to ask the page's function. Each registration yields a new identity. */
  ask(target: FunctionName): Ask {
    const known = this.#asking.get(keyOf(target));
    if (known !== undefined) return known;
    const ask: Ask = (request) => this.#ask(target, request);
    this.#asking.set(keyOf(target), ask);
    return ask;
  }

  /** Returns the page's function in place of the API server of an APIService. */
  serverOf(name: string): PageServer {
    const known = this.#connected.get(name);
    if (known !== undefined) return known;
    const server = this.#servers.connect(name);
    this.#connected.set(name, server);
    return server;
  }

  forget(target: FunctionName, reason: string): void {
    this.#asking.delete(keyOf(target));
    if (target.kind !== "apiServer") return;
    this.#connected.get(target.name)?.lose(reason);
    this.#connected.delete(target.name);
  }

  /** Takes in a frame of the page. */
  receive(frame: Frame): void {
    this.#servers.receive(frame);
  }

  async take(): Promise<readonly PageTask[]> {
    while (this.#tasks.length === 0 && !this.closed) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#tasks.splice(0);
  }

  answer(task: number, outcome: FunctionOutcome): void {
    const waiting = this.#waiting.get(task);
    if ("failure" in outcome) waiting?.reject(new Error(outcome.failure));
    else waiting?.resolve(outcome.result);
  }

  close(): void {
    this.closed = true;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(this.closedReason));
    this.#wake?.();
  }

  #ask(target: FunctionName, request: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const cancel = this.#clock.after(patienceMs, () => this.answer(id, { failure: webhookTimedOut }));
    this.#queue({ id, target, request });
    return answered.finally(() => {
      cancel();
      this.#waiting.delete(id);
    });
  }

  #queue(task: PageTask): void {
    this.#tasks.push(task);
    this.#wake?.();
  }
}
