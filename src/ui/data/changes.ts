import { isRecord } from "../../apimachinery/is-record.ts";
import { create, type Delta } from "jsondiffpatch";

/** A difference between two objects at one path. */
export interface Change {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly before?: unknown;
  readonly after?: unknown;
}

const identity = (item: unknown): string | undefined => {
  if (!isRecord(item)) return undefined;
  const key = item["name"] ?? item["uid"] ?? item["type"] ?? item["key"] ?? item["containerPort"] ?? item["port"];
  return key === undefined ? undefined : String(key);
};

const differ = create({
  objectHash: (item: object, index?: number) => identity(item) ?? `#${index ?? 0}`,
  cloneDiffValues: false,
  arrays: { detectMove: true, includeValueOnMove: false },
});

/**
 * Returns all differences between two objects in document order. If one object is absent, that is a single difference.
 * Paths in `ignore` are omitted.
 */
export function changesBetween(
  before: unknown,
  after: unknown,
  ignore: ReadonlySet<string> = new Set(),
): readonly Change[] {
  const found: Change[] = [];
  walk(differ.diff(before, after), "", before, found);
  return found.filter((change) => !ignored(change.path, ignore));
}

const ignored = (path: string, ignore: ReadonlySet<string>): boolean => {
  for (const prefix of ignore)
    if (path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`)) return true;
  return false;
};

/** Paths that every write changes. They are summarized by the revision and not listed individually. */
export const bookkeeping: ReadonlySet<string> = new Set([
  "metadata.resourceVersion",
  "metadata.managedFields",
  "metadata.generation",
]);

function walk(delta: Delta, path: string, before: unknown, found: Change[]): void {
  if (delta === undefined) return;
  if (Array.isArray(delta)) {
    found.push(leaf(delta, path));
    return;
  }
  if ("_t" in delta) walkArray(delta, path, before, found);
  else
    for (const [key, child] of Object.entries(delta))
      walk(child, join(path, key), isRecord(before) ? before[key] : undefined, found);
}

function walkArray(delta: object, path: string, before: unknown, found: Change[]): void {
  for (const [key, child] of Object.entries(delta)) {
    if (key === "_t") continue;
    const index = key.startsWith("_") ? key.slice(1) : key;
    const old: unknown = Array.isArray(before) ? before[Number(index)] : undefined;
    walk(child, `${path}[${labelOf(child, old) ?? index}]`, old, found);
  }
}

const labelOf = (delta: unknown, old: unknown): string | undefined => identity(Array.isArray(delta) ? delta[0] : old);

function leaf(delta: readonly unknown[], path: string): Change {
  if (delta.length === 1) return { path, kind: "added", after: delta[0] };
  if (delta.length === 2) return { path, kind: "changed", before: delta[0], after: delta[1] };
  return delta[2] === 3 ? { path, kind: "moved" } : { path, kind: "removed", before: delta[0] };
}

const plainKey = /^[A-Za-z0-9_-]+$/;
const join = (path: string, key: string): string =>
  plainKey.test(key) ? (path === "" ? key : `${path}.${key}`) : `${path}["${key}"]`;

/** Formats a value on one line, truncated to a length. */
export function briefly(value: unknown, length = 60): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

const longest = 1200;

/** Formats a value in several lines, truncated to a length. */
export function shown(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value, null, 1) : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Summarizes changes in one sentence: `data.colour: "red" → "blue"`, and the number of further changes. */
export function summarize(changes: readonly Change[]): string {
  const [first] = changes;
  if (first === undefined) return "only server-managed metadata changed";
  const more = changes.length > 1 ? `, and ${changes.length - 1} more` : "";
  return `${sentence(first)}${more}`;
}

function sentence({ path, kind, before, after }: Change): string {
  switch (kind) {
    case "added":
      return `+ ${path}: ${briefly(after, 48)}`;
    case "removed":
      return `− ${path}`;
    case "changed":
      return `${path}: ${briefly(before, 28)} → ${briefly(after, 28)}`;
    case "moved":
      return `${path} moved`;
  }
}
