import type { Clock } from "../../apimachinery/clock.ts";
import { createFetch } from "../../client/fetch-adapter.ts";
import type { Inspector } from "../../client/inspector.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { FeatureSettings } from "../../component-base/features/feature-gates.ts";
import type { NewWorld, OpeningProgress, Seed, ServerSettings } from "../host/worker-messages.ts";
import { ownServer } from "../link/protocol.ts";
import { CurrentConnection } from "./connection.ts";
import { createRegistrations, type PageRegistrations } from "./page-registrations.ts";
import { createResumingInspector } from "./resuming-inspector.ts";
import type { ServerProcess, TabWorker } from "./tab-worker.ts";

/** The settings of a server. */
export interface ServerOptions {
  /** Users in kube-apiserver's CSV format. Enables authorization; requests without a known token are anonymous. */
  readonly tokenAuthFile?: string;
  /** Feature gates to enable or disable, by their upstream names. */
  readonly featureGates?: FeatureSettings;
  /**
   * Which groups, versions and resources are served, in the format of kube-apiserver's `--runtime-config`:
   * `api/beta=true`.
   */
  readonly runtimeConfig?: string;
  /** The release to emulate: `1.33`. */
  readonly emulatedVersion?: string;
  /** Admission plugins to enable besides the default ones, by their upstream names. */
  readonly enableAdmissionPlugins?: readonly string[];
  /** Admission plugins to disable although they are enabled by default. */
  readonly disableAdmissionPlugins?: readonly string[];
  /**
   * If false, no controllers run: namespaces stay terminating, nothing is garbage-collected, and events do not expire.
   * A list names those that run, as kube-controller-manager's `--controllers`: `["*", "-cronjob-controller"]`.
   */
  readonly controllers?: boolean | readonly string[];
}

/** A Kubernetes API server as seen by a page. */
export interface KubepadServer extends PageRegistrations {
  /** Identifies the server within its Kubepad. */
  readonly id: string;
  /** Sends a request to this server. Takes the arguments of `fetch` and keeps every header. */
  readonly fetch: typeof globalThis.fetch;
  /** Sends a request to this server without Request and Response objects. */
  readonly handle: Handle;
  readonly inspect: Inspector;
  close(): void;
}

/** Options of a further server in a tab. */
export interface OpenServerOptions extends ServerOptions {
  /** The id, which must be unique among the open servers of this Kubepad. Defaults to a random one. */
  readonly id?: string;
  /** An audit policy as YAML or JSON. Without one, events are recorded while a reader is present. */
  readonly auditPolicy?: string;
  /** What it begins with in place of `controllers`: controllers, simulated nodes, and objects. */
  readonly newWorld?: NewWorld;
  /** The initial content: an export file, or objects to create in order. */
  readonly seed?: Seed;
  /** When the time of its world begins, and how it passes; as the machine's by default. */
  readonly worldTime?: ServerSettings["worldTime"];
  /** Called while the history in the seed is restored. */
  readonly onProgress?: ((progress: OpeningProgress) => void) | undefined;
  /** Ends the opening. */
  readonly signal?: AbortSignal | undefined;
}

/** A server that a tab opened for itself. */
export interface OpenedServer extends KubepadServer {
  /**
   * Resolves with a user-facing reason once the server is gone, because it was closed or its worker crashed. From then
   * on, requests get a 503 Status with that reason.
   */
  readonly closed: Promise<string>;
}

const closedReason = "The server was closed.";
const cancelledReason = "The opening of the server was cancelled.";
const diedReason = "The server's worker ended, and what was in its memory is gone.";

/** The servers that a tab opened in its worker next to the shared one. */
export class OpenedServers {
  readonly #worker: TabWorker;
  readonly #clock: Clock;
  readonly #createId: () => string;
  readonly #open = new Map<string, Opening>();
  readonly #inspectors = new WeakMap<Handle, Inspector>();

  constructor(worker: TabWorker, clock: Clock, createId: () => string) {
    this.#worker = worker;
    this.#clock = clock;
    this.#createId = createId;
  }

  /**
   * Opens a server. Resolves once it is ready and its seed is loaded; rejects with a user-facing message if it cannot
   * be started.
   */
  async open(options: OpenServerOptions): Promise<OpenedServer> {
    const { id = this.#createId(), signal, onProgress } = options;
    signal?.throwIfAborted();
    if (id === ownServer || this.#open.has(id)) throw new Error(`There is a server "${id}" already.`);
    const current = new CurrentConnection(this.#clock);
    const opening = new Opening(current, () => this.#open.delete(id));
    this.#open.set(id, opening);
    const cancel = (): void => opening.end(cancelledReason);
    signal?.addEventListener("abort", cancel);
    try {
      await opening.start((events) =>
        this.#worker.open(id, settingsOf(options), { ...events, ...(onProgress && { progress: onProgress }) }),
      );
    } catch (error) {
      opening.end(closedReason); // if the worker could not be created or the message not sent
      throw error;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
    const inspect = createResumingInspector(current);
    this.#inspectors.set(current.handle, inspect);
    return {
      id,
      fetch: createFetch(current.handle),
      handle: current.handle,
      inspect,
      ...createRegistrations(current, this.#clock, this.inspectorOf),
      closed: opening.closed,
      close: () => opening.end(closedReason),
    };
  }

  /** Returns the Inspector of a server that was opened here, by its `handle`. */
  readonly inspectorOf = (handle: Handle): Inspector | undefined => this.#inspectors.get(handle);

  /** Closes all servers. */
  close(reason: string): void {
    for (const opening of this.#open.values()) opening.end(reason);
  }
}

type StartServer = (events: Parameters<TabWorker["open"]>[2]) => ServerProcess;

/** One server from its start to its end. It ends once. */
class Opening {
  readonly closed: Promise<string>;
  readonly #current: CurrentConnection;
  readonly #gone: () => void;
  #close: (reason: string) => void = () => undefined;
  #process: ServerProcess | undefined;
  #ready = false;

  constructor(current: CurrentConnection, gone: () => void) {
    this.#current = current;
    this.#gone = gone;
    this.closed = new Promise((resolve) => (this.#close = resolve));
  }

  /** Starts the server. Resolves when it is ready, and rejects with the reason if it ends before. */
  start(startServer: StartServer): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.closed.then((reason) => reject(new Error(reason)));
      this.#process = startServer({
        ready: () => {
          this.#ready = true;
          resolve();
        },
        restarted: () => undefined, // the Inspector call that changed the settings reports it
        deposed: () => undefined, // its storage is not shared
        failed: (reason) => this.#ready || this.end(reason),
        died: () => this.end(diedReason),
      });
      this.#current.change(this.#process.connection, "");
    });
  }

  end(reason: string): void {
    this.#gone();
    this.#current.close(reason);
    this.#process?.stop(reason);
    this.#close(reason);
  }
}

const settingsOf = (options: OpenServerOptions): ServerSettings => ({
  database: "", // memory storage has no database
  storage: "memory",
  leaderId: "", // it has no followers
  tokenAuthFile: options.tokenAuthFile,
  featureGates: options.featureGates,
  runtimeConfig: options.runtimeConfig,
  emulatedVersion: options.emulatedVersion,
  enableAdmissionPlugins: options.enableAdmissionPlugins,
  disableAdmissionPlugins: options.disableAdmissionPlugins,
  auditPolicy: options.auditPolicy,
  controllers: options.controllers,
  newWorld: options.newWorld,
  seed: options.seed,
  worldTime: options.worldTime,
});
