import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { jsonEqual } from "./json-equal.ts";
import { isObject } from "./json-object.ts";
import { parseIndex, parsePointer } from "./json-pointer.ts";

/** One operation as it was sent; members are checked when it is carried out. */
export type Operation = JsonObject;

/** An operation that cannot be carried out, or a test that failed. */
export class PatchFailure extends Error {}

/** What an operation does at the place that its path names. */
type Edit = (container: Container, key: string) => JsonValue;
type Container = readonly JsonValue[] | JsonObject;

/** Carries out one operation; the document stays as it was, the result shares what did not change. */
export function applyOperation(document: JsonValue, operation: Operation): JsonValue {
  const value = operation["value"] ?? null;
  switch (operation["op"]) {
    case "add":
      return edit(document, path(operation, "path"), adding(value));
    case "remove":
      return edit(document, path(operation, "path"), removing);
    case "replace":
      return replace(document, path(operation, "path"), value);
    case "move": {
      const from = path(operation, "from");
      const moved = read(document, from);
      return edit(edit(document, from, removing), path(operation, "path"), adding(moved ?? null));
    }
    case "copy":
      return edit(document, path(operation, "path"), adding(read(document, path(operation, "from")) ?? null));
    case "test":
      return test(document, path(operation, "path"), value);
    default:
      throw new PatchFailure("Unexpected kind: unknown");
  }
}

function path(operation: Operation, member: "path" | "from"): readonly string[] {
  const text = operation[member];
  const parsed = typeof text === "string" ? parsePointer(text) : undefined;
  if (parsed === undefined) throw new PatchFailure(`missing or malformed ${member}`);
  return parsed;
}

function replace(document: JsonValue, at: readonly string[], value: JsonValue): JsonValue {
  return at.length === 0 ? value : edit(document, at, replacing(value));
}

function test(document: JsonValue, at: readonly string[], value: JsonValue): JsonValue {
  const found = at.length === 0 ? document : read(document, at);
  if (!jsonEqual(found ?? null, value)) throw new PatchFailure("testing value failed");
  return document;
}

/** Copies the containers on the way and edits the last one. */
function edit(node: JsonValue, at: readonly string[], how: Edit): JsonValue {
  const [key, ...rest] = at;
  if (key === undefined || !isContainer(node)) throw new PatchFailure("doc is missing path");
  if (rest.length === 0) return how(node, key);
  const child = member(node, key);
  if (child === undefined) throw new PatchFailure("doc is missing path");
  return withMember(node, key, edit(child, rest, how));
}

/** The value at a path whose containers all exist; undefined where only the last member is missing. */
function read(node: JsonValue, at: readonly string[]): JsonValue | undefined {
  const [key, ...rest] = at;
  if (key === undefined || !isContainer(node)) throw new PatchFailure("doc is missing path");
  const child = member(node, key);
  if (rest.length === 0) return child;
  if (child === undefined) throw new PatchFailure("doc is missing path");
  return read(child, rest);
}

const isContainer = (node: JsonValue): node is Container => Array.isArray(node) || isObject(node);

function member(container: Container, key: string): JsonValue | undefined {
  if (!isList(container)) return Object.hasOwn(container, key) ? container[key] : undefined;
  return container[existingIndex(container, key)];
}

function withMember(container: Container, key: string, value: JsonValue): JsonValue {
  return isList(container) ? container.with(existingIndex(container, key), value) : { ...container, [key]: value };
}

const isList = (container: Container): container is readonly JsonValue[] => Array.isArray(container);

/** Negative indices count from the end. */
function existingIndex(list: readonly JsonValue[], key: string): number {
  const index = parseIndex(key);
  if (index === undefined || index >= list.length || index < -list.length) throw new PatchFailure(`invalid index referenced: ${key}`);
  return index < 0 ? index + list.length : index;
}

const adding = (value: JsonValue): Edit => (container, key) => {
  if (!isList(container)) return { ...container, [key]: value };
  if (key === "-") return [...container, value];
  return container.toSpliced(insertionIndex(container, key), 0, value);
};

/** -1 stands behind the last item. */
function insertionIndex(list: readonly JsonValue[], key: string): number {
  const index = parseIndex(key);
  const size = list.length + 1;
  if (index === undefined || index >= size || index < -size) throw new PatchFailure(`invalid index referenced: ${key}`);
  return index < 0 ? index + size : index;
}

const replacing = (value: JsonValue): Edit => (container, key) => withMember(container, key, value);

const removing: Edit = (container, key) => {
  if (isList(container)) return container.toSpliced(existingIndex(container, key), 1);
  if (!Object.hasOwn(container, key)) throw new PatchFailure(`unable to remove nonexistent key: ${key}`);
  const { [key]: _, ...rest } = container;
  return rest;
};
