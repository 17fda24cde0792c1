import type { Clock } from "../apimachinery/clock.ts";
import { isAlreadyExists } from "../apimachinery/errors.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { Random } from "../apimachinery/random.ts";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { apiServerObjects } from "../client/api-server-objects.ts";
import { Client } from "../client/client.ts";
import type { Converters } from "../client/converter.ts";
import { createFetch, type Fetch } from "../client/fetch-adapter.ts";
import type { FaultReport, FaultRule } from "../client/faults.ts";
import type { ServerInspector } from "../client/inspector.ts";
import { type ApiObject, ObjectClient, type ObjectReference } from "../client/object-client.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { FeatureSettings } from "../component-base/features/feature-gates.ts";
import type { CallWebhook } from "../component-base/webhook.ts";
import { WorldClock, type WorldClockOptions } from "../component-base/world-clock.ts";
import { createControllerManager } from "../controllers/controller-manager.ts";
import { pluginsFor } from "../controllers/controller-names.ts";
import { type Fork, forkStore } from "../kube-apiserver/fork-store.ts";
import { asApiService, isAvailable } from "../kube-aggregator/api-service.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import { seedServer } from "../worker/host/seed-server.ts";
import { choicesOf } from "../worker/host/server-choices.ts";
import type { Seed } from "../worker/host/worker-messages.ts";
import { Listener, type ListenOptions } from "./listener.ts";
import { RecordedRequests, type LoggedRequest, type RequestFilter, type RequestLog } from "./request-log.ts";
import { WaitingClock } from "./waiting-clock.ts";
import { describeSeen } from "./describe-object.ts";
import { describeFilter, describeNearest } from "./describe-requests.ts";
import { waitUntil, type WaitOptions } from "./wait.ts";

export type { ListenOptions, WaitOptions };

/** The options of a test server; none is needed. */
export interface TestServerOptions {
  /** The initial content: a snapshot, or objects to create in order. */
  readonly seed?: Uint8Array | readonly ApiObject[];
  /** The source of names and UIDs; `createSeededRandom(1)` by default, so that they are the same in every run. */
  readonly random?: Random;
  /** The time; the system's by default. With a `FakeClock`, it stands still until the test advances it. */
  readonly clock?: Clock;
  /**
   * How the time of the objects and controllers passes: as the system's by default. `{ paused: true, inTurns: true }`
   * is a world that moves by `inspect.stepWorld()` and `inspect.advanceWorld(ms)` only, the same in every run.
   */
  readonly world?: Omit<WorldClockOptions, "host">;
  /**
   * If false, no controllers run: namespaces stay terminating, nothing is garbage-collected, and events do not expire.
   * A list names those that run, as kube-controller-manager's `--controllers`: `["*", "-cronjob-controller"]`. With
   * `serviceaccount-controller`, the admission plugin ServiceAccount is on by default, as upstream.
   */
  readonly controllers?: boolean | readonly string[];
  /** Functions in place of conversion webhooks, by the name of the CustomResourceDefinition. */
  readonly converters?: Converters;
  /** Users in kube-apiserver's CSV format. Enables authorization; requests without a known token are anonymous. */
  readonly tokenAuthFile?: string;
  /** Feature gates to enable or disable, by their upstream names. */
  readonly featureGates?: FeatureSettings;
  /** Which APIs are served, in the format of kube-apiserver's `--runtime-config`: `api/beta=true`. */
  readonly runtimeConfig?: string;
  /** The release to emulate: `1.33`. */
  readonly emulatedVersion?: string;
  /** Admission plugins to enable besides the default ones, by their upstream names. */
  readonly enableAdmissionPlugins?: readonly string[];
  /** Admission plugins to disable although they are enabled by default. */
  readonly disableAdmissionPlugins?: readonly string[];
  /** Calls conversion webhooks. By default, the server makes no outgoing requests. */
  readonly callWebhook?: CallWebhook;
}

/**
 * An API server in memory, for one test. Requests without a token are of system:masters, unless there is a token file.
 */
