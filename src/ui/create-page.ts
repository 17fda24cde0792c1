import type { Clock } from "../apimachinery/clock.ts";
import { ofPage } from "./design/message-origins.ts";
import { createToasts } from "./design/toasts.tsx";
import { worldOfAddress } from "./platform/address.ts";
import { browserClock } from "./platform/browser-clock.ts";
import { worldHere } from "./platform/named-worlds.ts";
import { randomId } from "./platform/random-id.ts";
import { keepFrame } from "./platform/kept-frame.ts";
import { createBrowserMemory, createPageMemory } from "./platform/storage.ts";
import { serverTraces } from "./state/traces.ts";
import { withImpersonation } from "./data/impersonating.ts";
import { catalog } from "./state/catalog.ts";
import type { PageRegistrations } from "../worker/tabs/page-registrations.ts";
import type { OpenedServer } from "../worker/tabs/opened-servers.ts";
import type {
  BesidePage,
  Connection,
  EmbedMode,
  Guests,
  OwnConnection,
  Page,
  ShellSurroundings,
  Visit,
} from "./state/page.ts";
import { identity } from "./state/identity.ts";
import { createRouteStore, enterWorld, isFirstVisit, navigate, worldOfRoute } from "./state/route.ts";
import { onAnotherServer, serverStatus } from "./state/server-status.ts";
import { settings } from "./state/settings.ts";
import { worldDialog } from "./state/world-dialog.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { conversionsSetting, webhooksSetting } from "./functions/functions-setting.ts";

/** Where pages are rendered, one at a time. */
export interface Stage {
  /** Removes the page that is shown, so that it does not follow the address any more. */
  clear(): void;
  show(page: Page): void;
}

/** Creates the page of the tab's own server and shows it. Its state stays as it is while a guest is shown. */
export function createOwnPage(connection: OwnConnection, stage: Stage): void {
  const memory = createBrowserMemory(worldHere());
  keepFrame(memory);
  /** The guest that was opened last. It stays while the reader goes back to the own page, and forward again. */
  let guest: (Guest & { readonly id: string }) | undefined;
  let shown: typeof guest;
  const endGuest = (): void => {
    guest?.end();
    [guest, shown] = [undefined, undefined];
  };
  const guests: Guests = {
    get own() {
      return own;
    },
    memory,
    openServer: connection.openServer,
    show(address, visit, entries, id = randomId()) {
      const isAgain = id === worldOfAddress();
      stage.clear();
      endGuest();
      guest = { ...createGuest(own, visit, entries), id };
      shown = guest;
      enterWorld(address, id, isAgain);
      stage.show(guest.page);
      return guest.page;
    },
    leave(address) {
      if (shown !== undefined) takeSettings(shown.page, own);
      stage.clear();
      endGuest();
      enterWorld(address, undefined);
      stage.show(own);
    },
    beside: (server, entries, shell) => createBesidePage(own, server, { entries, shell }),
    inPast: createPastPage,
  };
  const isFirst = worldHere() === "" && isFirstVisit(memory);
  const route = createRouteStore(memory, () => shown !== undefined);
  const own: Page = createPage({ ...connection, memory, guests, route, clock: browserClock });
  if (isFirst) settings.of(own).getState().change({ welcomed: false });
  stage.show(own);
  // going back and forward may lead to another world
  window.addEventListener("popstate", () => {
    const id = worldOfAddress();
    if (id === (shown?.id ?? worldOfRoute(route.getState()))) return;
    if (shown !== undefined) takeSettings(shown.page, own);
    stage.clear();
    shown = guest?.id === id ? guest : undefined;
    window.dispatchEvent(new HashChangeEvent("hashchange"));
    stage.show(shown?.page ?? own);
  });
}

type Guest = BesidePage;

/** Creates the page of a server in memory. Once it has ended, nothing that it scheduled runs. */
function createGuest(own: Page, visit: Visit, entries: Readonly<Record<string, unknown>>): Guest {
  const { server } = visit;
  const { page, end } = createBesidePage(own, server, { entries, visit });
  return {
    page,
    end() {
      end();
      server.close();
    },
  };
}

/** Creates a page of a server in memory with the settings and the address of another page. */
function createBesidePage(
  own: Page,
  server: OpenedServer,
  more: {
    readonly entries: Readonly<Record<string, unknown>>;
    readonly visit?: Visit | undefined;
    readonly shell?: ShellSurroundings | undefined;
  },
): BesidePage {
  let ended = false;
  const clock: Clock = {
    ...browserClock,
    after: (ms, callback) => browserClock.after(ms, () => ended || callback()),
  };
  const { change: _change, ...chosen } = settings.of(own).getState();
  const page = createPage({
    handle: server.handle,
    inspect: server.inspect,
    registrations: server,
    leadership: { get: () => ({ role: "alone", reason: undefined }), subscribe: () => () => undefined },
    offline: own.offline,
    memory: createPageMemory({ ...more.entries, settings: chosen }),
    guests: own.guests,
    route: own.route,
    clock,
    embed: own.embed,
    ...(more.visit !== undefined && { visit: more.visit }),
    ...(more.shell !== undefined && { shell: more.shell }),
  });
  return { page, end: () => void (ended = true) };
}

const registersNothing = (): Promise<() => Promise<void>> => Promise.resolve(() => Promise.resolve());

