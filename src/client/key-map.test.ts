import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { KeyMap } from "./key-map.ts";

describe("KeyMap", () => {
  it("is iterated in the order of its keys, whatever comes and goes in between", () => {
    const random = createSeededRandom(1);
    const map = new KeyMap<number>();
    const known = new Map<string, number>();
    for (let i = 0; i < 500; i++) {
      const key = `key-${random.int(60)}`;
      const removes = random.int(3) === 0;
      for (const one of [map, known])
        if (removes) one.delete(key);
        else one.set(key, i);
      expect(map.get(key)).toBe(known.get(key));
      const sorted = [...known.keys()].sort();
      expect([...map.keys()]).toEqual(sorted);
      expect([...map.values()]).toEqual(sorted.map((one) => known.get(one)));
      expect(map.size).toBe(sorted.length);
    }
  });

  it("goes on with an iteration while it is changed, without what was removed", () => {
    const map = new KeyMap<string>();
    for (const key of ["d", "b", "a"]) map.set(key, key);
    const seen: string[] = [];
    for (const key of map.keys()) {
      seen.push(key);
      if (key !== "a") continue;
      map.set("0", "0");
      map.set("c", "c");
      map.delete("b");
    }
    expect(seen).toEqual(["a", "d"]);
    expect([...map.keys()]).toEqual(["0", "a", "c", "d"]);
  });

  it("has a key that was removed and added again in one place, once", () => {
    const map = new KeyMap([
      ["a", 1],
      ["b", 2],
    ]);
    expect([...map.keys()]).toEqual(["a", "b"]);
    for (const value of [3, 4]) {
      map.delete("a");
      map.set("a", value);
    }
    expect([...map.values()]).toEqual([4, 2]);
  });
});
