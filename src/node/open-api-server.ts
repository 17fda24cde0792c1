import { randomUUID } from "node:crypto";
import { messageOf } from "../apimachinery/message-of.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { parseTokenFile } from "../apiserver/auth/token-file.ts";
import type { ApiServerOptions, OpenSharedBackend } from "../kube-apiserver/options.ts";
import { defaultIssuer } from "../kube-apiserver/security/server-identity.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import type { Handle } from "../component-base/exchange.ts";
import { Client } from "../client/client.ts";
import type { FaultRule } from "../client/faults.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import { createFeatureGates } from "../component-base/features/feature-gates.ts";
import type { MetricsRegistry } from "../component-base/metrics/metrics-registry.ts";
import { keepWorldTime } from "../component-base/keep-world-time.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { enabledControllers, pluginsFor } from "../controllers/controller-names.ts";
import { createNodeAuthorizer } from "../plugin/auth/node/node-authorizer.ts";
import { folderOf, type ServeOptions } from "./command-line.ts";
import { openAudit } from "./audit-options.ts";
import { readConfigurationFiles, type ConfigurationFiles } from "./configuration-files.ts";
import type { EncryptionMetrics } from "./encryption/encryption-metrics.ts";
import { openFileBackend } from "./storage/file-backend.ts";
import { readWorldTime, writeWorldTime } from "./storage/world-time-file.ts";
import { findServiceAddress } from "./service-addresses.ts";
import { clientAuthentication, type FrontProxyOptions } from "./front-proxy-options.ts";
import { outgoingCalls } from "./outgoing-calls.ts";
import { readConfigurationFile } from "./read-file.ts";
import {
  type OneOfServers,
  type PreparedControllers,
  prepareControllers,
  type RunningControllers,
  serverIdOf,
} from "./run-controllers.ts";
import { serviceAccountOptions } from "./service-account-keys.ts";
import type { StorageOptions } from "./storage-options.ts";

/** A server with its controllers. */
export interface OpenedApiServer {
  readonly handle: Handle;
  /** Makes /readyz report that the server is shutting down. Requests are still served. */
  startShutdown(): void;
  /** Stops the controllers, ends watches and resolves when everything is stored. */
  close(): Promise<void>;
}

type OptionalSettings =
  | "unsafeNoFsync"
  | keyof StorageOptions
  | keyof ConfigurationFiles
  | "eventTtlMs"
  | "featureGates"
  | "runtimeConfig"
  | "emulatedRelease"
  | "requestTimeoutMs"
  | "maxRequestsInFlight"
  | "maxMutatingRequestsInFlight"
  | "authorizationModes"
  | "livezGracePeriodMs"
  | "showHiddenMetrics"
  | "auditPolicyFile"
  | "auditLogPath"
  | "auditWebhook"
  | "faultConfigFile"
  | "enableAdmissionPlugins"
  | "disableAdmissionPlugins"
  | "controllers"
  | "serviceClusterIpRange"
  | "serviceNodePortRange"
  | "webhookServiceAddresses"
  | "routesToEndpoints"
  | keyof FrontProxyOptions
  | "clientCaFile"
  | "requiresCredentials"
  | "serverAddress"
  | "defaultAdmissionPlugins"
  | "anonymousAuth"
  | "forbidsAnonymous"
  | "oidc"
  | "authenticationConfigFile"
  | "tokenWebhook"
  | "authorizationConfigFile"
  | "authorizationWebhook"
  | "serviceAccountIssuers"
  | "apiAudiences"
  | "serviceAccountKeyFiles"
  | "serviceAccountSigningKeyFile"
  | "simulatedNodes"
  | "addons"
  | "nodesOfNewStorage"
  | "worldTime"
  | "port"
  | "endpoints";

/** The options for opening a server. */
export interface OpenOptions
  extends Pick<ServeOptions, "storage" | "tokenAuthFile">, Partial<Pick<ServeOptions, OptionalSettings>> {
  /** Users by tokens that the host itself issues. */
  readonly tokens?: ApiServerOptions["loopbackTokens"];
}

