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
  type AggregatedVersion,
} from "./aggregated.ts";
import { apiGroup, apiGroupList, apiVersions, ServedIndex, type ServedGroup } from "./api-groups.ts";
import { apiResourceList, isCustom } from "./api-resources.ts";

/** The options of discovery. */
export interface DiscoveryOptions {
  /** The host and port of the server. */
  readonly serverAddress: string;
  /** Whether resources include storageVersionHash (feature StorageVersionHash). */
  readonly storageVersionHashes: boolean;
}

/** Serves /api, /apis, groups and versions, plain and aggregated (endpoints/discovery). */
export function createDiscovery(
  definitions: () => readonly ResourceInfo[],
  { serverAddress, storageVersionHashes }: DiscoveryOptions,
): NonResourceRoute {
  let source: readonly ResourceInfo[] | undefined;
  let current = new ServedIndex([]);
  let texts = new Map<string, string>();
  const served = (): ServedIndex => {
    const now = definitions();
    if (source !== now) [source, current, texts] = [now, new ServedIndex(now, current), new Map()];
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
  const listTexts = new WeakMap<readonly ResourceInfo[], string>();
  const listText = (gv: GroupVersion, resources: readonly ResourceInfo[]): string => {
    const known = listTexts.get(resources);
    if (known !== undefined) return known;
    const text = JSON.stringify(apiResourceList(gv, resources, storageVersionHashes));
    listTexts.set(resources, text);
    return text;
  };
  const groups = (legacy: boolean): readonly ServedGroup[] => served().groups.filter((g) => (g.name === "") === legacy);
  const root = (path: "/api" | "/apis"): Handler => {
    const legacy = path === "/api";
    const plain = (): string =>
      memo(path, () =>
        legacy ? apiVersions(groups(true)[0]?.versions ?? [], serverAddress) : apiGroupList(groups(false)),
      );
    const aggregated = (version: AggregatedVersion): string =>
      memoText(`${path}:${version}`, () =>
        apiGroupDiscoveryList(version, groups(legacy), (gv) => served().resourcesOf(gv)),
      );
    return documentOrAggregate(plain, aggregated, (version) =>
      memoText(`${path}:${version}:etag`, () => discoveryEtag(aggregated(version))),
    );
  };
  return (path) => {
    const parts = path.replace(/\/+$/, "").split("/");
    const [, prefix, first, second, ...more] = parts;
    if ((prefix !== "api" && prefix !== "apis") || more.length > 0) return undefined;
    if (prefix === "apis" && path.startsWith("/apis//")) return undefined; // an empty name is no group
    if (first === undefined) return onlyGet(root(`/${prefix}`));
    const [group, version] = prefix === "api" ? ["", first] : [first, second];
    const found = served().groups.find((g) => g.name === group);
    if (found === undefined || (prefix === "api" && second !== undefined)) return undefined;
    const custom = found.versions.every((each) => served().resourcesOf({ group, version: each }).every(isCustom));
    if (version === undefined) return documentRoute(() => memo(path, () => apiGroup(found)), custom);
    if (!found.versions.includes(version)) return custom ? undefined : noSuchVersion;
    const resources = served().resourcesOf({ group, version });
    const list = (): string => listText({ group, version }, resources);
    return resources.every(isCustom) ? documentOnly(list) : onlyGet(resourceList(list), ({ media }) => media.types);
  };
}

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
