/**
 * The script of the worker: a server that serves the tabs of an origin. It exports nothing; `openKubepad` of
 * `kubepad/browser` starts it, or what a page gives as `startWorker`, for bundlers that want `new Worker` in its code.
 *
 *     const startWorker = () => new Worker(new URL("kubepad/worker", import.meta.url), { type: "module" });
 *     const kubepad = openKubepad({ startWorker });
 */
import type { Clock } from "../apimachinery/clock.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import { loadBuiltinTypes } from "../apiserver/schema/builtin/builtin-types.ts";
import type { ApiServerOptions } from "../kube-apiserver/options.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import { BackendError } from "../apiserver/storage/backend/backend-error.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { openIndexedDbBackend } from "../apiserver/storage/backend/indexeddb.ts";
import { createMemoryBackend, createMemoryMedium, type MemoryMedium } from "../apiserver/storage/backend/memory.ts";
import { raceCallsThrough } from "../client/races.ts";
import type { ChosenSettings } from "../client/settings.ts";
import { nextTask } from "../component-base/event-loop.ts";
import { keepWorldTime } from "../component-base/keep-world-time.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { createControllerManager } from "../controllers/controller-manager.ts";
import { enabledControllers, ownControllers, pluginsFor } from "../controllers/controller-names.ts";
import { controllersFor, type ControllerChoice } from "./host/controller-choice.ts";
import { type ControllersAround, runControllers } from "./host/controllers-around.ts";
import type { ServerFactory } from "./host/hosted-server.ts";
import {
  createIndexedDbMemory,
  createIndexedDbTimeMemory,
  createShortMemory,
  createShortTimeMemory,
  type TimeMemory,
} from "./host/kept-settings.ts";
import { withLoopbackToken } from "./host/loopback.ts";
import { PageFunctions } from "./host/page-functions.ts";
import { createWorkerClock } from "./host/worker-clock.ts";
import type { StartedServer } from "./host/server-gate.ts";
import { serveWorker } from "./host/serve-worker.ts";
import { choicesOf } from "./host/server-choices.ts";
import type { RaceHost, RacingServer } from "./race-host.ts";
import type { NewWorld, OpeningProgress, Seed, ServerSettings } from "./host/worker-messages.ts";
import { createRandomId, createRandomUuid, storageEstimateOf } from "./browser-environment.ts";

const clock = createWorkerClock(createSystemClock());

/** The user for requests without credentials: kubeadm's administrator. */
const pageUser = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };

/**
 * An empty token table: no bearer token authenticates. RBAC is still enforced, so that impersonated users have only the
 * permissions that their roles grant.
 */
const noTokens = new Map<string, typeof pageUser>();

/** The user who writes what a new world has at first. */
const setupUser = { name: "system:apiserver", uid: "", groups: ["system:masters"], extra: {} };

type TellProgress = (progress: OpeningProgress) => void;

interface OpenedBackend {
  readonly backend: Backend;
  readonly shared: boolean;
  readonly reason?: string;
}

/**
 * Returns a function that opens the worker's storage, and that can be called once per server start. If IndexedDB is
 * unavailable, all opens share one in-memory medium. A server in memory begins with the history in `seed`, if there is
 * one.
 */
function createBackendOpener(
  { database, storage, seed }: ServerSettings,
  progress: TellProgress,
): () => Promise<OpenedBackend> {
  const medium = createMemoryMedium();
  let isHistoryWanted = true;
  let fallback: Omit<OpenedBackend, "backend"> | undefined = storage === "memory" ? { shared: false } : undefined;
  return async () => {
    if (storage === "memory" && isHistoryWanted) await restoreSeed(medium, seed, progress);
    isHistoryWanted = false;
    if (fallback !== undefined) return { backend: createMemoryBackend(medium), ...fallback };
    try {
      return {
        backend: await openIndexedDbBackend({ name: database, estimate: storageEstimateOf(self) }),
        shared: true,
      };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const consequence = "Objects live in this tab's memory and are gone when it closes. Export them to keep them.";
      fallback = { shared: false, reason: `${error.message} ${consequence}` };
      return { backend: createMemoryBackend(medium), ...fallback };
    }
  };
}

/** Fills a medium with the history in a file. Objects, and files without history, are written by the server itself. */
async function restoreSeed(medium: MemoryMedium, seed: Seed | undefined, progress: TellProgress): Promise<void> {
  if (!(seed instanceof Uint8Array)) return;
  // reading takes about as long as restoring
  const half = (before: 0 | 1) => ({
    onProgress: ({ done, total }: OpeningProgress) => progress({ done: before * total + done, total: 2 * total }),
  });
  const { versionsIn } = await import("../kube-apiserver/export-file.ts");
  const history = await versionsIn(seed, half(0));
  if (history === undefined) return;
  const { restoreVersions } = await import("../apiserver/storage/backend/restore.ts");
  const options = { at: clock.now(), pause: nextTask, ...half(1) };
  await restoreVersions(createMemoryBackend(medium), history, options);
}

