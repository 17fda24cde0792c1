/**
 * The library for Node: serves a handler over HTTP and keeps objects in a folder.
 *
 *     const backend = await openFileBackend({ directory: "data" });
 *     const server = await createApiServer({ backend, clock, random, callWebhook: createWebhookClient().call });
 *     const host = await openHttpHost({ handle: withTrustedCallers(server.handle, loopbackOnly), port: 8001 });
 */
export { openHttpHost } from "./node/http-host.ts";
export type { HttpHost, HttpHostOptions } from "./node/http-host.ts";
export { createExtensionClient } from "./node/extension-client.ts";
export type { ExtensionHttpClient, ProxyCertificate } from "./node/extension-client.ts";
export { openFileBackend } from "./node/storage/file-backend.ts";
export type { FileBackendOptions } from "./node/storage/file-backend.ts";
export { repairFolder } from "./node/storage/file-repair.ts";
export { createWebhookClient } from "./node/webhook-client.ts";
export { withCors } from "./node/with-cors.ts";
export { loopbackOnly, withTrustedCallers } from "./node/with-trusted-callers.ts";
export type { TrustedCallersOptions } from "./node/with-trusted-callers.ts";
