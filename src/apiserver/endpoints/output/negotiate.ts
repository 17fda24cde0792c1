import { newNotAcceptable } from "../../../apimachinery/errors.ts";
import { memoText } from "../../../component-base/memo.ts";
import { jsonMediaType, mediaTypeNames, nativeMediaTypes, type MediaType } from "../../codec/negotiation/media-types.ts";
import {
  isPrettyPrint, negotiateMediaType, negotiateOutput as negotiate, negotiateOutputStream, plainRestrictions, resourceRestrictions, type EndpointRestrictions, type OutputMediaType,
} from "../../codec/negotiation/negotiate-output.ts";
import type { RequestContext } from "../request-context.ts";
import { prettyJson, type Output } from "./output.ts";

/** Kinds without columns of their own give no tables yet; clients fall back to the next clause of their Accept header. */
const restrictions = resourceRestrictions({ table: false });

const acceptOf = (ctx: RequestContext): string => ctx.exchange.headers.get("Accept") ?? "";

/** What each Accept header agrees on with the resources' endpoints. */
const mediaTypeFor = memoText((accept) => negotiateMediaType(accept, nativeMediaTypes, restrictions));

/** Agrees on the form of an object or list; throws the 406 of handlers. */
export function negotiateOutput(ctx: RequestContext): Output {
  const found = mediaTypeFor(acceptOf(ctx));
  if (found === undefined) throw newNotAcceptable(mediaTypeNames(nativeMediaTypes));
  return toOutput(ctx, found);
}

/** Agrees on the form of a watch's events. */
export function negotiateStream(ctx: RequestContext): Output {
  const { accepted, convert } = negotiateOutputStream(acceptOf(ctx), nativeMediaTypes, restrictions);
  return { mediaType: accepted === jsonMediaType ? jsonMediaType.mediaType : (accepted.streamMediaType ?? accepted.mediaType), pretty: false, convert };
}

/** The form of an error: pretty JSON where nothing is left to agree on (responsewriters.WriteRawJSON). */
export function negotiateErrorOutput(ctx: RequestContext): Output {
  const found = mediaTypeFor(acceptOf(ctx));
  return found === undefined ? prettyJson : { ...toOutput(ctx, found), convert: undefined };
}

function toOutput(ctx: RequestContext, { accepted, pretty, convert }: OutputMediaType): Output {
  const wanted = pretty || isPrettyPrint(ctx.query.get("pretty")?.[0] ?? null, ctx.exchange.headers.get("User-Agent"));
  return { mediaType: accepted.mediaType, pretty: wanted && accepted.pretty, convert };
}

const discoveryTypes: readonly MediaType[] = [jsonMediaType];

/** Discovery's roots give the aggregated document in the one version that is served. */
const aggregatedRestrictions: EndpointRestrictions = {
  allowsStream: () => false,
  allowsTransform: (_, target) => target !== undefined && target.group === "apidiscovery.k8s.io" && target.version === "v2" && target.kind === "APIGroupDiscoveryList",
};

/** The form of a discovery document, aggregated where that is asked for; throws the 406 of handlers. */
export function negotiateDiscovery(ctx: RequestContext, hasAggregated: boolean): { readonly output: Output; readonly aggregated: boolean } {
  const accept = acceptOf(ctx);
  const aggregated = hasAggregated && accept !== "" ? negotiateMediaType(accept, discoveryTypes, aggregatedRestrictions) : undefined;
  if (aggregated !== undefined) {
    const mediaType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    return { output: { ...toOutput(ctx, aggregated), mediaType }, aggregated: true };
  }
  return { output: toOutput(ctx, negotiate(accept, nativeMediaTypes, plainRestrictions)), aggregated: false };
}
