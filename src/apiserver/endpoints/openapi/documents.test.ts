import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { builtinResources } from "../../../apis/all-resources.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import { loadDocuments, type OpenApiDocuments } from "./documents.ts";

let make: (custom: readonly ResourceDefinition[]) => OpenApiDocuments;
let builtin: OpenApiDocuments;

beforeAll(async () => {
  make = (await loadDocuments(await loadBuiltinTypes()))(
    builtinResources.filter(({ servedByDefault }) => servedByDefault),
  );
  builtin = make([]);
});

const at = (value: JsonValue | undefined, ...path: readonly (string | number)[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>(
    (inner, name) => (typeof inner === "object" && inner !== null ? (inner as JsonObject)[name] : undefined),
    value,
  );

const read = (text: string | undefined): JsonValue => JSON.parse(text ?? "null") as JsonValue;

const widget = (schema: JsonObject): ResourceDefinition => ({
  group: "example.com",
  version: "v1",
  resource: "widgets",
  singular: "widget",
  kind: "Widget",
  namespaced: true,
  verbs: [],
  strategy: {},
  servedByDefault: true,
  custom: true,
  published: { listKind: "WidgetList", schema, selectablePaths: [".spec.color"] },
});

const v3Widget = (schema: JsonObject): JsonValue | undefined =>
  at(read(make([widget(schema)]).v3("apis/example.com/v1")), "components", "schemas", "com.example.v1.Widget");
const v2Widget = (schema: JsonObject): JsonValue | undefined =>
  at(read(make([widget(schema)]).v2()), "definitions", "com.example.v1.Widget");

describe("documents of built-in resources", () => {
  it("tells in version 2 what a list takes and gives", () => {
    const list = at(read(builtin.v2()), "paths", "/api/v1/namespaces/{namespace}/pods", "get");
    expect(at(list, "operationId")).toBe("listCoreV1NamespacedPod");
    expect(at(list, "responses", "200", "schema", "$ref")).toBe("#/definitions/io.k8s.api.core.v1.PodList");
  });

  it("has every definition that a version 3 document refers to", () => {
    for (const name of builtin.v3Names()) {
      const text = builtin.v3(name) ?? "";
      const schemas = at(read(text), "components", "schemas") ?? {};
      for (const [, reference = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
        expect(schemas, name).toHaveProperty([reference]);
    }
  });

  it("wraps references that say more, and gives defaults, in version 3 only", () => {
    const spec = at(
      read(builtin.v3("apis/apps/v1")),
      "components",
      "schemas",
      "io.k8s.api.apps.v1.Deployment",
      "properties",
      "spec",
    );
    expect(spec).toMatchObject({
      allOf: [{ $ref: "#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec" }],
      default: {},
    });
    expect(
      at(read(builtin.v2()), "definitions", "io.k8s.api.apps.v1.Deployment", "properties", "spec"),
    ).not.toHaveProperty("default");
  });

  it("documents fields", () => {
    const replicas = at(
      read(builtin.v3("apis/apps/v1")),
      "components",
      "schemas",
      "io.k8s.api.apps.v1.DeploymentSpec",
      "properties",
      "replicas",
    );
    expect(at(replicas, "description")).toMatch(/^Number of desired pods/);
  });

  it("leaves out resources that are not served", () => {
    expect(builtin.v3("apis/batch/v1")).toContain("/apis/batch/v1/namespaces/{namespace}/jobs");
    expect(builtin.v3("apis/storagemigration.k8s.io/v1alpha1")).toBeUndefined();
  });
});

describe("documents of custom resources", () => {
  it("tells the schema with the members that every object has", () => {
    expect(
      v3Widget({ type: "object", properties: { spec: { type: "object", nullable: true, default: {} } } }),
    ).toMatchObject({
      type: "object",
      properties: {
        spec: { type: "object", nullable: true, default: {} },
        apiVersion: { type: "string" },
        metadata: { allOf: [{}] },
      },
      "x-kubernetes-group-version-kind": [{ group: "example.com", kind: "Widget", version: "v1" }],
      "x-kubernetes-selectable-fields": [{ fieldPath: ".spec.color" }],
    });
  });

  it("spells out int-or-string", () => {
    expect(
      at(
        v3Widget({ type: "object", properties: { port: { "x-kubernetes-int-or-string": true } } }),
        "properties",
        "port",
      ),
    ).toEqual({
      anyOf: [{ type: "integer" }, { type: "string" }],
      "x-kubernetes-int-or-string": true,
    });
  });

  it("completes embedded resources, except where version 2 must not", () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "object", "x-kubernetes-embedded-resource": true },
        b: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      },
    };
    expect(at(v3Widget(schema), "properties", "b", "required")).toEqual(["kind", "apiVersion"]);
    expect(at(v2Widget(schema), "properties", "a", "required")).toEqual(["kind", "apiVersion"]);
    expect(at(v2Widget(schema), "properties", "b")).toEqual({
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    });
  });

  // oxfmt-ignore
  it.each<readonly [string, JsonObject, JsonObject]>([
    ["types that may be null", { type: "string", nullable: true }, {}],
    ["defaults and junctors", { type: "integer", default: 3, anyOf: [{ minimum: 2 }] }, { type: "integer" }],
    ["requirements that may be null", { type: "object", required: ["a", "b"], properties: { a: { type: "string", nullable: true }, b: { type: "string" } } }, { type: "object", required: ["b"], properties: { a: {}, b: { type: "string" } } }],
    ["items of lists that keep what they do not know", { type: "array", "x-kubernetes-preserve-unknown-fields": true, items: { type: "string" } }, { "x-kubernetes-preserve-unknown-fields": true }],
  ])("leaves out of version 2 %s", (_, schema, published) => {
    expect(at(v2Widget({ type: "object", properties: { field: schema } }), "properties", "field")).toEqual(published);
  });

  it("tells nothing in version 2 of kinds that keep what they do not know", () => {
    expect(
      v2Widget({ type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } }),
    ).not.toHaveProperty("properties");
  });
});
