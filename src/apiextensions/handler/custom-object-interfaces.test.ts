import { expect, it } from "vitest";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { asKubeObject } from "../../apimachinery/meta.ts";
import { compileCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { asDefinition } from "../../apis/apiextensions/definition.ts";
import type { ObjectInterfaces } from "../../apiserver/admission/attributes.ts";
import type { Converter } from "../../client/converter.ts";
import { Turns } from "../../component-base/event-loop.ts";
import { inSlices, sliceUnits, Work, type Pace } from "../../component-base/work.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import type { ConversionServices } from "../conversion/conversion.ts";
import { customObjectInterfaces } from "./custom-object-interfaces.ts";
import { createKindModel } from "./kind-model.ts";

const types = await loadBuiltinTypes();
const metaSchema = types.metaKind("ObjectMeta");
const v1 = { group: "example.com", version: "v1", kind: "Lamp" };

/** Returns the conversions of a kind of two versions with a schema. */
function interfacesOf(openAPIV3Schema: object, version = v1, services?: ConversionServices): ObjectInterfaces {
  if (metaSchema === undefined) throw new Error("no ObjectMeta");
  const versions = ["v1", "v2"].map((name) => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema },
  }));
  const conversion = { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"] } };
  const definition = asDefinition({
    metadata: { name: "lamps.example.com" },
    spec: { group: "example.com", names: { plural: "lamps", kind: "Lamp" }, versions, ...(services && { conversion }) },
  } as never);
  const model = createKindModel(definition, compileCodec(metaSchema), services);
  const served = model.versions.get(version.version);
  if (served === undefined) throw new Error("no version");
  return customObjectInterfaces(model, definition, served, { encode: JSON.stringify }, types);
}

/** Returns the metadata that admission hands on after a plugin has replaced it. */
async function metadataAfter(metadata: JsonValue, version = v1): Promise<unknown> {
  const lamp = asKubeObject({ apiVersion: `example.com/${version.version}`, kind: "Lamp", metadata });
  return (await interfacesOf({ type: "object" }, version).fromVersion(lamp, version)).metadata;
}

it.each<readonly [JsonValue, object]>([
  [
    { name: "a", labels: { b: "c" } },
    { name: "a", labels: { b: "c" } },
  ],
  [{ name: "a", labels: { b: 1 } }, { name: "a" }],
  [{ name: "a", labels: "b" }, { name: "a" }],
  [
    { name: "a", labels: { b: null } },
    { name: "a", labels: { b: "" } },
  ],
  [{ name: "a", annotations: { b: {} } }, { name: "a" }],
  [{ name: "a", finalizers: [1] }, { name: "a" }],
  [{ name: "a", finalizers: "b" }, { name: "a" }],
  [{ name: "a", ownerReferences: [1] }, { name: "a" }],
  [{ name: "a", managedFields: "b" }, { name: "a" }],
  [{ name: "a", namespace: 1 }, { name: "a" }],
  [{ name: 1, generateName: 2 }, {}],
  [1, {}],
  [null, {}],
])("members of metadata that are not of their type are dropped after admission: %j", async (metadata, expected) => {
  expect(await metadataAfter(metadata)).toEqual(expected);
});

it("refuses them in versions that are not stored", async () => {
  await expect(metadataAfter({ name: "a", labels: { b: 1 } }, { ...v1, version: "v2" })).rejects.toThrow(
    "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string",
  );
});

it("converts a large object for admission in slices, and says the same as at once", async () => {
  const schema = {
    type: "object",
    properties: {
      list: { type: "array", items: { type: "object", properties: { a: { type: "string", default: "x" } } } },
    },
  };
  const converter: Converter = ({ objects, desiredAPIVersion }) =>
    objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
  const services = { random: createSystemRandom(), converters: new Map([["lamps.example.com", converter]]) };
  const interfaces = interfacesOf(schema, v1, services);
  const list = Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? {} : { a: `${i}`, unknown: i }));
  const v2 = { ...v1, version: "v2" };
  const lamp = asKubeObject({ apiVersion: "example.com/v2", kind: "Lamp", metadata: { name: "a" }, list });
  let longest = 0;
  let pieces = 0;
  const pace: Pace = (compute) => {
    const work = new Work();
    return inSlices({ isLarge: true, work, turns: new Turns() }, () => {
      longest = Math.max(longest, work.counts.longest);
      pieces++;
      return compute();
    });
  };
  const converted = await interfaces.toVersion(await interfaces.fromVersion(lamp, v2, { pace }), v2, pace);
  expect(converted).toEqual(await interfaces.toVersion(await interfaces.fromVersion(lamp, v2), v2));
  expect(pieces).toBeGreaterThan(20);
  expect(longest).toBeLessThan(2 * sliceUnits);
});
