import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import type { Backend, BackendWrite } from "../backend/backend.ts";
import { openIndexedDbBackend } from "../backend/indexeddb.ts";
import { createMemoryBackend, createMemoryMedium, type MemoryMedium } from "../backend/memory.ts";
import { restoreVersions } from "../backend/restore.ts";
import { withTextRevision } from "../stored-text.ts";
import { createStore, type Store } from "./store.ts";

const prefixes = ["/registry/a/", "/registry/example.com/b/", "/registry/c/"] as const;
const range = { from: "", to: "\uffff" };
const textOf = (words: string, revision: number): string =>
  `"metadata":{"name":"${words}","resourceVersion":"${revision}"}}`;

async function open(backend: Backend) {
  const store = await createStore({ backend, clock: new FakeClock() });
  const tables = prefixes.map((prefix) => store.claim(prefix, (data) => data));
  return { store, tables };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Writes, changes and deletes objects, and compacts in between. */
async function live({ store, tables }: Opened, seed: number): Promise<void> {
  for (let i = 0; i < 400; i++) {
    const n = (i * 7919 + seed * 104_729) % 997;
    const [table, prefix] = [tables[n % 3], prefixes[n % 3]];
    const key = `${prefix}o${n % 40}`;
    const found = table?.live(key);
    const deleted = found !== undefined && n % 5 === 0;
    const make = (revision: number) => ({
      key,
      revision,
      text: deleted ? withTextRevision(found.text, revision) : textOf(`o${n}`, revision),
    });
    await table?.write({ key, live: found, deleted, make })?.done;
    if (i === 150) await store.compact();
  }
}

async function allVersions(store: Store, between?: () => Promise<void>) {
  const versions: BackendWrite[] = [];
  const { revision } = await store.versions({});
  let after: string | undefined;
  let compacted = 0;
  do {
    const portion = await store.versions({ after, upTo: revision });
    versions.push(...portion.versions);
    compacted = Math.max(compacted, portion.compacted);
    after = portion.next;
    await between?.();
  } while (after !== undefined);
  return { revision, compacted, versions };
}

/** What each table held at a revision, and what changed after it. */
const historyFrom = ({ tables }: Opened, revision: number) =>
  tables.map((table) => ({
    stood: table.rangeAt(range, revision),
    changes: table.changesAfter(revision),
  }));

let databases = 0;
const backends: Readonly<Record<string, () => () => Promise<Backend>>> = {
  memory: () => {
    const medium: MemoryMedium = createMemoryMedium();
    return async () => createMemoryBackend(medium);
  },
  indexeddb: () => {
    const name = `retained-${++databases}`;
    return () => openIndexedDbBackend({ name });
  },
};

describe.each(Object.entries(backends))("versions that are restored to %s", (_, openings) => {
  it.each([1, 2, 3])("give the same revisions and the same history (%i)", async (seed) => {
    const source = await open(createMemoryBackend());
    await live(source, seed);
    const retained = await allVersions(source.store);
    const reopen = openings();
    await restoreVersions(await reopen(), retained, { at: 0 });
    const restored = await open(await reopen());
    expect(restored.store.compactedRevision).toBe(source.store.compactedRevision);
    expect(restored.store.revision).toBe(source.store.revision);
    for (const table of restored.tables) await table.recalled(retained.compacted);
    for (let revision = retained.compacted; revision <= retained.revision; revision++)
      expect(historyFrom(restored, revision)).toEqual(historyFrom(source, revision));
  });
});

describe("portions of versions", () => {
  it("are of one state, also where the store is written to between them", async () => {
    const source = await open(createMemoryBackend());
    await live(source, 4);
    const before = await allVersions(source.store);
    let more = 0;
    const write = async (): Promise<void> => {
      const key = `/registry/a/new-${++more}`;
      await source.tables[0]?.write({
        key,
        live: undefined,
        deleted: false,
        make: (revision) => ({ key, revision, text: textOf("new", revision) }),
      })?.done;
    };
    expect((await allVersions(source.store, write)).versions).toEqual(before.versions);
  });

  it("are small, whatever the size of the objects", async () => {
    const source = await open(createMemoryBackend());
    for (let i = 0; i < 10; i++) {
      const key = `/registry/c/o${i}`;
      const make = (revision: number) => ({ key, revision, text: textOf("x".repeat(600_000), revision) });
      await source.tables[2]?.write({ key, live: undefined, deleted: false, make })?.done;
    }
    expect((await source.store.versions({})).versions).toHaveLength(2);
    expect((await allVersions(source.store)).versions).toHaveLength(10);
  });

  it("hold what nobody serves, and what was served before", async () => {
    const medium = createMemoryMedium();
    const first = await open(createMemoryBackend(medium));
    await live(first, 5);
    const wanted = await allVersions(first.store);
    await first.store.close();
    const store = await createStore({ backend: createMemoryBackend(medium), clock: new FakeClock() });
    store.claim(prefixes[2], (data) => data);
    await store.release(prefixes[2]);
    const found = await allVersions(store);
    const byKey = (a: BackendWrite, b: BackendWrite): number =>
      a.key === b.key ? a.revision - b.revision : a.key < b.key ? -1 : 1;
    expect(found.versions.toSorted(byKey)).toEqual(wanted.versions.toSorted(byKey));
  });
});
