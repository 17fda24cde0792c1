import { beforeAll, describe, expect, it } from "vitest";
import type { Field, ObjectSchema } from "../schema.ts";
import type { TypeRegistry } from "../type-registry.ts";
import { loadBuiltinTypes } from "./builtin-types.ts";

let registry: TypeRegistry;
beforeAll(async () => {
  registry = await loadBuiltinTypes();
});

function typeOf(apiVersion: string, kind: string): ObjectSchema {
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
  const schema = registry.schemaOf({ group: group ?? "", version: version ?? "", kind });
  if (!schema) throw new Error(`no ${apiVersion} ${kind}`);
  return schema;
}

function fieldOf(schema: ObjectSchema | undefined, name: string): Field {
  const field = schema?.field(name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
}

describe("the built-in types", () => {
  it("have their fields in Go's order, those of embedded structs in place", () => {
    expect(typeOf("v1", "ConfigMap").fields.map(({ name }) => name)).toEqual([
      "kind",
      "apiVersion",
      "metadata",
      "immutable",
      "data",
      "binaryData",
    ]);
  });

  it("know pointers, omissions and defaults of a field", () => {
    const port = registry.byName("io.k8s.api.core.v1.ContainerPort");
    expect(fieldOf(port, "protocol")).toMatchObject({
      goName: "Protocol",
      default: "TCP",
      pointer: false,
      omitempty: true,
      protobuf: { number: 4, wire: "bytes" },
    });
    expect(fieldOf(port, "containerPort")).toMatchObject({ required: true, default: 0, omitempty: false });
    expect(fieldOf(typeOf("v1", "ConfigMap"), "immutable")).toMatchObject({
      pointer: true,
      protobuf: { number: 4, wire: "varint" },
    });
  });

  it("know merge keys of strategic patches and of lists", () => {
    const containers = fieldOf(registry.byName("io.k8s.api.core.v1.PodSpec"), "containers");
    expect(containers).toMatchObject({ patchStrategy: "merge", patchMergeKey: "name" });
    expect(containers.schema).toMatchObject({
      kind: "list",
      listType: "map",
      listMapKeys: ["name"],
      goType: "[]v1.Container",
    });
  });

  it("say what a place says in spite of its type", () => {
    const claim = fieldOf(registry.byName("io.k8s.api.core.v1.PersistentVolumeSpec"), "claimRef");
    expect([claim.mapType, claim.schema.kind === "object" && claim.schema.mapType]).toEqual(["granular", "atomic"]);
  });

  it("may refer to themselves", () => {
    const props = registry.byName("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
    expect(fieldOf(props, "not").schema).toBe(props);
  });

  it("embed a struct as a message of its own in protobuf", () => {
    const selector = registry.byName("io.k8s.api.core.v1.ConfigMapKeySelector");
    expect(selector?.embedded).toMatchObject([{ goName: "LocalObjectReference", protobuf: { number: 1 } }]);
  });

  it("name Go types as errors do", () => {
    expect(fieldOf(typeOf("v1", "ConfigMap"), "data").schema.goType).toBe("map[string]string");
    expect(fieldOf(registry.byName("io.k8s.api.core.v1.ResourceRequirements"), "limits").schema.goType).toBe(
      "v1.ResourceList",
    );
    expect(fieldOf(typeOf("v1", "ConfigMap"), "metadata").schema.goType).toBe("v1.ObjectMeta");
  });

  it("have meta kinds in the group versions there are", () => {
    expect(typeOf("apps/v1", "DeleteOptions").name).toBe("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions");
    expect(registry.schemaOf({ group: "nope.io", version: "v1", kind: "DeleteOptions" })).toBeUndefined();
    expect(registry.schemaOf({ group: "apps", version: "v1", kind: "Status" })).toBeUndefined();
    expect(registry.metaKind("Table")?.name).toBe("io.k8s.apimachinery.pkg.apis.meta.v1.Table");
  });

  it("all unpack, whatever they refer to", () => {
    const kinds = registry.kinds();
    for (const { type } of kinds)
      for (const field of registry.byName(type)?.fields ?? []) expect(field.schema.goType).not.toBe("");
    expect(kinds.length).toBeGreaterThan(300);
  });
});
