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

  it("forgets the oldest configurations beyond four million characters, and does not hold large ones", () => {
    const { configurations } = new ApplyCache();
    const long = "x".repeat(1 << 17);
    for (let i = 0; i < 33; i++) configurations.remember(`${i}`, decoded(long));
    expect([0, 1, 32].map((i) => configurations.get(`${i}`)?.text.length)).toEqual([undefined, 1 << 17, 1 << 17]);
    configurations.remember("32", decoded(`${long}x`));
    expect(configurations.get("32")).toBeUndefined();
  });

  it("knows the object that it has seen last but for its metadata, and none of another type or with other parts", () => {
    const { conforming } = new ApplyCache();
    const type = { atom: { map: anything, fallback: "map" as const }, decoded: false };
    const object = { kind: "A", metadata: { name: "a" }, spec: { b: 1 } };
    conforming.remember(object, type, "uid", object);
    const stored = { metadata: { name: "a", resourceVersion: "7" }, spec: object.spec };
    expect(conforming.isLast(stored, type, "uid")).toBe(true);
    expect(conforming.isLast({ ...stored, spec: { b: 1 } }, type, "uid")).toBe(false);
    expect(conforming.isLast({ ...stored, status: {} }, type, "uid")).toBe(false);
    expect(conforming.isLast(stored, type, "another")).toBe(false);
    expect(conforming.isLast(stored, { ...type, atom: { ...type.atom } }, "uid")).toBe(false);
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
