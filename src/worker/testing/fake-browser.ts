import { auditCallsThrough } from "../../client/audit.ts";
import { celCallsThrough } from "../../client/cel.ts";
import { definitionCallsThrough } from "../../client/definitions.ts";
import { policyCallsThrough } from "../../client/policies.ts";
import type { Inspector } from "../../client/inspector.ts";
import { settingsCallsThrough } from "../../client/settings.ts";
import { raceCallsThrough } from "../../client/races.ts";
import { worldCallsThrough } from "../../client/world-calls.ts";
import type { Answer, Exchange, Handle } from "../../component-base/exchange.ts";
import { CurrentConnection } from "../tabs/connection.ts";
import { openFollowedConnection } from "../tabs/followed-connection.ts";
import { Heartbeat } from "../tabs/heartbeat.ts";
import { createInspectorClient } from "../host/inspector-client.ts";
import { Leadership } from "../tabs/leadership.ts";
import { createLinkClient } from "../link/link-client.ts";
import { PageFunctions } from "../host/page-functions.ts";
import { RegisteredFunctions } from "../tabs/registered-functions.ts";
import { createResumingInspector } from "../tabs/resuming-inspector.ts";
import { Followers, serveInspector } from "../host/server-host.ts";
import { createLinkServer } from "../link/link-server.ts";
import { ownServer } from "../link/protocol.ts";
import type { ServerEvents, ServerProcess } from "../tabs/tab-worker.ts";
import { tabsChannel } from "../tabs/tab-channel.ts";
import { FakeLocks } from "./fake-locks.ts";
import { ManualClock } from "./manual-clock.ts";
import { createMemoryLinks } from "./memory-link.ts";

/** A browser with one database, with the state that all its tabs share. */
export class Browser {
  readonly locks = new FakeLocks();
  readonly clock = new ManualClock();
  readonly database = crypto.randomUUID();
  readonly tabs: Tab[] = [];
  epoch = 0;
  /** How workers begin; one whose scripts come late does so when its tab loads them. */
  startsWith: "ready" | "late" | "memory" | "failure" = "ready";

  open(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    return tab;
  }
}

/** A worker that answers every request with its name, `/watch` with a stream, and `/slow` never. */
class FakeWorker {
  readonly leaderId: string;
  readonly functions: PageFunctions;
  readonly signals: AbortSignal[] = [];
  subscriptions = 0;
  #stops: (() => void)[] = [];

  constructor(leaderId: string, clock: ManualClock) {
    this.leaderId = leaderId;
    this.functions = new PageFunctions(clock);
  }

  readonly handle: Handle = ({ target, signal }) => {
    this.signals.push(signal);
    if (target === "/slow") return new Promise(() => undefined);
    return Promise.resolve({ status: 200, headers: [], body: target === "/watch" ? watch(signal) : this.leaderId });
  };

  get inspect(): Inspector {
    const missing = (): never => {
      throw new Error("not in this test");
    };
    return {
      stats: missing,
      traces: () => Promise.resolve([]),
      traceText: () => Promise.resolve(this.leaderId),
      export: missing,
      versions: missing,
      import: missing,
      reset: () => new Promise(() => undefined),
      ...auditCallsThrough(missing),
      ...celCallsThrough(missing),
      ...definitionCallsThrough(missing),
      ...policyCallsThrough(missing),
      ...settingsCallsThrough(missing),
      ...worldCallsThrough(missing),
      ...raceCallsThrough(missing),
      subscribe: (listener) => {
        this.subscriptions++;
        listener([{ ...trace, requestId: this.leaderId }]);
        return Promise.resolve(() => void this.subscriptions--);
      },
    };
  }

  onStop(stop: () => void): void {
    this.#stops.push(stop);
  }

