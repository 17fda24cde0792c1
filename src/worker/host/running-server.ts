import { createSystemClock } from "../../apimachinery/system-clock.ts";
import type { Exchange, Handle } from "../../component-base/exchange.ts";
import type { LinkServer } from "../link/link-server.ts";
import { newAbortedAnswer, newUnavailableAnswer } from "../link/unavailable.ts";
import { Heartbeat } from "../tabs/heartbeat.ts";
import { tabsChannel } from "../tabs/tab-channel.ts";
import { ServerWithSettings, type ServerFactory } from "./hosted-server.ts";
import type { StartedServer } from "./server-gate.ts";
import { Followers, serveInspector } from "./server-host.ts";
import type { OpenMessage, ServerNews, ServerReport, ServerSettings } from "./worker-messages.ts";

/**
 * Creates a server factory for the storage that the settings name. Calls `deposed` when the storage reports that
 * another worker has taken over leadership.
 */
export type CreateServerFactory = (settings: ServerSettings, deposed: () => void) => ServerFactory;

/** What a server needs from the worker that hosts it. */
export interface RunningServerHost {
  /** The link that carries the page's exchanges. */
  readonly link: LinkServer;
  /** Resolves once the worker holds the lock by which the page detects the worker's end. */
  readonly held: Promise<void>;
  readonly createFactory: CreateServerFactory;
  readonly locks: LockManager;
  tell(news: ServerNews): void;
}

const movedReason = "Another tab has taken over the server; a request that was under way may have been done or not.";

/** One server of a worker, from its start until it is closed or deposed. Exchanges wait until the server is ready. */
export class RunningServer {
  readonly #host: RunningServerHost;
  readonly #server: string;
  readonly #settings: Pick<ServerSettings, "database" | "storage" | "leaderId">;
  readonly #inspector: MessagePort;
  readonly #opening: Promise<void>;
  #hosted: ServerWithSettings | undefined;
  #heartbeat: Heartbeat | undefined;
  /** The reason why there is no server, set when it failed or was closed. */
  #reason = "";
  #closed = false;
  #stops: ((reason: string) => void)[] = [];

  constructor(host: RunningServerHost, { server, settings, inspector }: OpenMessage) {
    this.#host = host;
    this.#server = server;
    this.#settings = settings;
    this.#inspector = inspector;
    this.#opening = this.#open(settings);
  }

  readonly handle: Handle = (exchange) => this.#hosted?.handle(exchange) ?? this.#handleLater(exchange);

  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#reason = reason;
    this.#heartbeat?.close();
    for (const stop of this.#stops) stop(reason);
    this.#host.link.end(this.#server, reason);
    this.#inspector.close();
    void this.#hosted?.close();
    this.#hosted = undefined;
  }

  async #open(settings: ServerSettings): Promise<void> {
    try {
      const factory = this.#host.createFactory(settings, () => this.#depose());
      const opening = ServerWithSettings.open(factory, createSystemClock(), {
        restarted: (server) => this.#restarted(server),
        lost: () => this.#closed || this.#host.tell({ kind: "lost" }),
      });
      if (settings.storage === "indexeddb") this.#lead();
      const [{ hosted, server }] = await Promise.all([opening, this.#host.held]);
      this.#serve(hosted, server);
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
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
    this.#hosted = hosted;
    this.#stops.push(serveInspector(hosted, this.#inspector));
    if (shared) this.#openToFollowers(hosted);
    else this.#heartbeat?.close();
    this.#heartbeat?.announce({ epoch, persistent, reason });
    this.#host.tell({ kind: "ready", report: { epoch, persistent, shared, reason } });
  }

  #fail(reason: string): void {
    if (this.#closed) return;
    this.#reason = reason;
    this.#heartbeat?.announce({ epoch: undefined, persistent: false, reason });
    this.#host.tell({ kind: "failed", reason });
  }

  /** Handles a restart on the same storage: the epoch is higher, and connections stay open. */
  #restarted({ epoch, persistent, shared, reason }: StartedServer): void {
    if (this.#closed) return;
    this.#heartbeat?.announce({ epoch, persistent, reason });
    this.#host.tell({ kind: "restarted", report: { epoch, persistent, shared, reason } });
  }

  #openToFollowers(hosted: ServerWithSettings): void {
    const { database, leaderId } = this.#settings;
    const { locks } = this.#host;
    const followers = new Followers(
      { database, leaderId, locks, openChannel: (name) => new BroadcastChannel(name) },
      hosted,
    );
    this.#stops.push((reason) => followers.close(reason));
  }

  /** Handles the loss of leadership to another worker: this server stops serving requests. */
  #depose(): void {
    if (this.#closed) return;
    this.close(movedReason);
    this.#host.tell({ kind: "deposed" });
  }

  async #handleLater(exchange: Exchange): ReturnType<Handle> {
    await this.#opening;
    if (exchange.signal.aborted) return newAbortedAnswer();
    return this.#hosted?.handle(exchange) ?? newUnavailableAnswer(this.#reason);
  }
}
