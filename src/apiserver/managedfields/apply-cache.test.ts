import { describe, expect, it } from "vitest";
import { ApplyCache } from "./apply-cache.ts";

const author = "uid/manager";
const decoded = (text: string) => ({ text, value: {} });

describe("the memory of applies", () => {
  it("is one server's own", () => {
    const [one, other] = [new ApplyCache(), new ApplyCache()];
    one.configurations.remember(author, decoded("{}"));
    expect(one.configurations.get(author)).toEqual(decoded("{}"));
    expect(other.configurations.get(author)).toBeUndefined();
  });

  it("forgets the oldest configurations beyond four million characters", () => {
    const { configurations } = new ApplyCache();
    const long = "x".repeat(1 << 20);
    for (let i = 0; i < 5; i++) configurations.remember(`${i}`, decoded(long));
    expect([0, 1, 4].map((i) => configurations.get(`${i}`)?.text.length)).toEqual([undefined, 1 << 20, 1 << 20]);
  });

  it("is empty after the server has closed", () => {
    const cache = new ApplyCache();
    const object = { metadata: { name: "a" } };
    cache.configurations.remember(author, decoded("{}"));
    cache.conforming.remember(object, { atom: { map: anything, fallback: "map" }, decoded: false }, "uid", object);
    expect(cache.conforming.size).toBe(1);
    cache.close();
    expect(cache.configurations.get(author)).toBeUndefined();
    expect(cache.conforming.size).toBe(0);
  });
});

const anything = { deduced: true, atomic: false, fields: new Map(), relationship: "separable" as const };
