import { newNotAcceptable } from "../../../apimachinery/errors.ts";
import { jsonMediaType, mediaTypeNames, nativeMediaTypes } from "../../codec/negotiation/media-types.ts";
import {
  isPrettyPrint,
  negotiateMediaType,
  negotiateOutput as negotiate,
  negotiateOutputStream,
  plainRestrictions,
  type EndpointRestrictions,
  type OutputMediaType,
} from "../../codec/negotiation/negotiate-output.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { restrictions, unstructuredRestrictions } from "./media-context.ts";
import { outputEncoder } from "./output-encoder.ts";
import { prettyJson, type Output } from "./output.ts";

const acceptOf = (ctx: RequestContext): string => ctx.exchange.headers.get("Accept") ?? "";

/** What of a scope the agreement depends on. */
type Shown = Pick<ResourceScope, "unstructured">;

/** Agrees on the form of an object or list; throws the 406 of handlers. */
export function negotiateOutput(ctx: RequestContext, { unstructured }: Shown): Output {
  const found =
    unstructured === true ? ctx.media.negotiateUnstructured(acceptOf(ctx)) : ctx.media.negotiate(acceptOf(ctx));
  if (found === undefined) throw newNotAcceptable(mediaTypeNames(ctx.media.types));
  return toOutput(ctx, found);
}

/** Agrees on the form of a watch's events. */
export function negotiateStream(ctx: RequestContext, { unstructured }: Shown): Output {
  const { accepted, convert } = negotiateOutputStream(
    acceptOf(ctx),
    ctx.media.types,
    unstructured === true ? unstructuredRestrictions : restrictions,
  );
  const mediaType =
    accepted === jsonMediaType ? jsonMediaType.mediaType : (accepted.streamMediaType ?? accepted.mediaType);
  return { mediaType, pretty: false, convert, encoder: outputEncoder(ctx.media, accepted.mediaType) };
}

/** The form of an error: pretty JSON where nothing is left to agree on (responsewriters.WriteRawJSON). */
export function negotiateErrorOutput(ctx: RequestContext): Output {
  const found = ctx.media.negotiateError(acceptOf(ctx));
  return found === undefined ? prettyJson : toOutput(ctx, found);
}

function toOutput(ctx: RequestContext, { accepted, pretty, convert }: OutputMediaType): Output {
  if (accepted !== jsonMediaType)
    return {
      mediaType: accepted.mediaType,
      pretty: false,
      convert,
      encoder: outputEncoder(ctx.media, accepted.mediaType),
    };
  const wanted = pretty || isPrettyPrint(ctx.query.get("pretty")?.[0] ?? null, ctx.exchange.headers.get("User-Agent"));
  return { mediaType: accepted.mediaType, pretty: wanted, convert };
}

/** What lists groups and versions is written in; no feature gate adds to it. */
export const discoveryTypes = nativeMediaTypes;

/** Discovery's roots give the aggregated document in the versions that are served. */
const aggregatedIn = (...versions: readonly string[]): EndpointRestrictions => ({
  allowsStream: () => false,
  allowsTransform: (_, target) =>
    target !== undefined &&
    target.group === "apidiscovery.k8s.io" &&
    versions.includes(target.version) &&
    target.kind === "APIGroupDiscoveryList",
});

const aggregatedRestrictions = aggregatedIn("v2");
const aggregatedWithBeta = aggregatedIn("v2", "v2beta1");

/** The form of a discovery document, aggregated where that is asked for; throws the 406 of handlers. */
export function negotiateDiscovery(
  ctx: RequestContext,
  hasAggregated: boolean,
  types = discoveryTypes,
): { readonly output: Output; readonly aggregated: "v2" | "v2beta1" | undefined } {
  const accept = acceptOf(ctx);
  const aggregated =
    hasAggregated && accept !== ""
      ? negotiateMediaType(
          accept,
          discoveryTypes,
          ctx.gates.enabled("AggregatedDiscoveryRemoveBetaType") ? aggregatedRestrictions : aggregatedWithBeta,
        )
      : undefined;
  if (aggregated !== undefined) {
    const version = aggregated.convert?.version === "v2beta1" ? "v2beta1" : "v2";
    const mediaType = `${aggregated.accepted.mediaType};g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
    return { output: { ...toOutput(ctx, aggregated), mediaType }, aggregated: version };
  }
  return { output: toOutput(ctx, negotiate(accept, types, plainRestrictions)), aggregated: undefined };
}
