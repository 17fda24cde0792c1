import { createInspectorClient } from "../host/inspector-client.ts";
import type { PageMessage, ServerNews, ServerReport, ServerSettings } from "../host/worker-messages.ts";
import { isWorkerMessage } from "../host/worker-messages.ts";
import { createLinkClient, type LinkClient } from "../link/link-client.ts";
import { createThreadLink } from "../link/links.ts";
import type { Connection } from "./connection.ts";

/** What a worker tells the page of one of its servers. */
export interface ServerEvents {
  ready(report: ServerReport): void;
  /** It was started anew under the same id. */
  restarted(report: ServerReport): void;
  /** Its epoch is over: another worker writes to the same database. */
  deposed(): void;
  /** It cannot be started or broke down, for a reason in words. */
  failed(reason: string): void;
  /** It is gone, alone or with the whole worker, and with it what it did not write. */
  died(): void;
}

/** A server in this tab's worker. */
export interface ServerProcess {
  readonly connection: Connection;
  /** Ends the server and whatever it was doing. */
  stop(reason: string): void;
}

/** What a tab's worker needs of the browser; tests bring their own. */
export interface TabWorkerEnvironment {
  startWorker(): Worker;
  /** Tell of the end of a worker that broke down; without them nobody hears of it. */
  readonly locks: LockManager | undefined;
  /** A new name for a worker's lock. */
  createId(): string;
}

/**
 * The one worker of a tab, which hosts all servers of this tab by their ids: the shared one of the database while this
 * tab leads, and those that the tab opened for itself. It is started with the first of them and ended with the last.
 *
 * What a tab opens lives in the tab's own worker, whether the tab leads or follows: a server of its own would otherwise
 * die with the tab that happens to lead, and every exchange with it would cross a BroadcastChannel. When the tab gives
 * up the lead, only the shared server ends; when it takes the lead, the worker that it has gets one more server.
 */
export class TabWorker {
  readonly #env: TabWorkerEnvironment;
  #running: RunningWorker | undefined;

  constructor(env: TabWorkerEnvironment) {
    this.#env = env;
  }

  /** Starts a server under an id that is free. Requests may be sent at once and wait for it to be ready. */
  open(server: string, settings: ServerSettings, events: ServerEvents): ServerProcess {
    this.#running ??= new RunningWorker(this.#env, (ended) => {
      if (this.#running === ended) this.#running = undefined;
    });
    return this.#running.open(server, settings, events);
  }
}

/** A server in a worker as its page sees it. */
interface Opened {
  readonly events: ServerEvents;
  readonly connection: Connection;
}

const diedReason = "The server's worker ended; a request that was under way may have been done or not.";

/** One worker, from its first server to its last. */
class RunningWorker {
  readonly #worker: Worker;
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
    this.#link = createLinkClient(createThreadLink(this.#worker));
    this.#worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (isWorkerMessage(data)) this.#hear(data.instance, data.news);
    });
    this.#worker.addEventListener("error", ({ message }) => this.#failed(message));
    if (this.#locks !== undefined) this.#post({ kind: "hold", lock: this.#lock });
  }

  open(server: string, settings: ServerSettings, events: ServerEvents): ServerProcess {
    const instance = (this.#lastInstance += 1);
    const { port1, port2 } = new MessageChannel();
    this.#post({ kind: "open", server, instance, settings, inspector: port2 }, [port2]);
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
      case "ready":
        this.#watch();
        return events?.ready(news.report);
      case "restarted":
        return events?.restarted(news.report);
      case "deposed":
        return events?.deposed();
      case "failed":
        return events?.failed(news.reason);
      case "lost":
        return events?.died();
    }
  }

  /**
   * The worker holds its lock before a server of it is ready: whoever gets it afterwards knows that the worker ended.
   */
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    const { signal } = this.#ending;
    this.#locks?.request(this.#lock, { signal }, () => this.#died()).catch(() => undefined); // the page ends it first
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

  /** A worker that fails before its first word has not loaded its script: nothing more is opened there. */
  #failed(message: string | undefined): void {
    if (!this.#heard) this.#ended(this);
    for (const { events } of this.#opened.values())
      events.failed(`The server's worker failed: ${message || "its script could not be loaded"}`);
  }

  #end(reason: string): void {
    this.#ending.abort();
    this.#worker.terminate();
    this.#link.lose(reason);
    this.#ended(this);
  }

  #post(message: PageMessage, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
