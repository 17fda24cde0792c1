import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { formatGroupVersion, type GroupVersion, groupVersionOf } from "../../apimachinery/gvk.ts";
import { resourcePath } from "../../client/resource-path.ts";
import { parsePath, type ParsedPath } from "../../client/snippets/parsed-path.ts";
import { lifecycleOf } from "../../component-base/versions/api-lifecycle.ts";
import {
  type Migration,
  migrationOfResource,
  migrationOfWord,
  resourceOfKind,
} from "../../component-base/versions/find-migration.ts";
import { formatRelease } from "../../component-base/versions/release.ts";
import type { Remedy } from "../diagnosis.ts";
import { counted, listed } from "../words.ts";
import type { Finding, Refused } from "./refused.ts";
import type { ServedKind } from "./served-api.ts";

/** The path of a resource at the place that another path names: its namespace, name and subresource. */
export const pathAt = (
  { group, version, resource }: Pick<ServedKind, "group" | "version" | "resource">,
  { namespace = "", name, subresource }: Partial<Pick<ParsedPath, "namespace" | "name" | "subresource">>,
): string => resourcePath({ group, version, resource, namespace }, name, subresource);

/** The query of a target with its question mark; "" for none. */
export const queryOf = (target: string): string => (target.includes("?") ? target.slice(target.indexOf("?")) : "");

/** `since v1.9`, or "" where it always was. */
export function since(kind: ServedKind): string {
  const { introduced } = lifecycleOf(kind);
  return introduced === 0 ? "" : ` (since v${formatRelease(introduced)})`;
}

/** The served resource that a word stands for: its singular, its kind, a short name, or something close to one. */
export function nearestResource(word: string, resources: readonly ServedKind[]): ServedKind | undefined {
  const lower = word.toLowerCase();
  const namesOf = ({ resource, singular, kind, shortNames }: ServedKind): readonly string[] => [
    resource,
    singular,
    kind.toLowerCase(),
    ...shortNames,
  ];
  const exact =
    resources.find((served) => namesOf(served).includes(lower)) ??
    resources.find((served) => namesOf(served).includes(lower.replace(/s$/, "")));
  if (exact !== undefined) return exact;
  const full = resources.flatMap(({ resource, singular }) => [resource, singular].filter((name) => name !== ""));
  const near =
    nearestWord(
      lower,
      full.filter((name) => name.startsWith(lower.slice(0, 1))),
    ) ?? nearestWord(lower, full);
  if (near !== undefined) return resources.find(({ resource, singular }) => resource === near || singular === near);
  // Of names this short, only letters that have changed places are told from another word.
  const letters = [...lower].toSorted().join("");
  return resources.find(({ shortNames }) => shortNames.some((each) => [...each].toSorted().join("") === letters));
}

/** What became of a version that is no longer served, and what to use: `extensions/v1beta1 was removed in v1.22`. */
export function removalText({ groupVersion, kind, life, row }: Migration): string {
  const removed = life.removed === undefined ? "is not served" : `was removed in v${formatRelease(life.removed)}`;
  if (row.to === undefined) return `${kind} of ${groupVersion} ${removed}, and nothing replaces it`;
  const from = row.since === undefined ? "" : ` since v${formatRelease(row.since)}`;
  const what = row.toKind === undefined ? "" : `, as ${row.toKind}`;
  return `${kind} of ${groupVersion} ${removed}; ${row.to} serves it${from}${what}`;
}

/** What became of a resource that no version serves any more, by its name, its kind or the initials of that: `psp`. */
export function removalOf(word: string): string | undefined {
  const migration = migrationOfWord(word);
  return migration && removalText(migration);
}

const askThere = (target: string, method?: string): Remedy =>
  method === undefined
    ? { kind: "request", words: `Use ${target}`, target }
    : { kind: "request", words: `${method} to ${target}`, target, method };

/** Explains a path that the server does not serve, by what it does serve. */
export async function unserved({ at, request, api }: Refused): Promise<Finding> {
  const resources = await api.resources();
  const nothing: Finding = {
    situation: "request-of-unknown-resource",
    state: "Not found",
    because: "the server does not serve this path",
  };
  if (resources.length === 0) return nothing;
  const root =
    notInstalled(request.path, resources) ??
    otherRoot(request.path, resources) ??
    withoutVersion(request.path, resources);
  const served = at && ways.map((way) => way(at, resources)).find((way) => way !== undefined);
  const found = root ?? served ?? groupPath(request.path, resources) ?? otherPath(request.path, await api.paths());
  if (found === undefined) return nothing;
  const { target, method, ...finding } = found;
  return {
    ...nothing,
    ...finding,
    ...(target !== undefined && { remedies: [askThere(target + queryOf(request.path), method)] }),
  };
}

