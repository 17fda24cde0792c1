import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import { createApiServer } from "../apiserver/server.ts";
import { BackendError } from "../apiserver/storage/backend/backend-error.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { openIndexedDbBackend } from "../apiserver/storage/backend/indexeddb.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { parseEmulatedVersion } from "../component-base/versions/release.ts";
import { parseRuntimeConfig } from "../component-base/versions/runtime-config.ts";
import { createControllerManager } from "../controllers/controller-manager.ts";
import { withLoopbackToken } from "./loopback.ts";
import { PageConverters } from "./page-converters.ts";
import { serveWorker } from "./serve-worker.ts";
import type { StartedServer } from "./serve-worker.ts";
import type { ServerSettings } from "./start-message.ts";
import { createRandomId, createRandomUuid } from "./surroundings.ts";

const clock = createSystemClock();

/** Who asks when a page asks without credentials: kubeadm's administrator. */
const pageUser = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };

/** Nobody is known by a token, and roles decide all the same: who is impersonated may do only what they allow. */
const noTokens = new Map<string, typeof pageUser>();

interface OpenedBackend {
  readonly backend: Backend;
  readonly shared: boolean;
  readonly reason?: string;
}

async function openBackend({ database, storage }: ServerSettings): Promise<OpenedBackend> {
  if (storage === "memory") return { backend: createMemoryBackend(), shared: false };
  try {
    return { backend: await openIndexedDbBackend({ name: database, estimate: () => navigator.storage.estimate() }), shared: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const consequence = "Objects live in this tab's memory and are gone when it closes. Export them to keep them.";
    return { backend: createMemoryBackend(), shared: false, reason: `${error.message} ${consequence}` };
  }
}

/** The browser does not give a database at all, as in some private modes; other failures mean data that is there. */
const isRefusal = (error: unknown): error is BackendError => error instanceof BackendError && (error.code === "Aborted" || error.code === "ConnectionLost");

async function startServer(settings: ServerSettings, deposed: () => void): Promise<StartedServer> {
  const pageToken = createRandomId();
  const converters = new PageConverters(clock);
  const controllers = createControllerManager(clock, createRandomId);
  const { backend, shared, reason } = await openBackend(settings);
  const server = await createApiServer({
    backend,
    clock,
    random: { ...createSystemRandom(), uuid: createRandomUuid },
    tokens: settings.tokenAuthFile === undefined ? noTokens : parseTokenFile(settings.tokenAuthFile, "tokenAuthFile"),
    featureGates: settings.featureGates,
    runtimeConfig: settings.runtimeConfig === undefined ? undefined : parseRuntimeConfig(settings.runtimeConfig),
    emulatedRelease: settings.emulatedVersion === undefined ? undefined : parseEmulatedVersion(settings.emulatedVersion),
    converters,
    subtle: self.isSecureContext ? crypto.subtle : undefined,
    loopbackTokens: new Map([[pageToken, pageUser], ...controllers.tokens]),
  });
  server.store.onTrouble((trouble) => trouble?.code === "EpochChanged" && deposed());
  const stop = controllers.start(server.handle);
  return {
    handle: settings.tokenAuthFile === undefined ? withLoopbackToken(server.handle, pageToken) : server.handle,
    inspect: server.inspect,
    converters,
    epoch: shared ? server.store.revision : undefined, // each opening begins beyond what the one before could reach
    persistent: backend.persistent,
    shared,
    reason,
    close: () => (stop(), server.close()),
  };
}

serveWorker(self, startServer);
