import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { FieldDifference, WorldDifference } from "../../../../share/compare-worlds.ts";
import { groupKindOf, identityOf } from "../../../../share/server-fields.ts";

/** Where an object is, and whether it is the same. */
export type RowKind = "here" | "there" | "changed" | "event";

/** An object in which two worlds differ. */
export interface Row {
  /** Stands for the object in addresses. */
  readonly key: string;
  readonly kind: RowKind;
  /** The object of the world that is shown; undefined if only the other one has it. */
  readonly here: KubeObject | undefined;
  readonly there: KubeObject | undefined;
  readonly fields: readonly FieldDifference[];
  /** Whether the object was deleted and created again in one of the worlds. */
  readonly isAnother: boolean;
}

/** Which rows are shown; "" stands for all. */
export interface RowFilter {
  readonly kind: string;
  readonly namespace: string;
  /** What the name or a field contains. */
  readonly text: string;
}

/** Returns the object of a row, that of the world that is shown if both have it. */
export function objectOf({ here, there }: Pick<Row, "here" | "there">): KubeObject {
  const object = here ?? there;
  if (object === undefined) throw new Error("a row has no object");
  return object;
}

/** Fields that running programs write again and again, or that tell when the object was made. */
const alwaysDiffer = /(?:lastHeartbeatTime|lastProbeTime|renewTime|acquireTime|^\.metadata\.creationTimestamp)$/;

const isLease = (object: KubeObject): boolean => groupKindOf(object) === "Lease.coordination.k8s.io";

/**
 * Returns the rows of a comparison in which the world shown is the left one, by kind, namespace and name. Leases,
 * times of heartbeats, and objects that were only made at another time are left out unless `all` is asked for.
 */
export function rowsOf(difference: WorldDifference, all: boolean): readonly Row[] {
  const { onlyLeft, onlyRight, changed, leftEvents, rightEvents } = difference;
  const counts = (object: KubeObject): boolean => all || !isLease(object);
  const changedRows = changed.flatMap(({ left, right, fields, isAnother }): readonly Row[] => {
    const told = all ? fields : fields.filter(({ path }) => !alwaysDiffer.test(path));
    if (!counts(left) || (told.length === 0 && !all)) return [];
    return [{ key: identityOf(left), kind: "changed", here: left, there: right, fields: told, isAnother }];
  });
  return [
    ...onlyLeft.filter(counts).map((object) => rowOf(object, "here", "here")),
    ...onlyRight.filter(counts).map((object) => rowOf(object, "there", "there")),
    ...changedRows,
    ...leftEvents.map((object) => rowOf(object, "event", "here")),
    ...rightEvents.map((object) => rowOf(object, "event", "there")),
  ]
    .map((row) => ({ row, at: orderOf(objectOf(row)) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ row }) => row);
}

const rowOf = (object: KubeObject, kind: RowKind, side: "here" | "there"): Row => ({
  key: identityOf(object),
  kind,
  here: side === "here" ? object : undefined,
  there: side === "there" ? object : undefined,
  fields: [],
  isAnother: false,
});

const orderOf = ({ kind = "", metadata: { namespace = "", name = "" } }: KubeObject): string =>
  `${kind}\n${namespace}\n${name}`;

/** Returns the rows that a filter lets through. */
export function filtered(rows: readonly Row[], { kind, namespace, text }: RowFilter): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter((row) => {
    const object = objectOf(row);
    if (kind !== "" && object.kind !== kind) return false;
    if (namespace !== "" && (object.metadata.namespace ?? "") !== namespace) return false;
    if (wanted === "" || (object.metadata.name ?? "").toLowerCase().includes(wanted)) return true;
    return row.fields.some(({ path }) => path.toLowerCase().includes(wanted));
  });
}

/** Returns the kinds and the namespaces of rows, in their order. */
export function choicesOf(rows: readonly Row[]): {
  readonly kinds: readonly string[];
  readonly namespaces: readonly string[];
} {
  const objects = rows.map(objectOf);
  const sorted = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== "").sort();
  return {
    kinds: sorted(objects.map(({ kind = "" }) => kind)),
    namespaces: sorted(objects.map(({ metadata }) => metadata.namespace ?? "")),
  };
}

/** Returns how many rows there are of each kind. */
export function countsOf(rows: readonly Row[]): Readonly<Record<RowKind, number>> {
  const counts = { here: 0, there: 0, changed: 0, event: 0 };
  for (const { kind } of rows) counts[kind]++;
  return counts;
}
