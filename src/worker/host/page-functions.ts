import type { Clock } from "../../apimachinery/clock.ts";
import type { AdmissionWebhook, AdmissionWebhookResponse, AdmissionWebhooks } from "../../client/admission-webhook.ts";
import type { Converter, Converters } from "../../client/converter.ts";
import type { ApiServers } from "../../component-base/extension-server.ts";
import type { FunctionCalls, FunctionKind, FunctionName } from "./function-calls.ts";
import type { Ask, PageContext } from "./page-context.ts";

/**
 * The functions that pages registered in place of webhooks and API servers. The most recent registration for a name is
 * used; when its page is gone, the one before it.
 */
export class PageFunctions {
  readonly #clock: Clock;
  readonly #registered: Record<FunctionKind, Map<string, PageContext[]>> = {
    converter: new Map(),
    webhook: new Map(),
    apiServer: new Map(),
  };
  readonly #converters = new WeakMap<Ask, Converter>();

  /** The functions in place of conversion webhooks. Each registration yields a new identity. */
  readonly converters: Converters = { get: (name) => this.#converter(this.#find({ kind: "converter", name })) };

  /** The functions in place of admission webhooks. */
  readonly admissionWebhooks: AdmissionWebhooks = {
    get: (name) => asWebhook(this.#find({ kind: "webhook", name })),
  };

  /** The functions in place of extension API servers. */
  readonly apiServers: ApiServers = { get: (name) => this.#last({ kind: "apiServer", name })?.serverOf(name).handle };

  /** Called with the name of an APIService when another function answers for it, or none any more. */
  apiServerChanged: (name: string) => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the calls for one page. Call `close` when the page is gone. */
  serve(): { readonly calls: FunctionCalls; close(): void } {
    const clock = this.#clock;
    const opened: PageContext[] = [];
    let isGone = false;
    const of = (id: number): PageContext | undefined => opened[id - 1];
    const calls: FunctionCalls = {
      async openFunctions() {
        const { PageContext: Context } = await import("./page-context.ts");
        const context = new Context(clock);
        if (isGone) context.close();
        return opened.push(context);
      },
      registerFunction: async (id, target) => this.#register(target, of(id)),
      unregisterFunction: async (id, target) => this.#unregister(target, of(id)),
      nextTasks: async (id) => of(id)?.take() ?? [],
      answerTask: async (id, task, outcome) => of(id)?.answer(task, outcome),
      sendFrame: async (id, frame) => of(id)?.receive(frame),
      apiServers: async () =>
        [...this.#registered.apiServer].map(([name, pages]) => ({
          name,
          own: opened.some((context) => context === pages.at(-1)),
        })),
    };
    const close = (): void => {
      isGone = true;
      for (const context of opened) this.#close(context);
    };
    return { calls, close };
  }

  #find(target: FunctionName): Ask | undefined {
    return this.#last(target)?.ask(target);
  }

  #last({ kind, name }: FunctionName): PageContext | undefined {
    return this.#registered[kind].get(name)?.at(-1);
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

  #register(target: FunctionName, page: PageContext | undefined): void {
    if (page === undefined || page.closed) return;
    this.#unregister(target, page);
    const registered = this.#registered[target.kind];
    registered.set(target.name, [...(registered.get(target.name) ?? []), page]);
    this.#tell(target);
  }

  #unregister(target: FunctionName, page: PageContext | undefined, reason = "the function was taken away"): void {
    page?.forget(target, reason);
    const registered = this.#registered[target.kind];
    const left = (registered.get(target.name) ?? []).filter((other) => other !== page);
    if (left.length === 0) registered.delete(target.name);
    else registered.set(target.name, left);
    this.#tell(target);
  }

  #tell({ kind, name }: FunctionName): void {
    if (kind === "apiServer") this.apiServerChanged(name);
  }

  #close(page: PageContext): void {
    for (const kind of ["converter", "webhook", "apiServer"] as const)
      for (const [name, pages] of this.#registered[kind])
        if (pages.includes(page)) this.#unregister({ kind, name }, page, page.closedReason);
    page.close();
  }
}

const asWebhook = (ask: Ask | undefined): AdmissionWebhook | undefined =>
  // what the page answers is checked where webhooks are called
  ask === undefined ? undefined : async (review) => (await ask(review)) as AdmissionWebhookResponse;
