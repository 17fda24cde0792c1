import { failureStatus, StatusError } from "../../../apimachinery/errors.ts";
import { mediaTypeNames, streamMediaTypeNames, type MediaType } from "./media-types.ts";

/** Returns the media types that a route of a built-in resource produces. Lists and watches include stream types. */
export const producedBy = (types: readonly MediaType[], streams: boolean): readonly string[] =>
  streams ? [...mediaTypeNames(types), ...streamMediaTypeNames(types)] : mediaTypeNames(types);

const withoutParams = (text: string): string => (text.split(";")[0] ?? "").trim();

/**
 * Reports whether a route matches an Accept header. This is checked before any handler, and is stricter (go-restful
 * Route.matchesAccept).
 */
export function matchesAccept(header: string | null, produces: readonly string[]): boolean {
  if (!header) return true;
  return header.split(",").some((part) => withoutParams(part) === "*/*" || produces.includes(withoutParams(part)));
}

/**
 * Reports whether a route accepts the media type of a body, which is application/octet-stream without a header
 * (go-restful Route.matchesContentType).
 */
export function matchesContentType(header: string | null, consumes: readonly string[]): boolean {
  return (header || "application/octet-stream").split(",").some((part) => consumes.includes(withoutParams(part)));
}

/** Creates the 406 of a route that produces none of the accepted media types. It is pretty-printed for every client. */
export const newRouteNotAcceptable = (produces: readonly string[]): StatusError =>
  new StatusError(
    failureStatus(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${produces.join(", ")}`, {}),
  );

/** Creates the 415 of a route that does not accept the media type of the body. */
export const newRouteUnsupportedMediaType = (): StatusError =>
  new StatusError(failureStatus(415, "UnsupportedMediaType", "415: Unsupported Media Type", {}));
