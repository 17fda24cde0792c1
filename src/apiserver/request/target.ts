import { unescapeUrl } from "../../apimachinery/unescape-url.ts";

/** A parsed request target. */
export interface Target {
  /** The decoded path; undefined if an escape sequence is malformed, for which Go's HTTP server returns a plain 400. */
  readonly path: string | undefined;
  readonly rawQuery: string;
}

/** Splits a raw target at its first `?` and decodes the path (url.ParseRequestURI). */
export function parseTarget(target: string): Target {
  const origin = target.charCodeAt(0) === 47 ? target : withoutOrigin(target);
  const question = origin.indexOf("?");
  if (question < 0) return { path: unescapeUrl(origin, false), rawQuery: "" };
  return { path: unescapeUrl(origin.slice(0, question), false), rawQuery: origin.slice(question + 1) };
}

/** Strips scheme and host of the absolute form that proxies receive (`http://host/path`). */
function withoutOrigin(target: string): string {
  const scheme = target.indexOf("://");
  if (scheme < 0) return target;
  const slash = target.indexOf("/", scheme + 3);
  return slash < 0 ? "/" : target.slice(slash);
}
