import { createLinkServer, type LinkServer } from "../link/link-server.ts";
import { createThreadLink, type ThreadPort } from "../link/links.ts";
import { RunningServer, type CreateServerFactory } from "./running-server.ts";
import { isPageMessage, type OpenMessage, type PageMessage, type WorkerMessage } from "./worker-messages.ts";

/** The part of a worker's global scope that is used here. */
export interface WorkerScope extends ThreadPort {
  readonly navigator: { readonly locks: LockManager };
}

/** Opens and closes servers in this worker as requested by its page, and serves them to that page. */
export function serveWorker(scope: WorkerScope, createFactory: CreateServerFactory): void {
  const host = new WorkerHost(scope, createFactory);
  scope.addEventListener("message", ({ data }) => {
    if (isPageMessage(data)) host.hear(data);
  });
}

/** The servers of a worker by id. They share only its thread and its code. */
class WorkerHost {
  readonly #scope: WorkerScope;
  readonly #createFactory: CreateServerFactory;
  readonly #servers = new Map<string, RunningServer>();
  readonly #link: LinkServer;
  #held: Promise<void> = Promise.resolve();

  constructor(scope: WorkerScope, createFactory: CreateServerFactory) {
    this.#scope = scope;
    this.#createFactory = createFactory;
    this.#link = createLinkServer(createThreadLink(scope), (id) => this.#servers.get(id)?.handle);
  }

  hear(message: PageMessage): void {
    switch (message.kind) {
      case "hold":
        return void (this.#held = hold(this.#scope.navigator.locks, message.lock));
      case "open":
        return this.#open(message);
      case "close":
        this.#servers.get(message.server)?.close(message.reason);
        return void this.#servers.delete(message.server);
    }
  }

  #open(message: OpenMessage): void {
    const { instance } = message;
    const host = {
      link: this.#link,
      held: this.#held,
      createFactory: this.#createFactory,
      locks: this.#scope.navigator.locks,
      tell: (news: WorkerMessage["news"]) =>
        this.#scope.postMessage({ kind: "news", instance, news } satisfies WorkerMessage),
    };
    this.#servers.set(message.server, new RunningServer(host, message));
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