/**
 * True if the browser refuses to open a database at all, as in some private browsing modes. Any other failure may
 * concern existing data and is not handled by falling back to memory.
 */
const isRefusal = (error: unknown): error is BackendError =>
  error instanceof BackendError && (error.code === "Aborted" || error.code === "ConnectionLost");

const random = { ...createSystemRandom(), uuid: createRandomUuid };

/** Creates the server factory for a page. It starts to open the storage for the first server immediately. */
function createServerFactory(settings: ServerSettings, deposed: () => void, progress: TellProgress): ServerFactory {
  // loaded first, because everything else depends on it
  const memory =
    settings.storage === "memory"
      ? createShortMemory({ auditPolicy: settings.auditPolicy })
      : createIndexedDbMemory(settings.database);
  const timeMemory =
    settings.storage === "memory" ? createShortTimeMemory() : createIndexedDbTimeMemory(settings.database);
  const openBackend = createBackendOpener(settings, progress);
  const tokens =
    settings.tokenAuthFile === undefined ? noTokens : parseTokenFile(settings.tokenAuthFile, "tokenAuthFile");
  const functions = new PageFunctions(clock);
  const world = new WorldClock({ ...settings.worldTime, host: clock });
  let opening: Promise<OpenedBackend> | undefined = openBackend();
  let beginning: Beginning | undefined = settings;
  const isOpen = settings.tokenAuthFile === undefined;
  opening.catch(() => undefined); // start() reports this error
  loadBuiltinTypes().catch(() => undefined); // and this one
  return {
    defaults: {
      featureGates: settings.featureGates ?? {},
      runtimeConfig: settings.runtimeConfig ?? "",
      emulatedVersion: settings.emulatedVersion ?? "",
      enableAdmissionPlugins: settings.enableAdmissionPlugins ?? [],
      disableAdmissionPlugins: settings.disableAdmissionPlugins ?? [],
    },
    functions,
    memory,
    start: (chosen, begun) => {
      const opened = opening ?? openBackend();
      const first = beginning;
      [opening, beginning] = [undefined, undefined];
      return startServer({
        opened,
        chosen,
        tokens,
        functions,
        world,
        timeMemory,
        isOpen,
        controllers: controllersFor(settings, chosen, begun),
        beginning: first,
        deposed,
      });
    },
    view: async (chosen) => {
      const { viewSettings } = await import("./view-settings.ts");
      return viewSettings(chosen, controllersFor(settings, chosen, {}).of(false), { clock, random });
    },
  };
}

/** The initial content of a storage. Applied to the first server only; later servers find it in the storage. */
type Beginning = Pick<ServerSettings, "seed" | "auditPolicy">;

interface StartOptions {
  readonly opened: Promise<OpenedBackend>;
  readonly chosen: ChosenSettings;
  readonly tokens: ApiServerOptions["tokens"];
  readonly functions: PageFunctions;
  /** The time of the objects, which goes on when the server is restarted. */
  readonly world: WorldClock;
  readonly timeMemory: TimeMemory;
  /** Whether requests without credentials run as the page's user. */
  readonly isOpen: boolean;
  readonly controllers: ControllerChoice;
  /** Set for the first server on a storage only. */
  readonly beginning: Beginning | undefined;
  readonly deposed: () => void;
}

