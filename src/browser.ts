/**
 * The library for pages: a server in a worker, which the tabs of an origin share.
 *
 *     const kubepad = openKubepad();
 *     const lesson = await kubepad.openServer({ seed: [namespace, deployment] });
 */
export type { KubeObject } from "./apimachinery/meta.ts";
export type { AdmissionWebhook, AdmissionWebhookResponse } from "./client/admission-webhook.ts";
export type { ConversionRequest, Converter } from "./client/converter.ts";
export type { Inspector } from "./client/inspector.ts";
export type { Answer, Exchange, Handle } from "./component-base/exchange.ts";
export { openKubepad } from "./worker/kubepad.ts";
export type { ForkOptions, Kubepad, KubepadOptions, LeadershipView } from "./worker/kubepad.ts";
export type { LeadershipState } from "./worker/tabs/leadership.ts";
export type { PageRegistrations } from "./worker/tabs/page-registrations.ts";
export type { ApiServerRegistration, PageApiServer } from "./worker/host/function-calls.ts";
export type { KubepadServer, OpenedServer, OpenServerOptions, ServerOptions } from "./worker/tabs/opened-servers.ts";
