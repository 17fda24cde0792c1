import { beforeAll, describe, expect, it } from "vitest";
import { replaceParts, shiftMarks, type TextMarks } from "../../../apimachinery/json/text-parts.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { compileCodec, type TypedCodec } from "./typed-codec.ts";
import { unstructuredCodec } from "./unstructured-codec.ts";

let registry: TypeRegistry;
beforeAll(async () => {
  registry = await loadBuiltinTypes();
});

function codecOf(group: string, kind: string): TypedCodec {
  const schema = registry.schemaOf({ group, version: "v1", kind });
  if (!schema) throw new Error(`no ${kind}`);
  return compileCodec(schema);
}

const deployment = {
  metadata: {
    name: "a",
    labels: { app: "x", "": "<", constructor: "y" },
    annotations: { note: 'say "}" \\' },
    generation: 1,
    resourceVersion: "7",
  },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "x" } },
    template: {
      spec: {
        containers: [
          {
            name: "web",
            image: "a:1",
            env: [{ name: "A", value: "1" }, { name: "B" }],
            resources: { limits: { cpu: "1" } },
          },
          { name: "side" },
        ],
      },
    },
  },
  status: { replicas: 3, conditions: [{ type: "Available", status: "True" }] },
};

type Path = readonly (string | number)[];

/** The value with another one at a path; undefined takes the member away. */
function withAt(value: JsonValue, [step, ...rest]: Path, changed: JsonValue | undefined): JsonValue {
  if (step === undefined) return changed ?? null;
  if (Array.isArray(value)) return value.map((item: JsonValue, i) => (i === step ? withAt(item, rest, changed) : item));
  const members = { ...(value as { readonly [name: string]: JsonValue }) };
  if (changed === undefined && rest.length === 0) delete members[step];
  else members[step] = withAt(members[step] ?? {}, rest, changed);
  return members;
}

/** Derives the text of a changed document from the original one, and returns it with the expected text. */
function change(codec: TypedCodec, document: JsonValue, changes: readonly (readonly [Path, JsonValue | undefined])[]) {
  const before = codec.decode(document);
  const after = codec.decode(changes.reduce((changed, [path, value]) => withAt(changed, path, value), document));
  const tail = codec.encodeTail(before);
  const parts = codec.changedParts(before, tail, after);
  return { parts, text: parts && replaceParts(tail, parts), expected: codec.encodeTail(after) };
}

const container: Path = ["spec", "template", "spec", "containers", 0];

describe("a typed object", () => {
  // oxfmt-ignore
  it.each<[string, number, (readonly [Path, JsonValue | undefined])[]]>([
    ["nothing", 0, []],
    ["a string", 1, [[[...container, "image"], "<b>"]]],
    ["a number and a label", 2, [[["spec", "replicas"], 5], [["metadata", "labels", "app"], 'q"']]],
    ["a label with the name of what objects inherit", 1, [[["metadata", "labels", "constructor"], "z"]]],
    ["a number to the zero that is printed", 1, [[["spec", "replicas"], 0]]],
    ["an optional text to nothing: its object", 1, [[[...container, "image"], ""]]],
    ["members more: their object", 1, [[[...container, "command"], ["a"]]]],
    ["labels less: all of them", 1, [[["metadata", "labels", ""], undefined]]],
    ["items more: the list", 1, [[["spec", "template", "spec", "containers"], [{ name: "web" }]]]],
    ["a quantity written in another way", 0, [[[...container, "resources", "limits", "cpu"], "1000m"]]],
    ["a text inside of a list and what follows", 3, [[[...container, "env", 0, "value"], "2"], [["spec", "template", "spec", "containers", 1, "name"], "s"], [["status", "conditions", 0, "status"], "False"]]],
  ])("changes %s", (_, count, changes) => {
    const { parts, text, expected } = change(codecOf("apps", "Deployment"), deployment, changes);
    expect(parts).toHaveLength(count);
    expect(text).toBe(expected);
  });

  it("does not know when members come or go at the top", () => {
    expect(change(codecOf("", "ConfigMap"), { data: { a: "1" } }, [[["immutable"], true]]).parts).toBeUndefined();
  });
});

describe("an object without a type", () => {
  const widget = {
    apiVersion: "a/v1",
    kind: "W",
    metadata: { name: "n" },
    spec: { b: [1, { x: null }], a: "<", n: 9007199254740993n },
  };
  it.each<[string, number, (readonly [Path, JsonValue | undefined])[]]>([
    ["nothing but its kind", 0, [[["kind"], "X"]]],
    [
      "scalars, in the order of the text",
      3,
      [
        [["spec", "n"], 1],
        [["spec", "a"], ">"],
        [["spec", "b", 1, "x"], false],
      ],
    ],
    ["members more: their object", 1, [[["spec", "c"], 1]]],
    ["a list to an object", 1, [[["spec", "b"], { x: 1 }]]],
  ])("changes %s", (_, count, changes) => {
    const { parts, text, expected } = change(unstructuredCodec, widget, changes);
    expect(parts).toHaveLength(count);
    expect(text).toBe(expected);
  });
});

/** A value changed at random: something set, added or taken away, at any depth. */
function mutate(value: JsonValue, below: (limit: number) => number): JsonValue {
  if (Array.isArray(value)) {
    const items: JsonValue[] = [...(value as readonly JsonValue[])];
    const place = below(items.length + 1);
    const item = items[place];
    if (item === undefined) return [...items, items[0] ?? {}];
    return below(5) === 0 ? items.toSpliced(place, 1) : items.with(place, mutate(item, below));
  }
  if (typeof value === "object" && value !== null) {
    const members = { ...(value as { readonly [name: string]: JsonValue }) };
    const names = Object.keys(members);
    const name = names[below(names.length)];
    const keysAreFree = names.every((known) => typeof members[known] === "string");
    if (name === undefined || (keysAreFree && below(4) === 0)) return { ...members, [`k${below(30)}`]: "new" };
    if (below(6) === 0 && keysAreFree) delete members[name];
    else members[name] = mutate(members[name] ?? null, below);
    return members;
  }
  if (typeof value === "number") return below(4);
  return typeof value === "string" ? (["", "<b>", 'a "quote"', "}", "plain"][below(5)] ?? "") : value;
}

it.each(
  [1, 2, 3, 4].flatMap(
    (seed) =>
      [
        [seed, "with"],
        [seed, "without"],
      ] as const,
  ),
)(
  "texts that are made of each other stay what encoding would make of the object (seed %i, %s a type)",
  (seed, typed) => {
    let state = seed * 7919;
    const below = (limit: number): number => (state = (state * 48271) % 2147483647) % limit;
    const codec = typed === "with" ? codecOf("apps", "Deployment") : unstructuredCodec;
    // quantities cannot be any text
    let [document, marks]: [JsonValue, TextMarks] = [withAt(deployment, [...container, "resources"], undefined), {}];
    let held = codec.decode(document);
    let text = codec.encodeTail(held);
    let inParts = 0;
    for (let i = 0; i < 300; i++) {
      const changed = mutate(mutate(document, below), below);
      const next = codec.decode(changed);
      const parts = codec.changedParts(held, text, next, marks) ?? [
        { start: 0, end: text.length, text: codec.encodeTail(next) },
      ];
      if (parts[0]?.start !== 0) inParts++;
      [text, marks] = [replaceParts(text, parts), shiftMarks(marks, parts)];
      expect(text).toBe(codec.encodeTail(next));
      [document, held] = [changed, next];
    }
    expect(inParts).toBeGreaterThan(150);
  },
);
