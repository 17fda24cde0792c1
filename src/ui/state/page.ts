import { createContext, useContext } from "react";
import { useStore, type StoreApi } from "zustand";
import type { Clock } from "../../apimachinery/clock.ts";
import type { Inspector } from "../../client/inspector.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { Files, ScriptedPrograms } from "../../kubectl/session.ts";
import type { LeadershipState } from "../../worker/tabs/leadership.ts";
import type { OfflineState } from "../../worker/offline/offline.ts";
import type { DatabaseRescue } from "../../worker/kubepad.ts";
import type { OpenedServer, OpenServerOptions } from "../../worker/tabs/opened-servers.ts";
import type { PageRegistrations } from "../../worker/tabs/page-registrations.ts";
import type { ToastManager } from "../design/toasts.tsx";
import type { BrowserMemory, Memory } from "../platform/storage.ts";
import type { RouteStore } from "./route.ts";

/** Which tab runs the server, with notification of changes. */
export interface LeadershipView {
  get(): Pick<LeadershipState, "role" | "reason" | "damaged">;
  subscribe(listener: () => void): () => void;
}

/** The state of the page's offline support. */
export interface OfflineView {
  get(): OfflineState;
  subscribe(listener: () => void): () => void;
  /** Activates a newer version. The page should be reloaded afterwards. */
  update(): Promise<void>;
}

/** The page's connection to the server. */
export interface Connection {
  readonly handle: Handle;
  readonly inspect: Inspector;
  /** Registers functions of this page in place of webhooks and API servers. */
  readonly registrations: PageRegistrations;
  readonly leadership: LeadershipView;
  /** What helps where `leadership` says that the stored data is damaged. */
  readonly rescue?: DatabaseRescue | undefined;
  readonly offline: OfflineView;
  /** What `kubepad.fetch` of the tab sends its requests by, which a recording replaces while it goes on. */
  readonly scripts?: { handle: Handle } | undefined;
  /** Set when the page is an embed: one view without the shell. */
  readonly embed?: EmbedMode | undefined;
}

/** How the page is embedded. */
export interface EmbedMode {
  /** The reader cannot change objects: views do not offer it, and the page does not send such requests. */
  readonly readOnly: boolean;
  /** The files that commands of the terminal find; undefined for the page's examples. */
  readonly files?: Readonly<Record<string, string>> | undefined;
}

/** The page's connection to the tab's own server, which can open further servers in memory. */
export interface OwnConnection extends Connection {
  readonly openServer: (options: OpenServerOptions) => Promise<OpenedServer>;
}

/** What a guest page shows: a server in memory that a link or a file was opened in. */
export interface Visit {
  readonly server: OpenedServer;
  /** What was brought, in a sentence. */
  readonly words: string;
  /** The names of the settings in which the user's entries were brought. */
  readonly entries: readonly string[];
  /** It was opened again by its address: what was changed in it before is gone. */
  readonly isAgain?: boolean;
  /** The objects that the server rejected, with its messages. */
  readonly rejected: readonly string[];
}

/** A revision of the world, and when it was written by the world's time; undefined if the server does not know that. */
export interface Moment {
  readonly revision: number;
  readonly at: number | undefined;
}

/** The past that a page shows: everything that it reads is of one revision, which can be moved. */
export interface Past {
  get(): Moment;
  /** Calls `listener` when another revision is shown, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Tells what was written between the revisions whenever another one is shown: `GROUP/RESOURCE`. */
  onWritten(told: (written: ReadonlySet<string>) => void): () => void;
}

/** Whether a page changes nothing: an embed for reading, or one that shows the past. */
export const isReadOnly = ({ embed, past }: Pick<Page, "embed" | "past">): boolean =>
  past !== undefined || embed?.readOnly === true;

/** Why a page that shows the past changes nothing; undefined for others. */
export const whyUnchangeable = ({ past }: Pick<Page, "past">): string | undefined =>
  past === undefined ? undefined : `This is revision ${past.get().revision}, and nothing is written to the past.`;

/** The pages of the tab: its own, and one guest at most, which is shown in its place. */
export interface Guests {
  readonly own: Page;
  /** The memory of the own page. */
  readonly memory: BrowserMemory;
  readonly openServer: OwnConnection["openServer"];
  /**
   * Shows an address of a server in place of the own one. A guest that is open already is closed. The page's URL has
   * the id of the world, by which it is opened again (`keepWorld`); one that has it already is not left.
   */
  show(address: string, visit: Visit, entries: Readonly<Record<string, unknown>>, id?: string): Page;
  /** Closes the guest and shows an address of the own page. */
  leave(address: string): void;
  /**
   * Creates a page over a server for views beside another page's. Until it is ended, it has that page's address.
   * `entries` are in its memory at first.
   */
  beside(server: OpenedServer, entries: Readonly<Record<string, unknown>>, shell?: ShellSurroundings): BesidePage;
  /**
   * Creates the page of the past of another page's server. It has that page's settings and user, reads what that page
   * remembers, and remembers nothing itself.
   */
  inPast(now: Page, reads: Pick<Page, "handle" | "inspect"> & { readonly past: Past }): BesidePage;
}

/** What the shell of a page's terminal finds beside its folder. */
export interface ShellSurroundings {
  /** Adds files that are no part of the folder. */
  files(folder: Files): Files;
  /** What is printed by command lines in containers. */
  readonly programs: ScriptedPrograms;
}

/** A page over a server, until it is ended: then nothing that it scheduled runs. The server is not closed. */
export interface BesidePage {
  readonly page: Page;
  end(): void;
}

/** The state with the lifetime of the page. Stores are attached to it. */
export interface Page extends Connection {
  readonly clock: Clock;
  readonly route: RouteStore;
  readonly toasts: ToastManager;
  readonly memory: Memory;
  readonly guests: Guests;
  /** Present on a guest page. */
  readonly visit?: Visit;
  /** Present beside a lesson. */
  readonly shell?: ShellSurroundings;
  /** Present where the page shows the past. */
  readonly past?: Past;
  /** Returns a new unique short id. */
  readonly newId: () => string;
}

const PageContext = createContext<Page | undefined>(undefined);

export const PageProvider = PageContext.Provider;

/** Returns the page that contains a component. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("a component was drawn outside of the page");
  return page;
}

/** A store that is created once per page, on first use. */
export interface Slice<T> {
  of(page: Page): StoreApi<T>;
  /** Selects from the store, and rerenders only when the selected value changes. */
  use<U>(selector: (state: T) => U): U;
  /** Gives the store of a page to another one, which has none yet. */
  lend(from: Page, to: Page): void;
}

/** Declares a store of a feature. */
export function defineSlice<T>(build: (page: Page) => StoreApi<T>): Slice<T> {
  const stores = new WeakMap<Page, StoreApi<T>>();
  const of = (page: Page): StoreApi<T> => {
    const known = stores.get(page);
    if (known !== undefined) return known;
    const store = build(page);
    stores.set(page, store);
    return store;
  };
  return {
    of,
    use: (selector) => useStore(of(usePage()), selector),
    lend: (from, to) => void stores.set(to, of(from)),
  };
}
