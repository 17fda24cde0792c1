import { describe, expect, it } from "vitest";
import { Double, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { compareTyped } from "./compare.ts";
import { configurationSet } from "./configuration-set.ts";
import { walkConfiguration } from "./configuration-walk.ts";
import { toFieldsV1 } from "./fields-v1.ts";
import { mergeTyped, type MergeNotice } from "./merge.ts";
import { atomOf, deducedAtom, type Atom } from "./schema.ts";
import { isValidValue } from "./validate.ts";

const text = atomOf({ scalar: "string" });
const number = atomOf({ scalar: "numeric" });
const flag = atomOf({ scalar: "boolean" });
const struct = (fields: Readonly<Record<string, Atom>>, atomic = false): Atom =>
  atomOf({
    map: {
      atomic,
      deduced: false,
      fields: new Map(Object.entries(fields).map(([name, type]) => [name, { element: { kind: "field", name }, type }])),
    },
  });
const port = struct({ port: number, protocol: text, name: text, ref: struct({ a: text, b: text }, true) });
const whole = struct({
  name: text,
  replicas: number,
  paused: flag,
  ports: atomOf({ list: { atomic: false, keys: ["port", "protocol"], items: port } }),
  tags: atomOf({ list: { atomic: false, keys: [], items: text } }),
  args: atomOf({ list: { atomic: true, keys: [], items: text } }),
  labels: atomOf({ map: { atomic: false, deduced: false, fields: new Map(), elements: text } }),
  any: deducedAtom,
});

/** A deterministic random generator (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Pick = (below: number) => number;

const word = (pick: Pick): string => `w${pick(3)}`;
const some = <T>(pick: Pick, make: (i: number) => T): T[] =>
  Array.from({ length: pick(4) }, (_, i) => i)
    .filter(() => pick(4) > 0)
    .map(make);
const maybe = (pick: Pick, name: string, value: JsonValue): JsonObject => (pick(3) > 0 ? { [name]: value } : {});
const odd = (pick: Pick): JsonValue => [null, {}, [], new Double(1), "x", 2n ** 60n][pick(6)] ?? null;

const randomPort =
  (pick: Pick) =>
  (i: number): JsonValue => ({
    port: 80 + i,
    protocol: "TCP",
    ...maybe(pick, "name", word(pick)),
    ...maybe(pick, "ref", { a: word(pick), ...maybe(pick, "b", word(pick)) }),
  });

/** A random object, mostly valid: one in ten contains something unusual. */
const randomObject = (pick: Pick): JsonObject => ({
  ...maybe(pick, "name", word(pick)),
  ...maybe(pick, "replicas", pick(3)),
  ...maybe(pick, "paused", pick(2) === 0),
  ...maybe(pick, "ports", some(pick, randomPort(pick))),
  ...maybe(
    pick,
    "tags",
    some(pick, (i) => `t${i}`),
  ),
  ...maybe(
    pick,
    "args",
    some(pick, () => word(pick)),
  ),
  ...maybe(pick, "labels", Object.fromEntries(some(pick, (i) => [`l${i}`, word(pick)]))),
  ...maybe(pick, "any", { a: { b: pick(2), c: [pick(2)] } }),
  ...(pick(10) === 0 && { [["name", "ports", "labels", "any"][pick(4)] ?? ""]: odd(pick) }),
});

/** A random configuration that often repeats values of the live object. */
const randomConfiguration = (pick: Pick, live: JsonObject): JsonObject =>
  pick(3) === 0
    ? randomObject(pick)
    : { ...live, ...(pick(2) === 0 && { name: word(pick) }), ...maybe(pick, "ports", some(pick, randomPort(pick))) };

const fieldsOf = (comparison: object): object =>
  Object.fromEntries(Object.entries(comparison).map(([name, set]) => [name, toFieldsV1(set)]));

describe("one walk over a configuration", () => {
  it("finds what a check, a merge and a comparison find one after the other, of parts that it knows too", () => {
    const pick = numbers(1);
    let walks = 0;
    let last: { readonly live: JsonObject; readonly config: JsonObject } = { live: {}, config: {} };
    for (let round = 0; round < 1500; round++) {
      const live = pick(3) === 0 ? last.live : randomObject(pick);
      if (!isValidValue(live, whole, true)) continue;
      // parts may be cached from earlier visits
      const config = pick(3) === 0 ? { ...last.config, name: word(pick) } : randomConfiguration(pick, live);
      last = { live, config };
      const like = pick(2) === 0 ? configurationSet(randomConfiguration(pick, live), whole, undefined) : undefined;
      const walked = walkConfiguration(live, config, whole, like);
      if (!walked) continue;
      walks++;
      const notice: MergeNotice = { filled: false };
      const merged = mergeTyped(live, config, whole, notice);
      const set = configurationSet(config, whole, undefined);
      expect(walked.merged).toEqual(merged);
      expect(walked.merged === live).toBe(merged === live);
      expect(notice.filled).toBe(false);
      expect(toFieldsV1(walked.set)).toEqual(set && toFieldsV1(set));
      expect(fieldsOf(walked.comparison)).toEqual(fieldsOf(compareTyped(live, merged, whole)));
    }
    expect(walks).toBeGreaterThan(500);
  });

  it("is the very live value and the very set where they say it all", () => {
    const live = {
      name: "a",
      ports: [
        { port: 80, protocol: "TCP", ref: { a: "x" } },
        { port: 81, protocol: "TCP" },
      ],
      tags: ["x", "y"],
      args: ["z"],
    };
    const config = structuredClone({ name: "a", ports: live.ports.slice(1), tags: ["y"], args: ["z"] });
    const like = configurationSet(config, whole, undefined);
    const walked = walkConfiguration(live, config, whole, like);
    expect(walked?.merged).toBe(live);
    expect(walked?.set).toBe(like);
  });

  it.each<readonly [string, JsonObject]>([
    ["what does not fit", { name: 1 }],
    ["what nobody declared", { other: 1 }],
    ["new items", { ports: [{ port: 82, protocol: "TCP" }] }],
    ["items in another order", { tags: ["y", "x"] }],
    ["the same item twice", { tags: ["x", "x"] }],
    ["what is emptied", { ports: [] }],
    ["members that are null", { name: null }],
    ["numbers that are not plain ones", { replicas: new Double(1) }],
  ])("leaves %s to others", (_, config) => {
    const live = { name: "a", replicas: 1, ports: [{ port: 80, protocol: "TCP" }], tags: ["x", "y"] };
    expect(walkConfiguration(live, config, whole, undefined)).toBeUndefined();
  });
});
