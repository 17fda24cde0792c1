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

/** The fields of a scope that negotiation depends on. */
type Shown = Pick<ResourceScope, "unstructured" | "tables">;

/** Negotiates the format of an object or list; throws a 406 error if none is acceptable. */
export function negotiateOutput(ctx: RequestContext, { unstructured, tables }: Shown): Output {
  const accept = acceptOf(ctx);
  if (unstructured === true) return acceptable(ctx, ctx.media.negotiateUnstructured(accept));
  return acceptable(ctx, tables === false ? ctx.media.negotiateWithoutTables(accept) : ctx.media.negotiate(accept));
}

/** Negotiates the format of a kind that is only created, such as a review; throws a 406 error if none is acceptable. */
export const negotiateCreatedOutput = (ctx: RequestContext): Output =>
  acceptable(ctx, ctx.media.negotiateWithoutTables(acceptOf(ctx)));

function acceptable(ctx: RequestContext, found: OutputMediaType | undefined): Output {
  if (found === undefined) throw newNotAcceptable(mediaTypeNames(ctx.media.types));
  return toOutput(ctx, found);
}

/** Negotiates the format of watch events. */
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

/** Negotiates the format of an error; indented JSON if nothing is acceptable (responsewriters.WriteRawJSON). */
export function negotiateErrorOutput(ctx: RequestContext): Output {
  const accept = acceptOf(ctx);
  const found = ctx.handled ? ctx.media.negotiateError(accept) : ctx.media.negotiateRouteError(accept);
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

/** The media types of discovery documents, independent of feature gates. */
export const discoveryTypes = nativeMediaTypes;

/** The restrictions for the roots of discovery, which return the aggregated document in the given versions. */
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

/** Negotiates the format of a discovery document, aggregated if requested; throws a 406 error if none is acceptable. */
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
