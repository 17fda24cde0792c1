import type { Clock } from "../../apimachinery/clock.ts";
import type { ConversionRequest, Converter, Converters } from "../../client/converter.ts";
import { webhookTimedOut } from "../../component-base/webhook.ts";
import type { ConversionCalls, ConversionOutcome, ConversionTask } from "./conversion-calls.ts";

/** The timeout for a conversion, the same as for a conversion webhook. */
const patienceMs = 30_000;

/**
 * The conversion functions that pages registered in place of webhooks. The most recent registration for a definition is
 * used; when its page is gone, the one before it.
 */
export class PageConverters implements Converters {
  readonly #clock: Clock;
  readonly #registered = new Map<string, PageConversions[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(definition: string): Converter | undefined {
    return this.#registered.get(definition)?.at(-1)?.converter(definition);
  }

  /** Returns the calls for one page. Call `close` when the page is gone. */
  serve(): { readonly calls: ConversionCalls; close(): void } {
    const clock = this.#clock;
    const opened = new Map<number, PageConversions>();
    const of = (id: number): PageConversions => opened.get(id) ?? closed;
    const calls: ConversionCalls = {
      async openConversions() {
        opened.set(opened.size + 1, new PageConversions(clock));
        return opened.size;
      },
      registerConverter: async (id, definition) => this.#register(definition, of(id)),
      unregisterConverter: async (id, definition) => this.#unregister(definition, of(id)),
      nextConversions: (id) => of(id).take(),
      answerConversion: async (id, task, outcome) => of(id).answer(task, outcome),
    };
    const closed = new PageConversions(clock);
    closed.close();
    return { calls, close: () => opened.forEach((page) => this.#close(page)) };
  }

  #register(definition: string, page: PageConversions): void {
    if (page.closed) return;
    this.#unregister(definition, page);
    this.#registered.set(definition, [...(this.#registered.get(definition) ?? []), page]);
  }

  #unregister(definition: string, page: PageConversions): void {
    page.forget(definition);
    const left = (this.#registered.get(definition) ?? []).filter((other) => other !== page);
    if (left.length === 0) this.#registered.delete(definition);
    else this.#registered.set(definition, left);
  }

  #close(page: PageConversions): void {
    for (const definition of this.#registered.keys()) this.#unregister(definition, page);
    page.close();
  }
}

interface Waiting {
  resolve(objects: readonly unknown[]): void;
  reject(error: Error): void;
}

/** The conversion tasks for one page and the requests that it has not answered yet. */
class PageConversions {
  readonly #clock: Clock;
  readonly #converters = new Map<string, Converter>();
  readonly #waiting = new Map<number, Waiting>();
  #tasks: ConversionTask[] = [];
  #wake: (() => void) | undefined;
  #lastId = 0;
  closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the page's function as a Converter. Each registration yields a new identity. */
  converter(definition: string): Converter {
    const known = this.#converters.get(definition);
    if (known !== undefined) return known;
    const converter: Converter = (request) => this.#ask(definition, request);
    this.#converters.set(definition, converter);
    return converter;
  }

  forget(definition: string): void {
    this.#converters.delete(definition);
  }

  async take(): Promise<readonly ConversionTask[]> {
    while (this.#tasks.length === 0 && !this.closed) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#tasks.splice(0);
  }

  answer(task: number, outcome: ConversionOutcome): void {
    const waiting = this.#waiting.get(task);
    if ("failure" in outcome) waiting?.reject(new Error(outcome.failure));
    else waiting?.resolve(outcome.objects);
  }

  close(): void {
    this.closed = true;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error("the tab that converts was closed"));
    this.#wake?.();
  }

  #ask(definition: string, { desiredAPIVersion, objects }: ConversionRequest): Promise<readonly unknown[]> {
    const id = ++this.#lastId;
    const answered = new Promise<readonly unknown[]>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const cancel = this.#clock.after(patienceMs, () => this.answer(id, { failure: webhookTimedOut }));
    this.#tasks.push({ id, definition, desiredAPIVersion, objects });
    this.#wake?.();
    return answered.finally(() => {
      cancel();
      this.#waiting.delete(id);
    });
  }
}
