import type { Clock } from "../../apimachinery/clock.ts";
import type { Converter } from "../../client/converter.ts";
import { createFetch } from "../../client/fetch-adapter.ts";
import type { Inspector } from "../../client/inspector.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { FeatureSettings } from "../../component-base/features/feature-gates.ts";
import type { Seed, ServerSettings } from "../host/worker-messages.ts";
import { ownServer } from "../link/protocol.ts";
import { CurrentConnection } from "./connection.ts";
import { RegisteredConverters } from "./registered-converters.ts";
import { createResumingInspector } from "./resuming-inspector.ts";
import type { ServerProcess, TabWorker } from "./tab-worker.ts";

/** How a server is set up. */
export interface ServerOptions {
  /** Users in kube-apiserver's CSV format: turns authorization on, and requests without a known token are anonymous. */
  readonly tokenAuthFile?: string;
  /** Features that are to be on or off, by the names of upstream's feature gates. */
  readonly featureGates?: FeatureSettings;
  /**
   * Which groups, versions and resources are served, as kube-apiserver's `--runtime-config` says it: `api/beta=true`.
   */
  readonly runtimeConfig?: string;
  /** The release to act as: `1.33`. */
  readonly emulatedVersion?: string;
}

/** A Kubernetes API server as a page reaches it. */
export interface KubepadServer {
  /** Names it among the servers of its Kubepad. */
  readonly id: string;
  /** Takes what `fetch` takes and asks this server; keeps every header it is given. */
  readonly fetch: typeof globalThis.fetch;
  /** The same without Request and Response. */
  readonly handle: Handle;
  readonly inspect: Inspector;
  /**
   * Puts a function of this page in the place of a definition's conversion webhook, which nobody can call from a
   * browser:
   * `kubepad.registerConverter("lamps.lights.example.com", ({ objects, desiredAPIVersion }) => objects.map(…))`. All
   * tabs are served by it as
   * long as this one is open. Resolves once the server knows it, with what takes it away again.
   */
  readonly registerConverter: (definition: string, converter: Converter) => Promise<() => Promise<void>>;
  close(): void;
}

/** A further server of a tab. */
export interface OpenServerOptions extends ServerOptions {
  /** Must be free among the servers that this Kubepad has open. A random one if not given. */
  readonly id?: string;
  /** An audit policy as YAML or JSON. Without one, events are kept while somebody reads them. */
  readonly auditPolicy?: string;
  /**
   * False leaves out the controllers: namespaces stay terminating, nothing is garbage-collected, events do not expire.
   */
  readonly controllers?: boolean;
  /** What it holds from its start: an export file, or objects that are created in their order. */
  readonly seed?: Seed;
}

/** A server that a tab has opened for itself. */
export interface OpenedServer extends KubepadServer {
  /**
   * Resolves with a sentence once the server is gone: it was closed, or its worker broke down. From then on requests
   * get a 503 Status with that sentence.
   */
  readonly closed: Promise<string>;
}

const closedReason = "The server was closed.";
const diedReason = "The server's worker ended, and what was in its memory is gone.";

/** The servers that a tab has opened in its worker beside the shared one. */
export class OpenedServers {
  readonly #worker: TabWorker;
  readonly #clock: Clock;
  readonly #createId: () => string;
  readonly #open = new Map<string, Opening>();

  constructor(worker: TabWorker, clock: Clock, createId: () => string) {
    this.#worker = worker;
    this.#clock = clock;
    this.#createId = createId;
  }

  /** Resolves once the server answers and holds its seed; rejects with a sentence where it cannot be started so. */
  async open(options: OpenServerOptions): Promise<OpenedServer> {
    const { id = this.#createId() } = options;
    if (id === ownServer || this.#open.has(id)) throw new Error(`There is a server "${id}" already.`);
    const current = new CurrentConnection(this.#clock);
    const converters = new RegisteredConverters(current, this.#clock);
    const opening = new Opening(current, () => this.#open.delete(id));
    this.#open.set(id, opening);
    try {
      await opening.start((events) => this.#worker.open(id, settingsOf(options), events));
    } catch (error) {
      opening.end(closedReason); // where the worker or the message to it could not be made
      throw error;
    }
    return {
      id,
      fetch: createFetch(current.handle),
      handle: current.handle,
      inspect: createResumingInspector(current),
      registerConverter: (definition, converter) => converters.register(definition, converter),
      closed: opening.closed,
      close: () => opening.end(closedReason),
    };
  }

  /** Closes all of them. */
  close(reason: string): void {
    for (const opening of this.#open.values()) opening.end(reason);
  }
}

type StartServer = (events: Parameters<TabWorker["open"]>[2]) => ServerProcess;

/** One server from its start to its end, which comes once. */
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

  /** Resolves when it is ready, rejects with the reason where it ends before. */
  start(startServer: StartServer): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.closed.then((reason) => reject(new Error(reason)));
      this.#process = startServer({
        ready: () => {
          this.#ready = true;
          resolve();
        },
        restarted: () => undefined, // whoever changed its settings is told by the Inspector
        deposed: () => undefined, // nobody else has its storage
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
  database: "", // it has none
  storage: "memory",
  leaderId: "", // nobody follows it
  tokenAuthFile: options.tokenAuthFile,
  featureGates: options.featureGates,
  runtimeConfig: options.runtimeConfig,
  emulatedVersion: options.emulatedVersion,
  auditPolicy: options.auditPolicy,
  controllers: options.controllers,
  seed: options.seed,
});
