// The script of a thread that runs the browser's worker under Node: what a worker's global scope has comes first.
import "fake-indexeddb/auto";
import { parentPort } from "node:worker_threads";
import { FakeLocks } from "../../src/worker/testing/fake-locks.ts";

if (parentPort === null) throw new Error("this script is for a thread");
const port = parentPort;
const define = (name: string, value: unknown): unknown =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

define("navigator", { locks: new FakeLocks(), storage: { estimate: () => Promise.resolve({}) } });
define("isSecureContext", true);
define("self", globalThis);
define("postMessage", (message: unknown, { transfer = [] }: StructuredSerializeOptions = {}) =>
  port.postMessage(message, transfer as Parameters<typeof port.postMessage>[1]),
);
define("addEventListener", (type: string, listener: (event: Event) => void) => {
  if (type === "message") port.on("message", (data) => listener(new MessageEvent("message", { data })));
});
await import("../../src/worker/server-entry.ts");
