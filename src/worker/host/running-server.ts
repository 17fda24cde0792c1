import { messageOf } from "../../apimachinery/message-of.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import type { Exchange, Handle } from "../../component-base/exchange.ts";
import type { LinkServer } from "../link/link-server.ts";
import { newAbortedAnswer, newUnavailableAnswer } from "../link/unavailable.ts";
import { Heartbeat } from "../tabs/heartbeat.ts";
import { tabsChannel } from "../tabs/tab-channel.ts";
import { ServerWithSettings, type ServerFactory } from "./hosted-server.ts";
import type { StartedServer } from "./server-gate.ts";
import { Followers, serveInspector } from "./server-host.ts";
import type { OpeningProgress, ServerNews, ServerReport, ServerSettings } from "./worker-messages.ts";

/**
 * Creates a server factory for the storage that the settings name. Calls `deposed` when the storage reports that
 * another worker has taken over leadership, and `progress` while the first content is restored.
 */
export type CreateServerFactory = (
  settings: ServerSettings,
  deposed: () => void,
  progress: (progress: OpeningProgress) => void,
) => ServerFactory;

/** A started server, and what it reported. */
interface Ready {
  readonly hosted: ServerWithSettings;
  readonly report: ServerReport;
}

/** What a server needs from the worker that hosts it. */
export interface RunningServerHost {
  /** Resolves once the worker holds the lock by which the page detects the worker's end. */
  readonly held: Promise<void>;
  readonly createFactory: CreateServerFactory;
  readonly locks: LockManager;
}

/** A page that a server serves. */
export interface ServedPage {
  /** The link that carries the page's exchanges, and the id of the server on it. */
  readonly link: LinkServer;
  readonly server: string;
  /** Carries the Inspector. */
  readonly inspector: MessagePort;
  tell(news: ServerNews): void;
}

const movedReason = "Another tab has taken over the server; a request that was under way may have been done or not.";

/** Whether a server could not start because its stored data is damaged: the code of a BackendError. */
const isCorrupt = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "Corrupt";

/**
 * One server of a worker, from its start until it is deposed or its last page closes it. Exchanges wait until the
 * server is ready.
 */
export class RunningServer {
  readonly #host: RunningServerHost;
  readonly #settings: Pick<ServerSettings, "database" | "storage" | "leaderId">;
  readonly #opening: Promise<void>;
  /** The pages, each with the function that stops its Inspector. */
  readonly #pages = new Map<ServedPage, () => void>();
  #ready: Ready | undefined;
  #heartbeat: Heartbeat | undefined;
  #followers: Followers | undefined;
  /** The reason why there is no server, set when it failed or was closed. */
  #reason = "";
  /** Whether the server could not be started because the stored data is damaged. */
  #damaged = false;
  #closed = false;

  constructor(host: RunningServerHost, settings: ServerSettings) {
    this.#host = host;
    this.#settings = settings;
    this.#opening = this.#open(settings);
  }

  /** Whether the server could not be started or was closed. */
  get ended(): boolean {
    return this.#closed || this.#reason !== "";
  }

  /** Serves a page, and tells it once the server is ready. */
  attach(page: ServedPage): void {
    this.#pages.set(page, () => undefined);
    if (this.#ready !== undefined) this.#welcome(page, this.#ready);
    else if (this.ended) page.tell({ kind: "failed", reason: this.#reason, damaged: this.#damaged });
  }

  /** Stops serving a page, and closes the server if it was the last one. */
  detach(page: ServedPage, reason: string): void {
    if (this.#pages.size === 1 && this.#pages.has(page)) this.close(reason);
    else this.#leave(page, reason);
  }

  readonly handle: Handle = (exchange) => this.#ready?.hosted.handle(exchange) ?? this.#handleLater(exchange);

  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#reason = reason;
    this.#heartbeat?.close();
    for (const page of this.#pages.keys()) this.#leave(page, reason);
    this.#followers?.close(reason);
    void this.#ready?.hosted.close();
    this.#ready = undefined;
  }

  #leave(page: ServedPage, reason: string): void {
    this.#pages.get(page)?.();
    this.#pages.delete(page);
    page.link.end(page.server, reason);
    page.inspector.close();
  }

  #welcome(page: ServedPage, { hosted, report }: Ready): void {
    this.#pages.set(page, serveInspector(hosted, page.inspector));
    page.tell({ kind: "ready", report });
  }

  #tell(news: ServerNews): void {
    for (const page of this.#pages.keys()) page.tell(news);
  }

  async #open(settings: ServerSettings): Promise<void> {
    try {
      const factory = this.#host.createFactory(
        settings,
        () => this.#depose(),
        (progress) => this.#tell({ kind: "progress", progress }),
      );
      const opening = ServerWithSettings.open(factory, createSystemClock(), {
        restarted: (server) => this.#restarted(server),
        lost: () => this.#closed || this.#tell({ kind: "lost" }),
      });
      if (settings.storage === "indexeddb") this.#lead();
      const [{ hosted, server }] = await Promise.all([opening, this.#host.held]);
      this.#serve(hosted, server);
    } catch (error) {
      this.#damaged = isCorrupt(error);
      this.#fail(messageOf(error));
    }
  }

  /** Announces leadership to other tabs. */
  #lead(): void {
    const { database, leaderId } = this.#settings;
    this.#heartbeat = new Heartbeat(new BroadcastChannel(tabsChannel(database)), createSystemClock(), leaderId, () =>
      this.#depose(),
    );
  }

  #serve(hosted: ServerWithSettings, { epoch, persistent, shared, reason }: ServerReport): void {
    if (this.#closed) return void hosted.close();
    const ready = { hosted, report: { epoch, persistent, shared, reason } };
    this.#ready = ready;
    if (shared) this.#openToFollowers(hosted);
    else this.#heartbeat?.close();
    this.#heartbeat?.announce({ epoch, persistent, reason });
    for (const page of this.#pages.keys()) this.#welcome(page, ready);
  }

  #fail(reason: string): void {
    if (this.#closed) return;
    this.#reason = reason;
    this.#heartbeat?.announce({ epoch: undefined, persistent: false, reason });
    this.#tell({ kind: "failed", reason, damaged: this.#damaged });
  }

  /** Handles a restart on the same storage: the epoch is higher, and connections stay open. */
  #restarted({ epoch, persistent, shared, reason }: StartedServer): void {
    if (this.#closed) return;
    this.#heartbeat?.announce({ epoch, persistent, reason });
    const report = { epoch, persistent, shared, reason };
    if (this.#ready !== undefined) this.#ready = { ...this.#ready, report };
    this.#tell({ kind: "restarted", report });
  }

  #openToFollowers(hosted: ServerWithSettings): void {
    const { database, leaderId } = this.#settings;
    const { locks } = this.#host;
    const openChannel = (name: string): BroadcastChannel => new BroadcastChannel(name);
    this.#followers = new Followers({ database, leaderId, locks, openChannel }, hosted);
  }

  /** Handles the loss of leadership to another worker: this server stops serving requests. */
  #depose(): void {
    if (this.#closed) return;
    const pages = [...this.#pages.keys()];
    this.close(movedReason);
    for (const page of pages) page.tell({ kind: "deposed" });
  }

  async #handleLater(exchange: Exchange): ReturnType<Handle> {
    await this.#opening;
    if (exchange.signal.aborted) return newAbortedAnswer();
    return this.#ready?.hosted.handle(exchange) ?? newUnavailableAnswer(this.#reason);
  }
}
