import { createInspectorClient } from "../host/inspector-client.ts";
import type {
  OpeningProgress,
  OpenMessage,
  PageMessage,
  ServerNews,
  ServerReport,
  ServerSettings,
} from "../host/worker-messages.ts";
import { isWorkerMessage } from "../host/worker-messages.ts";
import { createLinkClient, type LinkClient } from "../link/link-client.ts";
import { createThreadLink, type ThreadPort } from "../link/links.ts";
import type { Connection } from "./connection.ts";

/** The events that a worker reports to the page about one of its servers. */
export interface ServerEvents {
  /** Its first content is restored, before it is ready. */
  progress?(progress: OpeningProgress): void;
  ready(report: ServerReport): void;
  /** The server was restarted under the same id. */
  restarted(report: ServerReport): void;
  /** The server's epoch has ended: another worker writes to the same database. */
  deposed(): void;
  /** The server could not be started or crashed, with a user-facing reason. */
  failed(reason: string, damaged: boolean): void;
  /** The server is gone, alone or with its whole worker, and unwritten data is lost. */
  died(): void;
}

/** A server in this tab's worker. */
export interface ServerProcess {
  readonly connection: Connection;
  /** Stops the server and everything in progress. */
  stop(reason: string): void;
}

/** A worker as its page uses it: the Worker itself, or a port that leads to one. */
export interface ServerThread extends Pick<ThreadPort, "postMessage"> {
  /** Besides a Worker's events, a port fires `close` when the worker behind it has ended. */
  addEventListener(type: "message" | "error" | "close", listener: (event: Event) => void): void;
  terminate(): void;
}

/** Returns the port that carries the messages of a thread. */
const portOf = (thread: ServerThread): ThreadPort => ({
  postMessage: (message, options) => thread.postMessage(message, options),
  addEventListener: (type, listener) =>
    thread.addEventListener(type, (event) => {
      if (event instanceof MessageEvent) listener(event);
    }),
});

/** Returns the message of an error event; "" for a script that could not be loaded. */
export const errorMessageOf = (event: Event): string =>
  "message" in event && typeof event.message === "string" ? event.message : "";

/** The browser APIs that a tab's worker needs; tests provide fakes. */
export interface TabWorkerEnvironment {
  startWorker(): ServerThread;
  /** Used to detect that a worker crashed. Without locks, crashes go undetected. */
  readonly locks: LockManager | undefined;
  /** Returns a new name for a worker's lock. */
  createId(): string;
}

/**
 * The single worker of a tab, which hosts all servers of this tab by id: the shared server of the database while this
 * tab leads, and the servers that the tab opened for itself. It starts with the first server and ends with the last.
 *
 * Servers that a tab opens run in the tab's own worker, whether the tab leads or follows. In the leader's worker they
 * would end with the leading tab, and every exchange would have to cross a BroadcastChannel. When the tab loses
 * leadership, only the shared server ends. When it becomes the leader, the shared server is added to its worker.
 */
export class TabWorker {
  readonly #env: TabWorkerEnvironment;
  #running: RunningWorker | undefined;

  constructor(env: TabWorkerEnvironment) {
    this.#env = env;
  }

  /**
   * Starts a server with an unused id. Requests may be sent immediately and wait until it is ready. Pages whose threads
   * lead to the same worker share a server by the name `shared`.
   */
  open(server: string, settings: ServerSettings, events: ServerEvents, shared?: string): ServerProcess {
    this.#running ??= new RunningWorker(this.#env, (ended) => {
      if (this.#running === ended) this.#running = undefined;
    });
    return this.#running.open({ server, shared, settings }, events);
  }
}

/** The page's view of a server in a worker. */
interface Opened {
  readonly events: ServerEvents;
  readonly connection: Connection;
}

const diedReason = "The server's worker ended; a request that was under way may have been done or not.";

/** One worker, from its first server to its last. */
class RunningWorker {
  readonly #worker: ServerThread;
  readonly #locks: LockManager | undefined;
  readonly #lock: string;
  readonly #link: LinkClient;
  readonly #opened = new Map<number, Opened>();
  readonly #ending = new AbortController();
  readonly #ended: (worker: RunningWorker) => void;
  #lastInstance = 0;
  #watched = false;
  #heard = false;

  constructor(env: TabWorkerEnvironment, ended: (worker: RunningWorker) => void) {
    this.#worker = env.startWorker();
    this.#locks = env.locks;
    this.#lock = `kubepad/worker/${env.createId()}`;
    this.#ended = ended;
    const port = portOf(this.#worker);
    this.#link = createLinkClient(createThreadLink(port));
    port.addEventListener("message", ({ data }) => {
      if (isWorkerMessage(data)) this.#hear(data.instance, data.news);
    });
    this.#worker.addEventListener("error", (event) => this.#failed(errorMessageOf(event)));
    this.#worker.addEventListener("close", () => this.#died());
    if (this.#locks !== undefined) this.#post({ kind: "hold", lock: this.#lock });
  }

  open(opening: Pick<OpenMessage, "server" | "shared" | "settings">, events: ServerEvents): ServerProcess {
    const { server } = opening;
    const instance = (this.#lastInstance += 1);
    const { port1, port2 } = new MessageChannel();
    this.#post({ kind: "open", ...opening, instance, inspector: port2 }, [port2]);
    const exchanges = this.#link.connect(server);
    const inspector = createInspectorClient(port1);
    const close = (reason: string): void => {
      exchanges.lose(reason);
      inspector.lose(reason);
      port1.close();
    };
    const connection = { handle: exchanges.handle, inspector: inspector.service, close };
    this.#opened.set(instance, { events, connection });
    return { connection, stop: (reason) => this.#stop(instance, server, reason) };
  }

  #stop(instance: number, server: string, reason: string): void {
    const opened = this.#opened.get(instance);
    if (opened === undefined) return;
    this.#opened.delete(instance);
    this.#post({ kind: "close", server, reason });
    if (this.#opened.size === 0) this.#end(reason);
    opened.connection.close(reason);
  }

  #hear(instance: number, news: ServerNews): void {
    const events = this.#opened.get(instance)?.events;
    this.#heard = true;
    switch (news.kind) {
      case "progress":
        return events?.progress?.(news.progress);
      case "ready":
        this.#watch();
        return events?.ready(news.report);
      case "restarted":
        return events?.restarted(news.report);
      case "deposed":
        return events?.deposed();
      case "failed":
        return events?.failed(news.reason, news.damaged);
      case "lost":
        return events?.died();
    }
  }

  /**
   * Watches for the end of the worker. The worker acquires its lock before any server is ready, so obtaining the lock
   * afterwards means that the worker ended.
   */
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    const { signal } = this.#ending;
    // rejected when the page ends the worker first
    this.#locks?.request(this.#lock, { signal }, () => this.#died()).catch(() => undefined);
  }

  #died(): void {
    const opened = [...this.#opened.values()];
    this.#opened.clear();
    this.#end(diedReason);
    for (const { connection, events } of opened) {
      connection.close(diedReason);
      events.died();
    }
  }

  /**
   * Handles a worker error. If no message was received yet, the script could not be loaded, and no more servers are
   * opened in this worker.
   */
  #failed(message: string): void {
    if (!this.#heard) this.#ended(this);
    for (const { events } of this.#opened.values())
      events.failed(`The server's worker failed: ${message || "its script could not be loaded"}`, false);
  }

  #end(reason: string): void {
    this.#ending.abort();
    this.#worker.terminate();
    this.#link.lose(reason);
    this.#ended(this);
  }

  #post(message: PageMessage, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, { transfer });
  }
}
