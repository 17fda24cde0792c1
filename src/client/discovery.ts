import { messageOf } from "../apimachinery/message-of.ts";
import type { GroupVersionResource } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { answerText } from "./answer-text.ts";
import { type Client, isNotFound } from "./client.ts";

/** A served resource in one of its versions. */
export interface ServedResource extends GroupVersionResource {
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

/** The served resources, by group and version in the server's order of preference. */
export interface Discovered {
  readonly resources: readonly ServedResource[];
  /** Groups and versions that could not be read, with the error message. */
  readonly failures: readonly { readonly groupVersion: string; readonly message: string }[];
}

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";

/** What a reader that often discovers keeps of the documents it has read, by their paths. */
export type KnownDocuments = Map<string, { readonly etag: string; readonly discovered: Discovered }>;

/**
 * Reads all served resources from /api and /apis: aggregated discovery if the server supports it, else one request per
 * group version. Documents in `known` are sent and decoded again only if they have changed.
 */
export async function discover(client: Client, signal?: AbortSignal, known?: KnownDocuments): Promise<Discovered> {
  const parts = await Promise.all(["/api", "/apis"].map((path) => readRoot(client, path, signal, known)));
  return { resources: parts.flatMap((part) => part.resources), failures: parts.flatMap((part) => part.failures) };
}

async function readRoot(
  client: Client,
  path: string,
  signal: AbortSignal | undefined,
  known: KnownDocuments | undefined,
): Promise<Discovered> {
  const before = known?.get(path);
  const answer = await client.request("GET", path, undefined, {
    accept: aggregated,
    ifNoneMatch: before?.etag,
    signal,
  });
  if (before !== undefined && answer.status === 304) return before.discovered;
  const root = JSON.parse(await answerText(answer.body)) as Root;
  if (root.kind !== "APIGroupDiscoveryList") return fromLegacy(client, root, path, signal);
  const discovered = fromAggregated(root);
  const etag = answer.headers.find(([name]) => name.toLowerCase() === "etag")?.[1];
  if (etag !== undefined) known?.set(path, { etag, discovered });
  return discovered;
}

/** Returns every resource once, in the server's preferred version. */
export function preferred(resources: readonly ServedResource[]): readonly ServedResource[] {
  const chosen = new Map<string, ServedResource>();
  for (const resource of resources) {
    const key = `${resource.resource}.${resource.group}`;
    if (!chosen.has(key)) chosen.set(key, resource);
  }
  return [...chosen.values()];
}

/** Returns the resource that serves an object; undefined if none does. */
export const findResource = (
  resources: readonly ServedResource[],
  { apiVersion, kind }: KubeObject,
): ServedResource | undefined =>
  resources.find(
    ({ group, version, kind: served }) =>
      served === kind && apiVersion === (group === "" ? version : `${group}/${version}`),
  );

export const supports = (resource: ServedResource, ...verbs: readonly string[]): boolean =>
  verbs.every((verb) => resource.verbs.includes(verb));

interface AggregatedResource {
  readonly resource: string;
  readonly responseKind?: { readonly kind?: string };
  readonly scope?: string;
  readonly singularResource?: string;
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[];
}

interface AggregatedRoot {
  readonly kind: "APIGroupDiscoveryList";
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      readonly freshness?: string;
      readonly resources?: readonly AggregatedResource[];
    }[];
  }[];
}

interface LegacyRoot {
  readonly kind: "APIVersions" | "APIGroupList";
  readonly versions?: readonly string[];
  readonly groups?: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
    readonly preferredVersion?: { readonly version: string };
  }[];
}

type Root = AggregatedRoot | LegacyRoot;

function fromAggregated(root: AggregatedRoot): Discovered {
  const resources: ServedResource[] = [];
  const failures: { groupVersion: string; message: string }[] = [];
  for (const { metadata, versions = [] } of root.items ?? []) {
    const group = metadata?.name ?? "";
    for (const { version, freshness, resources: served = [] } of versions) {
      // what a server said that does not answer any more is not relied upon (client-go's convertAPIGroup)
      if (freshness === "Stale") {
        const groupVersion = `${group}/${version}`;
        failures.push({ groupVersion, message: `stale GroupVersion discovery: ${groupVersion}` });
        continue;
      }
      for (const resource of served) resources.push(fromAggregatedResource(group, version, resource));
    }
  }
  return { resources, failures };
}

const fromAggregatedResource = (group: string, version: string, served: AggregatedResource): ServedResource => ({
  group,
  version,
  resource: served.resource,
  kind: served.responseKind?.kind ?? "",
  singular: served.singularResource ?? "",
  namespaced: served.scope === "Namespaced",
  shortNames: served.shortNames ?? [],
  categories: served.categories ?? [],
  verbs: served.verbs ?? [],
  subresources: (served.subresources ?? []).map(({ subresource }) => subresource),
});

interface LegacyResource {
  readonly name: string;
  readonly singularName?: string;
  readonly namespaced?: boolean;
  readonly kind?: string;
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

async function fromLegacy(
  client: Client,
  root: LegacyRoot,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Discovered> {
  const versions = [
    ...(root.versions ?? []).map((version) => ({ group: "", version })),
    ...(root.groups ?? []).flatMap(({ name, versions: all, preferredVersion }) =>
      byPreference(
        all.map(({ version }) => version),
        preferredVersion?.version,
      ).map((version) => ({ group: name, version })),
    ),
  ];
  const parts = await Promise.all(
    versions.map(({ group, version }) => readGroupVersion(client, group, version, path, signal)),
  );
  return { resources: parts.flatMap((part) => part.resources), failures: parts.flatMap((part) => part.failures) };
}

const byPreference = (versions: readonly string[], first: string | undefined): readonly string[] =>
  first === undefined ? versions : [first, ...versions.filter((version) => version !== first)];

async function readGroupVersion(
  client: Client,
  group: string,
  version: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Discovered> {
  const groupVersion = group === "" ? version : `${group}/${version}`;
  try {
    const list = await client.json<{ readonly resources?: readonly LegacyResource[] }>(
      "GET",
      `${path}/${groupVersion}`,
      undefined,
      { signal },
    );
    return { resources: fromLegacyResources(group, version, list.resources ?? []), failures: [] };
  } catch (error) {
    if (isNotFound(error)) return { resources: [], failures: [] }; // removed since the groups were listed
    return {
      resources: [],
      failures: [{ groupVersion, message: messageOf(error) }],
    };
  }
}

function fromLegacyResources(group: string, version: string, served: readonly LegacyResource[]): ServedResource[] {
  return served
    .filter(({ name }) => !name.includes("/"))
    .map(
      ({ name, kind = "", singularName = "", namespaced = false, verbs = [], shortNames = [], categories = [] }) => ({
        group,
        version,
        resource: name,
        kind,
        singular: singularName,
        namespaced,
        shortNames,
        categories,
        verbs,
        subresources: served
          .filter((other) => other.name.startsWith(`${name}/`))
          .map((other) => other.name.slice(name.length + 1)),
      }),
    );
}
