import type { HeaderReader } from "../../../component-base/exchange.ts";
import {
  matchesAccept,
  matchesContentType,
  newRouteNotAcceptable,
  newRouteUnsupportedMediaType,
} from "../../codec/negotiation/route-media-types.ts";

/**
 * Checks the media types of a request to a read-only route before its handler runs (go-restful CurlyRouter). A missing
 * Content-Type is accepted.
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
