import { formatGroupVersion, type GroupVersionKind } from "../../src/apimachinery/gvk.ts";
import { encodeJson } from "../../src/apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../src/apimachinery/json/value.ts";
import type { BuiltinResource } from "../../src/apiserver/registry/resource-definition.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import type { ObjectSchema, Schema } from "../../src/apiserver/schema/schema.ts";
import { builtinResources } from "../../src/apis/all-resources.ts";
import { manifests } from "../manifests/all.ts";
import { filled, post, type HuntCase } from "./hunt-case.ts";

/** A list or map inside a kind, and the names of the fields that lead to it; `0` is the first item of a list. */
interface Blown {
  readonly path: readonly string[];
  readonly schema: Schema;
}

const maxDepth = 9;

/** Returns the lists and maps of a schema. Types that hold themselves are entered once. */
function blownFields(schema: Schema, path: readonly string[], inside: readonly Schema[]): readonly Blown[] {
  if (inside.includes(schema) || path.length > maxDepth) return [];
  const within = [...inside, schema];
  switch (schema.kind) {
    case "object":
      return schema.fields.flatMap((field) =>
        path.length === 0 && field.name === "metadata" ? [] : blownFields(field.schema, [...path, field.name], within),
      );
    case "list":
      return [{ path, schema }, ...blownFields(schema.items.schema, [...path, "0"], within)];
    case "map":
      return [{ path, schema }, ...blownFields(schema.values.schema, [...path, "k"], within)];
    case "scalar":
    case "raw":
    case "schemaOr":
      return [];
  }
}

/** Returns the text of a value with a text of its own at a path, inside a valid object as far as it goes. */
function textWith(schema: Schema, seed: JsonValue | undefined, path: readonly string[], text: string): string {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  if (schema.kind === "list")
    return `[${textWith(schema.items.schema, Array.isArray(seed) ? seed[0] : undefined, rest, text)}]`;
  const members = seed !== undefined && isObject(seed) ? seed : {};
  const inner = schema.kind === "map" ? schema.values.schema : fieldOf(schema, step);
  const others = Object.entries(members).filter(([name]) => name !== step);
  const written = others.map(([name, value]) => `${JSON.stringify(name)}:${encodeJson(value)}`);
  return `{${[...written, `"${step}":${textWith(inner, members[step], rest, text)}`].join(",")}}`;
}

function fieldOf(schema: Schema, name: string): Schema {
  const field = schema.kind === "object" ? schema.field(name) : undefined;
  if (field === undefined) throw new Error(`no field ${name}`);
  return field.schema;
}

function at(seed: JsonValue | undefined, [step, ...rest]: readonly string[]): JsonValue | undefined {
  if (step === undefined || seed === undefined) return seed;
  if (Array.isArray(seed)) return at(seed[Number(step)], rest);
  return isObject(seed) ? at(seed[step], rest) : undefined;
}

/** Returns what a list or map is filled with: nothing, an item that is valid with a name of its own, and so on. */
function fillings(
  { schema, path }: Blown,
  seed: JsonObject,
  bytes: number | undefined,
): readonly (readonly [name: string, text: () => string])[] {
  const known = at(seed, path);
  if (schema.kind === "map") {
    const value = valueText(schema.values.schema);
    return [["keys", () => `{${filled((i) => `"k${i}":${value}`, bytes)}}`]];
  }
  if (schema.kind !== "list") return [];
  const items = schema.items.schema;
  if (items.kind === "scalar" && items.type === "string")
    return [
      ["texts", () => `[${filled((i) => `"t${i}"`, bytes)}]`],
      ["empty texts", () => `[${filled(() => `""`, bytes)}]`],
    ];
  if (items.kind !== "object") return [["items", () => `[${filled(() => valueText(items), bytes)}]`]];
  const valid = Array.isArray(known) && isObject(known[0] ?? null) ? known[0] : undefined;
  return [
    ["empty items", () => `[${filled(() => "{}", bytes)}]`],
    ["named items", () => `[${filled((i) => namedItem(items, valid, i), bytes)}]`],
  ];
}

/** Returns an item whose texts that name it differ from those of others. */
function namedItem(schema: ObjectSchema, valid: JsonValue | undefined, i: number): string {
  const members: Record<string, JsonValue> = valid !== undefined && isObject(valid) ? { ...valid } : {};
  for (const { name, schema: own } of schema.fields) {
    if (own.kind !== "scalar" || own.type !== "string") continue;
    if (["name", "key", "host", "path", "ip", "type"].includes(name)) members[name] = `${name}-${i}`;
  }
  return encodeJson(members);
}

