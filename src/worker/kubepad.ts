import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createFetch } from "../client/fetch-adapter.ts";
import { startAlone } from "./tabs/alone.ts";
import type { Alone } from "./tabs/alone.ts";
import { CurrentConnection } from "./tabs/connection.ts";
import { openFollowedConnection } from "./tabs/followed-connection.ts";
import { Leadership } from "./tabs/leadership.ts";
import type { LeadershipState } from "./tabs/leadership.ts";
import { OpenedServers } from "./tabs/opened-servers.ts";
import type { KubepadServer, OpenedServer, OpenServerOptions, ServerOptions } from "./tabs/opened-servers.ts";
import { createRegistrations } from "./tabs/page-registrations.ts";
import { createResumingInspector } from "./tabs/resuming-inspector.ts";
import { TabWorker, type ServerThread } from "./tabs/tab-worker.ts";
import type { ForkServerOptions } from "./fork-server.ts";
import type { NewWorld, ServerSettings } from "./host/worker-messages.ts";
import { ownServer } from "./link/protocol.ts";
import { startWorker } from "./start-worker.ts";
import { askToPersist, createRandomId, findObstacle } from "./browser-environment.ts";

/** Options for opening a Kubepad. */
export interface KubepadOptions extends ServerOptions {
  /** The name of the database. Tabs of one origin that use the same name share one server. Defaults to "kubepad". */
  readonly database?: string;
  /** `memory` persists nothing and is not shared between tabs. Defaults to IndexedDB if it is available. */
  readonly storage?: "indexeddb" | "memory";
  /** What a database begins with that nobody has used before; it keeps these controllers. */
  readonly newWorld?: NewWorld | undefined;
  /**
   * Creates the worker, for bundlers that require this in the application's code. The worker's script is
   * `kubepad/worker`.
   */
  readonly startWorker?: () => ServerThread;
}

/** Where a fork begins, and how it is opened. */
export type ForkOptions = Omit<ForkServerOptions, "tokenAuthFile">;

/** A Kubernetes API server in this browser, which can open further servers in this tab. Its own id is `default`. */
export interface Kubepad extends KubepadServer {
  /** Which tab's worker serves requests, and whether the storage is persistent. */
  readonly leadership: LeadershipView;
  /**
   * Opens a further in-memory server with its own settings, objects, functions, traces and metrics. Resolves once it
   * is ready and its seed is loaded. Rejects with a user-facing message if it cannot be started or its id is in use:
   *
   *     const lesson = await kubepad.openServer({ emulatedVersion: "1.33", seed: [namespace, deployment] });
   *
   * The server belongs to this tab, whichever tab leads: it runs in the tab's worker (worker/tabs/tab-worker.ts) until
   * it, this Kubepad or the tab is closed. Other tabs cannot reach it, and the same id in another tab names another
   * server. To share a server between tabs, use a database: `openKubepad({ database })`.
   */
  readonly openServer: (options?: OpenServerOptions) => Promise<OpenedServer>;
  /**
   * Opens a further in-memory server that goes on from a revision of this one, by default the newest: with the same
   * objects, uids, revisions and history until then, the settings, and the time of the world. Rejects with a sentence
   * if the revision is compacted or not there yet: `await kubepad.fork({ revision: 1200 })`.
   */
  readonly fork: (options?: ForkOptions) => Promise<OpenedServer>;
  /** What helps when the stored data is damaged; reload the page afterwards. */
  readonly rescue: DatabaseRescue;
  /** Closes this tab's side of the server, and the servers that this tab opened. */
  close(): void;
}

/** What can be read of a damaged database. */
export interface DamageReport {
  /** What is damaged and what a repair would keep, as user-facing sentences. */
  readonly findings: readonly string[];
  readonly objects: number;
  /** An export of the objects that can be read, which can be imported like any other. */
  writeExport(): Promise<Uint8Array>;
}

/** What helps where `leadership` says that the stored data is damaged. Only the leading tab may call it. */
export interface DatabaseRescue {
  /** Reads what can be read, and changes nothing. */
  examine(): Promise<DamageReport>;
  /** Keeps what can be read. Returns user-facing sentences on what was kept and lost. */
  repair(): Promise<readonly string[]>;
  /** Deletes all data. */
  startAnew(): Promise<void>;
}

