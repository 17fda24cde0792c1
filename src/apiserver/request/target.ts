import { unescapeUrl } from "../../apimachinery/unescape-url.ts";

/** A request target taken apart. */
export interface Target {
  /** Decoded path; undefined where an escape in it is malformed, which Go's HTTP server answers with a bare 400. */
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

/** `http://host/path` as proxies are asked for it: only the path counts. */
function withoutOrigin(target: string): string {
  const scheme = target.indexOf("://");
  if (scheme < 0) return target;
  const slash = target.indexOf("/", scheme + 3);
  return slash < 0 ? "/" : target.slice(slash);
}
