import { describe, expect, it } from "vitest";
import { failureStatus } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { differencesOf, fateOf, type ServerWrite } from "./differences.ts";
import {
  advance,
  newReflector,
  requestOf,
  type ReflectorInput,
  type ReflectorOptions,
  type ReflectorState,
} from "./reflector.ts";

const right: ReflectorOptions = { useWatchList: false, allowWatchBookmarks: true, resumeFrom: "last-event" };
const streaming: ReflectorOptions = { ...right, useWatchList: true };

const object = (name: string, revision: number, uid = name): KubeObject => ({
  metadata: { namespace: "default", name, uid, resourceVersion: String(revision) },
});
const listed = (resourceVersion: number, ...items: readonly KubeObject[]): ReflectorInput => ({
  kind: "listed",
  items,
  resourceVersion: String(resourceVersion),
});
const event = (type: "ADDED" | "MODIFIED" | "DELETED", of: KubeObject): ReflectorInput => ({
  kind: "event",
  event: { type, object: of },
});
const bookmark = (revision: number, isEnd = false): ReflectorInput => ({
  kind: "event",
  event: {
    type: "BOOKMARK",
    object: {
      metadata: {
        resourceVersion: String(revision),
        ...(isEnd && { annotations: { "k8s.io/initial-events-end": "true" } }),
      },
    },
  },
});
const opened = (at = 0): ReflectorInput => ({ kind: "opened", at });
const closed: ReflectorInput = { kind: "closed" };
const gone = failureStatus(410, "Expired", "too old resource version: 10 (20)");
const tooLarge = failureStatus(504, "Timeout", "Too large resource version: 9, current: 3", {
  causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
});

const through = (options: ReflectorOptions, inputs: readonly ReflectorInput[]): ReflectorState =>
  inputs.reduce((state, input) => advance(state, input, options).state, newReflector(options));
const keys = ({ store }: ReflectorState): readonly string[] => [...store.keys()];

const synced = [listed(10, object("a", 4), object("b", 5)), opened()];

describe("a reflector", () => {
  it("lists from the cache, watches from the list, and follows the events", () => {
    expect(requestOf(newReflector(right), right)).toEqual({ verb: "list", query: { resourceVersion: "0" } });
    const watching = through(right, synced.slice(0, 1));
    expect(requestOf(watching, { ...right, timeoutSeconds: 300 })).toEqual({
      verb: "watch",
      query: { watch: "true", allowWatchBookmarks: "true", timeoutSeconds: "300", resourceVersion: "10" },
    });
    const state = through(right, [...synced, event("ADDED", object("c", 11)), event("DELETED", object("a", 12))]);
    expect(keys(state)).toEqual(["default/b", "default/c"]);
    expect(state).toMatchObject({ next: "read", lastSyncResourceVersion: "12", lists: 1, watches: 1 });
    expect(requestOf(state, right)).toBeUndefined();
  });

  it.each<[ReflectorOptions["resumeFrom"], object]>([
    ["last-event", { verb: "watch", query: { watch: "true", allowWatchBookmarks: "true", resourceVersion: "11" } }],
    ["newest", { verb: "list", query: { limit: "1" } }],
    ["unset", { verb: "watch", query: { watch: "true", allowWatchBookmarks: "true" } }],
  ])("whose watch was closed goes on by %s", (resumeFrom, request) => {
    const options = { ...right, resumeFrom };
    const state = through(options, [...synced, event("ADDED", object("c", 11)), closed]);
    expect(requestOf(state, options)).toEqual(request);
  });

  it("goes on from a bookmark, although no event came", () => {
    const state = through(right, [...synced, bookmark(15), closed]);
    expect(requestOf(state, right)?.query).toMatchObject({ resourceVersion: "15" });
    expect(state.bookmarks).toBe(1);
  });

  it.each<ReflectorInput>([
    { kind: "error", status: gone },
    { kind: "refused", status: gone },
  ])("relists not older than what it knows when the resourceVersion is too old ($kind)", (input) => {
    const before = input.kind === "refused" ? [...synced, closed] : synced;
    const state = through(right, [...before, input]);
    expect(requestOf(state, right)).toEqual({ verb: "list", query: { resourceVersion: "10" } });
    const relisted = through(right, [...before, input, listed(30, object("b", 22))]);
    expect(keys(relisted)).toEqual(["default/b"]);
    expect(relisted).toMatchObject({ lists: 2, replacedAt: 30, lastSyncResourceVersion: "30" });
  });

  it.each([gone, tooLarge])("lists the newest revision when its own cannot be listed ($code), once", (status) => {
    const refused: ReflectorInput = { kind: "refused", status };
    const state = through(right, [...synced, closed, { kind: "refused", status: gone }, refused]);
    expect(requestOf(state, right)).toEqual({ verb: "list", query: {} });
    expect(advance(state, refused, right).step.function).toBe("Reflector.ListAndWatch");
    expect(through(right, [listed(30)]).isLastSyncResourceVersionUnavailable).toBe(false);
  });

  it("keeps its watch revision after 429, and relists after other errors", () => {
    const status = failureStatus(429, "TooManyRequests", "Too many requests, please try again later.");
    expect(through(right, [...synced, { kind: "error", status }]).next).toBe("watch");
    const error = failureStatus(500, "InternalError", "etcdserver: leader changed");
    expect(through(right, [...synced, { kind: "error", status: error }]).next).toBe("list");
  });
});

