import { createSystemClock } from "../../apimachinery/system-clock.ts";
import type { HostedServer } from "./server-host.ts";
import { Followers, servePage } from "./server-host.ts";
import { Heartbeat } from "../tabs/heartbeat.ts";
import { ServerWithSettings, type ServerFactory } from "./hosted-server.ts";
import { createPortLink } from "../link/links.ts";
import type { StartedServer } from "./server-gate.ts";
import type { ServerReport, StartMessage, WorkerMessage, ServerSettings } from "./start-message.ts";
import { isStartMessage } from "./start-message.ts";
import { tabsChannel, workerLock } from "../tabs/tab-channel.ts";

/**
 * Makes what makes servers on the storage that the settings name; calls `deposed` when the store says that another one
 * has taken over.
 */
export type CreateServerFactory = (options: ServerSettings, deposed: () => void) => ServerFactory;

/** The part of a worker's global scope that is used here. */
export interface WorkerScope {
  postMessage(message: WorkerMessage): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
  /** Ends the worker. */
  close(): void;
}

const movedReason = "Another tab has taken over the server; a request that was under way may have been done or not.";

/** Waits for the page's first message, then starts a server and serves it to that page and to the tabs that follow. */
export function serveWorker(scope: WorkerScope, createFactory: CreateServerFactory): void {
  scope.addEventListener("message", ({ data }) => {
    if (isStartMessage(data)) void new HostingWorker(scope, data).start(createFactory);
  });
}

/** One worker's life: started, serving, deposed. */
class HostingWorker {
  readonly #scope: WorkerScope;
  readonly #message: StartMessage;
  #heartbeat: Heartbeat | undefined;
  #server: ServerWithSettings | undefined;
  #stops: ((reason: string) => void)[] = [];
  #deposed = false;

  constructor(scope: WorkerScope, message: StartMessage) {
    this.#scope = scope;
    this.#message = message;
  }

  async start(createFactory: CreateServerFactory): Promise<void> {
    const { options } = this.#message;
    try {
      const factory = createFactory(options, () => this.#depose());
      const opening = ServerWithSettings.open(factory, createSystemClock(), {
        restarted: (server) => this.#restarted(server),
        lost: () => this.#lose(),
      });
      const [{ hosted, server }] = await Promise.all([opening, options.storage === "indexeddb" && this.#lead()]);
      this.#serve(hosted, server);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#heartbeat?.announce({ epoch: undefined, persistent: false, reason });
      this.#scope.postMessage({ kind: "failed", reason });
    }
  }

  /** From here on other tabs know that somebody leads, and the page that this worker lives. */
  async #lead(): Promise<void> {
    const { database, leaderId } = this.#message.options;
    this.#heartbeat = new Heartbeat(new BroadcastChannel(tabsChannel(database)), createSystemClock(), leaderId, () =>
      this.#depose(),
    );
    await new Promise<void>((granted) => {
      void navigator.locks.request(workerLock(database, leaderId), () => new Promise<never>(() => granted()));
    });
  }

  #serve(hosted: ServerWithSettings, report: ServerReport): void {
    if (this.#deposed) return void hosted.close();
    this.#server = hosted;
    const { exchanges, inspector, options } = this.#message;
    this.#stops.push(servePage(hosted, createPortLink(exchanges), inspector));
    const { epoch, persistent, shared, reason } = report;
    if (shared) this.#openToFollowers(hosted, options);
    else this.#heartbeat?.close();
    this.#heartbeat?.announce({ epoch, persistent, reason });
    this.#scope.postMessage({ kind: "ready", report: { epoch, persistent, shared, reason } });
  }

  /** The storage gives no server any more. Where a page watches over this worker, it starts another. */
  #lose(): void {
    if (this.#message.options.storage === "indexeddb") this.#scope.close();
  }

  /** The same worker with another server: its epoch is later, and everybody stays connected. */
  #restarted({ epoch, persistent, shared, reason }: StartedServer): void {
    if (this.#deposed) return;
    this.#heartbeat?.announce({ epoch, persistent, reason });
    this.#scope.postMessage({ kind: "restarted", report: { epoch, persistent, shared, reason } });
  }

  #openToFollowers(server: HostedServer, { database, leaderId }: ServerSettings): void {
    const followers = new Followers(
      { database, leaderId, locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name) },
      server,
    );
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
