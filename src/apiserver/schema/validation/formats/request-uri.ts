import { unescapeUrl } from "../../../../apimachinery/unescape-url.ts";

/** The parts of a URI before its path; both are "" for a bare path. */
export interface RequestUri {
  readonly scheme: string;
  readonly host: string;
}

// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f]/;
const schemeForm = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
const userForm = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;
const portForm = /^(?::\d*)?$/;
const hostForm = /^[^\s"<>\\^`{|}/?#]*$/;

/** Parses an absolute URI or an absolute path as in an HTTP request; undefined if invalid (url.ParseRequestURI). */
export function parseRequestUri(text: string): RequestUri | undefined {
  if (text === "" || control.test(text)) return undefined;
  if (text === "*") return { scheme: "", host: "" };
  const scheme = schemeForm.exec(text)?.[1] ?? "";
  if (scheme === "" && text.startsWith(":")) return undefined;
  const rest = (scheme === "" ? text : text.slice(scheme.length + 1)).split("?", 1)[0] ?? "";
  if (!rest.startsWith("/")) return scheme === "" ? undefined : { scheme, host: "" };
  if (scheme === "" || !rest.startsWith("//")) return isPath(rest) ? { scheme, host: "" } : undefined;
  return parseAuthority(scheme, rest.slice(2));
}

const isPath = (text: string): boolean => unescapeUrl(text, false) !== undefined;

function parseAuthority(scheme: string, rest: string): RequestUri | undefined {
  const slash = rest.indexOf("/");
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  if (at >= 0 && (!userForm.test(authority.slice(0, at)) || !isPath(authority.slice(0, at)))) return undefined;
  return isHost(host) && (slash < 0 || isPath(rest.slice(slash))) ? { scheme, host } : undefined;
}

/** A host with an optional port; IPv6 addresses are in brackets. */
function isHost(host: string): boolean {
  if (host.startsWith("[")) {
    const end = host.lastIndexOf("]");
    return end > 0 && portForm.test(host.slice(end + 1)) && hostForm.test(host);
  }
  const colon = host.lastIndexOf(":");
  if (colon >= 0 && !portForm.test(host.slice(colon))) return false;
  return hostForm.test(host) && isPath(host);
}
