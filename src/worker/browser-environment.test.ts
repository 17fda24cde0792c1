import { describe, expect, it } from "vitest";
import {
  askToPersist,
  createRandomId,
  createRandomUuid,
  findObstacle,
  storageEstimateOf,
} from "./browser-environment.ts";

describe("names made at random", () => {
  it("are UUIDs of version 4 where one is asked for", () => {
    for (let i = 0; i < 100; i++)
      expect(createRandomUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("do not repeat", () => {
    expect(new Set(Array.from({ length: 100 }, createRandomId)).size).toBe(100);
  });
});

describe("what keeps a page from storing", () => {
  const refuse = (): never => {
    throw new DOMException("no", "SecurityError");
  };
  class Channel {
    close(): void {}
  }
  const page = {
    origin: "https://example.org",
    isSecureContext: true,
    navigator: { locks: {} },
    indexedDB: {},
    BroadcastChannel: Channel,
  };
  const blocked = Object.defineProperty({ ...page }, "indexedDB", {
    get: refuse,
  });

  const find = (scope: unknown): string => findObstacle(scope as Window & typeof globalThis) ?? "nothing";

  it.each([
    ["a page over https", page, "nothing"],
    ["an opaque origin", { ...page, origin: "null" }, "sandboxed"],
    ["plain http", { ...page, isSecureContext: false }, "https"],
    ["missing locks", { ...page, navigator: {} }, "Web Locks"],
    ["blocked locks", { ...page, navigator: Object.defineProperty({}, "locks", { get: refuse }) }, "Web Locks"],
    ["blocked channels", { ...page, BroadcastChannel: refuse }, "channels"],
    ["missing IndexedDB", { ...page, indexedDB: undefined }, "IndexedDB"],
    ["forbidden IndexedDB", blocked, "IndexedDB"],
  ])("is said in words: %s", (_, scope, words) => {
    expect(find(scope)).toContain(words);
  });
});

describe("a browser's StorageManager", () => {
  const scopeWith = (navigator: object): Window & typeof globalThis =>
    ({ navigator }) as unknown as Window & typeof globalThis;
  const blocked = Object.defineProperty({}, "storage", {
    get: () => {
      throw new DOMException("no", "SecurityError");
    },
  });

  it.each([
    ["none (WebKitGTK)", {}],
    ["one that does not estimate (Safari before 17)", { storage: {} }],
    ["one that may not be read", blocked],
  ])("is done without: %s", (_, navigator) => {
    expect(storageEstimateOf(scopeWith(navigator))).toBeUndefined();
    expect(() => askToPersist(scopeWith(navigator))).not.toThrow();
  });

  it("is asked for an estimate where it has one", async () => {
    const storage = { estimate: async () => ({ usage: 1, quota: 2 }) };
    expect(await storageEstimateOf(scopeWith({ storage }))?.()).toEqual({ usage: 1, quota: 2 });
  });
});
