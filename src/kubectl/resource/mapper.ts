import type { ServedResource } from "../../client/discovery.ts";
import { KubectlError, PlainError } from "../kubectl-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { isValidPathSegmentName } from "../../apimachinery/validation/names.ts";

/** Finds resources by the names that people write and by kinds (meta.RESTMapper with kubectl's shortcuts). */
export class ResourceMapper {
  readonly resources: readonly ServedResource[];

  constructor(resources: readonly ServedResource[]) {
    this.resources = resources;
  }

  /** The resources of a category; undefined if there is none of that name. */
  category(name: string): readonly ServedResource[] | undefined {
    const seen = new Set<string>();
    const found = this.resources.filter((resource) => {
      const key = `${resource.resource}.${resource.group}`;
      if (!resource.categories.includes(name) || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    return found.length === 0 ? undefined : found;
  }

  /** The resource of `pods`, `po`, `deployment.apps`, `deployments.v1.apps` or a kind. Throws a KubectlError. */
  find(argument: string): ServedResource {
    const found = this.#named(argument);
    if (found !== undefined) return found;
    throw new KubectlError(`the server doesn't have a resource type ${quoteGo(argument.split(".")[0] ?? "")}`);
  }

  /** The same for commands that tell an unknown resource without `error: ` before it. Throws a PlainError. */
  findPlain(argument: string): ServedResource {
    try {
      return this.find(argument);
    } catch (error) {
      throw new PlainError(messageOf(error));
    }
  }

  /** The resources that a short name stands for beside the first one (restmapper.shortcutExpander). */
  alsoMeant(argument: string): readonly ServedResource[] {
    const [name = "", ...group] = argument.toLowerCase().split(".");
    if (this.resources.some(({ resource, singular }) => resource === name || singular === name)) return [];
    const found = this.resources.filter(
      (served) => served.shortNames.includes(name) && isGroup(served, group.join(".")),
    );
    const keys = found.map(groupResource);
    return found.filter((_, i) => keys[i] !== keys[0] && keys.indexOf(keys[i] ?? "") === i);
  }

  /** The resource of a name in a group, "" for any group; undefined if none is served. */
  inGroup(name: string, group: string): ServedResource | undefined {
    return this.#match(name.toLowerCase(), (served) => group === "" || isGroup(served, group));
  }

  #named(argument: string): ServedResource | undefined {
    const [first = "", second = "", ...rest] = argument.split(".");
    const name = first.toLowerCase();
    const versioned = rest.length === 0 ? undefined : this.#versioned(name, second, rest.join("."));
    const group = [second, ...rest].join(".");
    return (
      versioned ?? this.#match(name, (served) => group === "" || isGroup(served, group)) ?? this.#byKind(first, group)
    );
  }

  /** The resource of a name in a version of a group. A short name loses the version (shortcutExpander). */
  #versioned(name: string, version: string, group: string): ServedResource | undefined {
    const isName = ({ resource, singular }: ServedResource): boolean => resource === name || singular === name;
    const within = this.resources.filter((served) => isGroup(served, group));
    const isShort = !within.some(isName) && within.some(({ shortNames }) => shortNames.includes(name));
    return this.#match(name, (served) => within.includes(served) && (isShort || served.version === version));
  }

  #match(name: string, accepts: (served: ServedResource) => boolean): ServedResource | undefined {
    const candidates = this.resources.filter(accepts);
    return (
      candidates.find(({ resource, singular }) => resource === name || singular === name) ??
      candidates.find(({ shortNames }) => shortNames.includes(name)) ??
      candidates.find(({ kind }) => kind.toLowerCase() === name)
    );
  }

  #byKind(kind: string, group: string): ServedResource | undefined {
    return this.resources.find((served) => served.kind === kind && (group === "" || served.group === group));
  }

  /** Reports whether resources of a group and version are served. */
  serves(apiVersion: string): boolean {
    return this.resources.some((served) => groupVersion(served) === apiVersion);
  }

  /**
   * The resource that serves objects of a kind, which may be in lower case; undefined if none does. The kinds of lists
   * are known, too (restmapper.NewDiscoveryRESTMapper).
   */
  ofKind(apiVersion: string, kind: string): ServedResource | undefined {
    const isNamed = ({ kind: served }: ServedResource): boolean =>
      served === kind || served.toLowerCase() === kind || `${served}List` === kind;
    return this.resources.find((served) => groupVersion(served) === apiVersion && isNamed(served));
  }
}

const isGroup = ({ group }: ServedResource, wanted: string): boolean => group === wanted || group.startsWith(wanted);

/** The group and version of a resource as objects write it. */
export const groupVersion = ({ group, version }: ServedResource): string =>
  group === "" ? version : `${group}/${version}`;

/** `pods`, or `deployments.apps`. */
export const groupResource = ({ resource, group }: ServedResource): string =>
  group === "" ? resource : `${resource}.${group}`;

/** `pod`, or `deployment.apps`: how kubectl names objects before their name. */
export const kindAndGroup = ({ kind, group }: ServedResource): string =>
  group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;

/** A part of a path as Go's url.URL writes it, which leaves `$&+,:;=@` as they are, and no other mark. */
const segment = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** A path as Go's url.URL writes it. */
export const escapePath = (path: string): string => path.split("/").map(segment).join("/");

/** Throws a KubectlError for what cannot be a part of a path (rest.Request.Name). */
function checkSegment(what: string, text: string): void {
  const problems = isValidPathSegmentName(text);
  if (problems.length > 0) throw new KubectlError(`invalid ${what} ${quoteGo(text)}: [${problems.join(" ")}]`);
}

/** The path of a resource, or of an object. */
export function pathOf(resource: ServedResource, namespace: string, name?: string, subresource?: string): string {
  if (name === "") throw new KubectlError("resource name may not be empty");
  if (resource.namespaced && namespace !== "") checkSegment("namespace", namespace);
  if (name !== undefined) checkSegment("resource name", name);
  const root = resource.group === "" ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const within = resource.namespaced && namespace !== "" ? `/namespaces/${segment(namespace)}` : "";
  const object = name === undefined ? "" : `/${segment(name)}`;
  return `${root}${within}/${resource.resource}${object}${subresource === undefined || subresource === "" ? "" : `/${subresource}`}`;
}
