/**
 * The library, for every JavaScript host: an API server, its storage backends, and a client.
 *
 *     const options = { backend: createMemoryBackend(), clock: createSystemClock(), random: createSystemRandom() };
 *     const server = await createApiServer(options);
 */
export {
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isNotFound,
  isResourceExpired,
  StatusError,
} from "./apimachinery/errors.ts";
export type { Clock } from "./apimachinery/clock.ts";
export type { KubeObject, ObjectMeta, Status } from "./apimachinery/meta.ts";
export type { Random } from "./apimachinery/random.ts";
export { createSeededRandom } from "./apimachinery/seeded-random.ts";
export { createSystemClock } from "./apimachinery/system-clock.ts";
export { createSystemRandom } from "./apimachinery/system-random.ts";
export { parseTokenFile } from "./apiserver/auth/token-file.ts";
export type { UserInfo } from "./apiserver/request/user.ts";
export type {
  Backend,
  BackendBatch,
  BackendCheckpoint,
  BackendHistory,
  BackendState,
  BackendUsage,
  BackendWrite,
} from "./apiserver/storage/backend/backend.ts";
export { BackendError } from "./apiserver/storage/backend/backend-error.ts";
export { openIndexedDbBackend } from "./apiserver/storage/backend/indexeddb.ts";
export { createMemoryBackend, createMemoryMedium } from "./apiserver/storage/backend/memory.ts";
export type { MemoryMedium } from "./apiserver/storage/backend/memory.ts";
export { Client } from "./client/client.ts";
export type { ClientOptions, ListParameters, WatchParameters } from "./client/client.ts";
export type { AdmissionWebhook, AdmissionWebhookResponse, AdmissionWebhooks } from "./client/admission-webhook.ts";
export type { ConversionRequest, Converter, Converters } from "./client/converter.ts";
export type { Inspector, ServerInspector } from "./client/inspector.ts";
export type { ResourceTarget } from "./client/resource-path.ts";
export { ConfigurationError } from "./component-base/configuration-error.ts";
export type {
  Answer,
  AnswerBody,
  AnswerHeader,
  Exchange,
  Handle,
  HeaderReader,
  RequestBody,
} from "./component-base/exchange.ts";
export { parseEmulatedVersion } from "./component-base/versions/release.ts";
export { parseRuntimeConfig } from "./component-base/versions/runtime-config.ts";
export type { ApiServers, CallExtension, ExtensionRequest } from "./component-base/extension-server.ts";
export type { CallWebhook, WebhookRequest, WebhookResponse } from "./component-base/webhook.ts";
export { createControllerManager } from "./controllers/controller-manager.ts";
export type { ApiServerOptions } from "./kube-apiserver/options.ts";
export { createApiServer } from "./kube-apiserver/server.ts";
export type { ApiServer } from "./kube-apiserver/server.ts";
