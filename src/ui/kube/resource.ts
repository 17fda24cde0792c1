import { groupPath } from "../../client/resource-path.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ServedResource } from "../../client/discovery.ts";

/** A resource as described by discovery. */
export type Resource = ServedResource;

/** The path of an object, or of a collection if there is no name. */
export interface ObjectPath {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

type Group = Pick<Resource, "group" | "version">;

export const apiVersionOf = ({ group, version }: Group): string => (group === "" ? version : `${group}/${version}`);

/** Returns the API path of an object or a collection. */
export function targetOf(path: ObjectPath): string {
  const scope =
    path.namespace === undefined || path.namespace === "" ? "" : `/namespaces/${encodeURIComponent(path.namespace)}`;
  const name = path.name === undefined || path.name === "" ? "" : `/${encodeURIComponent(path.name)}`;
  return `${groupPath(path)}${scope}/${path.resource}${name}`;
}

/**
 * Returns the page's address of a kind or an object: `#/objects/apps/v1/deployments/ns/name`. "core" represents the
 * core group, and "-" represents no namespace.
 */
export function addressOf(path: ObjectPath): string {
  const base = `#/objects/${path.group === "" ? "core" : path.group}/${path.version}/${path.resource}`;
  return path.name === undefined
    ? base
    : `${base}/${path.namespace === undefined || path.namespace === "" ? "-" : encodeURIComponent(path.namespace)}/${encodeURIComponent(path.name)}`;
}

/** The resource of CustomResourceDefinitions. */
export const definitionsResource = "customresourcedefinitions";

/** The kinds of admission policies by resource. */
export const policyKinds: Readonly<Record<string, string>> = {
  validatingadmissionpolicies: "ValidatingAdmissionPolicy",
  mutatingadmissionpolicies: "MutatingAdmissionPolicy",
  validatingwebhookconfigurations: "ValidatingWebhookConfiguration",
  mutatingwebhookconfigurations: "MutatingWebhookConfiguration",
};

/** Returns the workbench address of a CustomResourceDefinition or an admission policy; undefined for other objects. */
export function workbenchAddress({ group, resource, name }: ObjectPath): string | undefined {
  if (name === undefined) return undefined;
  if (group === "apiextensions.k8s.io" && resource === definitionsResource)
    return `#/definitions/installed/${encodeURIComponent(name)}`;
  const kind = group === "admissionregistration.k8s.io" ? policyKinds[resource] : undefined;
  return kind && `#/policies/installed/${kind}/${encodeURIComponent(name)}`;
}

/** Returns the page's address of a kind's documentation. */
export const explainAddress = ({ group, version, kind }: Group & { readonly kind: string }): string =>
  `#/explain/${group === "" ? "core" : group}/${version}/${kind}`;

/** The inverse of `addressOf`, for the parts of an address after `objects`. */
export function pathOfAddress(parts: readonly string[]): ObjectPath | undefined {
  const [group, version, resource, namespace, name] = parts;
  if (group === undefined || version === undefined || resource === undefined) return undefined;
  const base = { group: group === "core" ? "" : group, version, resource };
  return namespace === undefined || name === undefined
    ? base
    : { ...base, namespace: namespace === "-" ? undefined : namespace, name };
}

export interface TargetParts extends ObjectPath {
  readonly subresource?: string | undefined;
  readonly query: string;
}

/** Parses the path of an API target; undefined for paths outside the resource API. */
export function readTarget(target: string): TargetParts | undefined {
  const [path = "", query = ""] = splitTarget(target);
  const match = /^\/(?:api\/([^/]+)|apis\/([^/]+)\/([^/]+))(?:\/(.*))?$/.exec(path);
  if (match === null) return undefined;
  const group = match[2] ?? "";
  const version = match[1] ?? match[3] ?? "";
  const rest = (match[4] ?? "")
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const scoped = rest[0] === "namespaces" && rest.length > 2;
  const [resource = "", name, subresource] = scoped ? rest.slice(2) : rest;
  if (resource === "") return undefined;
  return { group, version, resource, namespace: scoped ? rest[1] : undefined, name, subresource, query };
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Splits a target into path and query. */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** Sets a query parameter of a target, or removes it if the value is undefined. */
export function withParameter(target: string, name: string, value: string | undefined): string {
  const [path, query] = splitTarget(target);
  const parameters = new URLSearchParams(query);
  if (value === undefined || value === "") parameters.delete(name);
  else parameters.set(name, value);
  const text = readable(parameters);
  return text === "" ? path : `${path}?${text}`;
}

/** Encodes a query without escaping commas, slashes and similar characters, for readability. */
const readable = (parameters: URLSearchParams): string =>
  parameters.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%21", "!");

/** True when a request opens a watch. */
export function isWatch(method: string, target: string): boolean {
  if (method !== "GET") return false;
  const [path, query] = splitTarget(target);
  const watch = new URLSearchParams(query).get("watch");
  return (
    (watch !== null && watch !== "0" && watch !== "false") || /^\/(api\/[^/]+|apis\/[^/]+\/[^/]+)\/watch\//.test(path)
  );
}

/** `demo/settings`, or the name alone where there is no namespace. */
export const nameOf = (object: KubeObject): string =>
  object.metadata.namespace === undefined
    ? (object.metadata.name ?? "")
    : `${object.metadata.namespace}/${object.metadata.name ?? ""}`;

/** Returns an object without the fields that the server sets, so that it can be created again. */
export function asNew(object: KubeObject): KubeObject {
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _created,
    generation: _generation,
    managedFields: _managed,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    selfLink: _link,
    ...metadata
  } = object.metadata;
  const { status: _status, ...rest } = object;
  return { ...rest, metadata };
}

/** Returns the plural of a kind, with the spelling of its resource: `NetworkPolicies`. */
export function pluralOf({ kind, resource }: Pick<Resource, "kind" | "resource">): string {
  const lower = kind.toLowerCase();
  let common = 0;
  while (common < lower.length && lower[common] === resource[common]) common += 1;
  return kind.slice(0, common) + resource.slice(common);
}
