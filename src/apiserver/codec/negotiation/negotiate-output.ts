import { newNotAcceptable } from "../../../apimachinery/errors.ts";
import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { parseAccept, type AcceptClause } from "./accept.ts";
import { mediaTypeNames, protobufMediaType, streamMediaTypeNames, type MediaType } from "./media-types.ts";

/** What an endpoint can give beyond plain objects (negotiation.EndpointRestrictions). */
export interface EndpointRestrictions {
  /** `target` is what the object is to become, undefined where it stays as it is. */
  allowsTransform(media: MediaType, target: GroupVersionKind | undefined): boolean;
  allowsStream(schema: string): boolean;
}

/** What was agreed on (negotiation.MediaTypeOptions). */
export interface OutputMediaType {
  readonly accepted: MediaType;
  /** `pretty=1` stood in the clause. */
  readonly pretty: boolean;
  /** `stream=` of the clause. */
  readonly stream: string;
  /** Table, PartialObjectMetadata...: what the object is to become. */
  readonly convert?: GroupVersionKind;
}

const metaVersions = new Set(["v1", "v1beta1"]);

/**
 * Objects and lists of a resource: tables where there are columns, metadata always, the objects themselves in protobuf
 * where their Go type has it.
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

/** Endpoints that give what they have and nothing else (negotiation.DefaultEndpointRestrictions). */
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

/** What a clause's parameters ask of a media type, or undefined where the endpoint does not have it. */
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

/** The most wanted of what there is, or undefined (negotiation.NegotiateMediaTypeOptions). */
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

/** Agrees on the form of an answer, or throws the 406 that handlers give. */
export function negotiateOutput(
  header: string | null,
  types: readonly MediaType[],
  restrictions: EndpointRestrictions,
): OutputMediaType {
  const found = negotiateMediaType(header, types, restrictions);
  if (!found) throw newNotAcceptable(mediaTypeNames(types));
  return found;
}

/** Agrees on the form of a watch's events. */
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
 * Whether the query's `pretty` or else the client asks for output that people can read; `pretty` is null where the
 * query has none.
 */
export function isPrettyPrint(pretty: string | null, userAgent: string | null): boolean {
  if (pretty) return trueTexts.has(pretty);
  return humanClients.some((client) => userAgent?.startsWith(client));
}