/** Functions of the page answer in the place of webhooks and API servers now, and not in the past. */
const noRegistrations: PageRegistrations = {
  registerConverter: registersNothing,
  registerWebhook: registersNothing,
  registerApiServer: registersNothing,
  apiServers: () => Promise.resolve([]),
  inspectApiServer: () => Promise.resolve(undefined),
};

/** Creates the page of the past of another one (`Guests.inPast`). */
function createPastPage(now: Page, reads: Parameters<Page["guests"]["inPast"]>[1]): BesidePage {
  let ended = false;
  const memory = createPageMemory({});
  const page: Page = {
    ...now,
    ...reads,
    handle: withImpersonation(reads.handle, () => identity.of(now).getState().as),
    registrations: noRegistrations,
    memory: { ...memory, read: (key, fits) => memory.read(key, fits) ?? now.memory.read(key, fits) },
    clock: { ...now.clock, after: (ms, callback) => now.clock.after(ms, () => ended || callback()) },
  };
  for (const slice of [settings, identity, serverTraces, serverStatus, worldDialog]) slice.lend(now, page);
  const stop = followCatalog(page);
  return { page, end: () => ((ended = true), stop()) };
}

/** Settings of the page that were changed while a guest was shown are the user's. */
function takeSettings(from: Page, to: Page): void {
  const { change: _change, ...chosen } = settings.of(from).getState();
  settings.of(to).getState().change(chosen);
}

/** The page of an embed, until its server ends. */
export interface EmbeddedPage {
  readonly page: Page;
  /**
   * Cuts the page off: nothing that it scheduled runs, and nothing that it asks is answered. Its stores know objects
   * and revisions of a server that is gone, and would go on with those of the next one, which counts from the
   * beginning. /
   */
  end(): void;
}

/** Creates the page of an embed, which keeps nothing of the reader's own page. `entries` are in its memory at first. */
export function createEmbeddedPage(
  connection: Pick<OwnConnection, "handle" | "inspect" | "registrations" | "openServer">,
  embed: EmbedMode,
  entries: Readonly<Record<string, unknown>> = {},
): EmbeddedPage {
  let ended = false;
  const memory = createPageMemory(entries);
  const opened = new Set<OpenedServer>();
  const openServer: OwnConnection["openServer"] = async (options) => {
    const server = await connection.openServer(options);
    opened.add(server);
    if (ended) server.close();
    return server;
  };
  const { handle, inspect, registrations } = connection;
  const never = (): Promise<never> => new Promise(() => undefined);
  const noGuests = (): never => {
    throw new Error("an embed shows one server");
  };
  const page: Page = createPage({
    handle: (exchange) => (ended ? never() : handle(exchange)),
    inspect,
    registrations,
    leadership: { get: () => ({ role: "alone", reason: undefined }), subscribe: () => () => undefined },
    offline: {
      get: () => ({ kind: "unsupported" }),
      subscribe: () => () => undefined,
      update: () => Promise.resolve(),
    },
    memory,
    guests: {
      get own() {
        return page;
      },
      memory: { ...memory, detach: () => undefined, clear: () => undefined },
      openServer,
      show: noGuests,
      leave: noGuests,
      beside: (server, entries, shell) => createBesidePage(page, server, { entries, shell }),
      inPast: createPastPage,
    },
    route: createRouteStore(memory, undefined),
    clock: { ...browserClock, after: (ms, callback) => browserClock.after(ms, () => ended || callback()) },
    embed,
  });
  const end = (): void => {
    ended = true;
    for (const server of opened) server.close();
  };
  return { page, end };
}

/** Loads what is served, again for another user and from another server, until the returned function is called. */
function followCatalog(page: Page): () => void {
  const load = (): void => void catalog.of(page).getState().load();
  load();
  const ends = [identity.of(page).subscribe(load), onAnotherServer(page, load)];
  return () => ends.forEach((end) => end());
}

type PageParts = Connection & Pick<Page, "memory" | "guests" | "route" | "clock" | "visit" | "shell">;

/** Creates a page's state and services on top of a server connection. */
function createPage(parts: PageParts): Page {
  const page: Page = {
    ...parts,
    handle: withImpersonation(parts.handle, () => identity.of(page).getState().as),
    toasts: createToasts(),
    newId: randomId,
  };
  settings.of(page);
  serverTraces.of(page);
  followCatalog(page);
  void resumeFunctions(page);
  tellOfMemory(page);
  return page;
}

/** Warns once when nothing can be persisted, with the reason and how to keep the data. */
function tellOfMemory({ leadership, toasts }: Page): void {
  const unsubscribe = leadership.subscribe(tell);
  function tell(): void {
    const { role, reason } = leadership.get();
    if (role !== "alone" || reason === undefined) return;
    unsubscribe();
    const actionProps = { children: "Export", onClick: () => navigate("#/server") };
    toasts.add({ type: ofPage, description: reason, timeout: 60_000, actionProps });
  }
  tell();
}

/** Registers persisted functions again. The code for this is loaded only if there are any. */
async function resumeFunctions(page: Page): Promise<void> {
  const has = (setting: string): boolean => page.memory.read(setting, isRecord) !== undefined;
  if (has(conversionsSetting)) (await import("./functions/conversion-functions.ts")).conversionFunctions.of(page);
  if (has(webhooksSetting)) (await import("./functions/webhook-functions.ts")).webhookFunctions.of(page);
}
