import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ServedResource } from "../../client/discovery.ts";

/** A kind as discovery describes it. */
export type Resource = ServedResource;

/** Which object, or which collection when there is no name. */
export interface ObjectPath {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

type Group = Pick<Resource, "group" | "version">;

/** `/api/v1` or `/apis/apps/v1`. */
export const groupPath = ({ group, version }: Group): string =>
  group === "" ? `/api/${version}` : `/apis/${group}/${version}`;

export const apiVersionOf = ({ group, version }: Group): string => (group === "" ? version : `${group}/${version}`);

/** The API path of an object or a collection. */
export function targetOf(path: ObjectPath): string {
  const scope =
    path.namespace === undefined || path.namespace === "" ? "" : `/namespaces/${encodeURIComponent(path.namespace)}`;
  const name = path.name === undefined || path.name === "" ? "" : `/${encodeURIComponent(path.name)}`;
  return `${groupPath(path)}${scope}/${path.resource}${name}`;
}

/**
 * The page's address of a kind or an object: `#/objects/apps/v1/deployments/ns/name`; "core" and "-" stand for no group
 * and no namespace.
 */
export function addressOf(path: ObjectPath): string {
  const base = `#/objects/${path.group === "" ? "core" : path.group}/${path.version}/${path.resource}`;
  return path.name === undefined
    ? base
    : `${base}/${path.namespace === undefined || path.namespace === "" ? "-" : encodeURIComponent(path.namespace)}/${encodeURIComponent(path.name)}`;
}

/** The kind whose objects make kinds. */
export const definitionsResource = "customresourcedefinitions";

/** A definition in the workbench; undefined for objects of other kinds. */
export const workbenchAddress = ({ group, resource, name }: ObjectPath): string | undefined =>
  group === "apiextensions.k8s.io" && resource === definitionsResource && name !== undefined
    ? `#/definitions/installed/${encodeURIComponent(name)}`
    : undefined;

/** The page's address of a kind's documentation. */
export const explainAddress = ({ group, version, kind }: Group & { readonly kind: string }): string =>
  `#/explain/${group === "" ? "core" : group}/${version}/${kind}`;

/** The reverse of `addressOf`, for the parts of an address after `objects`. */
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

/** What an API target speaks of, read off its path; undefined for other paths. */
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

/** Path and query of a target. */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** The target with one query parameter set, or taken away when the value is undefined. */
export function withParameter(target: string, name: string, value: string | undefined): string {
  const [path, query] = splitTarget(target);
  const parameters = new URLSearchParams(query);
  if (value === undefined || value === "") parameters.delete(name);
  else parameters.set(name, value);
  const text = readable(parameters);
  return text === "" ? path : `${path}?${text}`;
}

/** A query with commas, slashes and the like left as people write them. */
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

/** The object as a new one could be made of it: without what the server gave it. */
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
