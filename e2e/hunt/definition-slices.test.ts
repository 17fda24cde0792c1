import { expect, it } from "vitest";
import { errorMessage } from "../../src/apimachinery/field-error.ts";
import type { KubeObject } from "../../src/apimachinery/meta.ts";
import type { JSONSchemaProps } from "../../src/apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { definitionStrategy } from "../../src/apis/apiextensions/strategy.ts";
import { testContext } from "../../src/apis/testing/strategy-context.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { inSlices, Work } from "../../src/component-base/work.ts";

const { signal } = new AbortController();
const count = 2_000;
/** Units after which work pauses: a tenth of the schemas. */
const slice = 400;

/** Counts how often the schemas of a definition are asked for their type, in each turn. */
class CountedTurns extends Turns {
  #reads = 0;
  most = 0;

  override next(): Promise<void> {
    this.end();
    return Promise.resolve();
  }

  end(): void {
    this.most = Math.max(this.most, this.#reads);
    this.#reads = 0;
  }

  schema(type: string | undefined, more: JSONSchemaProps = {}): JSONSchemaProps {
    const read = (): string | undefined => {
      this.#reads++;
      return type;
    };
    return Object.defineProperty({ ...more }, "type", { enumerable: true, get: read });
  }
}

type Make = (turns: CountedTurns, count: number) => JSONSchemaProps;

const named = (turns: CountedTurns, many: number, type: string | undefined): Record<string, JSONSchemaProps> =>
  Object.fromEntries(Array.from({ length: many }, (_, i) => [`k${i}`, turns.schema(type)]));
const listed = (turns: CountedTurns, many: number, type: string | undefined): JSONSchemaProps[] =>
  Array.from({ length: many }, () => turns.schema(type));
const around = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({ type: "object", properties });

const schemas: Readonly<Record<string, Make>> = {
  "properties that are valid": (turns, many) => around(named(turns, many, "string")),
  "properties without a type": (turns, many) => around(named(turns, many, undefined)),
  "properties of an unknown type": (turns, many) => around(named(turns, many, "text")),
  "properties below items": (turns, many) =>
    around({ list: { type: "array", items: around(named(turns, many, "string")) } }),
  "alternatives that are valid": (turns, many) => around({ a: { type: "string", allOf: listed(turns, many, "") } }),
  "alternatives of a type": (turns, many) => around({ a: { type: "string", anyOf: listed(turns, many, "string") } }),
  "properties of an alternative": (turns, many) =>
    around({ a: { type: "object", oneOf: [{ properties: named(turns, many, "") }] } }),
  "dependencies and definitions": (turns, many) =>
    around({ a: { type: "object", definitions: named(turns, many, "text"), dependencies: { a: [] } } }),
};

function definition(openAPIV3Schema: JSONSchemaProps, label: string): KubeObject {
  const names = { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" };
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com", resourceVersion: "1", labels: { label } },
    spec: { group: "example.com", scope: "Namespaced", names, versions, conversion: { strategy: "None" } },
    status: { storedVersions: ["v1"], conditions: [], acceptedNames: names },
  };
}

/** Returns what is wrong with a definition, as a new one and as a change of one, and what was read in one turn. */
async function checked(make: Make, many: number, units: number) {
  const turns = new CountedTurns();
  const [object, old] = ["new", "old"].map((label) => definition(make(turns, many), label));
  if (object === undefined || old === undefined) throw new Error("there is no definition");
  await definitionStrategy.loading(object, old);
  turns.end();
  turns.most = 0;
  const ctx = testContext();
  const run = async (compute: () => ReturnType<typeof definitionStrategy.validate>): Promise<readonly string[]> => {
    const found = await inSlices({ work: new Work(units), turns, signal, isLarge: units < Infinity }, compute);
    turns.end();
    return found.map(errorMessage);
  };
  const created = await run(() => definitionStrategy.validate(object, ctx));
  const changed = await run(() => definitionStrategy.validateUpdate(object, old, ctx));
  return { errors: { created, changed }, most: turns.most };
}

it.each(Object.entries(schemas))("a definition with many %s is validated with pauses", async (_, make) => {
  const { most } = await checked(make, count, slice);
  expect(most).toBeLessThan(2.1 * count);
});

it.each(Object.entries(schemas))("a definition with many %s has the same errors with pauses", async (_, make) => {
  const { errors } = await checked(make, 200, Infinity);
  expect((await checked(make, 200, 41)).errors).toEqual(errors);
});
