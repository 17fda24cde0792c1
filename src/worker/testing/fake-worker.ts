import { serveWorker } from "../host/serve-worker.ts";
import type { CreateServerFactory } from "../host/running-server.ts";
import type { ThreadPort } from "../link/links.ts";

/** Creates the two ends of a channel between a page and its worker; `close` closes both. */
export function createThreadPorts(): { readonly page: ThreadPort; readonly worker: ThreadPort; close(): void } {
  const { port1, port2 } = new MessageChannel();
  return { page: threadPort(port1), worker: threadPort(port2), close: () => port1.close() };
}

const threadPort = (port: MessagePort): ThreadPort => ({
  postMessage: (message, options) => port.postMessage(message, options),
  addEventListener(type, listener) {
    port.addEventListener(type, listener);
    port.start();
  },
});

/** A Worker in the test's own thread. Its code continues after `terminate`, but its messages are dropped. */
export class FakeWorker extends EventTarget implements Worker {
  readonly onmessage = null;
  readonly onmessageerror = null;
  readonly onerror = null;
  terminated = false;
  readonly #ports = createThreadPorts();

  constructor(createFactory: CreateServerFactory, locks: LockManager) {
    super();
    serveWorker({ ...this.#ports.worker, navigator: { locks } }, createFactory);
    this.#ports.page.addEventListener("message", ({ data }) => {
      this.dispatchEvent(new MessageEvent("message", { data }));
    });
  }

  postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
    if (!this.terminated)
      this.#ports.page.postMessage(message, Array.isArray(options) ? { transfer: options } : options);
  }

  /** Fires the error event of a worker that could not load its script. */
  fail(): void {
    this.dispatchEvent(new Event("error"));
  }

  terminate(): void {
    this.terminated = true;
    this.#ports.close();
  }
}
