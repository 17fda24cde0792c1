import { quoteGo } from "./go-strings.ts";
import { escapePart, isValidEncoded, unescapePart, UrlError } from "./url-escape.ts";

/** A URL as parsed by Go's net/url. */
export interface GoUrl {
  readonly scheme: string;
  readonly opaque: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly omitHost: boolean;
  readonly path: string;
  /** The path as it was written, also if it is what `path` would be encoded as, where Go has an empty text. */
  readonly rawPath: string;
  readonly forceQuery: boolean;
  readonly rawQuery: string;
  readonly fragment: string;
  readonly rawFragment: string;
}

const emptyUrl: GoUrl = {
  scheme: "",
  opaque: "",
  user: undefined,
  host: "",
  omitHost: false,
  path: "",
  rawPath: "",
  forceQuery: false,
  rawQuery: "",
  fragment: "",
  rawFragment: "",
};

// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f]/;

function splitScheme(text: string): readonly [scheme: string, rest: string] {
  if (text.startsWith(":")) throw new UrlError("missing protocol scheme");
  const match = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text);
  return match === null ? ["", text] : [(match[1] ?? "").toLowerCase(), text.slice(match[0].length)];
}

function splitQuery(rest: string): Pick<GoUrl, "forceQuery" | "rawQuery"> & { readonly before: string } {
  const mark = rest.indexOf("?");
  if (mark < 0) return { before: rest, forceQuery: false, rawQuery: "" };
  return { before: rest.slice(0, mark), forceQuery: mark === rest.length - 1, rawQuery: rest.slice(mark + 1) };
}

function checkPort(port: string): void {
  if (port !== "" && !/^:\d*$/.test(port)) throw new UrlError(`invalid port ${quoteGo(port)} after host`);
}

function parseHost(host: string): string {
  if (!host.startsWith("[")) {
    const colon = host.lastIndexOf(":");
    if (colon >= 0) checkPort(host.slice(colon));
    return unescapePart(host, "host");
  }
  const end = host.lastIndexOf("]");
  if (end < 0) throw new UrlError("missing ']' in host");
  checkPort(host.slice(end + 1));
  const zone = host.slice(0, end).indexOf("%25");
  if (zone < 0) return unescapePart(host, "host");
  return (
    unescapePart(host.slice(0, zone), "host") +
    unescapePart(host.slice(zone, end), "zone") +
    unescapePart(host.slice(end), "host")
  );
}

function parseUser(text: string): string {
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(text)) throw new UrlError("net/url: invalid userinfo");
  const [name = "", ...password] = text.split(":");
  const encoded = escapePart(unescapePart(name, "user"), "user");
  return password.length === 0 ? encoded : `${encoded}:${escapePart(unescapePart(password.join(":"), "user"), "user")}`;
}

function parseAuthority(authority: string): Pick<GoUrl, "user" | "host"> {
  const at = authority.lastIndexOf("@");
  const host = parseHost(authority.slice(at + 1));
  return { host, user: at < 0 ? undefined : parseUser(authority.slice(0, at)) };
}

const parsePath = (text: string): Pick<GoUrl, "path" | "rawPath"> => ({
  path: unescapePart(text, "path"),
  rawPath: text,
});

/** Throws for a URL without a scheme or leading slash that Go rejects. */
function checkRelative(rest: string, viaRequest: boolean): void {
  if (viaRequest) throw new UrlError("invalid URI for request");
  if ((rest.split("/", 1)[0] ?? "").includes(":")) throw new UrlError("first path segment in URL cannot contain colon");
}

