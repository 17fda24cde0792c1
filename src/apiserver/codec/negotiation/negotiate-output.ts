import { newNotAcceptable } from "../../../apimachinery/errors.ts";
import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { parseAccept, type AcceptClause } from "./accept.ts";
import { mediaTypeNames, protobufMediaType, streamMediaTypeNames, type MediaType } from "./media-types.ts";

/** What an endpoint supports beyond plain objects (negotiation.EndpointRestrictions). */
export interface EndpointRestrictions {
  /** Reports whether the object can be converted to `target`, which is undefined for no conversion. */
  allowsTransform(media: MediaType, target: GroupVersionKind | undefined): boolean;
  allowsStream(schema: string): boolean;
}

/** The negotiated output (negotiation.MediaTypeOptions). */
export interface OutputMediaType {
  readonly accepted: MediaType;
  /** Whether the clause contains `pretty=1`. */
  readonly pretty: boolean;
  /** The `stream` parameter of the clause. */
  readonly stream: string;
  /** The kind to convert the object to: Table, PartialObjectMetadata... */
  readonly convert?: GroupVersionKind;
}

const metaVersions = new Set(["v1", "v1beta1"]);

/**
 * The restrictions of a resource: tables if it has columns, metadata always, and the objects themselves in protobuf if
 * their Go type supports it.
 */
export const resourceRestrictions = ({
  table,
  protobuf,
}: {
  readonly table: boolean;
  readonly protobuf: boolean;
}): EndpointRestrictions => ({
  allowsStream: (schema) => schema === "watch",
  allowsTransform: ({ type, subType }, target) => {
    if (target === undefined) return protobuf || subType !== protobufMediaType.subType;
    if (target.group !== "meta.k8s.io" || !metaVersions.has(target.version)) return false;
    if (target.kind === "Table") return table && type === "application" && (subType === "json" || subType === "yaml");
    return target.kind === "PartialObjectMetadata" || target.kind === "PartialObjectMetadataList";
  },
});

/** The restrictions of endpoints without conversions (negotiation.DefaultEndpointRestrictions). */
export const plainRestrictions: EndpointRestrictions = {
  allowsStream: (schema) => schema === "watch",
  allowsTransform: (_, target) => target === undefined,
};

const matches = (clause: AcceptClause, { type, subType }: MediaType): boolean =>
  (clause.type === type && (clause.subType === subType || clause.subType === "*")) ||
  (clause.type === "*" && clause.subType === "*");

function convertOf(params: AcceptClause["params"]): GroupVersionKind | undefined {
  if (!params.has("as") && !params.has("g") && !params.has("v")) return undefined;
  return { group: params.get("g") ?? "", version: params.get("v") ?? "", kind: params.get("as") ?? "" };
}

/** Returns the output that a clause requests, or undefined if the endpoint does not support it. */
function accept(
  { params }: AcceptClause,
  media: MediaType,
  restrictions: EndpointRestrictions,
): OutputMediaType | undefined {
  const stream = params.get("stream") ?? "";
  if (stream !== "" && (media.streamMediaType === undefined || !restrictions.allowsStream(stream))) return undefined;
  if ((params.get("sv") ?? "") !== "") return undefined;
  const convert = convertOf(params);
  if (!restrictions.allowsTransform(media, convert)) return undefined;
  return { accepted: media, pretty: params.get("pretty") === "1", stream, ...(convert ? { convert } : {}) };
}

/** Returns the most preferred supported output, or undefined (negotiation.NegotiateMediaTypeOptions). */
export function negotiateMediaType(
  header: string | null,
  types: readonly MediaType[],
  restrictions: EndpointRestrictions,
): OutputMediaType | undefined {
  const [first] = types;
  if (!header) return first && { accepted: first, pretty: false, stream: "" };
  for (const clause of parseAccept(header)) {
    for (const media of types) {
      const found = matches(clause, media) ? accept(clause, media, restrictions) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

/** Negotiates the output of a response. Throws a 406 if there is none. */
export function negotiateOutput(
  header: string | null,
  types: readonly MediaType[],
  restrictions: EndpointRestrictions,
): OutputMediaType {
  const found = negotiateMediaType(header, types, restrictions);
  if (!found) throw newNotAcceptable(mediaTypeNames(types));
  return found;
}

/** Negotiates the output of watch events. */
export function negotiateOutputStream(
  header: string | null,
  types: readonly MediaType[],
  restrictions: EndpointRestrictions,
): OutputMediaType {
  const found = negotiateMediaType(header, types, restrictions);
  if (found?.accepted.streamMediaType === undefined) throw newNotAcceptable(streamMediaTypeNames(types));
  return found;
}

const humanClients = ["curl", "Wget", "Mozilla/5.0"];
const trueTexts = new Set(["1", "t", "T", "TRUE", "true", "True"]);

/**
 * Reports whether to pretty-print, based on the query parameter `pretty` or else the User-Agent. `pretty` is null if
 * the query has none.
 */
export function isPrettyPrint(pretty: string | null, userAgent: string | null): boolean {
  if (pretty) return trueTexts.has(pretty);
  return humanClients.some((client) => userAgent?.startsWith(client));
}
