import { global, member, type FunctionDecl, type Implementation } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { traversalCosts } from "../cost/string-costs.ts";
import { unitCosts } from "../cost/unit-costs.ts";
import { boolType, listOf, mapOf, stringType, structOf, type Type } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { HashMap } from "../values/hash-map.ts";
import { ArrayList, OpaqueValue, type Value } from "../values/value.ts";
import {
  escapedPath,
  formatUrl,
  parseRequestUri,
  parseUrl,
  queryValues,
  splitHostPort,
  type GoUrl,
} from "../../apimachinery/go-url.ts";
import { spendText, type Effort } from "../values/effort.ts";
import { ofString, orError } from "./typed.ts";
import { UrlError } from "../../apimachinery/url-escape.ts";

const urlType = structOf("kubernetes.URL");

export class UrlValue extends OpaqueValue {
  readonly url: GoUrl;
  constructor(url: GoUrl) {
    super();
    this.url = url;
  }
  override readonly type = urlType;
  override readonly goName = "cel.URL";
  /** The length of the parts that functions read at the cost of one unit. */
  get length(): number {
    const { host, path, rawQuery } = this.url;
    return host.length + path.length + rawQuery.length;
  }
  override readonly convertsToString = true;
  override get unconvertible(): string {
    return `(*url.URL)${this}`;
  }
  override get comparesAtUnitCost(): boolean {
    return true;
  }
  override toString(): string {
    return formatUrl(this.url);
  }
  override equals(other: Value, effort: Effort): Value {
    effort.spend(this.length);
    return other instanceof UrlValue ? this.toString() === other.toString() : this.mismatch(other);
  }
}

function toUrl(text: string): Value {
  const parsed = orError(() => {
    parseRequestUri(text);
    return new UrlValue(parseUrl(text));
  }, UrlError);
  return parsed instanceof EvalError
    ? new EvalError(`URL parse error during conversion from string: ${parsed.message}`)
    : parsed;
}

function isUrl(text: string, effort: Effort): Value {
  spendText(effort, text);
  return !(orError(() => new UrlValue(parseRequestUri(text)), UrlError) instanceof EvalError);
}

const getQuery = ({ rawQuery }: GoUrl): Value =>
  new HashMap(Array.from(queryValues(rawQuery), ([key, values]) => [key, new ArrayList(values)] as const));

const getter = (name: string, id: string, result: Type, get: (url: GoUrl) => Value): FunctionDecl => {
  const implementation: Implementation = (a, _, __, ___, effort) => {
    if (!(a instanceof UrlValue)) return noSuchOverload;
    effort.spend(a.length);
    return get(a.url);
  };
  return { name, overloads: [member(id, [urlType], result, implementation)], costs: unitCosts };
};

export const urlLibrary: Library = {
  name: "kubernetes.urls",
  // oxfmt-ignore
  functions: [
    { name: "url", overloads: [global("string_to_url", [stringType], urlType, ofString(toUrl))], costs: traversalCosts(1, true) },
    getter("getScheme", "url_get_scheme", stringType, ({ scheme }) => scheme),
    getter("getHost", "url_get_host", stringType, ({ host }) => host),
    getter("getHostname", "url_get_hostname", stringType, ({ host }) => splitHostPort(host)[0]),
    getter("getPort", "url_get_port", stringType, ({ host }) => splitHostPort(host)[1]),
    getter("getEscapedPath", "url_get_escaped_path", stringType, escapedPath),
    getter("getQuery", "url_get_query", mapOf(stringType, listOf(stringType)), getQuery),
    { name: "isURL", overloads: [global("is_url_string", [stringType], boolType, ofString(isUrl))] },
  ],
};
