import { beforeAll, describe, expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { asDefinition, type Definition, type Version } from "../definition.ts";
import { createLazyTools } from "./tools.ts";
import { formatWarnings, validateDefinition, validateDefinitionUpdate } from "./validate-definition.ts";

const tools = createLazyTools();

const version = (more: Partial<Version> = {}, properties: Readonly<Record<string, JSONSchemaProps>> = {}): Version => ({
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: "object", properties } },
  ...more,
});

const define = (versions: readonly Version[], more: Partial<Definition["spec"]> = {}): Definition =>
  asDefinition({
    metadata: { name: "foos.example.com", resourceVersion: "1" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" },
      versions,
      ...more,
    },
    status: { storedVersions: ["v1"] },
  });

beforeAll(async () => {
  await tools.load(define([version({}, { a: { type: "string", pattern: "a" } })]) as never);
});

const problems = (definition: Definition): readonly string[] => validateDefinition(definition, tools).map(errorMessage);

describe("a new definition", () => {
  it("may be fine", () => expect(problems(define([version()]))).toEqual([]));

  it("is named after what it defines", () => {
    const definition = define([version()]);
    expect(problems({ ...definition, metadata: { name: "bars.example.com" } })).toEqual([
      'metadata.name: Invalid value: "bars.example.com": must be spec.names.plural+"."+spec.group',
    ]);
  });

  it("has exactly one version that is stored, and is printed as upstream holds it", () => {
    expect(problems(define([version({ storage: false })]))).toEqual([
      'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must have exactly one version marked as storage version',
    ]);
  });

  it("is told first of what schemas cannot hold, wherever it stands", () => {
    const schema: JSONSchemaProps = {
      type: "boolean",
      properties: { a: { type: "object", dependencies: { a: ["b"] } } },
    };
    expect(problems(define([version({ schema: { openAPIV3Schema: schema } })]))).toEqual([
      "spec.validation.openAPIV3Schema.properties[a].dependencies: Forbidden: dependencies is not supported",
    ]);
  });

  it.each([
    ["dependencies", { dependencies: {} }],
    ["$ref", { $ref: "" }],
  ])("cannot have %s, not even an empty one", (name, part) => {
    const schema: JSONSchemaProps = { type: "object", ...part };
    expect(problems(define([version({ schema: { openAPIV3Schema: schema } })]))).toEqual([
      `spec.validation.openAPIV3Schema.${name}: Forbidden: ${name} is not supported`,
    ]);
  });

  it("may depend on no property at all", () => {
    const dependencies = { a: null } as unknown as JSONSchemaProps["dependencies"]; // as an empty list is decoded
    const schema: JSONSchemaProps = { type: "object", dependencies };
    expect(problems(define([version({ schema: { openAPIV3Schema: schema } })]))).toEqual([
      "spec.validation.openAPIV3Schema.dependencies: Forbidden: dependencies is not supported",
    ]);
  });

  it("cannot have fields selected in a schema that is not structural", () => {
    const schema: JSONSchemaProps = { type: "object", id: "x" };
    const selecting = version({
      schema: { openAPIV3Schema: schema },
      selectableFields: [{ jsonPath: "" }, { jsonPath: ".spec.a" }],
    });
    expect(problems(define([selecting]))).toEqual([
      "spec.validation.openAPIV3Schema.id: Forbidden: id is not supported",
      "spec.schema.openAPIV3Schema: Invalid value: \"\": OpenAPIV3Schema 'id' is not supported",
      "spec.selectableFields[0].jsonPath: Required value",
    ]);
  });

  it("is told once of a stored version that is gone", () => {
    const stored = { ...define([version()]), status: { storedVersions: ["v0", "v1", "v0"] } };
    expect(problems(asDefinition(stored))).toEqual([
      expect.stringMatching(/^status\.storedVersions\[2\]: Invalid value: "v0": missing from spec\.versions/),
    ]);
  });

  it("may have any default for int-or-string", () => {
    const a: JSONSchemaProps = { "x-kubernetes-int-or-string": true, default: true };
    expect(problems(define([version({}, { a })]))).toEqual([]);
  });

  it("may bound lists by more than a float holds", async () => {
    const list: JSONSchemaProps = {
      type: "array",
      maxItems: (2n ** 53n) as unknown as number,
      items: { type: "string" },
      "x-kubernetes-validations": [{ rule: "size(self) > 0" }],
    };
    const definition = define([version({}, { a: list })]);
    await tools.load(definition as never);
    expect(problems(definition)).toEqual([]);
  });

  it("takes what is stored for the first of two versions of a name", () => {
    expect(problems(define([version(), version()]))).toContain(
      'status.storedVersions: Invalid value: ["v1"]: must have the storage version v1',
    );
  });

  it("names a schema at the top where all versions have the same", () => {
    const unique: JSONSchemaProps = { type: "array", uniqueItems: true, items: { type: "string" } };
    const detail = "Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    expect(problems(define([version({}, { a: unique })]))).toEqual([
      `spec.validation.openAPIV3Schema.properties[a].uniqueItems: ${detail}`,
    ]);
    expect(problems(define([version({}, { a: unique }), version({ name: "v2", storage: false })]))).toEqual([
      `spec.versions[0].schema.openAPIV3Schema.properties[a].uniqueItems: ${detail}`,
    ]);
  });

  it("has defaults that are valid and pruned", () => {
    expect(
      problems(
        define([
          version(
            {},
            {
              a: { type: "object", properties: { b: { type: "integer" } }, default: { b: "x" } },
              c: { type: "object", default: { d: 1 }, properties: {} },
            },
          ),
        ]),
      ),
    ).toEqual([
      'spec.validation.openAPIV3Schema.properties[a].default.b: Invalid value: "string": b in body must be of type integer: "string"',
      'spec.validation.openAPIV3Schema.properties[c].default: Invalid value: {"d":1}: must not have unknown fields',
    ]);
  });

  it("selects scalar fields only", () => {
    const fields = [{ jsonPath: ".spec.a" }, { jsonPath: ".spec.none" }, { jsonPath: ".spec" }];
    expect(
      problems(
        define([
          version({ selectableFields: fields }, { spec: { type: "object", properties: { a: { type: "string" } } } }),
        ]),
      ),
    ).toEqual([
      'spec.selectableFields[1].jsonPath: Invalid value: ".spec.none": is an invalid path: does not refer to a valid field',
      'spec.selectableFields[2].jsonPath: Invalid value: ".spec": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
    ]);
  });

  it("of a protected group needs an approval", () => {
    const definition = define([version()], { group: "x.k8s.io" });
    expect(
      problems({
        ...definition,
        metadata: { name: "foos.x.k8s.io", annotations: { "api-approved.kubernetes.io": "unapproved, a test" } },
      }),
    ).toEqual([]);
    expect(problems({ ...definition, metadata: { name: "foos.x.k8s.io" } })).toHaveLength(1);
  });

  it("is told of formats that are ignored", () =>
    expect(formatWarnings(define([version({}, { a: { type: "string", format: "tale" } })]), undefined)).toEqual([
      'unrecognized format "tale"',
    ]));
});

describe("a changed definition", () => {
  const change = (definition: Definition, old: Definition): readonly string[] =>
    validateDefinitionUpdate(definition, old, tools).map(errorMessage);

  it("keeps its kind once it is established", () => {
    const old = define([version()]);
    const established = asDefinition({
      ...old,
      status: { storedVersions: ["v1"], conditions: [{ type: "Established", status: "True" }] },
    } as never);
    const renamed = { ...old, spec: { ...old.spec, names: { ...old.spec.names, kind: "Bar" } } };
    expect(change(renamed, old)).toEqual([]);
    expect(change(renamed, established)).toEqual(['spec.names.kind: Invalid value: "Bar": field is immutable']);
  });

  it("may keep what was allowed once", () => {
    const loose = define([
      version(
        {},
        {
          a: {
            type: "array",
            "x-kubernetes-list-type": "set",
            items: { type: "object", properties: { b: { type: "string" } } },
          },
        },
      ),
    ]);
    expect(problems(loose)).toHaveLength(1);
    expect(change(loose, loose)).toEqual([]);
  });
});
