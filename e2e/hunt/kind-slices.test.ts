import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { errorMessage, type FieldError } from "../../src/apimachinery/field-error.ts";
import { formatGroupVersion } from "../../src/apimachinery/gvk.ts";
import { decodeJson } from "../../src/apimachinery/json/decode.ts";
import type { JsonObject, JsonValue } from "../../src/apimachinery/json/value.ts";
import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { createDice } from "../../src/apiserver/codec/testing/generate-object.ts";
import { DecodeError } from "../../src/apiserver/codec/json/decode-state.ts";
import { codecOfKind } from "../../src/apiserver/codec/json/typed-codec.ts";
import type { ResourceDefinition } from "../../src/apiserver/registry/resource-definition.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { loadDefinitions } from "../../src/apis/testing/load-definitions.ts";
import { validatePodStatus } from "../../src/apis/core/pod/status-validation.ts";
import { testContext } from "../../src/apis/testing/strategy-context.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { inSlices, sliceUnits, Work } from "../../src/component-base/work.ts";
import { manifests } from "../manifests/all.ts";
import { mutateObject, randomObject } from "../fuzz/mutate-object.ts";
import { filledKinds } from "./kind-cases.ts";

/** The bytes of a list: some ten items. */
const listBytes = 150;
/** Units after which work pauses: a few items of lists. */
const smallSlice = 41;
const types = await loadBuiltinTypes();
const creatable = (await loadDefinitions()).filter(({ verbs }) => verbs.includes("create"));
const definitions = new Map(creatable.map((row) => [`${row.kind} ${formatGroupVersion(row)}`, row]));
const { signal } = new AbortController();

/** Turns that come at once. */
class InstantTurns extends Turns {
  override next(): Promise<void> {
    return Promise.resolve();
  }
}

type Pace = <T>(compute: () => T) => T | Promise<T>;
const atOnce: Pace = (compute) => compute();
const inSmallSlices: Pace = (compute) =>
  inSlices({ work: new Work(smallSlice), turns: new InstantTurns(), signal, isLarge: true }, compute);

const messages = (errors: readonly FieldError[] = []): readonly string[] => errors.map(errorMessage);

/** Fills in the defaults of an object and validates it, as a new one and as a change of another. */
async function checked({ strategy, ...row }: ResourceDefinition, object: KubeObject, old: KubeObject, pace: Pace) {
  const ctx = testContext();
  const filled = await pace(() => row.default?.(object) ?? object);
  await strategy.loading?.(filled, old);
  const prepared = await pace(() => strategy.prepareForCreate?.(filled, ctx) ?? filled);
  const created = await pace(() => messages(strategy.validate?.(filled, ctx)));
  const changed = await pace(() => messages(strategy.validateUpdate?.(filled, old, ctx)));
  return { filled, prepared, created, changed };
}

type Results = Awaited<ReturnType<typeof checked>>;

/** Returns what is checked of an object in slices and at once; undefined if it is no object of the kind. */
async function bothWays(
  row: ResourceDefinition,
  value: JsonValue,
  before: JsonValue,
): Promise<readonly [Results, Results] | undefined> {
  const codec = codecOfKind(types, row);
  // decoded twice, since what is known to be valid is remembered by its identity
  const decoded = (): readonly [KubeObject, KubeObject] => [codec.decode(value), codec.decode(before)];
  try {
    return [await checked(row, ...decoded(), inSmallSlices), await checked(row, ...decoded(), atOnce)];
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

const plain = (row: ResourceDefinition): JsonObject => ({
  apiVersion: formatGroupVersion(row),
  kind: row.kind,
  metadata: { name: "hunt" },
});

it("defaults and validation of long lists are the same in slices as at once, for every list of every kind", async () => {
  const different: unknown[] = [];
  for (const { row, text, name } of await filledKinds(listBytes)) {
    if (name.includes("template.spec") && row.kind !== "StatefulSet") continue; // templates are validated by one function
    const definition = definitions.get(`${row.kind} ${formatGroupVersion(row)}`);
    if (definition === undefined) throw new Error(`${name} has no behavior`);
    const value = decodeJson(text());
    for (const before of [value, plain(definition)]) {
      const [slices, once] = (await bothWays(definition, value, before)) ?? [];
      if (!isDeepStrictEqual(slices, once)) different.push({ name, slices, once });
    }
  }
  expect(different).toEqual([]);
}, 120_000);

it("what a server adds to a large map is added with pauses", async () => {
  const labels = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, "v"]));
  const job = { metadata: { name: "hunt", uid: "u", labels }, spec: { template: { metadata: { labels } } } };
  const { strategy } = definitions.get("Job batch/v1") ?? {};
  const work = new Work();
  const owner = { work, turns: new InstantTurns(), signal, isLarge: true };
  const made = await inSlices(owner, () => strategy?.prepareForCreate?.(job as KubeObject, testContext()) ?? job);
  work.renew();
  expect(Object.keys(made.metadata.labels ?? {})).toHaveLength(20_004);
  expect(work.counts.done).toBeGreaterThan(3 * sliceUnits);
  expect(work.counts.longest).toBeLessThan(1.2 * sliceUnits);
});