/** Returns how Services of webhooks and extension API servers are called. */
const serviceRouting = ({
  webhookServiceAddresses = new Map(),
  routesToEndpoints,
}: Partial<Pick<ServeOptions, "webhookServiceAddresses" | "routesToEndpoints">>) => ({
  serviceAddress: findServiceAddress(webhookServiceAddresses),
  routesToEndpoints,
});

/** Opens the API server on its storage backend, and starts the controllers. */
export async function openApiServer({ storage, tokenAuthFile, ...settings }: OpenOptions): Promise<OpenedApiServer> {
  const clock = createSystemClock();
  const world = new WorldClock({ host: clock, ...settings.worldTime });
  const gates = createFeatureGates(settings.featureGates, settings.emulatedRelease);
  const tokens = usersByToken(tokenAuthFile, settings.requiresCredentials);
  const access = await openAccess(settings);
  const admission = await readConfigurationFiles(settings);
  const oneOf = oneOfServers(storage, clock, settings);
  const controllers = prepareControllers(world, settings.controllers, { ...settings, gates }, oneOf);
  const setupToken = randomUUID();
  const audit = await openAudit(settings, clock, say);
  const faults = await readFaults(settings.faultConfigFile);
  const calls = outgoingCalls(settings);
  const { backend, closeOpened, registerMetrics } = await openStorage(storage, settings);
  const folder = folderOf(storage);
  const stopKeeping = folder === undefined ? undefined : keepTimeIn(folder, world, settings.worldTime);
  const server = await createApiServer({
    backend,
    clock,
    world,
    random: createSystemRandom(),
    identity: oneOf && serverIdOf(oneOf),
    registerMetrics,
    tokens,
    ...(settings.serverAddress !== undefined && { serverAddress: settings.serverAddress }),
    ...access.options,
    createNodeAuthorizer,
    loopbackTokens: new Map([[setupToken, setupUser], ...controllers.tokens, ...(settings.tokens ?? [])]),
    ...limitsOf(settings),
    ...admission,
    audit: audit.options,
    enableAdmissionPlugins: settings.enableAdmissionPlugins,
    disableAdmissionPlugins: settings.disableAdmissionPlugins,
    defaultAdmissionPlugins: () => settings.defaultAdmissionPlugins ?? pluginsFor(settings.controllers),
    serviceClusterIpRange: settings.serviceClusterIpRange,
    serviceNodePortRange: settings.serviceNodePortRange,
    subtle: crypto.subtle,
    ...calls.options,
    apiServers: controllers.apiServers,
    clientAuthentication: clientAuthentication(settings),
    ...serviceRouting(settings),
    reportUnreadable: (sentence) => process.stderr.write(`${sentence}\n`),
    reportBug: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  }).catch(async (error: unknown) => {
    stopKeeping?.();
    access.close();
    await closeOpened();
    throw error;
  });
  const running = await beginWork(server, controllers, setupToken, { ...settings, faults });
  return {
    handle: server.handle,
    startShutdown() {
      server.startShutdown();
      running.leave();
    },
    async close() {
      await running.stop();
      stopKeeping?.();
      access.close();
      world.close();
      await server.close();
      calls.close();
      await audit.close();
    },
  };
}

/** Tells other servers of this one, adds the first objects and faults, and starts the controllers. */
async function beginWork(
  server: ApiServer,
  controllers: PreparedControllers,
  setupToken: string,
  settings: Parameters<typeof addFirstObjects>[2] & { readonly faults: readonly FaultRule[] | undefined },
): Promise<RunningControllers> {
  const announcement = controllers.announce(server);
  await addFirstObjects(server, setupToken, settings, announcement.made);
  if (settings.faults !== undefined) await server.inspect.setFaults(settings.faults);
  const { leave, stop } = controllers.start(server.handle);
  return {
    leave,
    async stop() {
      await stop();
      await announcement.stop();
    },
  };
}

/** Returns a storage, and what closes it if it has been opened. */
function remembered(backend: Backend | OpenSharedBackend) {
  if (typeof backend !== "function") return { backend, closeOpened: () => backend.close() };
  let opened: Backend | undefined;
  const open: OpenSharedBackend = async (...args) => {
    const shared = await backend(...args);
    opened = shared.backend;
    return shared;
  };
  return { backend: open, closeOpened: async () => opened?.close() };
}

