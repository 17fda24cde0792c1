import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { Ordeal } from "./ordeal.ts";
import { inDatabase } from "./ordeal-database.ts";
import { inFolder } from "./ordeal-folder.ts";

// The long runs are made by `npm run torture`.

it.each([1, 2, 3, 101, 302, 342].map((seed) => [seed, seed % 3 > 0] as const))(
  "a folder loses nothing without a word, whatever fails, ends and is damaged (seed %i, flushed: %s)",
  { timeout: 60_000 },
  async (seed, synced) => {
    const result = await inFolder(synced, (medium) => new Ordeal(medium, new Seeded(seed)).run(25));
    expect(result.acknowledged).toBeGreaterThan(50);
  },
);

it.each([1, 2, 53])(
  "a database loses nothing without a word, whatever fails, ends and is damaged (seed %i)",
  { timeout: 60_000 },
  async (seed) => {
    const result = await inDatabase(`ordeal-${seed}`, (medium) => new Ordeal(medium, new Seeded(seed)).run(25));
    expect(result.acknowledged).toBeGreaterThan(50);
  },
);
