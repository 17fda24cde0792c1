import type { HeaderReader } from "../../../component-base/exchange.ts";
import {
  matchesAccept,
  matchesContentType,
  newRouteNotAcceptable,
  newRouteUnsupportedMediaType,
} from "../../codec/negotiation/route-media-types.ts";

/**
 * Throws what a route that only gives answers has against media types, before its handler (go-restful CurlyRouter). No
 * Content-Type is fine.
 */
export function refuseRouteMedia(
  headers: HeaderReader,
  consumes: readonly string[],
  produces: readonly string[],
): void {
  const type = headers.get("Content-Type");
  if (type && !matchesContentType(type, consumes)) throw newRouteUnsupportedMediaType();
  if (!matchesAccept(headers.get("Accept"), produces)) throw newRouteNotAcceptable(produces);
}
