import { expect, test } from "vitest";
import type { Random } from "./random.ts";
import { createSeededRandom } from "./seeded-random.ts";

const drawn = (random: Random): unknown => [random.uuid(), random.int(27), random.int(1000), random.uuid()];

test("equal seeds give equal values, other seeds others", () => {
  expect(drawn(createSeededRandom(7))).toEqual(drawn(createSeededRandom(7)));
  expect(drawn(createSeededRandom(7))).not.toEqual(drawn(createSeededRandom(8)));
});

test("UUIDs are of version 4 and do not repeat", () => {
  const random = createSeededRandom(1);
  const uuids = Array.from({ length: 1000 }, () => random.uuid());
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(uuids).size).toBe(uuids.length);
});

test("integers are below the limit and take every value", () => {
  const random = createSeededRandom(1);
  const counts = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 10_000; i += 1) {
    const value = random.int(10);
    counts[value] = (counts[value] ?? Number.NaN) + 1;
  }
  for (const count of counts) expect(count).toBeGreaterThan(800);
});
