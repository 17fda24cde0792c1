import { createLinkServer, type LinkServer } from "../link/link-server.ts";
import { createThreadLink, type ThreadPort } from "../link/links.ts";
import { RunningServer, type CreateServerFactory, type ServedPage } from "./running-server.ts";
import { isPageMessage, type OpenMessage, type PageMessage, type WorkerMessage } from "./worker-messages.ts";

/** The part of a worker's global scope that is used here. */
export interface WorkerScope extends ThreadPort {
  readonly navigator: { readonly locks: LockManager };
}

/** Opens and closes servers in this worker as requested by its pages, and serves them to those pages. */
export function serveWorker(scope: WorkerScope, createFactory: CreateServerFactory): void {
  servePage(scope, { locks: scope.navigator.locks, createFactory, shared: new Map() });
}

/** What the pages of a worker have in common. */
interface WorkerParts {
  readonly locks: LockManager;
  readonly createFactory: CreateServerFactory;
  /** The servers that pages share, by name. */
  readonly shared: Map<string, RunningServer>;
}

/** Serves the page at the other end of a port. */
function servePage(port: ThreadPort, parts: WorkerParts): PageHost {
  const host = new PageHost(port, parts);
  port.addEventListener("message", ({ data }) => {
    if (isPageMessage(data)) host.hear(data);
  });
  return host;
}

/** Serves a page that joined. Chromium and Firefox report the end of a page by closing the port, others do not. */
function serveJoined(port: MessagePort, parts: WorkerParts): void {
  const host = servePage(port, parts);
  port.addEventListener("close", () => host.leave());
  port.start();
}

/** A server that a page opened. */
interface Opened {
  readonly running: RunningServer;
  readonly page: ServedPage;
}

const leftReason = "The page was closed.";

/** The servers of one page by id. The servers of a worker share only its thread and its code. */
class PageHost {
  readonly #port: ThreadPort;
  readonly #parts: WorkerParts;
  readonly #servers = new Map<string, Opened>();
  readonly #link: LinkServer;
  #held: Promise<void> = Promise.resolve();

  constructor(port: ThreadPort, parts: WorkerParts) {
    this.#port = port;
    this.#parts = parts;
    this.#link = createLinkServer(createThreadLink(port), (id) => this.#servers.get(id)?.running.handle);
  }

  hear(message: PageMessage): void {
    switch (message.kind) {
      case "hold":
        return void (this.#held = hold(this.#parts.locks, message.lock));
      case "open":
        return this.#open(message);
      case "close":
        return this.#close(message.server, message.reason);
      case "join":
        return serveJoined(message.port, this.#parts);
      case "leave":
        return this.leave();
    }
  }

  /** Closes everything that the page opened. */
  leave(): void {
    for (const server of this.#servers.keys()) this.#close(server, leftReason);
  }

  #open({ instance, server, shared, settings, inspector }: OpenMessage): void {
    const page: ServedPage = {
      link: this.#link,
      server,
      inspector,
      tell: (news) => this.#port.postMessage({ kind: "news", instance, news } satisfies WorkerMessage),
    };
    const running = (shared === undefined ? undefined : this.#sharedBy(shared)) ?? this.#start(settings);
    if (shared !== undefined) this.#parts.shared.set(shared, running);
    this.#servers.set(server, { running, page });
    running.attach(page);
  }

  #start(settings: OpenMessage["settings"]): RunningServer {
    const { createFactory, locks } = this.#parts;
    return new RunningServer({ held: this.#held, createFactory, locks }, settings);
  }

  #sharedBy(name: string): RunningServer | undefined {
    const running = this.#parts.shared.get(name);
    return running?.ended === false ? running : undefined;
  }

  #close(server: string, reason: string): void {
    const opened = this.#servers.get(server);
    this.#servers.delete(server);
    opened?.running.detach(opened.page, reason);
    for (const [name, { ended }] of this.#parts.shared) if (ended) this.#parts.shared.delete(name);
  }
}

/**
 * Acquires a lock and holds it for the worker's lifetime. Resolves also if locks are unavailable, since then no one
 * waits for it.
 */
const hold = (locks: LockManager, name: string): Promise<void> =>
  new Promise((granted) => {
    locks.request(name, () => new Promise<never>(() => granted())).catch(granted);
  });