/** The APIs of metrics, which an addon serves (k8s.io/metrics), where it is not installed. */
function notInstalled(target: string, resources: readonly ServedKind[]): Way | undefined {
  const group = /^\/apis\/((?:custom\.|external\.)?metrics\.k8s\.io)(?:\/|$)/.exec(target)?.[1];
  if (group === undefined || resources.some((served) => served.group === group)) return undefined;
  return {
    situation: "request-of-unknown-group",
    because: `the group ${group} is served by an addon, ${group === "metrics.k8s.io" ? "metrics-server" : "a metrics adapter"}, which is not installed`,
  };
}

/** The path under the root that its group has: `/apis/v1/pods` is `/api/v1/pods`. */
function otherRoot(target: string, resources: readonly ServedKind[]): Way | undefined {
  const [path = ""] = target.split("?");
  const bare = path.replace(/^\/apis?(?=\/|$)/, "");
  const candidates = [`/api${bare}`, `/apis${bare}`].filter((candidate) => candidate !== path);
  for (const candidate of candidates) {
    const parsed = parsePath(candidate);
    const served = parsed && resources.filter(isOf(parsed)).find(({ resource }) => resource === parsed.resource);
    if (served === undefined) continue;
    const root = served.group === "" ? "the core group is under /api" : `the group ${served.group} is under /apis`;
    return { situation: "request-under-other-root", because: root, target: candidate };
  }
  return undefined;
}

/** A path that names a group and no version of it: `/apis/apps/namespaces/default/deployments`. */
function withoutVersion(target: string, resources: readonly ServedKind[]): Way | undefined {
  const [, core] = /^\/api\/((?!v\d)[^?]+)/.exec(target) ?? [];
  const [, group = "", named = ""] = /^\/apis\/([^/]+)\/((?!v\d)[^?]+)/.exec(target) ?? [];
  const [root, rest] = core === undefined ? ["/apis", named] : ["/api", core];
  for (const served of rest === "" ? [] : resources.filter((each) => each.group === group)) {
    const candidate = `${root}/${formatGroupVersion(served)}/${rest}`;
    const parsed = parsePath(candidate);
    if (parsed?.resource !== served.resource) continue;
    return {
      situation: "request-without-version",
      because: `the path names no version of ${group === "" ? "the core group" : group}; ${served.resource} are in ${formatGroupVersion(served)}`,
      target: candidate,
    };
  }
  return undefined;
}

/** The path of a group or version that the server does not have: `/apis/extensions`, `/apis/apps/v1beta1`. */
function groupPath(target: string, resources: readonly ServedKind[]): Way | undefined {
  const [, group = "", version] = /^\/apis\/([^/?]+)(?:\/([^/?]+))?\/?(?:\?|$)/.exec(target) ?? [];
  if (group === "") return undefined;
  const groups = [...new Set(resources.map((served) => served.group))];
  const versions = [...new Set(resources.filter((served) => served.group === group).map((served) => served.version))];
  const near = versions.length === 0 ? nearestWord(group, groups) : undefined;
  if (versions.length === 0)
    return {
      situation: "request-of-unknown-group",
      because: `the server has no API group ${group}${near === undefined ? "" : `; did you mean ${near}?`}`,
      ...(near !== undefined && { target: `/apis/${near}` }),
    };
  return version === undefined || versions.includes(version)
    ? undefined
    : {
        situation: "request-of-unserved-version",
        because: `${group} has no version ${version}; it has ${listed(versions)}`,
        target: `/apis/${group}/${versions[0] ?? ""}`,
      };
}

/** A path that is no resource's, and the one of the server's index that it comes near. */
function otherPath(target: string, paths: readonly string[]): Way | undefined {
  const near = nearestWord(target.split("?")[0] ?? "", paths);
  return near === undefined
    ? undefined
    : {
        situation: "request-of-unknown-path",
        because: `the server does not serve this path; did you mean ${near}?`,
        target: near,
      };
}

/** A category of kubectl, which stands for several resources. */
const category: FindWay = ({ resource }) =>
  resource === "all"
    ? {
        because:
          "all is no resource: kubectl asks for several ones in its place, such as pods, services and deployments",
      }
    : undefined;

interface Way {
  readonly situation?: string;
  readonly because: string;
  readonly target?: string;
  readonly method?: string;
}

type FindWay = (at: ParsedPath, resources: readonly ServedKind[]) => Way | undefined;

const isOf =
  ({ group, version }: GroupVersion) =>
  (served: ServedKind): boolean =>
    served.group === group && served.version === version;

const removed: FindWay = (at) => {
  const migration = migrationOfResource(formatGroupVersion(at), at.resource);
  if (migration === undefined) return undefined;
  const { to, toKind } = migration.row;
  const resource = toKind === undefined ? at.resource : resourceOfKind(toKind);
  return {
    situation: "request-of-removed-version",
    because: removalText(migration),
    ...(to !== undefined && { target: pathAt({ ...groupVersionOf(to), resource }, at) }),
  };
};

