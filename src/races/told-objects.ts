import { isRecord } from "../apimachinery/is-record.ts";
import type { LogEntry } from "./race-run.ts";

/** What an actor was told of an object. */
export interface ToldObject {
  /** Whether it was told that the object is gone. */
  readonly isGone: boolean;
  readonly uid: string;
  readonly name: string;
  readonly revision: number;
  readonly object: Readonly<Record<string, unknown>>;
}

/** Returns the objects that an answer or an event tells its actor. */
export function toldBy(entry: LogEntry): readonly ToldObject[] {
  if (entry.kind === "answer")
    return entry.status < 300 ? objectsIn(entry.body).flatMap((one) => told(one, false)) : [];
  return entry.results.flatMap((result) => (result.kind === "event" ? eventsIn(result.text) : []));
}

/** The objects of an answer: itself, the items of a list, or the rows of a table. */
function objectsIn(body: unknown): readonly unknown[] {
  if (!isRecord(body)) return [];
  const { items, rows } = body;
  if (Array.isArray(rows)) return rows.map((row: unknown) => (isRecord(row) ? row["object"] : undefined));
  return Array.isArray(items) ? items : [body];
}

const eventsIn = (text: string): readonly ToldObject[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => {
      const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: unknown };
      return type === "BOOKMARK" || type === "ERROR" ? [] : told(object, type === "DELETED");
    });

function told(object: unknown, isGone: boolean): readonly ToldObject[] {
  const metadata = isRecord(object) ? object["metadata"] : undefined;
  if (!isRecord(object) || !isRecord(metadata)) return [];
  const { uid, name, resourceVersion } = metadata;
  if (typeof uid !== "string" || typeof name !== "string") return [];
  return [{ isGone, uid, name, revision: Number(resourceVersion), object }];
}

/** The parts of a key of the storage: `/registry/deployments/default/web`. */
export interface KeyParts {
  readonly resource: string;
  readonly name: string;
}

/** Reads a key of the storage. Kinds without a namespace have one part less. */
export function partsOfKey(key: string): KeyParts {
  const parts = key.split("/").slice(2);
  return { resource: parts.length > 2 ? (parts.at(-3) ?? "") : (parts.at(-2) ?? ""), name: parts.at(-1) ?? "" };
}

/** `deployments/web`. */
export function keyInWords(key: string): string {
  const { resource, name } = partsOfKey(key);
  return `${resource}/${name}`;
}
