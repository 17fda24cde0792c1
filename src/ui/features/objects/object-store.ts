import { createStore, type StoreApi } from "zustand/vanilla";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { sleep } from "../../../component-base/sleep.ts";
import { isKubeObject, pageAgent, send, sendJson, statusOf } from "../../data/send.ts";
import { streamEvents, type StreamEvent } from "../../data/watch-stream.ts";
import { targetOf, withParameter, type ObjectPath } from "../../kube/resource.ts";
import { oncePerFrame } from "../../platform/browser-clock.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";

/** A revision of the object. `at` is only known for events that were watched live. */
export interface SeenRevision {
  readonly revision: string;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly at: number | undefined;
  readonly object: KubeObject;
}

export interface ObjectState {
  /** The target of the open object; "" if none is open. */
  readonly target: string;
  readonly phase: "loading" | "live" | "deleted" | "missing";
  /** The latest revision, or the last one of a deleted object. */
  readonly object: KubeObject | undefined;
  /** The revisions, oldest first. */
  readonly seen: readonly SeenRevision[];
  readonly refused: Status | undefined;
  readonly open: (path: ObjectPath) => void;
}

/** The open object: its latest revision, and the earlier ones that the server has not compacted. */
export const openObject = defineUserSlice<ObjectState>((page, left) => {
  let control = new AbortController();
  let opened: ObjectPath | undefined;
  left.addEventListener("abort", () => control.abort());
  const begin = (path: ObjectPath): void => {
    control.abort();
    control = new AbortController();
    void keepUp(page, path, store, control.signal);
  };
  /** In the past, what is seen ends at the revision that is shown. */
  const stop = page.past?.subscribe(() => {
    if (opened === undefined) return;
    if (store.getState().phase === "deleted") store.setState({ phase: "loading" });
    begin(opened);
  });
  if (stop !== undefined) left.addEventListener("abort", stop);
  const store = createStore<ObjectState>((set, get) => ({
    target: "",
    phase: "loading",
    object: undefined,
    seen: [],
    refused: undefined,
    open(path) {
      const target = targetOf(path);
      if (get().target === target) return;
      opened = path;
      set({ target, phase: "loading", object: undefined, seen: [], refused: undefined });
      begin(path);
    },
  }));
  return store;
});

async function keepUp(page: Page, path: ObjectPath, store: StoreApi<ObjectState>, signal: AbortSignal): Promise<void> {
  const seen = createSeen(page, store, signal);
  const oldest = oldestRevision(page);
  let from: string | undefined;
  let isFirst = true;
  while (!signal.aborted) {
    const current = await read(page, path, store, signal);
    if (signal.aborted) return;
    if (current !== undefined) seen.take(current);
    if (isFirst) from = await oldest;
    isFirst = false;
    const ended = await watch(page, path, from ?? current?.metadata.resourceVersion ?? "", seen, signal).catch(
      () => "gone" as const,
    );
    from = ended === "gone" ? undefined : ended;
    await sleep(page.clock, 400, signal);
  }
}

/** Returns the server's compacted revision. */
async function oldestRevision(page: Page): Promise<string | undefined> {
  try {
    return String((await page.inspect.stats()).compactedRevision);
  } catch {
    return undefined;
  }
}

async function read(
  page: Page,
  path: ObjectPath,
  store: StoreApi<ObjectState>,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    const object = await sendJson(page.handle, pageAgent, { method: "GET", target: targetOf(path), signal });
    return isKubeObject(object) ? object : undefined;
  } catch (error) {
    if (signal.aborted || store.getState().phase === "deleted") return undefined;
    store.setState({ phase: "missing", refused: statusOf(error) });
    return undefined;
  }
}

/**
 * Watches the object from a resourceVersion. Resolves with the resourceVersion to resume from, or `gone` if the server
 * no longer has it.
 */
async function watch(
  page: Page,
  path: ObjectPath,
  from: string,
  seen: Seen,
  signal: AbortSignal,
): Promise<string | "gone"> {
  const collection = withParameter(
    `${targetOf({ ...path, name: undefined })}?watch=true&allowWatchBookmarks=true`,
    "fieldSelector",
    `metadata.name=${path.name ?? ""}`,
  );
  const reply = await send(page.handle, pageAgent, {
    method: "GET",
    target: withParameter(collection, "resourceVersion", from),
    signal,
  });
  if (reply.status >= 300) return "gone";
  let last = from;
  for await (const events of streamEvents(reply.body)) {
    if (signal.aborted) return last;
    for (const event of events) {
      if (event.type === "ERROR") return "gone";
      last = event.object.metadata.resourceVersion ?? last;
      seen.hear(event);
    }
  }
  return last;
}

interface Seen {
  take(object: KubeObject): void;
  hear(event: StreamEvent): void;
}

const revisionNumber = (revision: string): number => Number(revision);

function createSeen(page: Page, store: StoreApi<ObjectState>, signal: AbortSignal): Seen {
  const revisions = new Map<string, SeenRevision>();
  const opened = page.clock.now();
  let read = 0;
  const show = oncePerFrame(() => {
    const seen = [...revisions.values()].toSorted((a, b) => revisionNumber(a.revision) - revisionNumber(b.revision));
    const last = seen.at(-1);
    if (signal.aborted || last === undefined) return;
    store.setState({
      seen,
      object: last.object,
      phase: last.type === "DELETED" ? "deleted" : "live",
      refused: undefined,
    });
  });
  const add = (type: SeenRevision["type"], object: KubeObject, at: number | undefined) => {
    const revision = object.metadata.resourceVersion ?? "";
    if (!revisions.has(revision) || type !== "MODIFIED") revisions.set(revision, { revision, type, at, object });
    show();
  };
  return {
    take(object) {
      read = Math.max(read, revisionNumber(object.metadata.resourceVersion ?? "0"));
      add("MODIFIED", object, undefined);
    },
    hear(event) {
      if (event.type === "ERROR" || event.type === "BOOKMARK") return;
      const isNew =
        revisionNumber(event.object.metadata.resourceVersion ?? "0") > read && page.clock.now() - opened > 500;
      add(event.type, event.object, isNew ? page.clock.now() : undefined);
    },
  };
}
