import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import type { AdmissionWebhooks } from "../client/admission-webhook.ts";
import type { FeatureSettings } from "../component-base/features/feature-gates.ts";
import { parseEmulatedVersion } from "../component-base/versions/release.ts";
import { parseRuntimeConfig } from "../component-base/versions/runtime-config.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { createControllerManager } from "../controllers/controller-manager.ts";
import { forkStore, type Fork } from "../kube-apiserver/fork-store.ts";
import { createApiServer } from "../kube-apiserver/server.ts";
import { validateManifests, type ValidationInput, type ValidationOptions } from "./validate-manifests.ts";
import type { ValidationReport } from "./report.ts";
import { policiesMs, validationControllers, validationPlugins, type OpenedServer } from "./validation.ts";

/** How the server is set up. */
export interface ServerSettings {
  /** The release to emulate, as `1.33`; that of the server by default. */
  readonly release?: string;
  readonly featureGates?: FeatureSettings;
  /** What is served, in the format of kube-apiserver's `--runtime-config`. */
  readonly runtimeConfig?: string;
  readonly enableAdmissionPlugins?: readonly string[];
  readonly disableAdmissionPlugins?: readonly string[];
  /** Functions that stand in for admission webhooks, by the name of the webhook. */
  readonly webhooks?: AdmissionWebhooks;
}

const administrator = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };

/** Addresses for more than the 254 Services of the default, with those that installers ask for by their defaults. */
const serviceClusterIpRange = "10.0.0.0/8";

/** Other names than those of the server that is forked, whose seed is 1. */
const forkSeed = 1_000_000;

/** Opens a server in memory. Rejects with a ConfigurationError if its settings are wrong. */
export const openServer = (settings: ServerSettings): Promise<OpenedServer> => open(settings, undefined);

async function open(settings: ServerSettings, origin: Fork | undefined): Promise<OpenedServer> {
  const { release, runtimeConfig, webhooks, featureGates, enableAdmissionPlugins, disableAdmissionPlugins } = settings;
  const clock = new WorldClock({ ...origin?.time, host: createSystemClock() });
  const random = createSeededRandom(origin === undefined ? 1 : forkSeed + origin.revision);
  const token = random.uuid();
  const manager = createControllerManager(clock, () => random.uuid(), validationControllers);
  const server = await createApiServer({
    backend: origin?.backend ?? createMemoryBackend(),
    goesOn: origin !== undefined,
    clock,
    random,
    requestRandom: createSeededRandom(2),
    loopbackTokens: new Map([[token, administrator], ...manager.tokens]),
    tokens: new Map(),
    emulatedRelease: release === undefined ? undefined : parseEmulatedVersion(release),
    runtimeConfig: runtimeConfig === undefined ? undefined : parseRuntimeConfig(runtimeConfig),
    featureGates,
    enableAdmissionPlugins,
    disableAdmissionPlugins,
    admissionWebhooks: webhooks,
    serviceClusterIpRange,
    defaultAdmissionPlugins: () => validationPlugins,
    subtle: crypto.subtle,
  });
  const stop = manager.start(server.handle);
  const close = async (): Promise<void> => {
    stop();
    await server.close();
    clock.close();
  };
  try {
    if (origin !== undefined) await server.aggregation.idle();
    await manager.started();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    asked: {
      handle: server.handle,
      clock,
      token,
      random: () => random.int(1_000_000) / 1_000_000,
      settle: () => clock.advance(policiesMs),
      inspect: server.inspect,
    },
    fork: async () => open(settings, await forkStore(server.store, clock)),
    close,
  };
}

/**
 * Validates files by a fresh server in memory: what it would say if kubectl sent their objects. It reads no network and
 * writes no files. Rejects with a ConfigurationError if the settings of the server are wrong.
 */
export async function validate(
  input: ValidationInput,
  options: ValidationOptions & ServerSettings = {},
): Promise<ValidationReport> {
  const server = await openServer(options);
  try {
    return await validateManifests(server.asked, input, options);
  } finally {
    await server.close();
  }
}
