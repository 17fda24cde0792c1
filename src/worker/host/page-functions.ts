import type { Clock } from "../../apimachinery/clock.ts";
import type { AdmissionWebhook, AdmissionWebhookResponse, AdmissionWebhooks } from "../../client/admission-webhook.ts";
import type { Converter, Converters } from "../../client/converter.ts";
import { webhookTimedOut } from "../../component-base/webhook.ts";
import type { FunctionCalls, FunctionKind, FunctionName, FunctionOutcome, FunctionTask } from "./function-calls.ts";

/** The longest that a function is waited for, as webhooks at most are. */
const patienceMs = 30_000;

/** Asks a page's function. */
type Ask = (request: unknown) => Promise<unknown>;

/**
 * The functions that pages registered in place of webhooks. The most recent registration for a name is used; when its
 * page is gone, the one before it.
 */
export class PageFunctions {
  readonly #clock: Clock;
  readonly #registered: Record<FunctionKind, Map<string, PageContext[]>> = { converter: new Map(), webhook: new Map() };
  readonly #converters = new WeakMap<Ask, Converter>();

  /** The functions in place of conversion webhooks. Each registration yields a new identity. */
  readonly converters: Converters = { get: (name) => this.#converter(this.#find({ kind: "converter", name })) };

  /** The functions in place of admission webhooks. */
  readonly admissionWebhooks: AdmissionWebhooks = {
    get: (name) => asWebhook(this.#find({ kind: "webhook", name })),
  };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the calls for one page. Call `close` when the page is gone. */
  serve(): { readonly calls: FunctionCalls; close(): void } {
    const clock = this.#clock;
    const opened = new Map<number, PageContext>();
    const of = (id: number): PageContext => opened.get(id) ?? closed;
    const calls: FunctionCalls = {
      async openFunctions() {
        opened.set(opened.size + 1, new PageContext(clock));
        return opened.size;
      },
      registerFunction: async (id, target) => this.#register(target, of(id)),
      unregisterFunction: async (id, target) => this.#unregister(target, of(id)),
      nextTasks: (id) => of(id).take(),
      answerTask: async (id, task, outcome) => of(id).answer(task, outcome),
    };
    const closed = new PageContext(clock);
    closed.close();
    return { calls, close: () => opened.forEach((page) => this.#close(page)) };
  }

  #find(target: FunctionName): Ask | undefined {
    return this.#registered[target.kind].get(target.name)?.at(-1)?.ask(target);
  }

  #converter(ask: Ask | undefined): Converter | undefined {
    if (ask === undefined) return undefined;
    const known = this.#converters.get(ask);
    if (known !== undefined) return known;
    const converter: Converter = async (request) => {
      const converted = await ask(request);
      return Array.isArray(converted) ? converted : [];
    };
    this.#converters.set(ask, converter);
    return converter;
  }

  #register(target: FunctionName, page: PageContext): void {
    if (page.closed) return;
    this.#unregister(target, page);
    const registered = this.#registered[target.kind];
    registered.set(target.name, [...(registered.get(target.name) ?? []), page]);
  }

  #unregister(target: FunctionName, page: PageContext): void {
    page.forget(target);
    const registered = this.#registered[target.kind];
    const left = (registered.get(target.name) ?? []).filter((other) => other !== page);
    if (left.length === 0) registered.delete(target.name);
    else registered.set(target.name, left);
  }

  #close(page: PageContext): void {
    for (const kind of ["converter", "webhook"] as const)
      for (const name of this.#registered[kind].keys()) this.#unregister({ kind, name }, page);
    page.close();
  }
}

const asWebhook = (ask: Ask | undefined): AdmissionWebhook | undefined =>
  // what the page answers is checked where webhooks are called
  ask === undefined ? undefined : async (review) => (await ask(review)) as AdmissionWebhookResponse;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const keyOf = ({ kind, name }: FunctionName): string => `${kind}/${name}`;

/** The tasks for one page and the requests that it has not answered yet. */
class PageContext {
  readonly #clock: Clock;
  readonly #asking = new Map<string, Ask>();
  readonly #waiting = new Map<number, Waiting>();
  #tasks: FunctionTask[] = [];
  #wake: (() => void) | undefined;
  #lastId = 0;
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

  forget(target: FunctionName): void {
    this.#asking.delete(keyOf(target));
  }

  async take(): Promise<readonly FunctionTask[]> {
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
    for (const waiting of this.#waiting.values()) waiting.reject(new Error("the tab of the function was closed"));
    this.#wake?.();
  }

  #ask(target: FunctionName, request: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const cancel = this.#clock.after(patienceMs, () => this.answer(id, { failure: webhookTimedOut }));
    this.#tasks.push({ id, target, request });
    this.#wake?.();
    return answered.finally(() => {
      cancel();
      this.#waiting.delete(id);
    });
  }
}
