import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import { isExpired } from "../is-expired.ts";
import { objectKey } from "../object-index.ts";
import type { WatchNotice } from "../watch-lines.ts";

/**
 * From which revision a watch goes on after it was closed. Only the first is right: `newest` asks for the server's
 * newest revision and watches from there, `unset` watches without a resourceVersion.
 */
export type ResumeFrom = "last-event" | "newest" | "unset";

export interface ReflectorOptions {
  /** Streams the list as the first events of the watch (client-go WatchList). */
  readonly useWatchList: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly resumeFrom: ResumeFrom;
  /** How long the server keeps a watch open; its own choice by default. */
  readonly timeoutSeconds?: number | undefined;
}

/** What a reflector does next: send one of these requests, or read the watch that is open. */
export type ReflectorTask = "list" | "watchList" | "newest" | "watch" | "watchUnset" | "read";

/** The state of a reflector. Objects are shared and not changed. */
export interface ReflectorState {
  readonly next: ReflectorTask;
  readonly lastSyncResourceVersion: string;
  readonly isLastSyncResourceVersionUnavailable: boolean;
  readonly store: ReadonlyMap<string, KubeObject>;
  /** What a streaming list has brought so far; undefined outside of one. */
  readonly temporaryStore: ReadonlyMap<string, KubeObject> | undefined;
  /** The revision of the list that the store was last replaced by; 0 before the first. */
  readonly replacedAt: number;
  /** No watch that is open, or that follows the rules, tells of changes up to this revision any more. */
  readonly passed: number;
  /** The revisions that events of the watch have brought since the store was last replaced. */
  readonly told: ReadonlySet<number>;
  /** How many lists, streaming ones included, and watches were answered, and how many bookmarks came. */
  readonly lists: number;
  readonly watches: number;
  readonly bookmarks: number;
}

/** A request of a reflector: the query parameters of a list or watch. */
export interface ReflectorRequest {
  readonly verb: "list" | "watch";
  readonly query: Readonly<Record<string, string>>;
}

/** What happens to a reflector. */
export type ReflectorInput =
  | { readonly kind: "listed"; readonly items: readonly KubeObject[]; readonly resourceVersion: string }
  /** The watch is open. `at` is the server's revision, which matters only to watches without a resourceVersion. */
  | { readonly kind: "opened"; readonly at: number }
  | { readonly kind: "refused"; readonly status: Status }
  | { readonly kind: "event"; readonly event: WatchNotice }
  /** An event of type ERROR. */
  | { readonly kind: "error"; readonly status: Status }
  | { readonly kind: "closed" };

/** What a reflector did: the function of client-go's tools/cache that does it there, and a sentence. */
export interface ReflectorStep {
  readonly function: string;
  readonly words: string;
}

export interface Advanced {
  readonly state: ReflectorState;
  readonly step: ReflectorStep;
}

/** The annotation of the bookmark that ends the initial events of a streaming list. */
const initialEventsEnd = "k8s.io/initial-events-end";

/** Returns a reflector that has not begun. */
export const newReflector = (options: Pick<ReflectorOptions, "useWatchList">): ReflectorState => ({
  next: beginning(options),
  lastSyncResourceVersion: "",
  isLastSyncResourceVersionUnavailable: false,
  store: new Map(),
  temporaryStore: undefined,
  replacedAt: 0,
  passed: 0,
  told: new Set(),
  lists: 0,
  watches: 0,
  bookmarks: 0,
});

/** How Reflector.ListAndWatch begins. */
const beginning = ({ useWatchList }: Pick<ReflectorOptions, "useWatchList">): ReflectorTask =>
  useWatchList ? "watchList" : "list";

