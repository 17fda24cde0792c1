import { describe, expect, it } from "vitest";
import { Seeded } from "../testing/seeded.ts";
import { KeyIndex } from "./key-index.ts";

const item = (key: string) => ({ key });
const keys = (items: readonly { readonly key: string }[]): readonly string[] => items.map(({ key }) => key);

describe("KeyIndex", () => {
  it("is like a sorted list, whatever comes and goes", () => {
    const chance = new Seeded(7);
    const index = new KeyIndex<{ readonly key: string }>((loaded) => loaded);
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
    const index = new KeyIndex<{ readonly key: string }>((loaded) => loaded);
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

  it("makes items of what was loaded only where somebody reads it", () => {
    const made: string[] = [];
    const index = new KeyIndex((loaded: { readonly key: string }) => {
      made.push(loaded.key);
      return { key: loaded.key, isMade: true };
    });
    index.load(Array.from({ length: 2000 }, (_, at) => item(`/${String(at).padStart(4, "0")}`)));
    expect(index.count({ from: "/0300", to: "/1700" })).toBe(1400);
    expect(index.get("/0300a")).toBeUndefined();
    expect(index.range({ from: "/0256", to: "/0256" }, 0)).toEqual([]);
    expect([...index.all()]).toHaveLength(2000);
    expect(made).toEqual([]);
    expect(index.get("/0300")).toEqual({ key: "/0300", isMade: true });
    expect(index.range({ from: "/0256", to: "/0512" }, 0)).toHaveLength(256);
    expect(index.range({ from: "/0400", to: "/9" }, 112)).toHaveLength(112);
    expect(made).toEqual(Array.from({ length: 256 }, (_, at) => `/${String(256 + at).padStart(4, "0")}`));
    index.remove("/0300");
    index.insert({ key: "/0300", isMade: false });
    expect(index.get("/0300")).toEqual({ key: "/0300", isMade: false });
    expect(made).toHaveLength(256);
  });

  it("is like a sorted list also where it was loaded", () => {
    const chance = new Seeded(11);
    const index = new KeyIndex<{ readonly key: string }>((loaded) => ({ ...loaded }));
    const model = new Set(Array.from({ length: 1500 }, () => `/${chance.below(3000)}`));
    index.load([...model].sort().map(item));
    for (let step = 0; step < 3000; step++) {
      const key = `/${chance.below(3000)}`;
      if (model.delete(key)) index.remove(key);
      else {
        model.add(key);
        index.insert(item(key));
      }
      if (step % 50 !== 0) continue;
      const [from = "", to = ""] = [`/${chance.below(3000)}`, `/${chance.below(3000)}`].sort();
      const expected = [...model].sort().filter((each) => each >= from && each < to);
      const limit = 1 + chance.below(600);
      expect(keys(index.range({ from, to }, 0))).toEqual(expected);
      expect(keys(index.range({ from, to }, limit))).toEqual(expected.slice(0, limit));
      expect(index.count({ from, to })).toBe(expected.length);
      expect(keys([...index.all()])).toEqual([...model].sort());
    }
  });
});