  freeze(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}

const trace = {
  id: 1,
  requestId: "",
  at: 0,
  source: { kind: "client" as const },
  user: "",
  method: "GET",
  target: "/",
  status: 200,
  durationUs: 1,
  bytes: 0,
  warnings: [],
  request: { headers: [] },
  answer: { headers: [] },
  streaming: false,
  stages: [],
};

async function* watch(signal: AbortSignal): AsyncGenerator<string> {
  yield "first\n";
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
}

export class Tab {
  readonly browser: Browser;
  readonly current: CurrentConnection;
  readonly leadership: Leadership;
  readonly inspect: Inspector;
  readonly functions: RegisteredFunctions;
  readonly workers: FakeWorker[] = [];
  events: ServerEvents | undefined;
  /** Loads the scripts of a worker that comes late. */
  load = (): void => undefined;

  constructor(browser: Browser) {
    this.browser = browser;
    this.current = new CurrentConnection(browser.clock);
    this.inspect = createResumingInspector(this.current);
    this.functions = new RegisteredFunctions(this.current, browser.clock);
    this.leadership = new Leadership(
      {
        database: browser.database,
        locks: browser.locks,
        clock: browser.clock,
        openChannel: (name) => new BroadcastChannel(name),
        createId: () => crypto.randomUUID(),
        jitter: () => browser.tabs.indexOf(this) / 2,
        startServer: (leaderId, events) => this.#startServer(leaderId, events),
        join: (leaderId, tabId) =>
          openFollowedConnection((name) => new BroadcastChannel(name), browser.database, leaderId, tabId),
      },
      this.current,
    );
    this.leadership.start();
  }

  get role(): string {
    return this.leadership.state.get().role;
  }

  get worker(): FakeWorker | undefined {
    return this.workers.at(-1);
  }

  ask(target: string, signal = new AbortController().signal): Promise<Answer> {
    const exchange: Exchange = { method: "GET", target, headers: new Headers(), body: null, signal };
    return this.current.handle(exchange);
  }

  #startServer(leaderId: string, events: ServerEvents): ServerProcess {
    const { browser } = this;
    this.events = events;
    const worker = new FakeWorker(leaderId, browser.clock);
    this.workers.push(worker);
    const links = createMemoryLinks();
    const ports = new MessageChannel();
    const stopInspector = serveInspector(worker, ports.port2);
    const exchanges = createLinkServer(links.server, (id) => (id === ownServer ? worker.handle : undefined));
    const client = createLinkClient(links.client).connect(ownServer);
    const inspector = createInspectorClient(ports.port1);
    if (browser.startsWith === "ready") this.#beReady(worker, events);
    else if (browser.startsWith === "late") this.load = () => this.#beReady(worker, events);
    else if (browser.startsWith === "memory")
      queueMicrotask(() =>
        events.ready({ epoch: undefined, persistent: false, shared: false, reason: "There is no IndexedDB here." }),
      );
    else queueMicrotask(() => events.failed("The data was written by a newer version.", false));
    const stop = (reason: string): void => {
      worker.freeze();
      stopInspector();
      exchanges.close(reason);
      client.lose(reason);
      inspector.lose(reason);
      ports.port1.close();
    };
    return {
      connection: { handle: client.handle, inspector: inspector.service, close: (reason) => client.lose(reason) },
      stop,
    };
  }

  #beReady(worker: FakeWorker, events: ServerEvents): void {
    const { browser } = this;
    const openChannel = (name: string): BroadcastChannel => new BroadcastChannel(name);
    const followers = new Followers(
      { database: browser.database, leaderId: worker.leaderId, locks: browser.locks, openChannel },
      worker,
    );
    const heartbeat = new Heartbeat(openChannel(tabsChannel(browser.database)), browser.clock, worker.leaderId, () =>
      events.deposed(),
    );
    const epoch = ++browser.epoch;
    worker.onStop(() => heartbeat.close());
    worker.onStop(() => followers.close("The tab that led was closed."));
    setImmediate(() => {
      heartbeat.announce({ epoch, persistent: true, reason: undefined });
      events.ready({ epoch, persistent: true, shared: true, reason: undefined });
    });
  }
}