function oneOfServers(
  storage: ServeOptions["storage"],
  clock: Clock,
  { port = 0, endpoints }: Partial<Pick<ServeOptions, "port" | "endpoints">>,
): OneOfServers | undefined {
  if (storage === "memory" || !("etcd" in storage)) return undefined;
  return { clock, port, endpoints: endpoints && { ...endpoints, etcd: storage.etcd }, report: say };
}

/** Returns the settings of what is served, and of its limits. */
const limitsOf = (settings: Partial<ServeOptions>) => ({
  featureGates: settings.featureGates,
  runtimeConfig: settings.runtimeConfig,
  emulatedRelease: settings.emulatedRelease,
  requestTimeoutMs: settings.requestTimeoutMs,
  maxRequestsInFlight: settings.maxRequestsInFlight,
  maxMutatingRequestsInFlight: settings.maxMutatingRequestsInFlight,
  showHiddenMetrics: settings.showHiddenMetrics,
  livezGracePeriodMs: settings.livezGracePeriodMs,
});

/** Opens the authentication and the authorization of a server. */
async function openAccess(settings: Partial<ServeOptions>) {
  const [authentication, authorization] = [await openAuthentication(settings), await openAuthorizers(settings)];
  return {
    options: { ...authentication.options, ...authorization.options },
    close() {
      authentication.close();
      authorization.close();
    },
  };
}

/** The authentication of a server by what is asked for beside tokens of a file. */
interface OpenedAuthentication {
  readonly options: Pick<ApiServerOptions, "serviceAccounts" | "anonymous">;
  close(): void;
}

/** Opens how tokens of service accounts are signed and verified, and those of issuers that flags or a file name. */
async function openAuthentication(settings: Partial<ServeOptions>): Promise<OpenedAuthentication> {
  const serviceAccounts = serviceAccountOptions(settings);
  const { authenticationConfigFile: file, oidc, anonymousAuth, forbidsAnonymous, tokenWebhook } = settings;
  if (file === undefined && oidc === undefined && tokenWebhook === undefined)
    return {
      options: { serviceAccounts, anonymous: forbidsAnonymous === true ? false : anonymousAuth },
      close: () => undefined,
    };
  const { openTokens } = await import("./access/tokens.ts");
  const serviceAccountIssuers = serviceAccounts?.issuers ?? [defaultIssuer];
  const asked = { file, oidc, anonymousAuth, forbidsAnonymous, tokenWebhook };
  const opened = openTokens({ ...asked, serviceAccountIssuers, report: say });
  const { extend, anonymous, close } = opened;
  return { options: { serviceAccounts: { ...serviceAccounts, extend }, anonymous }, close };
}

/** The authorization of a server. */
interface OpenedAuthorizers {
  readonly options: Pick<ApiServerOptions, "authorizationModes" | "createAuthorizer">;
  close(): void;
}

/** Opens the authorizers that flags or a file name. */
async function openAuthorizers(settings: Partial<ServeOptions>): Promise<OpenedAuthorizers> {
  const { authorizationModes = ["RBAC"], authorizationConfigFile: file, authorizationWebhook: webhook } = settings;
  const modes = authorizationModes.filter((mode) => mode !== "Webhook");
  if (file === undefined && modes.length === authorizationModes.length)
    return { options: { authorizationModes: modes }, close: () => undefined };
  const { openAuthorization } = await import("./access/authorization.ts");
  const { createAuthorizer, close } = openAuthorization({ file, modes: authorizationModes, webhook, report: say });
  return { options: { createAuthorizer }, close };
}

/** Returns the users of a token file; undefined if callers need no credentials. */
function usersByToken(file: string | undefined, requiresCredentials = false): ApiServerOptions["tokens"] {
  if (file !== undefined) return parseTokenFile(readConfigurationFile(file), file);
  return requiresCredentials ? new Map() : undefined;
}

/**
 * Creates the nodes and addons that options ask for; in a new storage also the account that pods need, ahead of the
 * controller for accounts.
 */
