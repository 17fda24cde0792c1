import { expect, it } from "vitest";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { asKubeObject } from "../../apimachinery/meta.ts";
import { compileCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { asDefinition } from "../../apis/apiextensions/definition.ts";
import { customObjectInterfaces } from "./custom-object-interfaces.ts";
import { createKindModel } from "./kind-model.ts";

const types = await loadBuiltinTypes();
const metaSchema = types.metaKind("ObjectMeta");
const v1 = { group: "example.com", version: "v1", kind: "Lamp" };

/** Returns the metadata that admission hands on after a plugin has replaced it. */
async function metadataAfter(metadata: JsonValue, version = v1): Promise<unknown> {
  if (metaSchema === undefined) throw new Error("no ObjectMeta");
  const versions = ["v1", "v2"].map((name) => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema: { type: "object" } },
  }));
  const definition = asDefinition({
    metadata: { name: "lamps.example.com" },
    spec: { group: "example.com", names: { plural: "lamps", kind: "Lamp" }, versions },
  } as never);
  const model = createKindModel(definition, compileCodec(metaSchema), undefined);
  const lamp = asKubeObject({ apiVersion: `example.com/${version.version}`, kind: "Lamp", metadata });
  const served = model.versions.get(version.version);
  if (served === undefined) throw new Error("no version");
  const objects = customObjectInterfaces(model, definition, served, { encode: JSON.stringify }, types);
  return (await objects.fromVersion(lamp, version)).metadata;
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
