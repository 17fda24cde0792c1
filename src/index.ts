/**
 * The library: an API server for Node and other hosts, and one that runs in a browser's worker.
 *
 *     const options = { backend: createMemoryBackend(), clock: createSystemClock(), random: createSystemRandom() };
 *     const server = await createApiServer(options);
 *     const kubepad = openKubepad();
 *     const lesson = await kubepad.openServer({ seed: [namespace, deployment] });
 */
export { createSystemClock } from "./apimachinery/system-clock.ts";
export { createSystemRandom } from "./apimachinery/system-random.ts";
export { createApiServer } from "./kube-apiserver/server.ts";
export type { ApiServerOptions } from "./kube-apiserver/options.ts";
export type { ApiServer } from "./kube-apiserver/server.ts";
export { createMemoryBackend } from "./apiserver/storage/backend/memory.ts";
export type { ConversionRequest, Converter, Converters } from "./client/converter.ts";
export type { Inspector, ServerInspector } from "./client/inspector.ts";
export type { CallWebhook, WebhookRequest, WebhookResponse } from "./component-base/webhook.ts";
export { createControllerManager } from "./controllers/controller-manager.ts";
export { openKubepad } from "./worker/kubepad.ts";
export type { Kubepad, KubepadOptions } from "./worker/kubepad.ts";
export type { KubepadServer, OpenedServer, OpenServerOptions, ServerOptions } from "./worker/tabs/opened-servers.ts";
