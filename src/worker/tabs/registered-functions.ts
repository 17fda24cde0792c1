import type { Clock } from "../../apimachinery/clock.ts";
import type { AdmissionWebhook } from "../../client/admission-webhook.ts";
import type { Converter } from "../../client/converter.ts";
import type { CurrentConnection } from "./connection.ts";
import type { FunctionCalls, FunctionName, FunctionOutcome, FunctionTask } from "../host/function-calls.ts";

const pauseMs = 1000;

interface Registered {
  readonly target: FunctionName;
  call(request: never): unknown;
}

const keyOf = ({ kind, name }: FunctionName): string => `${kind}/${name}`;

/**
 * The functions of this page in place of webhooks. They are registered with the current server, and again with each new
 * one.
 */
export class RegisteredFunctions {
  readonly #current: CurrentConnection;
  readonly #clock: Clock;
  readonly #functions = new Map<string, Registered>();
  #serving: Promise<Context> | undefined;

  constructor(current: CurrentConnection, clock: Clock) {
    this.#current = current;
    this.#clock = clock;
  }

  /** Registers a converter. Resolves with a function that unregisters it, once the server knows it. */
  registerConverter(definition: string, converter: Converter): Promise<() => Promise<void>> {
    return this.#register({ target: { kind: "converter", name: definition }, call: converter });
  }

  /** Registers an admission webhook. Resolves with a function that unregisters it, once the server knows it. */
  registerWebhook(name: string, webhook: AdmissionWebhook): Promise<() => Promise<void>> {
    return this.#register({ target: { kind: "webhook", name }, call: webhook });
  }

  async #register(registered: Registered): Promise<() => Promise<void>> {
    this.#functions.set(keyOf(registered.target), registered);
    const { calls, id } = await this.#context();
    await calls.registerFunction(id, registered.target);
    return () => this.#unregister(registered);
  }

  async #unregister(registered: Registered): Promise<void> {
    const key = keyOf(registered.target);
    if (this.#functions.get(key) !== registered) return;
    this.#functions.delete(key);
    const { calls, id } = await this.#context();
    await calls.unregisterFunction(id, registered.target);
  }

  #context(): Promise<Context> {
    this.#serving ??= this.#open().then((context) => (void this.#serve(context), context));
    return this.#serving;
  }

  /** Opens a registration context, waiting for a server while the page is open. */
  async #open(): Promise<Context> {
    while (!this.#current.closed) {
      const connection = await this.#current.wait();
      // the server ended during the call
      const id = await connection?.inspector.openFunctions().catch(() => undefined);
      if (connection !== undefined && id !== undefined) return { calls: connection.inspector, id };
      await new Promise<void>((resumed) => this.#clock.after(pauseMs, resumed));
    }
    throw new Error("the server was closed");
  }

  /** Serves tasks until the server ends, then registers the functions with the next server. */
  async #serve(context: Context): Promise<void> {
    try {
      for (;;) for (const task of await nextTasks(context)) void this.#answer(context, task);
    } catch {
      this.#serving = undefined;
      await this.#resume().catch(() => undefined); // that server ended as well, or the page is closing
    }
  }

  async #resume(): Promise<void> {
    const { calls, id } = await this.#context();
    for (const { target } of this.#functions.values()) await calls.registerFunction(id, target);
  }

  async #answer({ calls, id }: Context, task: FunctionTask): Promise<void> {
    // on failure, the result is no longer awaited
    await calls.answerTask(id, task.id, await this.#call(task)).catch(() => undefined);
  }

  async #call({ target, request }: FunctionTask): Promise<FunctionOutcome> {
    try {
      const registered = this.#functions.get(keyOf(target));
      if (registered === undefined) return { failure: "the function was taken away" };
      const returned = await registered.call(request as never); // the server sends what the kind of function takes
      return { result: JSON.parse(JSON.stringify(returned) ?? "null") };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** A registration context on one server. */
interface Context {
  readonly calls: FunctionCalls;
  readonly id: number;
}

/** Returns the next tasks; throws if there are none, which means that the server was closed. */
async function nextTasks({ calls, id }: Context): Promise<readonly FunctionTask[]> {
  const tasks = await calls.nextTasks(id);
  if (tasks.length === 0) throw new Error("the server was closed");
  return tasks;
}
