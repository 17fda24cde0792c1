import { expect, it } from "vitest";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { createMemoryBackend } from "../backend/memory.ts";
import { rangeOf } from "../key-range.ts";
import { withTextRevision } from "../stored-text.ts";
import { Seeded } from "../testing/seeded.ts";
import type { Change, Entry, VersionedTable } from "../versioned-table.ts";
import { createStore, type Store } from "./store.ts";

interface Event {
  readonly revision: number;
  readonly key: string;
  readonly text: string | undefined;
}

/** Every past state by revision, with which the store must agree for all retained revisions. */
class Model {
  readonly states = new Map<number, ReadonlyMap<string, string>>();
  readonly events: Event[] = [];
  #state: ReadonlyMap<string, string> = new Map();

  constructor(revision: number) {
    this.states.set(revision, this.#state);
  }

  write(revision: number, key: string, text: string | undefined): void {
    const next = new Map(this.#state);
    if (text === undefined) next.delete(key);
    else next.set(key, text);
    this.#state = next;
    this.states.set(revision, next);
    this.events.push({ revision, key, text });
  }

  range(revision: number, prefix: string): readonly (readonly [string, string])[] {
    return [...(this.states.get(revision) ?? [])]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

const textOf = (revision: number, value: number): string =>
  `"metadata":{"resourceVersion":"${revision}"},"v":${value}}`;
const pairs = (entries: readonly Entry[]): readonly (readonly [string, string])[] =>
  entries.map(({ key, text }) => [key, text] as const);
const toEvent = ({ revision, key, after, deleted }: Change<Entry>): Event => ({
  revision,
  key,
  text: deleted ? undefined : after.text,
});

async function step(chance: Seeded, table: VersionedTable<Entry>, model: Model): Promise<void> {
  const key = `${table.prefix}${chance.below(4)}/${chance.below(30)}`;
  const live = table.live(key);
  const deleted = live !== undefined && chance.oneIn(3);
  const value = chance.below(1000);
  const make = (revision: number): Entry => ({
    key,
    revision,
    text: deleted ? withTextRevision(live.text, revision) : textOf(revision, value),
  });
  const written = table.write({ key, live, deleted, make });
  if (written === undefined) throw new Error("the write was refused");
  const { entry } = written;
  if (entry === undefined) throw new Error("the write was refused");
  if (!chance.oneIn(3)) await written.done;
  model.write(entry.revision, key, deleted ? undefined : entry.text);
}

function checkReads(chance: Seeded, table: VersionedTable<Entry>, model: Model): void {
  const revision = table.compactedRevision + chance.below(table.revision - table.compactedRevision + 1);
  const prefix = chance.oneIn(4) ? table.prefix : `${table.prefix}${chance.below(4)}/`;
  expect(pairs(table.rangeAt(rangeOf(prefix), revision, chance.oneIn(2)))).toEqual(model.range(revision, prefix));
  const [limit, all] = [1 + chance.below(20), model.range(revision, prefix)];
  const page = table.pageAt(rangeOf(prefix), revision, limit);
  expect([pairs(page.items), page.total]).toEqual([all.slice(0, limit), all.length]);
  expect(pairs(table.range(rangeOf(prefix), 0))).toEqual(model.range(table.revision, prefix));
  expect(table.count(rangeOf(prefix))).toBe(model.range(table.revision, prefix).length);
  const expected = model.events.filter((event) => event.revision > revision && event.revision <= table.revision);
  expect(table.changesAfter(revision).map(toEvent)).toEqual(expected);
}

const sumOfTexts = (table: VersionedTable<Entry>): number =>
  table.range(rangeOf(table.prefix), 0).reduce((sum, { text }) => sum + text.length, 0);

async function run(seed: number): Promise<Store> {
  const chance = new Seeded(seed);
  const clock = new FakeClock();
  const store = await createStore({ backend: createMemoryBackend(), clock, history: { changes: 50, ageMs: 5000 } });
  const table = store.claim<Entry>("/registry/things/", ({ key, revision, text }) => ({ key, revision, text }));
  const model = new Model(store.revision);
  for (let at = 0; at < 400; at++) {
    await step(chance, table, model);
    if (chance.oneIn(100)) await store.compact();
    if (chance.oneIn(50)) clock.advance(3000);
    if (chance.oneIn(5)) checkReads(chance, table, model);
  }
  expect(table.stats()).toEqual({ objects: table.count(rangeOf(table.prefix)), bytes: sumOfTexts(table) });
  expect(table.changesAfter(table.compactedRevision).length).toBeLessThanOrEqual(52);
  return store;
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])("the store agrees with a naive model (seed %i)", async (seed) => {
  const store = await run(seed);
  expect(store.revision).toBeGreaterThan(390);
});
