import { failureStatus, StatusError } from "../../../apimachinery/errors.ts";
import { mediaTypeNames, streamMediaTypeNames, type MediaType } from "./media-types.ts";

/** Media types a route of a built-in resource says it gives; lists and watches add streams. */
export const producedBy = (types: readonly MediaType[], streams: boolean): readonly string[] =>
  streams ? [...mediaTypeNames(types), ...streamMediaTypeNames(types)] : mediaTypeNames(types);

const withoutParams = (text: string): string => (text.split(";")[0] ?? "").trim();

/**
 * Whether a route may be taken for an Accept header: looked at before any handler, and more narrowly (go-restful
 * Route.matchesAccept).
 */
export function matchesAccept(header: string | null, produces: readonly string[]): boolean {
  if (!header) return true;
  return header.split(",").some((part) => withoutParams(part) === "*/*" || produces.includes(withoutParams(part)));
}

/** Whether a route reads a body's media type (go-restful Route.matchesContentType); without a header it is octets. */
export function matchesContentType(header: string | null, consumes: readonly string[]): boolean {
  return (header || "application/octet-stream").split(",").some((part) => consumes.includes(withoutParams(part)));
}

/** The 406 of a route that gives nothing of what is asked for; printed pretty whatever the client is. */
export const newRouteNotAcceptable = (produces: readonly string[]): StatusError =>
  new StatusError(
    failureStatus(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${produces.join(", ")}`, {}),
  );

/** The 415 of a route that does not read what is sent. */
export const newRouteUnsupportedMediaType = (): StatusError =>
  new StatusError(failureStatus(415, "UnsupportedMediaType", "415: Unsupported Media Type", {}));