async function addFirstObjects(
  { handle, store }: ApiServer,
  setupToken: string,
  {
    controllers,
    simulatedNodes,
    addons = [],
    nodesOfNewStorage = 0,
  }: Pick<OpenOptions, "controllers" | "simulatedNodes" | "addons" | "nodesOfNewStorage">,
  mayWrite: Promise<void>,
): Promise<void> {
  const isNew = store.epoch === 1;
  const nodes = simulatedNodes ?? (isNew ? nodesOfNewStorage : 0);
  const needsAccount = isNew && enabledControllers(controllers).has("serviceaccount-controller");
  if (nodes === 0 && !needsAccount && addons.length === 0) return;
  await mayWrite;
  const first = await import("../controllers/simulated-nodes/add-nodes.ts");
  if (needsAccount) await first.addDefaultAccount(handle, setupToken);
  await first.addNodes(handle, setupToken, nodes);
  if (addons.length === 0) return;
  const { installAddon } = await import("../client/install-addons.ts");
  const headers = { Authorization: `Bearer ${setupToken}` };
  for (const addon of addons) await installAddon(new Client({ handle, userAgent: "kubepad", headers }), addon);
}

/** Reads the rules of faults. Throws a ConfigurationError that names the file. */
async function readFaults(file: string | undefined): Promise<readonly FaultRule[] | undefined> {
  if (file === undefined) return undefined;
  const { loadFaultConfig } = await import("../kube-apiserver/load-fault-config.ts");
  try {
    return loadFaultConfig(readConfigurationFile(file));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`loading fault config: ${error.message}: from file ${file}`, { cause: error });
  }
}

/** Goes on with the time of a folder's world, where options do not say otherwise, and keeps it from now on. */
function keepTimeIn(folder: string, world: WorldClock, change: ServeOptions["worldTime"] = {}): () => void {
  const kept = readWorldTime(folder);
  if (kept !== undefined) world.resume({ ...kept, ...change });
  return keepWorldTime(world, (time) => {
    try {
      writeWorldTime(folder, time);
    } catch (error) {
      say(`the time of the world cannot be kept: ${messageOf(error)}`);
    }
  });
}

/** Who makes what options ask for before clients are served. */
const setupUser = { name: "system:apiserver", uid: "", groups: ["system:masters"], extra: {} };

/** Opens the storage, and what registers its metrics, if it has any. */
async function openStorage(storage: ServeOptions["storage"], settings: Partial<ServeOptions>) {
  const metrics = await encryptionMetrics(settings);
  const opened = remembered(await openBackend(storage, settings, metrics));
  return { ...opened, registerMetrics: metrics && ((registry: MetricsRegistry) => metrics.register(registry)) };
}

/** Returns what counts how stored values are encrypted; undefined if none are. */
async function encryptionMetrics({
  encryption,
  port = 0,
}: Partial<Pick<ServeOptions, "encryption" | "port">>): Promise<EncryptionMetrics | undefined> {
  if (encryption === undefined) return undefined;
  const { EncryptionMetrics } = await import("./encryption/encryption-metrics.ts");
  return new EncryptionMetrics(serverIdOf({ port }));
}

/** Opens the storage. In memory nothing is encrypted, but the configuration has to be valid. */
async function openBackend(
  storage: ServeOptions["storage"],
  { unsafeNoFsync, encryption }: Partial<Pick<ServeOptions, "unsafeNoFsync" | "encryption">>,
  metrics: EncryptionMetrics | undefined,
): Promise<Backend | OpenSharedBackend> {
  if (storage !== "memory" && "etcd" in storage) {
    const { openEtcdStorage } = await import("./etcd/open-etcd-storage.ts");
    if (encryption === undefined) return openEtcdStorage(storage.etcd, undefined, say);
    const { openEncryption } = await import("./encryption/open-encryption.ts");
    return openEtcdStorage(storage.etcd, openEncryption(encryption, say, metrics), say);
  }
  const open = async (): Promise<Backend> =>
    storage === "memory"
      ? createMemoryBackend()
      : openFileBackend({ directory: storage.folder, unsafeNoFsync, report: say });
  if (encryption === undefined) return open();
  const { openEncrypted } = await import("./encryption/open-encryption.ts");
  return openEncrypted(open, encryption, say, metrics);
}

const say = (message: string): void => void process.stderr.write(`${message}\n`);
