import { expect, it } from "vitest";
import { ObjectCache, type Cached } from "./object-cache.ts";

function setUp(limit: number) {
  const cache = new ObjectCache(limit);
  const dropped: string[] = [];
  const item = (name: string, bytes: number): Cached => ({ used: true, bytes, drop: () => void dropped.push(name) });
  const add = (name: string, bytes: number): Cached => {
    const made = item(name, bytes);
    cache.add(made);
    return made;
  };
  return { cache, dropped, add };
}

it("lets those go that were not used since it last passed over them", () => {
  const { cache, dropped, add } = setUp(30);
  const [a] = [add("a", 10), add("b", 10), add("c", 10)];
  add("d", 10);
  expect(dropped).toEqual(["a"]);
  expect(a.used).toBe(false);
  add("e", 10);
  expect(dropped).toEqual(["a", "b"]);
  expect(cache.bytes).toBe(30);
});

it("keeps what is in use", () => {
  const { dropped, add } = setUp(30);
  const a = add("a", 10);
  for (const name of ["b", "c", "d", "e", "f"]) {
    a.used = true;
    add(name, 10);
  }
  expect(dropped).not.toContain("b".repeat(2));
  expect(dropped.filter((name) => name === "a").length).toBeLessThanOrEqual(1);
});

it("goes on where it was, also among those that come later", () => {
  const { cache, dropped, add } = setUp(30);
  const all = Array.from({ length: 9 }, (_, at) => add(String(at), 10));
  expect(dropped).toEqual(["0", "1", "2", "3", "4", "5"]);
  for (const item of all.slice(6)) item.used = true;
  add("9", 10);
  expect(dropped.slice(6)).toEqual(["6"]);
  for (const name of ["10", "11", "12"]) add(name, 10);
  expect(dropped.slice(7)).toEqual(["7", "8", "9"]);
  expect(cache.bytes).toBe(30);
});

it("holds one that is too big alone, and forgets what is taken out", () => {
  const { cache, dropped, add } = setUp(30);
  add("a", 10);
  const big = add("big", 100);
  expect(dropped).toEqual(["a"]);
  cache.remove(big);
  cache.remove(big);
  expect(dropped).toEqual(["a", "big"]);
  expect(cache.bytes).toBe(0);
});
