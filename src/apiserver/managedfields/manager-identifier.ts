import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { quoteJson } from "../../apimachinery/json/encode.ts";
import type { ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { memoText } from "../../component-base/memo.ts";

/** Identifies a field manager. Each identity has one entry in managed fields. */
export type ManagerIdentity = Pick<ManagedFieldsEntry, "manager" | "operation" | "apiVersion" | "subresource">;

const member = (name: string, value: string): string => (value === "" ? "" : `,"${name}":${quoteJson(value)}`);

/**
 * Builds the text that identifies a manager and defines the order of managers. The identifier of an Apply manager does
 * not depend on the version (internal.BuildManagerIdentifier).
 */
export function buildManagerIdentifier({
  manager = "",
  operation = "",
  apiVersion = "",
  subresource = "",
}: ManagerIdentity): string {
  const version = operation === "Apply" ? "" : member("apiVersion", apiVersion);
  return `{${(member("manager", manager) + member("operation", operation) + version + member("subresource", subresource)).slice(1)}}`;
}

/** Recently parsed identities; most writes come from few managers. */
const identities = new BoundedMap<string, ManagerIdentity>(256);

/** Parses an identifier. */
export function parseManagerIdentifier(identifier: string): ManagerIdentity {
  const known = identities.get(identifier);
  if (known) return known;
  const identity = JSON.parse(identifier) as ManagerIdentity; // written by buildManagerIdentifier
  identities.set(identifier, identity);
  return identity;
}

/** The kind and subresource of a request path, which are part of a manager's identity. */
export interface ManagedPath {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
}

/** Identifiers for one path by manager name. */
interface Identifiers {
  readonly Apply: (manager: string) => string;
  readonly Update: (manager: string) => string;
}

/** Keyed by path, so that entries are released with the server that owns the path. */
const identifiers = new WeakMap<ManagedPath, Identifiers>();

/** Returns the identifier of a manager for this path (internal.buildManagerInfoManager). */
export function identifierOf(fields: ManagedPath, manager: string, operation: keyof Identifiers): string {
  let known = identifiers.get(fields);
  if (known === undefined)
    identifiers.set(
      fields,
      (known = { Apply: identifiersFor(fields, "Apply"), Update: identifiersFor(fields, "Update") }),
    );
  return known[operation](manager);
}

const identifiersFor = (
  { kind, subresource }: ManagedPath,
  operation: keyof Identifiers,
): ((manager: string) => string) =>
  memoText((manager) =>
    buildManagerIdentifier({
      manager: manager === "" ? "unknown" : manager,
      operation,
      apiVersion: formatGroupVersion(kind),
      subresource,
    }),
  );
