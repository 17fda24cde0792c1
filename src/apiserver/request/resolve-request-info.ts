import { firstValue, isTrue, parseQuery, type QueryValues } from "../../apimachinery/query.ts";
import { memoText } from "../../component-base/memo.ts";
import type { RequestInfo } from "./request-info.ts";
import { parseTarget } from "./target.ts";
import { parseFieldSelector } from "../../apimachinery/fields/selector.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";

/**
 * Returns the name that a field selector requires with `metadata.name=x` (fields.Selector.RequiresExactMatch).
 * Returns undefined if there is none or if one of the selectors is invalid, so that authorization never uses a
 * partially parsed selector.
 */
function selectedName(fieldSelector: string, labelSelector: string): string | undefined {
  try {
    if (labelSelector !== "") parseLabelSelector(labelSelector);
    return parseFieldSelector(fieldSelector).requiresExactMatch("metadata.name");
  } catch {
    return undefined; // the list request returns the error once it is authorized
  }
}

type Draft = { -readonly [member in keyof RequestInfo]: RequestInfo[member] };

const noParts: readonly string[] = [];

/** The number of cached targets per method; clients repeat the same requests. */
const remembered = 2000;
const known: ReadonlyMap<string, (target: string) => RequestInfo> = new Map(
  ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [
    method,
    memoText((target) => readRequestInfo(method, target), remembered),
  ]),
);

/**
 * Parses the method and raw target of a request (RequestInfoFactory.NewRequestInfo with the prefixes /api and /apis).
 */
export const resolveRequestInfo = (method: string, target: string): RequestInfo =>
  known.get(method)?.(target) ?? readRequestInfo(method, target);

function readRequestInfo(method: string, target: string): RequestInfo {
  const { path, rawQuery } = parseTarget(target);
  const info = nonResourceRequest(path ?? target, method);
  let parts = splitPath(info.path);
  const prefix = parts[0];
  if (parts.length < 3 || (prefix !== "api" && prefix !== "apis")) return info;
  info.apiPrefix = prefix;
  parts = parts.slice(1);
  if (prefix === "apis") {
    if (parts.length < 3) return info;
    info.apiGroup = parts[0] ?? "";
    parts = parts.slice(1);
  }
  info.isResourceRequest = true;
  info.apiVersion = parts[0] ?? "";
  readResource(info, method, parts.slice(1), target);
  if (info.failure === undefined && info.name === "") readCollectionVerb(info, rawQuery);
  return info;
}

function nonResourceRequest(path: string, method: string): Draft {
  return {
    isResourceRequest: false,
    path,
    verb: method.toLowerCase(),
    apiPrefix: "",
    apiGroup: "",
    apiVersion: "",
    namespace: "",
    resource: "",
    subresource: "",
    name: "",
    parts: noParts,
  };
}

/** Splits a path without leading and trailing slashes into segments; keeps empty segments in between. */
function splitPath(path: string): readonly string[] {
  let start = 0;
  let end = path.length;
  while (start < end && path.charCodeAt(start) === 47) start++;
  while (end > start && path.charCodeAt(end - 1) === 47) end--;
  return start === end ? noParts : path.slice(start, end).split("/");
}

/** Parses the path after the version: a verb (`watch`, `proxy`), a namespace, then resource, name and subresource. */
function readResource(info: Draft, method: string, segments: readonly string[], target: string): void {
  let parts = segments;
  const first = parts[0] ?? "";
  if (first === "watch" || first === "proxy") {
    if (parts.length < 2) {
      info.failure = `unable to determine kind and namespace from url, ${target}`;
      return;
    }
    info.verb = first;
    parts = parts.slice(1);
  } else {
    info.verb = methodVerb(method);
  }
  if (parts[0] === "namespaces" && parts.length > 1) {
    info.namespace = parts[1] ?? "";
    if (parts.length > 2 && parts[2] !== "status" && parts[2] !== "finalize") parts = parts.slice(2);
  }
  info.parts = parts;
  info.resource = parts[0] ?? "";
  info.name = parts[1] ?? "";
  if (info.verb !== "proxy") info.subresource = parts[2] ?? "";
}

function methodVerb(method: string): string {
  switch (method) {
    case "GET":
    case "HEAD":
      return "get";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return "delete";
    default:
      return "";
  }
}

/**
 * Determines the verb of a request without a name: get becomes list or watch, and delete becomes deletecollection. A
 * list restricted to one name by a field selector gets this name.
 */
function readCollectionVerb(info: Draft, rawQuery: string): void {
  if (info.verb === "delete") info.verb = "deletecollection";
  if (info.verb !== "get") return;
  if (rawQuery === "") {
    info.verb = "list";
    return;
  }
  const query = parseQuery(rawQuery);
  info.verb = isTrue(query.get("watch")?.[0]) ? "watch" : "list";
  const fieldSelector = firstValue(query, "fieldSelector");
  if (fieldSelector === "" || !numbersParse(query)) return;
  const name = selectedName(fieldSelector, firstValue(query, "labelSelector"));
  if (name !== undefined && isPathSegment(name)) info.name = name;
}

/** Whether the numeric list options are valid; otherwise the name in the field selector is ignored. */
const numbersParse = (query: QueryValues): boolean =>
  isInt64(query.get("limit")?.[0]) && isInt64(query.get("timeoutSeconds")?.[0]);

function isInt64(text: string | undefined): boolean {
  if (text === undefined) return true;
  const start = text.charCodeAt(0) === 43 || text.charCodeAt(0) === 45 ? 1 : 0;
  if (text.length === start) return false;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  if (text.length < 19) return true;
  const value = BigInt(start === 1 ? text.slice(1) : text);
  return value <= (text.charCodeAt(0) === 45 ? 9223372036854775808n : 9223372036854775807n);
}

/** Whether a name is a valid path segment (path.IsValidPathSegmentName). */
const isPathSegment = (name: string): boolean =>
  name !== "." && name !== ".." && !name.includes("/") && !name.includes("%");
