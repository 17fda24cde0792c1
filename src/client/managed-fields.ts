import { quoteGo } from "../apimachinery/go-strings.ts";
import { groupBy } from "../apimachinery/group-by.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject, ManagedFieldsEntry } from "../apimachinery/meta.ts";

/** A path element as in FieldsV1: `f:` a member, `k:` a list item by its keys, `v:` by its value, `i:` by its index. */
export type FieldStep =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "key"; readonly keys: Readonly<Record<string, unknown>> }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "index"; readonly index: number };

/** A node in a manager's field set. */
export interface OwnedNode {
  readonly steps: readonly FieldStep[];
  /** The path as in conflict messages of the server: `.spec.ports[port=80]`. */
  readonly path: string;
  /** True if the path is a member of the set, not only a prefix of one. */
  readonly owned: boolean;
  readonly children: readonly OwnedNode[];
}

/** One entry of managedFields. */
export interface FieldManager {
  /** Name, operation and subresource; stable across revisions. */
  readonly id: string;
  readonly name: string;
  readonly operation: string;
  readonly subresource: string;
  readonly apiVersion: string;
  readonly time: string;
  readonly root: OwnedNode;
  /** The members of the set by path. */
  readonly owned: ReadonlyMap<string, OwnedNode>;
}

/** Returns the managers of an object in the order of managedFields; decoded once per object. */
export function managersOf(object: KubeObject): readonly FieldManager[] {
  const known = read.get(object);
  if (known !== undefined) return known;
  const managers = (object.metadata.managedFields ?? []).map(managerOf);
  read.set(object, managers);
  return managers;
}

const read = new WeakMap<KubeObject, readonly FieldManager[]>();

/** Returns an identifier of a manager that is stable across the revisions of an object. */
export const managerId = ({
  manager = "",
  operation = "",
  subresource = "",
}: Pick<ManagedFieldsEntry, "manager" | "operation" | "subresource">): string =>
  JSON.stringify([manager, operation, subresource]);

function managerOf(entry: ManagedFieldsEntry): FieldManager {
  const root = nodeOf([], "", entry.fieldsV1, true);
  const owned = new Map<string, OwnedNode>();
  collect(root, owned);
  const { manager: name = "", operation = "", subresource = "", apiVersion = "", time = "" } = entry;
  return { id: managerId(entry), name, operation, subresource, apiVersion, time, root, owned };
}

function collect(node: OwnedNode, owned: Map<string, OwnedNode>): void {
  if (node.owned) owned.set(node.path, node);
  for (const child of node.children) collect(child, owned);
}

function nodeOf(steps: readonly FieldStep[], path: string, fields: unknown, isRoot = false): OwnedNode {
  if (!isRecord(fields)) return { steps, path, owned: !isRoot, children: [] };
  const children: OwnedNode[] = [];
  for (const [name, below] of Object.entries(fields)) {
    const step = readFieldStep(name);
    if (step !== undefined) children.push(nodeOf([...steps, step], path + formatFieldStep(step), below));
  }
  return { steps, path, owned: !isRoot && (children.length === 0 || "." in fields), children };
}

/** Parses a FieldsV1 member name; undefined for `.` and for invalid names. */
export function readFieldStep(name: string): FieldStep | undefined {
  const rest = name.slice(2);
  switch (name.slice(0, 2)) {
    case "f:":
      return { kind: "field", name: rest };
    case "i:":
      return { kind: "index", index: Number(rest) };
    case "v:":
      return withJson(rest, (value) => ({ kind: "value", value }));
    case "k:":
      return withJson(rest, (keys) => (isRecord(keys) ? { kind: "key", keys } : undefined));
    default:
      return undefined;
  }
}

function withJson(text: string, make: (value: unknown) => FieldStep | undefined): FieldStep | undefined {
  try {
    return make(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const formatScalar = (value: unknown): string => (typeof value === "string" ? quoteGo(value) : String(value));

/** Formats a step: `.name`, `[port=80,protocol="TCP"]`, `[="value"]`, `[3]`. */
export function formatFieldStep(step: FieldStep): string {
  switch (step.kind) {
    case "field":
      return `.${step.name}`;
    case "key":
      return `[${Object.entries(step.keys)
        .map(([name, value]) => `${name}=${formatScalar(value)}`)
        .join(",")}]`;
    case "value":
      return `[=${formatScalar(step.value)}]`;
    case "index":
      return `[${step.index}]`;
  }
}

/**
 * Reports whether a step selects a member or list item. Keys that the item omits count as equal, since they may be
 * defaults.
 */
export function leadsTo(step: FieldStep, at: string | number, value: unknown): boolean {
  switch (step.kind) {
    case "field":
      return step.name === at;
    case "index":
      return step.index === at;
    case "value":
      return typeof at === "number" && step.value === value;
    case "key":
      return (
        typeof at === "number" &&
        isRecord(value) &&
        Object.entries(step.keys).every(([name, key]) => !(name in value) || value[name] === key)
      );
  }
}

/** Returns the child nodes that select one member or item; also fast for long lists. */
export function childrenAt(node: OwnedNode, at: string | number, value: unknown): readonly OwnedNode[] {
  if (node.children.length <= 8) return node.children.filter((child) => stepLeadsTo(child, at, value));
  const index = indexes.get(node) ?? indexOf(node);
  const near = keysOf(at, value).flatMap((key) => index.get(key) ?? []);
  const found = near.filter((child) => stepLeadsTo(child, at, value));
  return found.length > 0 || typeof at === "string"
    ? found
    : node.children.filter((child) => stepLeadsTo(child, at, value));
}

function stepLeadsTo({ steps }: OwnedNode, at: string | number, value: unknown): boolean {
  const step = steps.at(-1);
  return step !== undefined && leadsTo(step, at, value);
}

/** Indexes of nodes with many children, by lookup key. */
const indexes = new WeakMap<OwnedNode, ReadonlyMap<string, readonly OwnedNode[]>>();

function indexOf(node: OwnedNode): ReadonlyMap<string, readonly OwnedNode[]> {
  const index = groupBy(node.children, ({ steps }) => keyOfStep(steps.at(-1)));
  indexes.set(node, index);
  return index;
}

/** Returns the lookup key of a step: its name, its value, its index or its first key. */
function keyOfStep(step: FieldStep | undefined): string {
  switch (step?.kind) {
    case "field":
      return `f${step.name}`;
    case "value":
      return `v${String(step.value)}`;
    case "index":
      return `i${step.index}`;
    case "key": {
      const [first] = Object.entries(step.keys);
      return `k${first?.[0] ?? ""}=${String(first?.[1])}`;
    }
    case undefined:
      return "";
  }
}

function keysOf(at: string | number, value: unknown): readonly string[] {
  if (typeof at === "string") return [`f${at}`];
  if (isRecord(value)) return [`i${at}`, ...Object.entries(value).map(([name, key]) => `k${name}=${String(key)}`)];
  return [`i${at}`, `v${String(value)}`];
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(root: unknown, steps: readonly FieldStep[]): unknown {
  let value = root;
  for (const step of steps) value = partOf(value, step);
  return value;
}

function partOf(value: unknown, step: FieldStep): unknown {
  if (step.kind === "field") return isRecord(value) ? value[step.name] : undefined;
  return Array.isArray(value) ? value.find((item: unknown, index) => leadsTo(step, index, item)) : undefined;
}

/** Returns the managers that own a path. */
export const ownersOf = (object: KubeObject, path: string): readonly FieldManager[] =>
  managersOf(object).filter(({ owned }) => owned.has(path));
