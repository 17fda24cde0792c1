import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../seeded-random.ts";
import { labelSelectorAsSelector } from "./label-selector.ts";
import { parseLabelSelector } from "./parse.ts";

describe("parseLabelSelector", () => {
  it.each([
    ["a=b", { a: "b" }, true],
    ["a=b", { a: "c" }, false],
    ["a!=b", {}, true],
    ["a in (b, c)", { a: "c" }, true],
    ["a notin (b)", {}, true],
    ["a in ()", { a: "" }, true],
    ["!a", { a: "b" }, false],
    ["a>1,a<3", { a: "2" }, true],
    ["a>1", { a: "x" }, false],
    ["constructor", {}, false],
  ])("%s over %o is %s", (text, labels, matches) => expect(parseLabelSelector(text).matches(labels)).toBe(matches));

  it("prints requirements sorted by key, values sorted", () =>
    expect(parseLabelSelector("z in (c,b),!a").toString()).toBe("!a,z in (b,c)"));

  it.each([
    ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ["a,", "found '', expected: identifier after ','"],
    ["(a)", "found '(', expected: !, identifier, or 'end of string'"],
  ])("refuses %s", (text, message) => expect(() => parseLabelSelector(text)).toThrow(message));
});

describe("labelSelectorAsSelector", () => {
  it("selects nothing without a LabelSelector and everything with an empty one", () => {
    expect(labelSelectorAsSelector(null).matches({})).toBe(false);
    expect(labelSelectorAsSelector({}).matches({})).toBe(true);
  });
});

describe("matching", () => {
  const keys = Array.from({ length: 12 }, (_, i) => `k${i}`);
  const random = createSeededRandom(7);
  const pick = <T>(items: readonly T[]): T | undefined => items[random.int(items.length)];
  const terms: readonly ((key: string) => string)[] = [
    (key) => key,
    (key) => `!${key}`,
    (key) => `${key}=${random.int(3)}`,
    (key) => `${key}!=${random.int(3)}`,
    (key) => `${key} in (${random.int(3)},${random.int(3)})`,
    (key) => `${key} notin (${random.int(3)},${random.int(3)})`,
    (key) => `${key}>${random.int(3)}`,
    (key) => `${key}<${random.int(4)}`,
  ];

  it("is that every requirement matches, of few and many keys", () => {
    let matched = 0;
    for (let round = 0; round < 2000; round++) {
      const names = keys.slice(0, 1 + random.int(keys.length));
      const parts = Array.from({ length: 1 + random.int(10) }, () => pick(terms)?.(pick(names) ?? "k0") ?? "k0");
      const labels = Object.fromEntries(names.map((key) => [key, String(random.int(3))]));
      const each = parts.every((part) => parseLabelSelector(part).matches(labels));
      expect(parseLabelSelector(parts.join(",")).matches(labels), parts.join(",")).toBe(each);
      if (each) matched++;
    }
    expect(matched).toBeGreaterThan(50);
  });

  it.each(["k=v", "!k"])("of 10,000 keys (%s) reads each label once", (term) => {
    let reads = 0;
    const labels = new Proxy({ a: "b", c: "d" } as Record<string, string>, {
      get: (target, key) => (reads++, target[String(key)]),
    });
    const text = Array.from({ length: 10_000 }, (_, i) => `${term.replace("k", `k${i}`)}`).join(",");
    expect(parseLabelSelector(text).matches(labels)).toBe(term === "!k");
    expect(reads).toBeLessThanOrEqual(2);
  });
});