function parseParts(text: string, viaRequest: boolean): GoUrl {
  if (control.test(text)) throw new UrlError("net/url: invalid control character in URL");
  if (text === "" && viaRequest) throw new UrlError("empty url");
  if (text === "*") return { ...emptyUrl, path: "*" };
  const [scheme, afterScheme] = splitScheme(text);
  const { before, ...query } = splitQuery(afterScheme);
  if (!before.startsWith("/")) {
    if (scheme !== "") return { ...emptyUrl, ...query, scheme, opaque: before };
    checkRelative(before, viaRequest);
  }
  const hasAuthority = before.startsWith("//") && (scheme !== "" || (!viaRequest && !before.startsWith("///")));
  if (!hasAuthority)
    return { ...emptyUrl, ...query, ...parsePath(before), scheme, omitHost: scheme !== "" && before.startsWith("/") };
  const slash = before.indexOf("/", 2);
  const end = slash < 0 ? before.length : slash;
  return { ...emptyUrl, ...query, ...parseAuthority(before.slice(2, end)), ...parsePath(before.slice(end)), scheme };
}

function explaining<T>(text: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UrlError) throw new UrlError(`parse ${quoteGo(text)}: ${error.message}`);
    throw error;
  }
}

/** Implements url.ParseRequestURI. Throws UrlError. */
export const parseRequestUri = (text: string): GoUrl => explaining(text, () => parseParts(text, true));

/** Implements url.Parse. Throws UrlError. */
export function parseUrl(text: string): GoUrl {
  const hash = text.indexOf("#");
  const before = hash < 0 ? text : text.slice(0, hash);
  const url = explaining(before, () => parseParts(before, false));
  if (hash < 0 || hash === text.length - 1) return url;
  return explaining(text, () => ({
    ...url,
    fragment: unescapePart(text.slice(hash + 1), "fragment"),
    rawFragment: text.slice(hash + 1),
  }));
}

export function escapedPath({ path, rawPath }: GoUrl): string {
  if (rawPath !== "" && isValidEncoded(rawPath, "path")) return rawPath;
  return path === "*" ? "*" : escapePart(path, "path");
}

function escapedFragment({ fragment, rawFragment }: GoUrl): string {
  return isValidEncoded(rawFragment, "fragment") ? rawFragment : escapePart(fragment, "fragment");
}

function authorityOf(url: GoUrl): string {
  const isAbsent = url.host === "" && url.user === undefined;
  if (isAbsent && (url.omitHost || url.scheme === "" || url.path === "")) return "";
  return `//${url.user === undefined ? "" : `${url.user}@`}${escapePart(url.host, "host")}`;
}

function hierarchy(url: GoUrl): string {
  const authority = authorityOf(url);
  const path = escapedPath(url);
  if (path !== "" && !path.startsWith("/") && url.host !== "") return `${authority}/${path}`;
  const needsDot = url.scheme === "" && authority === "" && (path.split("/", 1)[0] ?? "").includes(":");
  return `${authority}${needsDot ? "./" : ""}${path}`;
}

/** Formats a URL (URL.String). */
export function formatUrl(url: GoUrl): string {
  const scheme = url.scheme === "" ? "" : `${url.scheme}:`;
  const query = url.forceQuery || url.rawQuery !== "" ? `?${url.rawQuery}` : "";
  const fragment = url.fragment === "" ? "" : `#${escapedFragment(url)}`;
  return `${scheme}${url.opaque === "" ? hierarchy(url) : url.opaque}${query}${fragment}`;
}

/** Splits host and port; brackets around the host are removed. */
export function splitHostPort(hostPort: string): readonly [host: string, port: string] {
  const colon = hostPort.lastIndexOf(":");
  const hasPort = colon >= 0 && /^:\d*$/.test(hostPort.slice(colon));
  const host = hasPort ? hostPort.slice(0, colon) : hostPort;
  return [
    host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host,
    hasPort ? hostPort.slice(colon + 1) : "",
  ];
}

/** Parses the parameters of a query; invalid ones are omitted. */
export function queryValues(rawQuery: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of rawQuery.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const equals = pair.indexOf("=");
    const key = unescapeQuery(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeQuery(equals < 0 ? "" : pair.slice(equals + 1));
    if (key === undefined || value === undefined) continue;
    const known = values.get(key);
    if (known === undefined) values.set(key, [value]);
    else known.push(value);
  }
  return values;
}

function unescapeQuery(text: string): string | undefined {
  try {
    return unescapePart(text, "query");
  } catch (error) {
    if (error instanceof UrlError) return undefined;
    throw error;
  }
}