/** Returns the request that a reflector sends next; undefined while it reads a watch. */
export function requestOf(state: ReflectorState, options: ReflectorOptions): ReflectorRequest | undefined {
  const resourceVersion = state.lastSyncResourceVersion;
  const watching = {
    watch: "true",
    ...(options.allowWatchBookmarks && { allowWatchBookmarks: "true" }),
    ...(options.timeoutSeconds !== undefined && { timeoutSeconds: String(options.timeoutSeconds) }),
  };
  switch (state.next) {
    case "list":
      return { verb: "list", query: given({ resourceVersion: relistResourceVersion(state) }) };
    case "newest":
      return { verb: "list", query: { limit: "1" } };
    case "watchList": {
      const known = state.isLastSyncResourceVersionUnavailable ? "" : resourceVersion;
      const initial = { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" };
      // without bookmarks nothing would tell the end of the list
      const query = { ...watching, allowWatchBookmarks: "true", ...initial, ...given({ resourceVersion: known }) };
      return { verb: "watch", query };
    }
    case "watch":
      return { verb: "watch", query: { ...watching, resourceVersion } };
    case "watchUnset":
      return { verb: "watch", query: watching };
    case "read":
      return undefined;
  }
}

const given = ({ resourceVersion }: { readonly resourceVersion: string }): Readonly<Record<string, string>> =>
  resourceVersion === "" ? {} : { resourceVersion };

/** Reflector.relistResourceVersion: not older than what is known, or the newest if that cannot be served. */
function relistResourceVersion(state: ReflectorState): string {
  if (state.isLastSyncResourceVersionUnavailable) return "";
  return state.lastSyncResourceVersion === "" ? "0" : state.lastSyncResourceVersion;
}

/**
 * Goes on by what happened, as client-go's Reflector (tools/cache/reflector.go) does: ListAndWatch, list, watchList,
 * watch and handleWatch. Waiting between attempts is left to the caller.
 */
export function advance(state: ReflectorState, input: ReflectorInput, options: ReflectorOptions): Advanced {
  switch (input.kind) {
    case "listed":
      return state.next === "newest" ? toldNewest(state, input.resourceVersion) : replaced(state, input);
    case "opened":
      return opened(state, input.at);
    case "refused":
      return failed(state, input.status, options);
    case "error":
      return failed(state, input.status, options);
    case "event":
      return noticed(state, input.event);
    case "closed":
      return closed(state, options);
  }
}

function replaced(
  state: ReflectorState,
  { items, resourceVersion }: { readonly items: readonly KubeObject[]; readonly resourceVersion: string },
): Advanced {
  const again = state.lists > 0;
  return {
    state: replacedBy(state, new Map(items.map((item) => [objectKey(item), item])), resourceVersion, "watch"),
    step: {
      function: "Reflector.list",
      words: `${again ? "Relist" : "List"}: the store is replaced by ${counted(items.length)} of revision ${resourceVersion}.`,
    },
  };
}

function replacedBy(
  state: ReflectorState,
  store: ReadonlyMap<string, KubeObject>,
  resourceVersion: string,
  next: ReflectorTask,
): ReflectorState {
  const revision = Number(resourceVersion);
  return {
    ...state,
    next,
    store,
    temporaryStore: undefined,
    lastSyncResourceVersion: resourceVersion,
    isLastSyncResourceVersionUnavailable: false,
    replacedAt: revision,
    passed: revision,
    told: new Set(),
    lists: state.lists + 1,
  };
}

const counted = (objects: number): string => (objects === 1 ? "1 object" : `${objects} objects`);

const toldNewest = (state: ReflectorState, resourceVersion: string): Advanced => ({
  state: {
    ...state,
    next: "watch",
    lastSyncResourceVersion: resourceVersion,
    passed: Math.max(state.passed, Number(resourceVersion)),
  },
  step: {
    function: "(not in client-go)",
    words: `It takes the server’s newest revision, ${resourceVersion}, and leaves its store as it is.`,
  },
});

function opened(state: ReflectorState, at: number): Advanced {
  const watches = state.watches + 1;
  if (state.next === "watchList") {
    return {
      state: { ...state, next: "read", watches, temporaryStore: new Map() },
      step: { function: "Reflector.watchList", words: "A streaming list is open: what exists comes as ADDED events." },
    };
  }
  const isUnset = state.next === "watchUnset";
  const passed = isUnset ? at : Number(state.lastSyncResourceVersion);
  return {
    state: { ...state, next: "read", watches, passed },
    step: isUnset
      ? { function: "(not in client-go)", words: "A watch without a resourceVersion is open." }
      : { function: "Reflector.watch", words: `A watch from revision ${state.lastSyncResourceVersion} is open.` },
  };
}

function noticed(state: ReflectorState, { type, object }: WatchNotice): Advanced {
  const { temporaryStore } = state;
  const resourceVersion = object.metadata.resourceVersion ?? state.lastSyncResourceVersion;
  if (type === "BOOKMARK") return bookmarked(state, object, resourceVersion);
  const store = new Map(temporaryStore ?? state.store);
  if (type === "DELETED") store.delete(objectKey(object));
  else store.set(objectKey(object), object);
  const words = `${type} ${objectKey(object)}, revision ${resourceVersion}.`;
  if (temporaryStore !== undefined)
    return { state: { ...state, temporaryStore: store }, step: { function: "handleListWatch", words } };
  const revision = Number(resourceVersion);
  return {
    state: {
      ...state,
      store,
      lastSyncResourceVersion: resourceVersion,
      passed: Math.max(state.passed, revision),
      told: new Set([...state.told, revision]),
    },
    step: { function: "handleWatch", words },
  };
}

function bookmarked(state: ReflectorState, { metadata }: KubeObject, resourceVersion: string): Advanced {
  const { temporaryStore } = state;
  const isEnd = metadata.annotations?.[initialEventsEnd] === "true";
  if (temporaryStore === undefined || !isEnd) {
    const passed = Math.max(state.passed, Number(resourceVersion));
    const known = temporaryStore === undefined ? { lastSyncResourceVersion: resourceVersion, passed } : {};
    return {
      state: { ...state, ...known, bookmarks: state.bookmarks + 1 },
      step: { function: "handleWatch", words: `BOOKMARK: all changes up to revision ${resourceVersion} were sent.` },
    };
  }
  return {
    state: { ...replacedBy(state, temporaryStore, resourceVersion, "read"), bookmarks: state.bookmarks + 1 },
    step: {
      function: "Reflector.watchList",
      words:
        `BOOKMARK with ${initialEventsEnd}: the store is replaced by ${counted(temporaryStore.size)} ` +
        `of revision ${resourceVersion}, and the same watch goes on.`,
    },
  };
}

/** What comes after the end of a watch that the server, or the network, has closed without an error. */
function closed(state: ReflectorState, options: ReflectorOptions): Advanced {
  if (state.temporaryStore !== undefined) {
    return {
      state: { ...state, next: "watchList", temporaryStore: undefined },
      step: {
        function: "Reflector.watchList",
        words: "The watch was closed before the list was complete: it begins anew.",
      },
    };
  }
  const from = state.lastSyncResourceVersion;
  switch (options.resumeFrom) {
    case "last-event":
      return {
        state: { ...state, next: "watch" },
        step: { function: "Reflector.watch", words: `The watch was closed. It goes on from revision ${from}.` },
      };
    case "newest":
      return {
        state: { ...state, next: "newest" },
        step: {
          function: "(not in client-go)",
          words: "The watch was closed. It asks for the server’s newest revision.",
        },
      };
    case "unset":
      return {
        state: { ...state, next: "watchUnset" },
        step: { function: "(not in client-go)", words: "The watch was closed. It watches again, from no revision." },
      };
  }
}

/** What comes after an error: an answer, or an event of a watch. */
function failed(state: ReflectorState, status: Status, options: ReflectorOptions): Advanced {
  const isStreaming = state.next === "watchList" || state.temporaryStore !== undefined;
  const isUnavailable = isExpired(status) || isTooLargeResourceVersion(status);
  const told = `${status.code ?? 500} ${status.reason ?? ""}: ${status.message ?? ""}`.trim();
  const after = (change: Partial<ReflectorState>, name: string, words: string): Advanced => ({
    state: { ...state, temporaryStore: undefined, ...change },
    step: { function: name, words: `${told.replace(/\.$/, "")}. ${words}` },
  });
  if (isStreaming && isUnavailable) {
    const change = { next: "watchList", isLastSyncResourceVersionUnavailable: true } as const;
    return after(change, "Reflector.watchList", "It streams the list again, from the newest revision.");
  }
  if (isStreaming && status.code === 429)
    return after({ next: "watchList" }, "Reflector.watchList", "It waits and tries again.");
  if (isStreaming) return after({ next: "list" }, "Reflector.ListAndWatch", "It falls back to list and watch.");
  if (state.next === "newest") return after({}, "(not in client-go)", "It tries again.");
  if (state.next === "list") {
    return isUnavailable && !state.isLastSyncResourceVersionUnavailable
      ? after({ isLastSyncResourceVersionUnavailable: true }, "Reflector.list", "It lists the newest revision at once.")
      : after({ next: beginning(options) }, "Reflector.ListAndWatch", "It waits and begins anew.");
  }
  if (status.code === 429) return after({ next: "watch" }, "Reflector.watch", "It waits and watches again.");
  const why = isExpired(status) ? "The resourceVersion is too old: it relists." : "It relists.";
  return after({ next: beginning(options) }, "Reflector.ListAndWatch", why);
}

const isTooLargeResourceVersion = ({ details }: Status): boolean =>
  details?.causes?.some(({ reason }) => reason === "ResourceVersionTooLarge") === true;
