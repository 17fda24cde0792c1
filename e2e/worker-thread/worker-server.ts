import type { Kubepad } from "../../src/worker/kubepad.ts";

/** A server in a worker as recorded exchanges and expectations use it, in a page or under Node. */
export type WorkerServer = Pick<
  Kubepad,
  "fetch" | "registerWebhook" | "registerApiServer" | "apiServers" | "openServer" | "close"
>;
