import { createSystemClock } from "../apimachinery/system-clock.ts";
import type { HostedServer } from "./server-host.ts";
import { Followers, servePage } from "./server-host.ts";
import { Heartbeat } from "./heartbeat.ts";
import { createPortLink } from "./links.ts";
import type { ServerReport, StartMessage, WorkerMessage, ServerSettings } from "./start-message.ts";
import { isStartMessage } from "./start-message.ts";
import { tabsChannel, workerLock } from "./tab-channel.ts";

/** A server that was started in this worker. */
export interface StartedServer extends HostedServer, ServerReport {
  close(): Promise<void>;
}

/** Makes the server; calls `deposed` when the store says that another one has taken over. Rejects with a sentence for people. */
export type StartServer = (options: ServerSettings, deposed: () => void) => Promise<StartedServer>;

/** The part of a worker's global scope that is used here. */
export interface WorkerScope {
  postMessage(message: WorkerMessage): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
}

const movedReason = "Another tab has taken over the server; a request that was under way may have been done or not.";

/** Waits for the page's first message, then starts a server and serves it to that page and to the tabs that follow. */
export function serveWorker(scope: WorkerScope, startServer: StartServer): void {
  scope.addEventListener("message", ({ data }) => {
    if (isStartMessage(data)) void new HostingWorker(scope, data).start(startServer);
  });
}

/** One worker's life: started, serving, deposed. */
class HostingWorker {
  readonly #scope: WorkerScope;
  readonly #message: StartMessage;
  #heartbeat: Heartbeat | undefined;
  #server: StartedServer | undefined;
  #stops: ((reason: string) => void)[] = [];
  #deposed = false;

  constructor(scope: WorkerScope, message: StartMessage) {
    this.#scope = scope;
    this.#message = message;
  }

  async start(startServer: StartServer): Promise<void> {
    const { options } = this.#message;
    try {
      const [server] = await Promise.all([startServer(options, () => this.#depose()), options.storage === "indexeddb" && this.#lead()]);
      this.#serve(server);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#heartbeat?.announce({ epoch: undefined, persistent: false, reason });
      this.#scope.postMessage({ kind: "failed", reason });
    }
  }

  /** From here on other tabs know that somebody leads, and the page that this worker lives. */
  async #lead(): Promise<void> {
    const { database, leaderId } = this.#message.options;
    this.#heartbeat = new Heartbeat(new BroadcastChannel(tabsChannel(database)), createSystemClock(), leaderId, () => this.#depose());
    await new Promise<void>((granted) => {
      void navigator.locks.request(workerLock(database, leaderId), () => new Promise<never>(() => granted()));
    });
  }

  #serve(server: StartedServer): void {
    if (this.#deposed) return void server.close();
    this.#server = server;
    const { exchanges, inspector, options } = this.#message;
    this.#stops.push(servePage(server, createPortLink(exchanges), inspector));
    const { epoch, persistent, shared, reason } = server;
    if (shared) this.#openToFollowers(server, options);
    else this.#heartbeat?.close();
    this.#heartbeat?.announce({ epoch, persistent, reason });
    this.#scope.postMessage({ kind: "ready", report: { epoch, persistent, shared, reason } });
  }

  #openToFollowers(server: StartedServer, { database, leaderId }: ServerSettings): void {
    const followers = new Followers({ database, leaderId, locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name) }, server);
    this.#stops.push((reason) => followers.close(reason));
  }

  /** Another worker writes now: nothing is answered from here any more. */
  #depose(): void {
    if (this.#deposed) return;
    this.#deposed = true;
    this.#heartbeat?.close();
    for (const stop of this.#stops) stop(movedReason);
    this.#scope.postMessage({ kind: "deposed" });
    void this.#server?.close();
  }
}
