import { describe, expect, it } from "vitest";
import { Seeded } from "../testing/seeded.ts";
import { KeyIndex } from "./key-index.ts";

const item = (key: string) => ({ key });
const keys = (items: readonly { readonly key: string }[]): readonly string[] => items.map(({ key }) => key);

describe("KeyIndex", () => {
  it("is like a sorted list, whatever comes and goes", () => {
    const chance = new Seeded(7);
    const index = new KeyIndex<{ readonly key: string }>();
    const model = new Set<string>();
    for (let step = 0; step < 6000; step++) {
      const key = `/${chance.below(2500)}`;
      if (model.delete(key)) index.remove(key);
      else {
        model.add(key);
        index.insert(item(key));
      }
      if (step % 500 !== 0) continue;
      const [from = "", to = ""] = [`/${chance.below(2500)}`, `/${chance.below(2500)}`].sort();
      const expected = [...model].sort().filter((each) => each >= from && each < to);
      expect(keys(index.range({ from, to }, 0))).toEqual(expected);
      expect(keys(index.range({ from, to }, 3))).toEqual(expected.slice(0, 3));
      expect(index.count({ from, to })).toBe(expected.length);
      expect(index.size).toBe(model.size);
      expect(index.get(from)?.key).toBe(model.has(from) ? from : undefined);
    }
  });

  it("takes over what is in order already", () => {
    const index = new KeyIndex<{ readonly key: string }>();
    const sorted = Array.from({ length: 1000 }, (_, at) => `/${String(at).padStart(4, "0")}`);
    index.load(sorted.map(item));
    index.insert(item("/0500a"));
    index.remove("/0000");
    index.remove("/absent");
    expect(keys(index.range({ from: "/0499", to: "/0502" }, 0))).toEqual(["/0499", "/0500", "/0500a", "/0501"]);
    expect(index.count({ from: "", to: "\uffff" })).toBe(1000);
    expect(index.range({ from: "/1", to: "/2" }, 0)).toEqual([]);
    expect(index.count({ from: "/5", to: "/4" })).toBe(0);
  });
});