describe("a streaming list", () => {
  it("replaces the store at the bookmark that ends it, and the watch goes on", () => {
    expect(requestOf(newReflector(streaming), { ...streaming, allowWatchBookmarks: false })?.query).toEqual({
      watch: "true",
      allowWatchBookmarks: "true",
      sendInitialEvents: "true",
      resourceVersionMatch: "NotOlderThan",
    });
    const initial = [opened(), event("ADDED", object("a", 4)), event("ADDED", object("b", 5))];
    expect(keys(through(streaming, initial))).toEqual([]);
    const state = through(streaming, [...initial, bookmark(10, true)]);
    expect(keys(state)).toEqual(["default/a", "default/b"]);
    expect(state).toMatchObject({ next: "read", lastSyncResourceVersion: "10", replacedAt: 10, lists: 1 });
    expect(keys(advance(state, event("DELETED", object("a", 11)), streaming).state)).toEqual(["default/b"]);
  });

  it("that breaks off begins anew, and keeps the store until then", () => {
    const first = [opened(), event("ADDED", object("a", 4)), bookmark(10, true)];
    const again = [{ kind: "error", status: gone } as const, opened(), event("ADDED", object("b", 12)), closed];
    const state = through(streaming, [...first, ...again]);
    expect(keys(state)).toEqual(["default/a"]);
    expect(state.next).toBe("watchList");
    expect(requestOf(state, streaming)?.query).toMatchObject({ resourceVersion: "10" });
  });

  it("that is too old streams the newest revision; one that is refused falls back to a list", () => {
    const expired = through(streaming, [{ kind: "refused", status: tooLarge }]);
    expect(expired).toMatchObject({ next: "watchList", isLastSyncResourceVersionUnavailable: true });
    const invalid = failureStatus(422, "Invalid", "sendInitialEvents is forbidden for watch");
    expect(through(streaming, [{ kind: "refused", status: invalid }]).next).toBe("list");
  });
});

describe("what a reflector does not know", () => {
  const writes: readonly ServerWrite[] = [
    { revision: 4, kind: "create", key: "default/a" },
    { revision: 5, kind: "create", key: "default/b" },
    { revision: 12, kind: "delete", key: "default/b" },
    { revision: 13, kind: "update", key: "default/a" },
    { revision: 14, kind: "create", key: "default/c" },
  ];
  const server = { kind: "ConfigMap", objects: [object("a", 13), object("c", 14)], writes };
  const words = (state: ReflectorState) => differencesOf(state, server).map((one) => one.words);

  it("is told later where it goes on from the last event", () => {
    const state = through(right, [...synced, closed, opened()]);
    expect(differencesOf(state, server)).toEqual([
      {
        key: "default/a",
        revision: 13,
        isLost: false,
        words: "The informer does not know that ConfigMap a was changed at revision 13.",
      },
      {
        key: "default/b",
        revision: 12,
        isLost: false,
        words: "The informer does not know that ConfigMap b was deleted at revision 12.",
      },
      {
        key: "default/c",
        revision: 14,
        isLost: false,
        words: "The informer does not know that ConfigMap c was created at revision 14.",
      },
    ]);
    expect(writes.map((write) => fateOf(write, state, 1))).toEqual([
      "listed",
      "listed",
      "waiting",
      "waiting",
      "waiting",
    ]);
  });

  it("is lost where it goes on from the newest revision", () => {
    const options = { ...right, resumeFrom: "newest" as const };
    const state = through(options, [...synced, closed, listed(14, object("a", 13)), opened()]);
    expect(differencesOf(state, server).map(({ isLost }) => isLost)).toEqual([true, true, true]);
    expect(writes.map((write) => fateOf(write, state, 1)).slice(2)).toEqual(["lost", "lost", "lost"]);
  });

  it("is what was deleted where it watches from no revision", () => {
    const options = { ...right, resumeFrom: "unset" as const };
    const told = [event("ADDED", object("a", 13)), event("ADDED", object("c", 14))];
    const state = through(options, [...synced, closed, opened(14), ...told]);
    expect(words(state)).toEqual(["The informer does not know that ConfigMap b was deleted at revision 12."]);
    expect(differencesOf(state, server)[0]?.isLost).toBe(true);
  });

  it("is brought by a relist where the changes are compacted", () => {
    const state = through(right, [...synced, closed]);
    expect(writes.map((write) => fateOf(write, state, 14)).slice(2)).toEqual(["compacted", "compacted", "compacted"]);
    expect(words(advance({ ...state, next: "list" }, listed(14, ...server.objects), right).state)).toEqual([]);
  });

  it("can be an object that was deleted and created again, or a deletion that nothing tells of any more", () => {
    const state = through(right, synced);
    const again = [...writes, { revision: 20, kind: "create", key: "default/a" } as const];
    expect(differencesOf(state, { ...server, objects: [object("a", 20, "other")], writes: again })[0]?.words).toBe(
      "The informer does not know that ConfigMap a was deleted and created again, the last time at revision 20.",
    );
    expect(differencesOf(state, { ...server, objects: [object("a", 4)], writes: [] })).toEqual([
      {
        key: "default/b",
        revision: undefined,
        isLost: true,
        words: "The informer does not know that ConfigMap b was deleted.",
      },
    ]);
  });
});
