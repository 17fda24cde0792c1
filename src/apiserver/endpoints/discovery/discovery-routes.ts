import { trimRight } from "../../../apimachinery/trim.ts";
import { newGenericServerResponse } from "../../../apimachinery/errors.ts";
import type { GroupVersion } from "../../../apimachinery/gvk.ts";
import type { AnswerHeader } from "../../../component-base/exchange.ts";
import { mediaTypeNames, type MediaType } from "../../codec/negotiation/media-types.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import { answer, notModified, withCacheControl } from "../output/answers.ts";
import type { Handler } from "../handler.ts";
import { discoveryTypes, negotiateDiscovery } from "../output/negotiate.ts";
import { render } from "../output/output.ts";
import type { RequestContext } from "../request-context.ts";
import type { NonResourceRoute } from "../routes/non-resource-route.ts";
import { refuseRouteMedia } from "../routes/refuse-route-media.ts";
import {
  apiGroupDiscoveryList,
  apiGroupDiscoveryListType,
  discoveryEtag,
  type AggregatedGroup,
  type AggregatedVersion,
} from "./aggregated.ts";
import { apiGroup, apiGroupList, apiVersions, ServedIndex, type ServedGroup } from "./api-groups.ts";
import type { DiscoveredGroups } from "./merged-groups.ts";
import { apiResourceList, isCustom } from "./api-resources.ts";

/** The options of discovery. */
export interface DiscoveryOptions {
  /** The host and port of the server. */
  readonly serverAddress: string;
  /** Whether resources include storageVersionHash (feature StorageVersionHash). */
  readonly storageVersionHashes: boolean;
  /** Merges the groups of this server with those of others; undefined while there is nothing to merge. */
  merge?(own: readonly ServedGroup[]): DiscoveredGroups | undefined;
}

/** Serves /api, /apis, groups and versions, plain and aggregated (endpoints/discovery). */
export function createDiscovery(
  definitions: () => readonly ResourceInfo[],
  { serverAddress, storageVersionHashes, merge }: DiscoveryOptions,
): NonResourceRoute {
  let source: readonly ResourceInfo[] | undefined;
  let current = new ServedIndex([]);
  let merged: DiscoveredGroups | undefined;
  let texts = new Map<string, string>();
  const served = (): ServedIndex => {
    const now = definitions();
    if (source !== now) [source, current, texts] = [now, new ServedIndex(now, current), new Map()];
    const all = merge?.(current.groups);
    if (merged !== all) [merged, texts] = [all, new Map()];
    return current;
  };
  const memoText = (key: string, make: () => string): string => {
    served();
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = make();
    texts.set(key, text);
    return text;
  };
  const memo = (key: string, make: () => unknown): string => memoText(key, () => JSON.stringify(make()));
  const listText = createListTexts(storageVersionHashes);
  const groups = (legacy: boolean): readonly ServedGroup[] => {
    const own = served().groups;
    return legacy || merged === undefined ? own.filter((g) => (g.name === "") === legacy) : merged.plain;
  };
  const aggregatedGroups = (legacy: boolean): readonly AggregatedGroup[] => {
    const own = served();
    return withResources(legacy || merged === undefined ? groups(legacy).map(asMerged) : merged.aggregated, own);
  };
  const root = (path: "/api" | "/apis"): Handler => {
    const legacy = path === "/api";
    const plain = (): string =>
      memo(path, () =>
        legacy ? apiVersions(groups(true)[0]?.versions ?? [], serverAddress) : apiGroupList(groups(false)),
      );
    const aggregated = (version: AggregatedVersion): string =>
      memoText(`${path}:${version}`, () => apiGroupDiscoveryList(version, aggregatedGroups(legacy)));
    return documentOrAggregate(plain, aggregated, (version) =>
      memoText(`${path}:${version}:etag`, () => discoveryEtag(aggregated(version))),
    );
  };
  return (path) => {
    const parts = trimRight(path, "/").split("/");
    const [, prefix, first, second, ...more] = parts;
    if ((prefix !== "api" && prefix !== "apis") || more.length > 0) return undefined;
    if (prefix === "apis" && path.startsWith("/apis//")) return undefined; // an empty name is no group
    if (first === undefined) return onlyGet(root(`/${prefix}`));
    const [group, version] = prefix === "api" ? ["", first] : [first, second];
    const own = served().groups.find((g) => g.name === group);
    const found = (group === "" ? undefined : merged?.plain.find((g) => g.name === group)) ?? own;
    if (found === undefined || (prefix === "api" && second !== undefined)) return undefined;
    const custom = found.versions.every((each) => served().resourcesOf({ group, version: each }).every(isCustom));
    if (version === undefined) return documentRoute(() => memo(path, () => apiGroup(found)), custom);
    if (own?.versions.includes(version) !== true) return custom ? undefined : noSuchVersion;
    const resources = served().resourcesOf({ group, version });
    const list = (): string => listText({ group, version }, resources);
    return resources.every(isCustom) ? documentOnly(list) : onlyGet(resourceList(list), ({ media }) => media.types);
  };
}