/** The resource is served in the group and version that were asked, but not in this place. */
const elsewhere: FindWay = (at, resources) => {
  const served = resources.filter(isOf(at)).find(({ resource }) => resource === at.resource);
  if (served === undefined) return undefined;
  // Custom objects are listed there, and created in a namespace only.
  if (served.namespaced && at.namespace === undefined && at.name === undefined)
    return {
      situation: "request-without-namespace",
      because: `${served.resource} are created in a namespace, and the path names none`,
      target: pathAt(at, { namespace: "default" }),
    };
  if (served.namespaced && at.namespace === undefined && at.name !== undefined)
    return {
      situation: "request-without-namespace",
      because: `${served.resource} are in namespaces, and the path names none`,
      target: pathAt(served, { ...at, namespace: "default" }),
    };
  if (!served.namespaced && at.namespace !== undefined)
    return {
      situation: "request-with-namespace",
      because: `${served.resource} are in no namespace`,
      target: pathAt(served, { ...at, namespace: undefined }),
    };
  if (at.subresource === undefined) return onlyCreated(at, served);
  const near = nearestWord(at.subresource, served.subresources);
  const names = served.subresources.length === 0 ? "none" : listed(served.subresources, 8);
  return {
    situation: "request-of-unknown-subresource",
    because: `${served.resource} have no subresource ${at.subresource}; ${near === undefined ? `they have ${names}` : `did you mean ${near}?`}`,
    ...(near !== undefined && { target: pathAt(served, { ...at, subresource: near }) }),
  };
};

/** A resource that is only created, such as reviews: its objects are answers, and none is kept. */
const onlyCreated = (at: ParsedPath, served: ServedKind): Way | undefined =>
  at.name !== undefined && served.verbs.every((verb) => verb === "create")
    ? {
        situation: "request-of-answers",
        because: `${served.resource} are answers to what is posted to their collection, and none is kept by its name`,
        target: pathAt(served, { namespace: at.namespace }),
        method: "POST",
      }
    : undefined;

/** Another version of the group serves the resource. */
const otherVersion: FindWay = (at, resources) => {
  const versions = resources.filter(({ group, resource }) => group === at.group && resource === at.resource);
  const [first] = versions;
  if (first === undefined || versions.some(isOf(at))) return undefined;
  const names = versions.map((served) => `${formatGroupVersion(served)}${since(served)}`);
  return {
    situation: "request-of-unserved-version",
    because: `${at.resource} are not served in ${formatGroupVersion(at)}, but in ${listed(names, 6)}`,
    target: pathAt(first, at),
  };
};

/** A name that is close to one of a resource of the group, or of another one. */
const misspelt: FindWay = (at, resources) => {
  const own = resources.filter(isOf(at));
  const near = nearestResource(at.resource, own) ?? nearestResource(at.resource, sameGroup(at, resources));
  if (near !== undefined && near.resource !== at.resource)
    return {
      because: `there is no resource ${at.resource} in ${formatGroupVersion(at)}; did you mean ${near.resource}?`,
      target: pathAt(near, scopedAs(near, at)),
    };
  const other = nearestResource(at.resource, resources);
  if (other === undefined) return undefined;
  return {
    because: `there is no resource ${at.resource} in ${formatGroupVersion(at)}; ${other.resource} are in ${formatGroupVersion(other)}`,
    target: pathAt(other, scopedAs(other, at)),
  };
};

const sameGroup = ({ group }: ParsedPath, resources: readonly ServedKind[]): readonly ServedKind[] =>
  resources.filter((served) => served.group === group);

/** The parts of a path for a resource that may not be namespaced. */
const scopedAs = ({ namespaced }: ServedKind, at: ParsedPath): ParsedPath =>
  namespaced ? at : { ...at, namespace: undefined };

/** A group or version that the server does not know at all, beside a resource that it does not know either. */
const unknownGroup: FindWay = (at, resources) => {
  const groups = [...new Set(resources.map(({ group }) => group))];
  if (groups.includes(at.group)) {
    const names = [...new Set(sameGroup(at, resources).map(({ resource }) => resource))];
    return {
      because: `there is no resource ${at.resource} in ${at.group === "" ? "the core group" : at.group}, which has ${counted(names.length, "resource")}: ${listed(names, 6)}`,
    };
  }
  const near = nearestWord(at.group, groups);
  return {
    situation: "request-of-unknown-group",
    because: `the server has no API group ${at.group}${near === undefined ? "" : `; did you mean ${near}?`}`,
  };
};

/** The ways from a path that is not served to one that is; the first that is found counts. */
const ways: readonly FindWay[] = [elsewhere, removed, otherVersion, category, misspelt, unknownGroup];
