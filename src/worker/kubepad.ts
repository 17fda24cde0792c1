import { createSystemClock } from "../apimachinery/system-clock.ts";
import type { Converter } from "../client/converter.ts";
import { createFetch } from "../client/fetch-adapter.ts";
import type { Inspector } from "../client/inspector.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { FeatureSettings } from "../component-base/features/feature-gates.ts";
import { startAlone } from "./tabs/alone.ts";
import type { Alone } from "./tabs/alone.ts";
import { CurrentConnection } from "./tabs/connection.ts";
import { openFollowedConnection } from "./tabs/followed-connection.ts";
import { Leadership } from "./tabs/leadership.ts";
import type { LeadershipState } from "./tabs/leadership.ts";
import { RegisteredConverters } from "./tabs/registered-converters.ts";
import { createResumingInspector } from "./tabs/resuming-inspector.ts";
import { startServerProcess } from "./tabs/server-process.ts";
import type { ServerSettings } from "./host/start-message.ts";
import { startWorker } from "./start-worker.ts";
import { createRandomId, findObstacle } from "./surroundings.ts";

export interface KubepadOptions {
  /** The name of the database; tabs of one origin that name the same share one server. "kubepad" if not given. */
  readonly database?: string;
  /** `memory` keeps nothing and shares nothing. IndexedDB if not given and available. */
  readonly storage?: "indexeddb" | "memory";
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
  /** Makes the worker, where the bundler needs it done elsewhere. Its script is `worker/entry.ts`. */
  readonly startWorker?: () => Worker;
}

/** A Kubernetes API server in this browser. */
export interface Kubepad {
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
  /** Which tab's worker answers, and whether what is stored survives. */
  readonly leadership: LeadershipView;
  close(): void;
}

export interface LeadershipView {
  get(): LeadershipState;
  /** Calls `listener` at each change until the returned function is called. */
  subscribe(listener: (state: LeadershipState) => void): () => void;
}

/** Opens the server, which starts at once: requests may be made immediately and wait for it. */
export function openKubepad(options: KubepadOptions = {}): Kubepad {
  const clock = createSystemClock();
  const current = new CurrentConnection(clock);
  const obstacle = options.storage === "memory" ? undefined : findObstacle(window);
  const memory = options.storage === "memory" || obstacle !== undefined;
  const converters = new RegisteredConverters(current, clock);
  const leading = memory ? openAlone(options, obstacle, current) : openLeadership(options, current);
  return {
    fetch: createFetch(current.handle),
    handle: current.handle,
    inspect: createResumingInspector(current),
    registerConverter: (definition, converter) => converters.register(definition, converter),
    leadership: leading.state,
    close: () => leading.close(),
  };
}

/** Makes a server reachable from the console and from scripts as `kubepad`, and `openKubepad` for further ones. */
export function exposeKubepad(kubepad: Kubepad, target: object = globalThis): void {
  const property = (value: unknown): PropertyDescriptor => ({ value, configurable: true, enumerable: true });
  Object.defineProperties(target, { kubepad: property(kubepad), openKubepad: property(openKubepad) });
}

function openAlone(options: KubepadOptions, obstacle: string | undefined, current: CurrentConnection): Alone {
  const settings = settingsOf(options, createRandomId(), "memory");
  return startAlone(current, settings.leaderId, obstacle, (events) =>
    startServerProcess(startWorkerOf(options), settings, events),
  );
}

function openLeadership(options: KubepadOptions, current: CurrentConnection): Leadership {
  const database = databaseOf(options);
  const openChannel = (name: string): BroadcastChannel => new BroadcastChannel(name);
  const leadership = new Leadership(
    {
      database,
      locks: navigator.locks,
      clock: createSystemClock(),
      openChannel,
      createId: createRandomId,
      jitter: () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256,
      startServer: (leaderId, events) =>
        startServerProcess(startWorkerOf(options), settingsOf(options, leaderId, "indexeddb"), events),
      join: (leaderId, tabId) => openFollowedConnection(openChannel, database, leaderId, tabId),
    },
    current,
  );
  askToPersist(leadership);
  leadership.start();
  return leadership;
}

/** Asks the browser once not to clear the database when space gets short; it may say no. */
function askToPersist(leadership: Leadership): void {
  const unsubscribe = leadership.state.subscribe(({ role, persistent }) => {
    if (role !== "leader" || !persistent) return;
    unsubscribe();
    navigator.storage.persist().catch(() => false);
  });
}

const databaseOf = (options: KubepadOptions): string => options.database ?? "kubepad";
const startWorkerOf = (options: KubepadOptions): Worker => (options.startWorker ?? startWorker)();

const settingsOf = (options: KubepadOptions, leaderId: string, storage: "indexeddb" | "memory"): ServerSettings => ({
  database: databaseOf(options),
  storage,
  tokenAuthFile: options.tokenAuthFile,
  featureGates: options.featureGates,
  runtimeConfig: options.runtimeConfig,
  emulatedVersion: options.emulatedVersion,
  leaderId,
});
