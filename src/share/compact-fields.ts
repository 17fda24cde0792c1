import { isRecord } from "../apimachinery/is-record.ts";
import { isList, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import type { ManagedFieldsEntry } from "../apimachinery/meta.ts";

/**
 * managedFields in the short form of links: `[manager, operation, fields, time, subresource, apiVersion]` for each
 * entry, where trailing members are left out if they are empty, operations are A and U, times are Unix seconds, and the
 * apiVersion is that of the object unless it is given. In fields, `f:` is left out and 0 stands for `{}`:
 *
 *     {"f:spec":{"f:replicas":{}}}   becomes   {"spec":{"replicas":0}}
 */
export const compactManagedFields = (
  entries: readonly ManagedFieldsEntry[],
  apiVersion: string | undefined,
): readonly JsonValue[] => entries.map((entry) => compactEntry(entry, apiVersion));

function compactEntry(entry: ManagedFieldsEntry, apiVersion: string | undefined): JsonValue {
  const { manager = "", operation = "", fieldsV1 = {}, time, subresource = "" } = entry;
  const version = entry.apiVersion ?? "";
  const members: JsonValue[] = [
    manager,
    operation === "Apply" ? "A" : operation === "Update" ? "U" : operation,
    compactFields(fieldsV1),
    time === undefined ? 0 : secondsOf(time),
    subresource,
    version === apiVersion ? "" : version,
  ];
  while (members.at(-1) === "" || members.at(-1) === 0) members.pop();
  return members;
}

/** Returns entries from their short form; undefined if they are not in that form. */
export function expandManagedFields(
  value: JsonValue | undefined,
  apiVersion: string | undefined,
): readonly ManagedFieldsEntry[] | undefined {
  if (!isList(value)) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  for (const item of value) {
    if (!isList(item)) return undefined;
    const [manager, operation, fields = {}, time = 0, subresource = "", version = ""] = item;
    if (typeof manager !== "string" || typeof operation !== "string") return undefined;
    if (typeof subresource !== "string" || typeof version !== "string") return undefined;
    const written = typeof time === "number" ? timeOf(time) : time;
    if (typeof written !== "string") return undefined;
    const versionOfEntry = version === "" ? apiVersion : version;
    entries.push({
      ...(manager !== "" && { manager }),
      operation: operation === "A" ? "Apply" : operation === "U" ? "Update" : operation,
      ...(versionOfEntry !== undefined && { apiVersion: versionOfEntry }),
      ...(written !== "" && { time: written }),
      fieldsType: "FieldsV1",
      fieldsV1: expandFields(fields),
      ...(subresource !== "" && { subresource }),
    });
  }
  return entries;
}

/** Member names that are not those of fields: `.`, keys, values and indices of list items. */
const isWrittenOut = (name: string): boolean => name === "." || /^[fkvi]:/.test(name);

function compactFields(fields: JsonValue): JsonValue {
  if (!isObject(fields)) return fields;
  const members = Object.entries(fields);
  if (members.length === 0) return 0;
  return Object.fromEntries(members.map(([name, below]) => [shortName(name), compactFields(below)]));
}

/** A field whose own name looks like another element keeps its prefix. */
const shortName = (name: string): string =>
  name.startsWith("f:") && !isWrittenOut(name.slice(2)) ? name.slice(2) : name;

function expandFields(fields: JsonValue): JsonValue {
  if (fields === 0) return {};
  if (!isObject(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, below]) => [isWrittenOut(name) ? name : `f:${name}`, expandFields(below)]),
  );
}

const isObject = (value: JsonValue): value is JsonObject => isRecord(value);

/** Returns a time of whole seconds as a number; others stay as they are. */
function secondsOf(time: string): JsonValue {
  const seconds = Date.parse(time) / 1000;
  return Number.isInteger(seconds) && timeOf(seconds) === time ? seconds : time;
}

const timeOf = (seconds: number): string =>
  seconds === 0 || !Number.isSafeInteger(seconds) || Math.abs(seconds) > 8e12
    ? ""
    : new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
