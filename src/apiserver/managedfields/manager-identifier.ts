import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { quoteJson } from "../../apimachinery/json/encode.ts";
import type { ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { memoText } from "../../component-base/memo.ts";

/** Who owns fields: one of these has one entry in managed fields. */
export type ManagerIdentity = Pick<ManagedFieldsEntry, "manager" | "operation" | "apiVersion" | "subresource">;

const member = (name: string, value: string): string => (value === "" ? "" : `,"${name}":${quoteJson(value)}`);

/**
 * The text that identifies a manager, and by which managers are ordered: appliers are the same whatever version they
 * apply (internal.BuildManagerIdentifier).
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

/** Identities read lately; few managers write most of the time. */
const identities = new BoundedMap<string, ManagerIdentity>(256);

/** Who an identifier stands for. */
export function parseManagerIdentifier(identifier: string): ManagerIdentity {
  const known = identities.get(identifier);
  if (known) return known;
  const identity = JSON.parse(identifier) as ManagerIdentity; // made by buildManagerIdentifier
  identities.set(identifier, identity);
  return identity;
}

/** A path of a resource, as managers of fields are told apart by it. */
export interface ManagedPath {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
}

/** The identifiers of those who ask a path, by their names. */
interface Identifiers {
  readonly Apply: (manager: string) => string;
  readonly Update: (manager: string) => string;
}

/** Goes with the paths, which a server owns. */
const identifiers = new WeakMap<ManagedPath, Identifiers>();

/** The identifier of whoever asks this path (internal.buildManagerInfoManager). */
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