/** Which tab's worker serves requests, now and when that changes. */
export interface LeadershipView {
  get(): LeadershipState;
  /** Calls `listener` at each change until the returned function is called. */
  subscribe(listener: (state: LeadershipState) => void): () => void;
}

/** Opens the server, which starts immediately. Requests may be sent at once and wait until it is ready. */
export function openKubepad(options: KubepadOptions = {}): Kubepad {
  const clock = createSystemClock();
  const current = new CurrentConnection(clock);
  const blocked = findObstacle(window);
  const obstacle = options.storage === "memory" ? undefined : blocked;
  const memory = options.storage === "memory" || obstacle !== undefined;
  const worker = new TabWorker({
    startWorker: options.startWorker ?? startWorker,
    locks: blocked === undefined ? navigator.locks : undefined,
    createId: createRandomId,
  });
  const leading = memory ? openAlone(options, worker, obstacle, current) : openLeadership(options, worker, current);
  const servers = new OpenedServers(worker, clock, createRandomId);
  const inspect = createResumingInspector(current);
  const openServer = (serverOptions: OpenServerOptions = {}): Promise<OpenedServer> => servers.open(serverOptions);
  const { tokenAuthFile } = options;
  return {
    id: ownServer,
    fetch: createFetch(current.handle),
    handle: current.handle,
    inspect,
    ...createRegistrations(current, clock, servers.inspectorOf),
    leadership: leading.state,
    rescue: rescueOf(databaseOf(options)),
    openServer,
    fork: async (forkOptions) => {
      const { forkServer } = await import("./fork-server.ts");
      return forkServer(inspect, openServer, { ...(tokenAuthFile !== undefined && { tokenAuthFile }), ...forkOptions });
    },
    close: () => {
      servers.close(closedReason);
      leading.close();
    },
  };
}

const closedReason = "Kubepad was closed.";

/** Exposes a server as the global `kubepad` for the console and scripts, and `openKubepad` to open further ones. */
export function exposeKubepad(kubepad: Kubepad, target: object = globalThis): void {
  const property = (value: unknown): PropertyDescriptor => ({ value, configurable: true, enumerable: true });
  Object.defineProperties(target, { kubepad: property(kubepad), openKubepad: property(openKubepad) });
}

function openAlone(
  options: KubepadOptions,
  worker: TabWorker,
  obstacle: string | undefined,
  current: CurrentConnection,
): Alone {
  const settings = settingsOf(options, createRandomId(), "memory");
  return startAlone(current, settings.leaderId, obstacle, (events) => worker.open(ownServer, settings, events));
}

function openLeadership(options: KubepadOptions, worker: TabWorker, current: CurrentConnection): Leadership {
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
      startServer: (leaderId, events, storage) =>
        worker.open(ownServer, settingsOf(options, leaderId, storage), events),
      join: (leaderId, tabId) => openFollowedConnection(openChannel, database, leaderId, tabId),
    },
    current,
  );
  persistOnceLeading(leadership);
  leadership.start();
  return leadership;
}

/** Requests persistent storage once, when this tab first leads with a persistent database. */
function persistOnceLeading(leadership: Leadership): void {
  const unsubscribe = leadership.state.subscribe(({ role, persistent }) => {
    if (role !== "leader" || !persistent) return;
    unsubscribe();
    askToPersist(window);
  });
}

/** Loads its code when it is called. */
const rescueOf = (database: string): DatabaseRescue => ({
  examine: async () => (await import("./rescue.ts")).examineDatabase(database),
  repair: async () => (await import("./rescue.ts")).repairDatabase(database),
  startAnew: async () => (await import("./rescue.ts")).deleteDatabase(database),
});

const databaseOf = (options: KubepadOptions): string => options.database ?? "kubepad";

const settingsOf = (options: KubepadOptions, leaderId: string, storage: "indexeddb" | "memory"): ServerSettings => ({
  database: databaseOf(options),
  storage,
  tokenAuthFile: options.tokenAuthFile,
  featureGates: options.featureGates,
  runtimeConfig: options.runtimeConfig,
  emulatedVersion: options.emulatedVersion,
  enableAdmissionPlugins: options.enableAdmissionPlugins,
  disableAdmissionPlugins: options.disableAdmissionPlugins,
  controllers: options.controllers,
  newWorld: options.newWorld,
  leaderId,
});
