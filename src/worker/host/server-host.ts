import { expose } from "comlink";
import type { Endpoint } from "comlink";
import type { Inspector } from "../../client/inspector.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { createInspectorService } from "./inspector-service.ts";
import { createLinkServer } from "../link/link-server.ts";
import { createChannelEndpoint } from "../link/channel-endpoint.ts";
import { createBroadcastLink } from "../link/links.ts";
import type { PageFunctions } from "./page-functions.ts";
import { ownServer } from "../link/protocol.ts";
import { exchangesChannel, inspectorChannel, isTabMessage, tabLock, tabsChannel } from "../tabs/tab-channel.ts";
import type { TabMessage } from "../tabs/tab-channel.ts";

/** The server that pages connect to. */
export interface HostedServer {
  readonly handle: Handle;
  readonly inspect: Inspector;
  /** The functions that pages registered in place of webhooks. */
  readonly functions: PageFunctions;
}

/** Serves the Inspector of a server to one page. The returned function stops it. */
export function serveInspector({ inspect, functions }: HostedServer, endpoint: Endpoint): () => void {
  const inspector = createInspectorService(inspect, functions);
  expose(inspector.service, endpoint);
  return () => inspector.close();
}

/** What is needed to serve the followers of a leading worker. */
export interface FollowersOptions {
  readonly database: string;
  readonly leaderId: string;
  readonly locks: LockManager;
  openChannel(name: string): BroadcastChannel;
}

/**
 * Serves every tab that sends a hello message, until the release of the tab's lock shows that the tab is gone.
 * Followers reach only the server of the database; the worker's other servers belong to the tab that opened them.
 */
export class Followers {
  readonly #options: FollowersOptions;
  readonly #server: HostedServer;
  readonly #tabs: BroadcastChannel;
  readonly #served = new Map<string, (reason: string) => void>();
  readonly #closing = new AbortController();

  constructor(options: FollowersOptions, server: HostedServer) {
    this.#options = options;
    this.#server = server;
    this.#tabs = options.openChannel(tabsChannel(options.database));
    this.#tabs.addEventListener("message", (event: MessageEvent<unknown>) => {
      if (isTabMessage(event.data) && event.data.kind === "hello" && event.data.leaderId === options.leaderId)
        this.#welcome(event.data.tabId);
    });
  }

  close(reason: string): void {
    this.#closing.abort();
    for (const stop of this.#served.values()) stop(reason);
    this.#served.clear();
    this.#tabs.close();
  }

  #welcome(tabId: string): void {
    if (this.#closing.signal.aborted) return;
    if (!this.#served.has(tabId)) this.#serve(tabId);
    const welcome: TabMessage = { kind: "welcome", leaderId: this.#options.leaderId, tabId };
    this.#tabs.postMessage(welcome);
  }

  #serve(tabId: string): void {
    const { database, leaderId, locks, openChannel } = this.#options;
    const inspector = createChannelEndpoint(openChannel(inspectorChannel(database, leaderId, tabId)));
    const stopInspector = serveInspector(this.#server, inspector);
    const link = createBroadcastLink(openChannel(exchangesChannel(database, leaderId, tabId)));
    const exchanges = createLinkServer(link, (id) => (id === ownServer ? this.#server.handle : undefined));
    this.#served.set(tabId, (reason) => {
      stopInspector();
      exchanges.close(reason);
      inspector.close();
    });
    locks
      .request(tabLock(database, tabId), { signal: this.#closing.signal }, () => this.#gone(tabId))
      .catch(() => undefined); // the worker may stop first
  }

  #gone(tabId: string): void {
    this.#served.get(tabId)?.("The tab was closed.");
    this.#served.delete(tabId);
  }
}
