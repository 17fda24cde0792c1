import { expect, it } from "vitest";
import { decodeJson } from "../../src/apimachinery/json/decode.ts";
import { isObject, type JsonObject } from "../../src/apimachinery/json/value.ts";
import { applyMergePatchTracking } from "../../src/apiserver/patch/merge-patch.ts";
import { strategicMergeMapPatch } from "../../src/apiserver/patch/strategic/strategic-merge-patch.ts";
import { StrategicPatchError } from "../../src/apiserver/patch/strategic/strategic-patch-error.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { inSlices, sliceUnits, Work } from "../../src/component-base/work.ts";
import { several } from "./hunt-case.ts";

const types = await loadBuiltinTypes();
const { signal } = new AbortController();
const longest = 30_000;

/** Turns that come at once. */
class InstantTurns extends Turns {
  override next(): Promise<void> {
    return Promise.resolve();
  }
}

/** A patch of a pod whose lists have a number of items. */
interface LongPatch {
  readonly live: (count: number) => string;
  readonly patch: (count: number) => string;
}

const texts = (count: number, prefix = "f", from = 0): string => several(count, (i) => `"${prefix}${from + i}"`);
const volumes = (count: number, more = "", from = 0): string =>
  several(count, (i) => `{"name":"v${from + i}","emptyDir":{}${more}}`);
const ports = (count: number, port: (i: number) => string): string =>
  several(count, (i) => `{"name":"p${i}","containerPort":${port(i)}}`);
const ofPorts = (list: string): string => `{"spec":{"containers":[{"name":"c","ports":[${list}]}]}}`;
const ofVolumes = (list: string): string => `{"spec":{"volumes":[${list}]}}`;
const finalizers = (list: string): string => `{"metadata":{"finalizers":[${list}]}}`;

const patches: Readonly<Record<string, LongPatch>> = {
  "finalizers merged into others": {
    live: (count) => finalizers(texts(count)),
    patch: (count) => finalizers(texts(count, "g")),
  },
  "finalizers given twice": {
    live: (count) => finalizers(texts(count)),
    patch: (count) => finalizers(`${texts(count)},${texts(count)}`),
  },
  "one finalizer given again and again": {
    live: () => finalizers(`"a","b"`),
    patch: (count) => finalizers(several(count, () => `"a"`)),
  },
  "finalizers in an order": {
    live: (count) => finalizers(texts(count)),
    patch: (count) =>
      `{"metadata":{"finalizers":[${texts(count / 2, "f", 5)}],"$setElementOrder/finalizers":[${texts(count)}]}}`,
  },
  "finalizers that are not in their order": {
    live: (count) => finalizers(texts(count)),
    patch: (count) =>
      `{"metadata":{"finalizers":[${texts(count, "g")}],"$setElementOrder/finalizers":[${texts(count)}]}}`,
  },
  "finalizers deleted": {
    live: (count) => finalizers(texts(count)),
    patch: (count) => `{"metadata":{"$deleteFromPrimitiveList/finalizers":[${texts(count / 2)}]}}`,
  },
  "volumes changed, added and deleted": {
    live: (count) => ofVolumes(volumes(count)),
    patch: (count) =>
      ofVolumes(`${volumes(count / 2, `,"hostPath":{"path":"/"}`, 7)},${volumes(count / 2, `,"$patch":"delete"`)}`),
  },
  "volumes in the place of others": {
    live: (count) => ofVolumes(volumes(count)),
    patch: (count) => ofVolumes(`{"$patch":"replace"},${volumes(count, "", 3)}`),
  },
  "a new list with nulls and directives": {
    live: () => "{}",
    patch: (count) => ofVolumes(`${volumes(count, `,"hostPath":null`)},${volumes(count / 2, `,"$patch":"delete"`)}`),
  },
  "fields that are kept": {
    live: (count) => ofVolumes(volumes(count)),
    patch: (count) =>
      ofVolumes(several(count, (i) => `{"name":"v${i}","hostPath":{},"$retainKeys":["name","hostPath"]}`)),
  },
  "a port that comes again as a float": {
    live: (count) => ofPorts(ports(count, String)),
    patch: (count) => ofPorts(ports(count, () => "8.0")),
  },
  "ports that lose their key": {
    live: (count) => ofPorts(ports(count, String)),
    patch: (count) => ofPorts(ports(count, () => "null")),
  },
  "keys that are objects": {
    live: (count) => ofVolumes(volumes(count)),
    patch: (count) => ofVolumes(several(count, () => `{"name":{},"$patch":"delete"}`)),
  },
  "members of a map": {
    live: (count) => `{"metadata":{"labels":{${several(count, (i) => `"k${i}":"v"`)}}}}`,
    patch: (count) =>
      `{"metadata":{"labels":{${several(count, (i) => `"k${2 * i}":${i % 3 === 0 ? "null" : `"w"`}`)}}}}`,
  },
};

