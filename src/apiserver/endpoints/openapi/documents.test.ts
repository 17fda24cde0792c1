import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { builtinResources } from "../../../apis/all-resources.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import { Turns } from "../../../component-base/event-loop.ts";
import { documentTexts, type OpenApiDocument } from "./document.ts";
import { loadDocuments, type OpenApiDocuments } from "./documents.ts";
import { Pace } from "./pace.ts";

let make: (custom: readonly ResourceDefinition[]) => OpenApiDocuments;
let builtin: OpenApiDocuments;

const pace = new Pace(new Turns());
const documentText = (document: OpenApiDocument): string => [...documentTexts(document)].join("");
const v2 = async (documents: OpenApiDocuments): Promise<string> => documentText(await documents.v2(pace));
const v3 = async (documents: OpenApiDocuments, name: string): Promise<string | undefined> => {
  const document = await documents.v3(name, pace);
  return document && documentText(document);
};

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

const v3Widget = async (schema: JsonObject): Promise<JsonValue | undefined> =>
  at(read(await v3(make([widget(schema)]), "apis/example.com/v1")), "components", "schemas", "com.example.v1.Widget");
const v2Widget = async (schema: JsonObject): Promise<JsonValue | undefined> =>
  at(read(await v2(make([widget(schema)]))), "definitions", "com.example.v1.Widget");

describe("documents of built-in resources", () => {
  it("tells in version 2 what a list takes and gives", async () => {
    const list = at(read(await v2(builtin)), "paths", "/api/v1/namespaces/{namespace}/pods", "get");
    expect(at(list, "operationId")).toBe("listCoreV1NamespacedPod");
    expect(at(list, "responses", "200", "schema", "$ref")).toBe("#/definitions/io.k8s.api.core.v1.PodList");
  });

  it("has every definition that a version 3 document refers to", async () => {
    for (const name of builtin.v3Names().keys()) {
      const text = (await v3(builtin, name)) ?? "";
      const schemas = at(read(text), "components", "schemas") ?? {};
      for (const [, reference = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
        expect(schemas, name).toHaveProperty([reference]);
    }
  });

  it("wraps references that say more, and gives defaults, in version 3 only", async () => {
    const spec = at(
      read(await v3(builtin, "apis/apps/v1")),
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
      at(read(await v2(builtin)), "definitions", "io.k8s.api.apps.v1.Deployment", "properties", "spec"),
    ).not.toHaveProperty("default");
  });

  it("documents fields", async () => {
    const replicas = at(
      read(await v3(builtin, "apis/apps/v1")),
      "components",
      "schemas",
      "io.k8s.api.apps.v1.DeploymentSpec",
      "properties",
      "replicas",
    );
    expect(at(replicas, "description")).toMatch(/^Number of desired pods/);
  });

  it("leaves out resources that are not served", async () => {
    expect(await v3(builtin, "apis/batch/v1")).toContain("/apis/batch/v1/namespaces/{namespace}/jobs");
    expect(await v3(builtin, "apis/storagemigration.k8s.io/v1alpha1")).toBeUndefined();
  });
});

describe("documents of custom resources", () => {
  it("tells the schema with the members that every object has", async () => {
    expect(
      await v3Widget({ type: "object", properties: { spec: { type: "object", nullable: true, default: {} } } }),
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

  it("spells out int-or-string", async () => {
    expect(
      at(
        await v3Widget({ type: "object", properties: { port: { "x-kubernetes-int-or-string": true } } }),
        "properties",
        "port",
      ),
    ).toEqual({
      anyOf: [{ type: "integer" }, { type: "string" }],
      "x-kubernetes-int-or-string": true,
    });
  });

  it("completes embedded resources, except where version 2 must not", async () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "object", "x-kubernetes-embedded-resource": true },
        b: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      },
    };
    expect(at(await v3Widget(schema), "properties", "b", "required")).toEqual(["kind", "apiVersion"]);
    expect(at(await v2Widget(schema), "properties", "a", "required")).toEqual(["kind", "apiVersion"]);
    expect(at(await v2Widget(schema), "properties", "b")).toEqual({
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
  ])("leaves out of version 2 %s", async (_, schema, published) => {
    expect(at(await v2Widget({ type: "object", properties: { field: schema } }), "properties", "field")).toEqual(published);
  });

  it("tells nothing in version 2 of kinds that keep what they do not know", async () => {
    expect(
      await v2Widget({
        type: "object",
        "x-kubernetes-preserve-unknown-fields": true,
        properties: { a: { type: "string" } },
      }),
    ).not.toHaveProperty("properties");
  });
});
