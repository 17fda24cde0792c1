import { memoText } from "../../../component-base/memo.ts";
import type { MediaType } from "../../codec/negotiation/media-types.ts";
import {
  negotiateMediaType,
  plainRestrictions,
  resourceRestrictions,
  type OutputMediaType,
} from "../../codec/negotiation/negotiate-output.ts";
import { matchesAccept, producedBy } from "../../codec/negotiation/route-media-types.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { withMetaTypes } from "./meta-types.ts";

/** Media types that routes produce, and whether an Accept header takes any of them. */
export interface RouteProduces {
  readonly names: readonly string[];
  accepts(header: string): boolean;
}

/** What a server reads and writes: the same for all its requests. */
export interface MediaContext {
  readonly types: readonly MediaType[];
  /** Types of the objects that are written. */
  readonly registry: TypeRegistry;
  /** What an Accept header agrees on with the resources' endpoints; undefined where nothing. */
  negotiate(accept: string): OutputMediaType | undefined;
  /** The same with the endpoints of custom resources. */
  negotiateUnstructured(accept: string): OutputMediaType | undefined;
  /** The same for errors, which become nothing but themselves. */
  negotiateError(accept: string): OutputMediaType | undefined;
  readonly lists: RouteProduces;
  readonly others: RouteProduces;
}

/** Every kind can be shown as a table. */
export const restrictions = resourceRestrictions({ table: true, protobuf: true });

/** Custom resources have no protobuf form; their metadata does. */
export const unstructuredRestrictions = resourceRestrictions({ table: true, protobuf: false });

export const createMediaContext = (types: readonly MediaType[], registry: TypeRegistry): MediaContext => ({
  types,
  registry: withMetaTypes(registry),
  negotiate: memoText((accept) => negotiateMediaType(accept, types, restrictions)),
  negotiateUnstructured: memoText((accept) => negotiateMediaType(accept, types, unstructuredRestrictions)),
  negotiateError: memoText((accept) => negotiateMediaType(accept, types, plainRestrictions)),
  lists: routeProduces(producedBy(types, true)),
  others: routeProduces(producedBy(types, false)),
});

const routeProduces = (names: readonly string[]): RouteProduces => ({
  names,
  accepts: memoText((accept) => matchesAccept(accept, names)),
});
