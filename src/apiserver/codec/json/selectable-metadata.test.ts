import { beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { selectableMetadata } from "./selectable-metadata.ts";
import { codecOfKind } from "./typed-codec.ts";

describe("the selectable metadata of a stored text", () => {
  let types: TypeRegistry;
  beforeAll(async () => void (types = await loadBuiltinTypes()));

  const members: KubeObject["metadata"] = {
    name: "a",
    generateName: "b",
    namespace: "default",
    uid: "u",
    resourceVersion: "7",
    generation: 2,
    creationTimestamp: "2026-01-01T00:00:00Z",
    deletionTimestamp: "2026-01-01T00:00:00Z",
    deletionGracePeriodSeconds: 0,
    labels: { 'quoted "name"': "\\", team: "red", ü: "{" },
    annotations: { name: "other", labels: "others" },
    ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "owner", uid: "o" }],
    finalizers: ["f/g"],
  };

  it.each([
    ["all members", members],
    ["a name", { name: "a" }],
    ["annotations alone", { name: "a", annotations: { labels: "x" } }],
    ["owners alone", { name: "a", ownerReferences: members.ownerReferences ?? [] }],
    ["labels at the end", { name: "a", labels: { a: "" } }],
    ["nothing", {}],
  ])("is that of the object: %s", (_name, metadata) => {
    const codec = codecOfKind(types, { group: "", version: "v1", kind: "ConfigMap" });
    const text = codec.encodeTail({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "b" } } as KubeObject);
    const { name, namespace, labels } = codec.decodeStored(text).metadata;
    const seen = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
    expect(selectableMetadata(text)).toEqual({ metadata: { ...seen, ...(labels && { labels }) } });
  });

  it("is not known of a text that begins otherwise", () =>
    expect(selectableMetadata('"apiVersion":"v1","kind":"A","metadata":{"name":"a"}}')).toBeUndefined());
});
