import { createInspectorClient } from "../host/inspector-client.ts";
import type { Connection } from "./connection.ts";
import { createLinkClient } from "../link/link-client.ts";
import { createPortLink } from "../link/links.ts";
import type { ServerReport, StartMessage, ServerSettings } from "../host/start-message.ts";
import { isWorkerMessage } from "../host/start-message.ts";

/** What a worker tells the page that owns it. */
export interface ServerEvents {
  ready(report: ServerReport): void;
  /** It was started anew in the same worker. */
  restarted(report: ServerReport): void;
  /** Its epoch is over: another worker writes to the same database. */
  deposed(): void;
  /** It cannot be started or broke down, for a reason in words. */
  failed(reason: string): void;
}

/** A worker with the server in it, owned by this tab. */
export interface ServerProcess {
  readonly connection: Connection;
  /** Ends the worker and whatever it was doing. */
  stop(reason: string): void;
}

/** Starts the server in a worker. Requests may be sent at once and wait for it to be ready. */
export function startServerProcess(worker: Worker, options: ServerSettings, events: ServerEvents): ServerProcess {
  const exchanges = new MessageChannel();
  const inspector = new MessageChannel();
  worker.onmessage = (event: MessageEvent<unknown>) => tell(event.data, events);
  worker.onerror = (event) =>
    events.failed(`The server's worker failed: ${event.message || "its script could not be loaded"}`);
  const start: StartMessage = { kind: "start", options, exchanges: exchanges.port2, inspector: inspector.port2 };
  worker.postMessage(start, [exchanges.port2, inspector.port2]);
  const link = createLinkClient(createPortLink(exchanges.port1));
  const client = createInspectorClient(inspector.port1);
  const lose = (reason: string): void => {
    link.lose(reason);
    client.lose(reason);
    inspector.port1.close();
  };
  const stop = (reason: string): void => {
    worker.terminate();
    lose(reason);
  };
  return { connection: { handle: link.handle, inspector: client.service, close: lose }, stop };
}

function tell(message: unknown, events: ServerEvents): void {
  if (!isWorkerMessage(message)) return;
  switch (message.kind) {
    case "ready":
      return events.ready(message.report);
    case "restarted":
      return events.restarted(message.report);
    case "deposed":
      return events.deposed();
    case "failed":
      return events.failed(message.reason);
  }
}
