import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { plural } from "../../data/words.ts";

/** What the list shows of an object; the object itself is not kept. */
export interface ObjectRow {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly created: number;
  readonly revision: string;
  readonly details: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Changed while one looked. */
  readonly fresh: boolean;
  readonly leaving: boolean;
}

/** The list's line for an object. */
export function rowOf(object: KubeObject, fresh: boolean): ObjectRow {
  const { metadata } = object;
  const namespace = metadata.namespace ?? "";
  const name = metadata.name ?? "";
  return {
    key: `${namespace}/${name}`,
    namespace,
    name,
    fresh,
    created: metadata.creationTimestamp === undefined ? 0 : Date.parse(metadata.creationTimestamp),
    revision: metadata.resourceVersion ?? "",
    details: detailsOf(object),
    labels: metadata.labels ?? {},
    leaving: metadata.deletionTimestamp !== undefined,
  };
}

const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const part = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

/** What tells objects of a kind apart, in a few words. */
function detailsOf(object: KubeObject): string {
  if (object.metadata.deletionTimestamp !== undefined)
    return `being deleted; waits for ${(object.metadata.finalizers ?? []).join(", ") || "the server"}`;
  const phase = part(object["status"], "phase");
  if (typeof phase === "string") return phase;
  const replicas = number(part(object["spec"], "replicas"));
  if (replicas !== undefined)
    return `${number(part(object["status"], "readyReplicas")) ?? 0} of ${plural(replicas, "replica")} ready`;
  if (isRecord(object["data"])) return plural(Object.keys(object["data"]).length, "key");
  const schedule =
    part(object["spec"], "schedule") ?? part(object["spec"], "type") ?? object["reason"] ?? object["type"];
  return typeof schedule === "string" ? schedule : "";
}

/** What a filter means: words in the name, and `key=value`, `key!=value` or `!key` on labels. */
export function rowFilter(text: string): (row: ObjectRow) => boolean {
  const tests = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .map(testOf);
  return (row) => tests.every((test) => test(row));
}

function testOf(word: string): (row: ObjectRow) => boolean {
  const match = /^([^=!]+)(!=|==?)(.*)$/.exec(word);
  if (match !== null) {
    const [, key = "", operator, value = ""] = match;
    return (row) => (labelOf(row, key) === value) !== (operator === "!=");
  }
  if (word.startsWith("!")) return (row) => labelOf(row, word.slice(1)) === undefined;
  return (row) => row.key.toLowerCase().includes(word);
}

const labelOf = (row: ObjectRow, key: string): string | undefined => row.labels[key]?.toLowerCase();

/** By namespace, then name: as the server orders them. */
export const byKey = (a: ObjectRow, b: ObjectRow): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