function parsed(text: string): JsonObject {
  const value = decodeJson(text);
  return isObject(value) ? value : {};
}

/** Merges a patch; returns the object, or the message of the refusal. */
function merged({ live, patch }: LongPatch, count: number, work: Work | undefined) {
  const schema = types.schemaOf({ group: "", version: "v1", kind: "Pod" });
  if (schema === undefined) throw new Error("there are no pods");
  const [object, change] = [parsed(live(count)), parsed(patch(count))];
  const merge = () => {
    try {
      return { merged: strategicMergeMapPatch(object, change, schema) };
    } catch (error) {
      if (error instanceof StrategicPatchError) return { refused: error.message };
      throw error;
    }
  };
  return work === undefined ? merge() : inSlices({ work, turns: new InstantTurns(), signal, isLarge: true }, merge);
}

it.each(Object.entries(patches))("%s: a strategic merge patch is applied in slices as at once", async (_, patch) => {
  for (const count of [2, 10, 24, 100])
    expect(await merged(patch, count, new Work(11))).toEqual(await merged(patch, count, undefined));
});

it.each(Object.entries(patches))("%s: the work is proportional to the items", async (_, patch) => {
  const work = new Work();
  await merged(patch, longest, work);
  work.renew();
  expect(work.counts.done).toBeGreaterThan(sliceUnits);
  expect(work.counts.longest).toBeLessThan(1.2 * sliceUnits);
  const half = new Work();
  await merged(patch, longest / 2, half);
  half.renew();
  expect(work.counts.done).toBeLessThan(3 * half.counts.done);
});

const members = (count: number, value: (i: number) => string): string => several(count, (i) => `"k${i}":${value(i)}`);

/** Objects of a number of members, and merge patches of them. */
const mergePatches: Readonly<Record<string, LongPatch>> = {
  "values in the place of others": {
    live: (count) => `{"data":{${members(count, () => `"v"`)}}}`,
    patch: (count) => `{"data":{${members(count, (i) => (i % 3 === 0 ? `{"a":null,"b":[{"c":null}]}` : `"w"`))}}}`,
  },
  "members taken away": {
    live: (count) => `{"data":{${members(count, () => "{}")}}}`,
    patch: (count) => `{"data":{${members(count / 2, () => "null")}}}`,
  },
  "objects in objects": {
    live: (count) => `{"data":{${members(count, (i) => `{"a":${i},"b":{}}`)}}}`,
    patch: (count) => `{"data":{${members(count, (i) => `{"a":null,"b":{"c":${i}}}`)}}}`,
  },
  "a new list": { live: () => "{}", patch: (count) => `{"data":[${several(count, () => `{"a":null}`)}]}` },
};

/** Applies a merge patch; returns the object and how many of its parts stayed where they were. */
function mergedPlainly({ live, patch }: LongPatch, count: number, work: Work | undefined) {
  const [object, change] = [parsed(live(count)), parsed(patch(count))];
  const merge = () => {
    const { value, unchanged } = applyMergePatchTracking(object, change);
    return { merged: value, kept: unchanged.size };
  };
  return work === undefined ? merge() : inSlices({ work, turns: new InstantTurns(), signal, isLarge: true }, merge);
}

it.each(Object.entries(mergePatches))("%s: a merge patch is applied in slices as at once", async (_, patch) => {
  for (const count of [2, 10, 24, 100])
    expect(await mergedPlainly(patch, count, new Work(11))).toEqual(await mergedPlainly(patch, count, undefined));
});

it.each(Object.entries(mergePatches))("%s: the work of a merge patch is proportional to it", async (_, patch) => {
  const work = new Work();
  await mergedPlainly(patch, 2 * longest, work);
  work.renew();
  expect(work.counts.done).toBeGreaterThan(sliceUnits);
  expect(work.counts.longest).toBeLessThan(1.2 * sliceUnits);
});
