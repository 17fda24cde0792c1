import { memoText } from "../../../component-base/memo.ts";
import { nativeMediaTypes, type MediaType } from "../../codec/negotiation/media-types.ts";
import {
  negotiateMediaType,
  plainRestrictions,
  resourceRestrictions,
  type OutputMediaType,
} from "../../codec/negotiation/negotiate-output.ts";
import { matchesAccept, producedBy } from "../../codec/negotiation/route-media-types.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { withMetaTypes } from "./meta-types.ts";

/** The media types that routes produce, and a check whether an Accept header accepts any of them. */
export interface RouteProduces {
  readonly names: readonly string[];
  accepts(header: string): boolean;
}

/** The media types that a server supports, shared by all requests. */
export interface MediaContext {
  readonly types: readonly MediaType[];
  /** The types of the objects in responses. */
  readonly registry: TypeRegistry;
  /** Negotiates the media type of resource endpoints; undefined if none is acceptable. */
  negotiate(accept: string): OutputMediaType | undefined;
  /** Negotiates the media type of custom resource endpoints. */
  negotiateUnstructured(accept: string): OutputMediaType | undefined;
  /** Negotiates the media type of what cannot be had as a Table, such as reviews. */
  negotiateWithoutTables(accept: string): OutputMediaType | undefined;
  /** Negotiates the media type of errors of resources, which are never converted to another kind. */
  negotiateError(accept: string): OutputMediaType | undefined;
  /** Negotiates the media type of errors of filters, routes and discovery. */
  negotiateRouteError(accept: string): OutputMediaType | undefined;
  readonly lists: RouteProduces;
  readonly others: RouteProduces;
  /** Of logs, which are text (LogREST.ProducesMIMETypes). */
  readonly logs: RouteProduces;
}

/** Every kind that is stored or listed can be converted to a table. */
export const restrictions = resourceRestrictions({ table: true, protobuf: true });

/** Kinds that are only created have no converter to a table, nor have some subresources (AllowsMediaTypeTransform). */
const restrictionsWithoutTables = resourceRestrictions({ table: false, protobuf: true });

/** Custom resources have no protobuf form; their metadata does. */
export const unstructuredRestrictions = resourceRestrictions({ table: true, protobuf: false });

export const createMediaContext = (types: readonly MediaType[], registry: TypeRegistry): MediaContext => ({
  types,
  registry: withMetaTypes(registry),
  negotiate: memoText((accept) => negotiateMediaType(accept, types, restrictions)),
  negotiateUnstructured: memoText((accept) => negotiateMediaType(accept, types, unstructuredRestrictions)),
  negotiateWithoutTables: memoText((accept) => negotiateMediaType(accept, types, restrictionsWithoutTables)),
  negotiateError: memoText((accept) => negotiateMediaType(accept, types, plainRestrictions)),
  negotiateRouteError: memoText((accept) => negotiateMediaType(accept, nativeMediaTypes, plainRestrictions)),
  lists: routeProduces(producedBy(types, true)),
  others: routeProduces(producedBy(types, false)),
  logs: routeProduces(["text/plain", ...producedBy(types, false)]),
});

const routeProduces = (names: readonly string[]): RouteProduces => ({
  names,
  accepts: memoText((accept) => matchesAccept(accept, names)),
});
