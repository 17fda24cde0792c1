import { parse } from "yaml";
import { expect, test } from "vitest";
import { definitionGallery } from "../../../../scenarios/definitions/gallery.ts";
import { createMemoryBackend, createSystemClock, createSystemRandom, createApiServer } from "../../../../index.ts";
import { exampleObject } from "./example-object.ts";
import { mainVersion, readDefinition } from "./written-definition.ts";
import { definitionOf, versionOf } from "../../../../apiextensions/testing/definition-of.ts";

const definition = (schema: object) => {
  const read = readDefinition(definitionOf("A", "example.com", [versionOf("v1", schema)], { scope: "Cluster" }));
  const version = read && mainVersion(read);
  if (read === undefined || version === undefined) throw new Error("that is a definition");
  return [read, version] as const;
};

const schema = {
  type: "object",
  required: ["spec"],
  properties: {
    spec: {
      type: "object",
      required: ["size", "mode", "hosts", "preset", "ports"],
      oneOf: [{ required: ["left"] }, { required: ["right"] }],
      properties: {
        size: { type: "string", pattern: "^[0-9]+Gi$" },
        mode: { type: "string", enum: ["B", "A"] },
        preset: { type: "string", default: "p" },
        count: { type: "integer", minimum: 3, maximum: 9 },
        hosts: { type: "array", minItems: 2, "x-kubernetes-list-type": "set", items: { type: "string" } },
        labels: { type: "object", additionalProperties: { type: "string" } },
        ports: {
          type: "array",
          minItems: 2,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["port"],
          items: { type: "object", required: ["port"], properties: { port: { type: "integer", minimum: 10 } } },
        },
        left: { type: "boolean" },
        right: { type: "boolean" },
        at: { type: "string", format: "date-time" },
        either: { "x-kubernetes-int-or-string": true },
      },
    },
  },
};

test("a minimal example says what it must", () => {
  expect(exampleObject(...definition(schema), "minimal")).toEqual({
    apiVersion: "example.com/v1",
    kind: "A",
    metadata: { name: "example" },
    spec: { size: "1Gi", mode: "B", hosts: ["host", "host2"], ports: [{ port: 10 }, { port: 11 }], left: false },
  });
});

test("a full example says everything", () => {
  const { spec } = exampleObject(...definition(schema), "full");
  expect(spec).toMatchObject({
    preset: "p",
    count: 3,
    labels: { key: "value" },
    at: "2025-01-01T00:00:00Z",
    either: 1,
    right: false,
  });
});

test("examples of the gallery's schemas have nothing wrong but what rules say", async () => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  for (const lesson of definitionGallery) {
    const read = readDefinition(parse(lesson.definition));
    for (const version of read?.versions ?? []) {
      if (read === undefined) continue;
      const fixtures = (["minimal", "full"] as const).map((size) => ({ object: exampleObject(read, version, size) }));
      const verdicts = await server.inspect.definitionVerdicts({ spec: read.spec, version: version.name }, fixtures);
      expect(
        verdicts.fixtures.map((verdict) => [verdict.schema, verdict.warnings]),
        lesson.id,
      ).toEqual([
        [[], []],
        [[], []],
      ]);
    }
  }
  await server.close();
});