const manyNames = Array.from({ length: 20_000 }, (_, i) => `example.com/k${i}`);
const amounts: JsonObject = Object.fromEntries(manyNames.map((name) => [name, "1"]));
const containers = [{ name: "c", image: "i" }];

const expressions = (count: number): JsonObject[] =>
  Array.from({ length: count }, () => ({ cel: { expression: "true" } }));

/** Objects with large maps and lists, and how often each of their keys or items is looked at in loops that pause. */
const large: Readonly<Record<string, readonly [kind: string, times: number, members: JsonObject]>> = {
  "resources of a pod": ["Pod v1", 2, { spec: { resources: { requests: amounts, limits: amounts }, containers } }],
  "constraints of a pod": [
    "Pod v1",
    2,
    { spec: { topologySpreadConstraints: manyNames.map((topologyKey) => ({ topologyKey })), containers } },
  ],
  "amounts of a quota": ["ResourceQuota v1", 1, { spec: { hard: amounts } }],
  "selectors of a claim": [
    "ResourceClaim resource.k8s.io/v1",
    1,
    {
      spec: {
        devices: {
          requests: [{ name: "r", exactly: { deviceClassName: "c", selectors: expressions(200) } }],
        },
      },
    },
  ],
  "capacities of a volume": ["PersistentVolume v1", 1, { spec: { capacity: amounts } }],
};

it.each(Object.entries(large))("many %s are validated with pauses", async (_, [kind, times, members]) => {
  const row = definitions.get(kind);
  if (row === undefined) throw new Error(`${kind} is not known`);
  const object = codecOfKind(types, row).decode({ ...plain(row), ...members });
  await row.strategy.loading?.(object);
  const work = new Work();
  const owner = { work, turns: new InstantTurns(), signal, isLarge: true };
  await inSlices(owner, () => row.strategy.validate?.(object, testContext()) ?? []);
  work.renew();
  expect(work.counts.done).toBeGreaterThanOrEqual(2 * manyNames.length * times);
  expect(work.counts.longest).toBeLessThan(1.2 * sliceUnits);
});

it.each(["podIPs", "hostIPs"])("many addresses of a pod's status, as %s, are validated with pauses", async (member) => {
  const addresses = manyNames.map((_, i) => ({ ip: `10.0.${i >> 8}.${i & 255}` }));
  const pod = (status: object) => ({ metadata: { name: "hunt" }, spec: {}, status }) as KubeObject;
  const check = () => messages(validatePodStatus(pod({ [member]: addresses }), pod({}), testContext().gates));
  const work = new Work();
  const found = await inSlices({ work, turns: new InstantTurns(), signal, isLarge: true }, check);
  work.renew();
  expect(found).toEqual(check());
  expect(work.counts.done).toBeGreaterThanOrEqual(6 * manyNames.length);
  expect(work.counts.longest).toBeLessThan(1.2 * sliceUnits);
});

it("defaults and validation of random objects are the same in slices as at once", async () => {
  const dice = createDice(1);
  const different: unknown[] = [];
  for (const row of definitions.values()) {
    const schema = types.schemaOf(row);
    if (schema === undefined) continue;
    const valid = manifests
      .map(({ object }) => object)
      .filter((object) => object["kind"] === row.kind && object["apiVersion"] === formatGroupVersion(row));
    for (const value of [
      ...valid,
      ...valid.map((one) => mutateObject(dice, schema, one)),
      randomObject(dice, schema),
    ]) {
      const [slices, once] = (await bothWays(row, { ...plain(row), ...value }, valid[0] ?? plain(row))) ?? [];
      if (!isDeepStrictEqual(slices, once)) different.push({ kind: row.kind, slices, once });
    }
  }
  expect(different).toEqual([]);
}, 120_000);