/** Returns a function that writes the APIResourceList of a group version, once for the same resources. */
function createListTexts(storageVersionHashes: boolean) {
  const texts = new WeakMap<readonly ResourceInfo[], string>();
  return (gv: GroupVersion, resources: readonly ResourceInfo[]): string => {
    const known = texts.get(resources);
    if (known !== undefined) return known;
    const text = JSON.stringify(apiResourceList(gv, resources, storageVersionHashes));
    texts.set(resources, text);
    return text;
  };
}

const asMerged = ({ name, versions }: ServedGroup): DiscoveredGroups["aggregated"][number] => ({
  name,
  versions: versions.map((version) => ({ version, remote: undefined })),
});

const withResources = (groups: DiscoveredGroups["aggregated"], own: ServedIndex): readonly AggregatedGroup[] =>
  groups.map(({ name: group, versions }) => ({
    name: group,
    versions: versions.map((each) => ({ ...each, resources: own.resourcesOf({ group, version: each.version }) })),
  }));

const noSuchVersion: Handler = () =>
  Promise.reject(newGenericServerResponse(404, "", { group: "", resource: "" }, "", "", 0, false));

/** Restricts a handler to GET and to the media types of the route. */
const onlyGet =
  (handler: Handler, typesOf: (ctx: RequestContext) => readonly MediaType[] = () => discoveryTypes): Handler =>
  async (ctx) => {
    const { method, headers } = ctx.exchange;
    if (method !== "GET") throw newGenericServerResponse(405, "", { group: "", resource: "" }, "", "", 0, false);
    const names = mediaTypeNames(typesOf(ctx));
    refuseRouteMedia(headers, names, names);
    return handler(ctx);
  };

/** Serves a document; those of custom resource groups and versions accept any method. */
const documentRoute = (text: () => string, anyMethod: boolean): Handler =>
  anyMethod ? documentOnly(text) : onlyGet(documentOnly(text));

const documentOnly =
  (text: () => string): Handler =>
  (ctx) =>
    Promise.resolve(documentAnswer(ctx, text()));

/** Serves an APIResourceList, in the same media types as the resources. */
const resourceList =
  (text: () => string): Handler =>
  (ctx) =>
    Promise.resolve(documentAnswer(ctx, text(), ctx.media.types));

function documentAnswer(ctx: RequestContext, text: string, types?: readonly MediaType[]) {
  const { output } = negotiateDiscovery(ctx, false, types);
  return answer(ctx, 200, output.mediaType, render(output, text));
}

/** Serves a root of discovery: the aggregated document if Accept requests it, otherwise the plain one. */
const documentOrAggregate =
  (
    plain: () => string,
    aggregated: (version: AggregatedVersion) => string,
    etagOf: (version: AggregatedVersion) => string,
  ): Handler =>
  (ctx) => {
    const vary: AnswerHeader = ["Vary", "Accept"];
    const negotiated = negotiateDiscovery(ctx, true);
    if (negotiated.aggregated === undefined) return Promise.resolve(documentAnswer(ctx, plain()));
    const etag: AnswerHeader = ["ETag", etagOf(negotiated.aggregated)];
    const known = ctx.exchange.headers.get("If-None-Match") === etag[1];
    const made = known
      ? notModified(ctx, [vary, etag])
      : answer(
          ctx,
          200,
          negotiated.output.mediaType,
          render(
            negotiated.output,
            aggregated(negotiated.aggregated),
            apiGroupDiscoveryListType(negotiated.aggregated),
          ),
          [vary, etag],
        );
    return Promise.resolve(withCacheControl(made, "public"));
  };