function valueText(schema: Schema): string {
  if (schema.kind === "list") return "[]";
  if (schema.kind === "object" || schema.kind === "map" || schema.kind === "raw") return "{}";
  if (schema.kind !== "scalar") return "true";
  if (["int32", "int64", "float64", "number", "intOrString"].includes(schema.type)) return "1";
  if (schema.type === "bool") return "true";
  if (schema.type === "bytes") return `"dg=="`;
  return schema.type === "quantity" ? `"1"` : `"v"`;
}

/** An object of a built-in kind, one list or map of which is filled. */
interface FilledKind extends FilledBody {
  readonly row: BuiltinResource;
  readonly target: string;
}

/** Every list and map of every built-in kind at a size, by default the largest, in an otherwise valid object. */
export async function filledKinds(bytes?: number): Promise<readonly FilledKind[]> {
  const types = await loadBuiltinTypes();
  return builtinResources.flatMap((row): readonly FilledKind[] => {
    const schema = types.schemaOf(row);
    if (schema === undefined || !row.verbs.includes("create") || !row.servedByDefault) return [];
    const object = { ...seedOf(row), apiVersion: formatGroupVersion(row), kind: row.kind, metadata: { name: "hunt" } };
    return filledBodies(schema, object, bytes).map((body) => ({
      ...body,
      name: `${row.kind} ${formatGroupVersion(row)} ${body.name}`,
      row,
      target: targetOf(row),
    }));
  });
}

/** A valid object of a kind, or as much of one as is known. */
export const seedOf = (row: GroupVersionKind): JsonObject =>
  manifests
    .map(({ object }) => object)
    .find((one) => one["kind"] === row.kind && one["apiVersion"] === formatGroupVersion(row)) ?? {};

/** The path of the objects of a resource in the default namespace. */
export const targetOf = (row: BuiltinResource): string =>
  `${row.group === "" ? "/api/v1" : `/apis/${formatGroupVersion(row)}`}${row.namespaced ? "/namespaces/default" : ""}/${row.resource}`;

/** An object, one list or map of which is filled. */
interface FilledBody {
  readonly name: string;
  /** The fields that lead to the list or map, and what it is filled with. */
  readonly path: readonly string[];
  readonly filling: string;
  readonly text: () => string;
}

/** Every list and map of a schema but those of the metadata, filled in an object. */
export const filledBodies = (schema: ObjectSchema, object: JsonObject, bytes?: number): readonly FilledBody[] =>
  blownFields(schema, [], []).flatMap((blown) =>
    fillings(blown, object, bytes).map(([name, text]) => ({
      name: `${blown.path.join(".")}: ${name}`,
      path: blown.path,
      filling: name,
      text: () => textWith(schema, object, blown.path, text()),
    })),
  );

const podSpec = /^(?:(?:(?:spec\.jobTemplate\.)?spec\.)?template\.)?spec\.(.*)/;

/** Returns the path inside the spec of a pod or of a template of pods, which all kinds check alike. */
function pathInPodSpec({ row, path }: FilledKind): string | undefined {
  const written = path.join(".");
  return row.kind === "Pod" || written.includes("template.spec.") ? podSpec.exec(written)?.[1] : undefined;
}

/**
 * Creates of the largest objects of every built-in kind, as it is stored by default. What can stand in the spec of a
 * pod is tried in one of the kinds that have one, in another for each field; what is left out is a sibling.
 */
export async function kindHunts(bytes?: number): Promise<readonly HuntCase[]> {
  const tried = new Map<string, number>();
  const podKinds = 9;
  const count = (key: string): number => {
    const before = tried.get(key) ?? 0;
    tried.set(key, before + 1);
    return before;
  };
  const found = (await filledKinds(bytes)).map((one) => {
    const inside = pathInPodSpec(one);
    const key = inside === undefined ? undefined : `${inside}: ${one.filling}`;
    return { one, key, turn: key === undefined ? 0 : count(key) };
  });
  const chosen = new Map([...tried.keys()].map((key, i) => [key, (i % podKinds) % (tried.get(key) ?? 1)]));
  return found.map(({ one: { name, target, text }, key, turn }) => ({
    name: `kind: ${name}`,
    isSibling: key !== undefined && chosen.get(key) !== turn,
    request: post(target, text),
    after: [`${target}/hunt`],
  }));
}