async function startServer({
  opened,
  chosen,
  tokens,
  functions,
  world,
  timeMemory,
  isOpen,
  controllers: choice,
  beginning = {},
  deposed,
}: StartOptions): Promise<StartedServer> {
  const pageToken = createRandomId();
  const setupToken = createRandomId();
  const controllers = createControllerManager(world, createRandomId, choice.of(true));
  const kept = timeMemory.load();
  const server = await createApiServer({
    backend: opened.then(({ backend }) => backend),
    clock,
    world,
    random,
    tokens,
    converters: functions.converters,
    admissionWebhooks: functions.admissionWebhooks,
    ...choicesOf(chosen),
    subtle,
    defaultAdmissionPlugins: (isNew) => pluginsFor(choice.of(isNew)),
    loopbackTokens: new Map([[pageToken, pageUser], [setupToken, setupUser], ...controllers.tokens]),
  });
  const { backend, shared, reason } = await opened;
  server.store.onTrouble((trouble) => trouble?.code === "EpochChanged" && deposed());
  const time = await kept;
  if (time !== undefined) world.resume(time);
  const isNew = server.store.epoch === 1;
  const needsAccounts = isNew && pluginsFor(choice.of(isNew)).length > 0;
  const beginner = { ...server, token: pageToken, setupToken, needsAccounts };
  await begin(beginner, isNew, beginning).catch((error: unknown) => server.close().then(() => Promise.reject(error)));
  const stopKeeping = keepWorldTime(world, (changed) => void timeMemory.keep(changed));
  const traced = await traceFromStart(server.inspect, clock);
  const running = runControllers(() => controllers.start(server.handle, choice.of(isNew) ?? ownControllers()));
  const { newWorld } = choice;
  // not waited for: requests are answered meanwhile
  if (isNew && newWorld !== undefined) addFirstObjects(beginner, newWorld).catch(() => undefined);
  const races = lazyRaces({ store: server.store, world, clock, chosen, subtle });
  const nodes = enabledControllers(choice.of(isNew)).has("simulated-nodes") ? choice.simulatedNodes : 0;
  const firstObjects = async (): Promise<void> =>
    nodes > 0 ? addFirstObjects(beginner, { simulatedNodes: nodes }) : undefined;
  return {
    begun: choice.begun(isNew),
    handle: isOpen ? withLoopbackToken(server.handle, pageToken) : server.handle,
    inspect: replacingInspector(traced, running, firstObjects),
    races: races.calls,
    epoch: shared ? server.store.epoch : undefined,
    persistent: backend.persistent,
    shared,
    reason,
    close: () => (running.stop(), stopKeeping(), races.close(), server.close()),
  };
}

const subtle = self.isSecureContext ? crypto.subtle : undefined;

/** Loads the code of races with the first one. */
function lazyRaces(server: RacingServer) {
  let loading: Promise<RaceHost> | undefined;
  const load = (): Promise<RaceHost> =>
    (loading ??= import("./race-host.ts").then(({ createRaceHost }) => createRaceHost(server)));
  return {
    calls: raceCallsThrough(async (call) => call(await load())),
    close: () => void loading?.then((host) => host.close()),
  };
}

/** A server, and the tokens of those who write what it begins with. */
interface Beginner extends Pick<ApiServer, "handle" | "inspect"> {
  readonly token: string;
  readonly setupToken: string;
  readonly needsAccounts: boolean;
}

/** Applies the initial seed and audit policy before the server accepts requests. */
async function begin(server: Beginner, isNew: boolean, { seed, auditPolicy }: Beginning): Promise<void> {
  // storage that is not new has begun with the history in the seed
  if (seed !== undefined && isNew) await (await import("./host/seed-server.ts")).seedServer(server, seed);
  if (auditPolicy !== undefined) await server.inspect.setAuditPolicy(auditPolicy);
}

/** Writes what is there at first in a new world of a page: the account that pods need, simulated nodes, a sample. */
async function addFirstObjects(
  { handle, inspect, setupToken }: Beginner,
  { simulatedNodes, objects = [] }: Omit<NewWorld, "controllers">,
): Promise<void> {
  const first = await import("../controllers/simulated-nodes/add-nodes.ts");
  await first.addDefaultAccount(handle, setupToken);
  await first.addNodes(handle, setupToken, simulatedNodes);
  if (objects.length > 0)
    await (await import("./host/seed-server.ts")).seedServer({ handle, inspect, token: setupToken }, objects);
}

/** Has controllers start anew when all objects are replaced, and a world begin with its first objects after a reset. */
const replacingInspector = (
  inspect: ApiServer["inspect"],
  running: ControllersAround,
  firstObjects: () => Promise<void>,
): ApiServer["inspect"] => ({
  ...inspect,
  import: (file) => running.pause(() => inspect.import(file)),
  reset: () =>
    running.pause(async () => {
      await inspect.reset();
      await firstObjects();
    }),
});

/** How long requests are traced for a page that has not asked for traces yet. */
const firstTracesMs = 30_000;

/** Has requests traced until a page first asks for traces, so that it learns of those sent while it was loaded. */
async function traceFromStart(
  inspect: ApiServer["inspect"],
  { after }: Pick<Clock, "after">,
): Promise<ApiServer["inspect"]> {
  const stop = await inspect.subscribe(() => undefined);
  after(firstTracesMs, stop);
  return {
    ...inspect,
    async subscribe(listener) {
      const unsubscribe = await inspect.subscribe(listener);
      stop();
      return unsubscribe;
    },
  };
}

serveWorker(self, createServerFactory);
