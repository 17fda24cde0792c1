import { execFileSync } from "node:child_process";
import { Worker, type Transferable } from "node:worker_threads";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createFetch } from "../../src/client/fetch-adapter.ts";
import type { ServerSettings } from "../../src/worker/host/worker-messages.ts";
import { ownServer } from "../../src/worker/link/protocol.ts";
import { createRandomId } from "../../src/worker/browser-environment.ts";
import { startAlone } from "../../src/worker/tabs/alone.ts";
import { CurrentConnection } from "../../src/worker/tabs/connection.ts";
import { OpenedServers } from "../../src/worker/tabs/opened-servers.ts";
import { createRegistrations } from "../../src/worker/tabs/page-registrations.ts";
import { TabWorker, type ServerThread } from "../../src/worker/tabs/tab-worker.ts";
import type { WorkerServer } from "./worker-server.ts";

/** As much for young objects as the server's own process has (`npm run serve`). */
const resourceLimits = { maxYoungGenerationSizeMb: 192 };

/** A worker of Node with the events of a browser's. */
function threadOf(script: string): ServerThread {
  const worker = new Worker(script, { resourceLimits });
  const told: Readonly<Record<string, (value: unknown) => Event>> = {
    message: (data) => new MessageEvent("message", { data }),
    error: (error) => Object.assign(new Event("error"), { message: String(error) }),
    close: () => new Event("close"),
  };
  return {
    postMessage: (message, { transfer = [] } = {}) => worker.postMessage(message, transfer as readonly Transferable[]),
    addEventListener: (type, listener) =>
      worker.on(type === "close" ? "exit" : type, (value: unknown) => told[type] && listener(told[type](value))),
    terminate: () => void worker.terminate(),
  };
}

/**
 * Opens a server in a thread of Node that runs the browser's worker, on IndexedDB in memory, and talks to it as a page
 * does: through the frames of its link.
 */
export function openThread(settings: Omit<ServerSettings, "storage" | "leaderId">): WorkerServer {
  const bundled = execFileSync(process.execPath, [".config/bundle-cli.mjs", "e2e/worker-thread/thread-entry.ts"]);
  const clock = createSystemClock();
  const current = new CurrentConnection(clock);
  const worker = new TabWorker({
    startWorker: () => threadOf(bundled.toString().trim()),
    locks: undefined,
    createId: createRandomId,
  });
  const leaderId = createRandomId();
  const alone = startAlone(current, leaderId, undefined, (events) =>
    worker.open(ownServer, { ...settings, storage: "indexeddb", leaderId }, events),
  );
  const servers = new OpenedServers(worker, clock, createRandomId);
  return {
    fetch: createFetch(current.handle),
    ...createRegistrations(current, clock),
    openServer: (options = {}) => servers.open(options),
    close: () => {
      servers.close("The run has ended.");
      alone.close();
    },
  };
}