export interface TestServer extends AsyncDisposable {
  readonly handle: Handle;
  /** Sends a request to this server. Takes the arguments of the global `fetch`; the host of the URL is ignored. */
  readonly fetch: Fetch;
  readonly inspect: ServerInspector;
  /** The requests of clients since the start. */
  readonly requests: RequestLog;
  /** Creates an object of any kind. A CustomResourceDefinition is waited for until its resources are served. */
  create<T extends ApiObject>(object: T): Promise<T & KubeObject>;
  get<T extends ObjectReference>(reference: T): Promise<T & KubeObject>;
  delete(reference: ObjectReference): Promise<void>;
  /**
   * Watches an object until a condition holds, and resolves with the object. A reference without a name waits for any
   * object of the kind in the namespace. Rejects with the last state of the object after `timeoutMs`.
   */
  waitFor<T extends ObjectReference>(
    reference: T,
    condition: (object: T & KubeObject) => boolean,
    options?: WaitOptions,
  ): Promise<T & KubeObject>;
  /** Watches an object until it does not exist. */
  waitForDeletion(reference: ObjectReference, options?: WaitOptions): Promise<void>;
  /** Resolves with the first logged request that matches and is answered, also if it was sent before. */
  waitForRequest(filter: RequestFilter, options?: WaitOptions): Promise<LoggedRequest>;
  /**
   * Has a function answer for a group version, and resolves once it does. `name` is `VERSION.GROUP`, the name of the
   * APIService, which is created if it does not exist. The function is called as extension API servers are: with the
   * user in X-Remote-* headers. The `handle` of another server whose requests name their users is such a function.
   */
  registerApiServer(name: string, handle: Handle): Promise<void>;
  /** Returns all objects as one file, which `restore` and the option `seed` take. */
  snapshot(): Promise<Uint8Array>;
  /** Replaces all objects by those of a snapshot. Watches see the changes. */
  restore(snapshot: Uint8Array): Promise<void>;
  /** Serves this server over HTTP on 127.0.0.1 and resolves with its URL, for clients in other processes and pages. */
  listen(options?: ListenOptions): Promise<string>;
  /** Serves this server over HTTP and resolves with a kubeconfig for an administrator, as text. */
  kubeconfig(): Promise<string>;
  /** What goes wrong on this server. */
  readonly faults: TestFaults;
  /**
   * Starts a second server that goes on from a revision of this one, by default the newest: with the same objects, uids
   * and revisions, the time of the world and the options. It has requests, faults and names of its own, and nothing
   * before the revision. Its random source is the same for every fork of a revision. Rejects if the revision is
   * compacted or not there yet.
   */
  fork(options?: ForkOptions): Promise<TestServer>;
  close(): Promise<void>;
}

/** The rules of faults of a test server. */
export interface TestFaults {
  /**
   * Puts a rule into effect after the others, and resolves with its id. It is of requests of clients, unless it names
   * users or User-Agents. Rejects with a line for each mistake.
   */
  add(rule: FaultRule): Promise<number>;
  remove(id: number): Promise<void>;
  /** Ends all rules. */
  clear(): Promise<void>;
  /** Returns the rules in effect, and how many requests each has taken. */
  all(): Promise<readonly FaultReport[]>;
}

/** Where a fork begins. */
export interface ForkOptions {
  readonly revision?: number;
}

/** Other names than those of the server that is forked, whose seed is 1. */
const forkSeed = 1_000_000;

/** The user of the test server's own methods and of its kubeconfig: kubeadm's administrator. */
const administrator = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };

/** Starts an API server in memory with its controllers. Resolves once it answers requests and its seed is loaded. */
export function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const waiting = new WaitingClock();
  return waiting.until(startTestServer(options, waiting));
}

/** What a forked test server goes on from, with the functions that answer for APIServices there. */
interface Origin extends Fork {
  readonly apiServers: ReadonlyMap<string, Handle>;
}

