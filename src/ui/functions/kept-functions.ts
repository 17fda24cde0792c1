import { createStore, type StoreApi } from "zustand/vanilla";
import { isRecord } from "../../apimachinery/is-record.ts";
import { defineSlice, type Page, type Slice } from "../state/page.ts";
import type { FunctionEntry } from "./function-script.ts";
import { createFunctionWorker, type FunctionWorker } from "./function-worker.ts";

/** A function that was written in the page in place of a webhook. */
export interface KeptFunction {
  /** The current source. */
  readonly source: string;
  /** The source that is registered in place of the webhook; undefined if none is. */
  readonly registered?: string;
}

type Kept = Readonly<Record<string, KeptFunction>>;

export interface KeptFunctions {
  /** The functions by the name of what they take the place of. */
  readonly kept: Kept;
  /** Increases when the server knows of a registration. */
  readonly registrations: number;
  readonly edit: (name: string, source: string) => void;
  /** Registers the current source in place of the webhook. */
  readonly register: (name: string) => void;
  readonly takeAway: (name: string) => void;
}

/** How functions of a kind are kept, called and registered. */
export interface FunctionKind {
  readonly setting: string;
  readonly entry: FunctionEntry;
  /** Registers a function with the server. Resolves with a function that unregisters it. */
  readonly register: (page: Page, name: string, worker: FunctionWorker) => Promise<() => Promise<void>>;
}

const isFunction = (value: unknown): value is KeptFunction =>
  isRecord(value) &&
  typeof value["source"] === "string" &&
  ["string", "undefined"].includes(typeof value["registered"]);
const isKept = (value: unknown): value is Kept => isRecord(value) && Object.values(value).every(isFunction);

/**
 * Declares the store of functions of a kind. They are persisted, and the registered ones replace their webhooks in
 * every tab.
 */
export const defineKeptFunctions = (kind: FunctionKind): Slice<KeptFunctions> =>
  defineSlice<KeptFunctions>((page) => {
    const read = (): Kept => page.memory.read(kind.setting, isKept) ?? {};
    const store = createStore<KeptFunctions>((set, get) => {
      const keep = (name: string, kept: KeptFunction): void => {
        set({ kept: { ...get().kept, [name]: kept } });
        page.memory.write(kind.setting, get().kept);
      };
      const sourceOf = (name: string): string => get().kept[name]?.source ?? "";
      return {
        kept: read(),
        registrations: 0,
        edit: (name, source) => keep(name, { ...get().kept[name], source }),
        register: (name) => keep(name, { source: sourceOf(name), registered: sourceOf(name) }),
        takeAway: (name) => keep(name, { source: sourceOf(name) }),
      };
    });
    page.memory.onChange(kind.setting, () => store.setState({ kept: read() }));
    standIn(page, kind, store);
    return store;
  });

/** Keeps the server's registrations in sync with the store. */
function standIn(page: Page, kind: FunctionKind, store: StoreApi<KeptFunctions>): void {
  const standing = new Map<string, { readonly source: string; readonly stop: () => void }>();
  const tell = (): void => store.setState(({ registrations }) => ({ registrations: registrations + 1 }));
  const follow = ({ kept }: KeptFunctions): void => {
    for (const [name, { source, stop }] of standing) {
      if (kept[name]?.registered === source) continue;
      standing.delete(name);
      stop();
    }
    for (const [name, { registered }] of Object.entries(kept)) {
      if (registered !== undefined && !standing.has(name))
        standing.set(name, { source: registered, stop: start(page, kind, name, registered, tell) });
    }
  };
  store.subscribe(follow);
  follow(store.getState());
}

function start(page: Page, { entry, register }: FunctionKind, name: string, source: string, tell: () => void) {
  const worker = createFunctionWorker(source, entry, page.clock);
  const registered = register(page, name, worker);
  registered.then(tell, () => undefined); // fails when the page is closing
  return (): void => {
    void registered
      .then((takeAway) => takeAway())
      .then(tell)
      .catch(() => undefined)
      .finally(() => worker.close());
  };
}
