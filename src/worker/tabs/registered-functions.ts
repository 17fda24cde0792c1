import { messageOf } from "../../apimachinery/message-of.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { AdmissionWebhook } from "../../client/admission-webhook.ts";
import type { Converter } from "../../client/converter.ts";
import type { Inspector } from "../../client/inspector.ts";
import { ignore } from "../../component-base/ignore.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { CurrentConnection } from "./connection.ts";
import type {
  ApiServerRegistration,
  FunctionCalls,
  FunctionName,
  FunctionOutcome,
  FunctionTask,
  PageApiServer,
  PageTask,
} from "../host/function-calls.ts";
import type { FunctionServers } from "./api-server-functions.ts";

const pauseMs = 1000;
const takenAway = "the function was taken away";

interface Registered {
  readonly target: FunctionName;
  call(request: never): unknown;
}

const keyOf = ({ kind, name }: FunctionName): string => `${kind}/${name}`;

/**
 * The functions of this page in place of webhooks and API servers. They are registered with the current server, and
 * again with each new one.
 */
export class RegisteredFunctions {
  readonly #current: CurrentConnection;
  readonly #clock: Clock;
  readonly #functions = new Map<string, Registered>();
  readonly #inspectorOf: (handle: Handle) => Inspector | undefined;
  readonly #apiServers = new Map<string, ApiServerFunction>();
  #serving: Promise<Context> | undefined;

  /** `inspectorOf` finds the server to which a function belongs that is an API server. */
  constructor(
    current: CurrentConnection,
    clock: Clock,
    inspectorOf: (handle: Handle) => Inspector | undefined = () => undefined,
  ) {
    this.#inspectorOf = inspectorOf;
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

  /** Registers an API server. Resolves with a function that unregisters it, once its APIService is available. */
  async registerApiServer(
    name: string,
    handle: Handle,
    { createsObjects = true }: ApiServerRegistration = {},
  ): Promise<() => Promise<void>> {
    await this.#endApiServer(name, "another function was registered in its place");
    const inspect = this.#inspectorOf(handle);
    this.#apiServers.set(name, { handle, inspect, untrace: inspect?.subscribe(ignore) });
    const unregister = await this.#register({ target: { kind: "apiServer", name }, call: handle });
    if (!createsObjects) return unregister;
    try {
      const { awaitApiServer } = await import("./await-api-server.ts");
      await awaitApiServer(name, this.#current.handle, this.#clock);
    } catch (error) {
      await unregister().catch(() => undefined); // the first error tells more
      throw error;
    }
    return unregister;
  }

  /** Returns the Inspector of the server that a function for an APIService belongs to. */
  inspectApiServer(name: string): Inspector | undefined {
    return this.#apiServers.get(name)?.inspect;
  }

  /** Returns the functions that answer for APIServices at present, whichever page they are in. */
  async apiServers(): Promise<readonly PageApiServer[]> {
    const connection = await this.#current.wait();
    return (await connection?.inspector.apiServers().catch(() => undefined)) ?? [];
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
    const { kind, name } = registered.target;
    if (kind === "apiServer") await this.#endApiServer(name, takenAway);
    const { calls, id } = await this.#context();
    await calls.unregisterFunction(id, registered.target);
  }

  /** Ends what a function is doing as an API server. */
  async #endApiServer(name: string, reason: string): Promise<void> {
    const ending = this.#apiServers.get(name);
    if (ending === undefined) return;
    this.#apiServers.delete(name);
    ending.untrace?.then((untrace) => untrace()).catch(ignore); // that server was closed
    (await (await this.#serving)?.servers)?.end(name, reason);
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
      for (;;) for (const task of await nextTasks(context)) this.#take(context, task);
    } catch {
      void context.servers?.then((servers) => servers.close("the server was closed"));
      this.#serving = undefined;
      await this.#resume().catch(() => undefined); // that server ended as well, or the page is closing
    }
  }

  async #resume(): Promise<void> {
    const { calls, id } = await this.#context();
    for (const { target } of this.#functions.values()) await calls.registerFunction(id, target);
  }

  #take(context: Context, task: PageTask): void {
    if ("target" in task) return void this.#answer(context, task);
    const { calls, id } = context;
    context.servers ??= import("./api-server-functions.ts").then(({ serveApiServers }) =>
      serveApiServers(
        (frame) => void calls.sendFrame(id, frame).catch(() => undefined), // nobody waits for it any more
        (name) => this.#apiServers.get(name)?.handle,
      ),
    );
    void context.servers.then((servers) => servers.receive(task));
  }

  async #answer({ calls, id }: Context, task: FunctionTask): Promise<void> {
    // on failure, the result is no longer awaited
    await calls.answerTask(id, task.id, await this.#call(task)).catch(() => undefined);
  }

  async #call({ target, request }: FunctionTask): Promise<FunctionOutcome> {
    try {
      const registered = this.#functions.get(keyOf(target));
      if (registered === undefined) return { failure: takenAway };
      const returned = await registered.call(request as never); // the server sends what the kind of function takes
      return { result: JSON.parse(JSON.stringify(returned) ?? "null") };
    } catch (error) {
      return { failure: messageOf(error) };
    }
  }
}

/** A function that is an API server. */
interface ApiServerFunction {
  readonly handle: Handle;
  /** The Inspector of the server that it belongs to, which traces while the function is registered. */
  readonly inspect: Inspector | undefined;
  readonly untrace: Promise<() => void> | undefined;
}

/** A registration context on one server. */
interface Context {
  readonly calls: FunctionCalls;
  readonly id: number;
  /** The functions that are API servers, from the first request for one on. */
  servers?: Promise<FunctionServers>;
}

/** Returns the next tasks; throws if there are none, which means that the server was closed. */
async function nextTasks({ calls, id }: Context): Promise<readonly PageTask[]> {
  const tasks = await calls.nextTasks(id);
  if (tasks.length === 0) throw new Error("the server was closed");
  return tasks;
}