async function startTestServer(
  options: TestServerOptions,
  waiting: WaitingClock,
  origin?: Origin,
): Promise<TestServer> {
  const { clock = waiting, random = createSeededRandom(1), controllers = true, seed } = options;
  const world = worldOf(options, clock, origin?.time);
  const apiServers = new Map(origin?.apiServers);
  const token = random.uuid();
  const list = typeof controllers === "boolean" ? undefined : controllers;
  const manager = createControllerManager(world ?? clock, () => random.uuid(), list);
  const defaultPlugins = pluginsFor(list);
  const needsAccounts = usesAccounts(defaultPlugins, options);
  const server = await createApiServer({
    ...serverOptions(options),
    backend: origin?.backend ?? createMemoryBackend(),
    goesOn: origin !== undefined,
    clock,
    world,
    random,
    apiServers,
    loopbackTokens: new Map([[token, administrator], ...manager.tokens]),
    defaultAdmissionPlugins: () => defaultPlugins,
  });
  const unlogged = waiting.waitedFor(server.handle);
  let stopControllers = (): void => undefined;
  const requests = new RecordedRequests();
  const handle = requests.logged(unlogged);
  // a client that waits for an answer over HTTP has a connection, which keeps its process alive
  const listener = new Listener(requests.logged(server.handle), options.tokenAuthFile === undefined);
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    stopControllers();
    world?.close();
    await listener.close();
    await server.close();
  };
  const close = (): Promise<void> => (closing ??= closeAll());
  try {
    if (origin !== undefined) await server.aggregation.idle();
    else {
      const content = (seed ?? (needsAccounts ? [] : undefined)) as Seed | undefined;
      if (content !== undefined)
        await seedServer({ handle: unlogged, inspect: server.inspect, token, needsAccounts }, content);
    }
    if (controllers !== false) stopControllers = manager.start(server.handle);
    if (list !== undefined) await manager.started();
  } catch (error) {
    await close();
    throw error;
  }
  const objects = createObjectMethods(unlogged, token, list !== undefined);
  return {
    handle,
    fetch: createFetch(handle),
    inspect: server.inspect,
    requests,
    ...objects,
    registerApiServer: registering(apiServers, objects, server.aggregation),
    waitForRequest: (filter, waiting) => waitForRequest(requests, filter, waiting),
    snapshot: () => server.inspect.export(),
    restore: (snapshot) => server.inspect.import(snapshot),
    listen: (listening) => listener.listen(listening),
    kubeconfig: () => listener.kubeconfig(token),
    faults: faultsOf(server.inspect),
    fork: async ({ revision }: ForkOptions = {}) =>
      startFork(options, { ...(await forkStore(server.store, world, revision)), apiServers }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function startFork(options: TestServerOptions, origin: Origin): Promise<TestServer> {
  const waiting = new WaitingClock();
  const random = createSeededRandom(forkSeed + origin.revision);
  return waiting.until(startTestServer({ ...options, random }, waiting, origin));
}

/** Returns the clock of the world; undefined if the objects have the time of a given clock. */
const worldOf = (
  { clock, world }: TestServerOptions,
  host: Clock,
  time: Fork["time"] | undefined,
): WorldClock | undefined =>
  clock !== undefined && world === undefined ? undefined : new WorldClock({ ...world, ...time, host });

const faultsOf = (inspect: ServerInspector): TestFaults => ({
  add: async (rule) => (await inspect.addFault(rule)).id,
  remove: (id) => inspect.removeFault(id),
  clear: async () => void (await inspect.setFaults([])),
  all: () => inspect.faults(),
});

/** Returns the options of the API server that are those of the test server, or follow from them alone. */
const serverOptions = (options: TestServerOptions) => ({
  requestRandom: createSeededRandom(2),
  converters: options.converters,
  callWebhook: options.callWebhook,
  tokens: options.tokenAuthFile === undefined ? undefined : parseTokenFile(options.tokenAuthFile, "tokenAuthFile"),
  subtle: crypto.subtle,
  ...choicesOf({
    featureGates: options.featureGates ?? {},
    runtimeConfig: options.runtimeConfig ?? "",
    emulatedVersion: options.emulatedVersion ?? "",
    enableAdmissionPlugins: options.enableAdmissionPlugins ?? [],
    disableAdmissionPlugins: options.disableAdmissionPlugins ?? [],
  }),
});

/** Returns how a function is registered as an API server: its objects are created, and it is waited for. */
const registering =
  (
    apiServers: Map<string, Handle>,
    objects: ObjectMethods,
    aggregation: Pick<ApiServer["aggregation"], "check">,
  ): TestServer["registerApiServer"] =>
  async (name, handle) => {
    apiServers.set(name, handle);
    const [service, apiService] = apiServerObjects(name);
    for (const object of [service, apiService]) await objects.create(object).catch(unlessExisting);
    aggregation.check(name);
    await objects.waitFor(apiService, (object) => isAvailable(asApiService(object)));
  };

function unlessExisting(error: unknown): void {
  if (!isAlreadyExists(error)) throw error;
}

/** Whether pods need the account of their namespace, which the admission plugin ServiceAccount gives them. */
const usesAccounts = (
  defaultPlugins: readonly string[],
  { enableAdmissionPlugins = [], disableAdmissionPlugins = [] }: TestServerOptions,
): boolean =>
  [...defaultPlugins, ...enableAdmissionPlugins].includes("ServiceAccount") &&
  !disableAdmissionPlugins.includes("ServiceAccount");

/** The methods of a test server for single objects. */
export type ObjectMethods = Pick<TestServer, "create" | "get" | "delete" | "waitFor" | "waitForDeletion">;

export function createObjectMethods(handle: Handle, token: string, hasAllControllers: boolean): ObjectMethods {
  const headers: Record<string, string> = token === "" ? {} : { Authorization: `Bearer ${token}` };
  const client = new ObjectClient(new Client({ handle, userAgent: "kubepad-testing", headers }));
  /** Without a condition, the object is to be gone. */
  const waitForState = (
    reference: ObjectReference,
    condition: ((object: KubeObject) => boolean) | undefined,
    options?: WaitOptions,
  ): Promise<{ readonly object: KubeObject | undefined }> => {
    let last: KubeObject | undefined;
    let states = 0;
    return waitUntil(
      async (signal) => {
        for await (const object of client.changes(reference, signal)) {
          last = object;
          states++;
          if (object === undefined ? condition === undefined : condition?.(object)) return { object };
        }
        return undefined;
      },
      async () => describeSeen({ reference, condition, last, states, hasAllControllers }, await client.list(reference)),
      options,
    );
  };
  return {
    create: async <T extends ApiObject>(object: T) => (await client.create(object)) as T & KubeObject,
    get: async <T extends ObjectReference>(reference: T) => (await client.get(reference)) as T & KubeObject,
    delete: (reference) => client.delete(reference),
    waitFor: async <T extends ObjectReference>(
      reference: T,
      condition: (object: T & KubeObject) => boolean,
      options?: WaitOptions,
    ) => {
      const holds = (object: KubeObject): boolean => condition(object as T & KubeObject);
      return (await waitForState(reference, holds, options)).object as T & KubeObject;
    },
    waitForDeletion: async (reference, options) => {
      await waitForState(reference, undefined, options);
    },
  };
}

async function waitForRequest(
  requests: RecordedRequests,
  filter: RequestFilter,
  options?: WaitOptions,
): Promise<LoggedRequest> {
  const find = (): LoggedRequest | undefined => requests.matching(filter).find(({ status }) => status !== undefined);
  return waitUntil(
    (signal) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = find();
          if (found !== undefined) resolve(found);
        };
        const unsubscribe = requests.subscribe(look);
        signal.addEventListener("abort", () => (unsubscribe(), resolve(undefined)), { once: true });
        look();
      }),
    () => `${describeFilter(filter)}; ${describeNearest(requests.all, filter)}`,
    options,
  );
}
