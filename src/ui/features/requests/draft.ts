import { isRecord } from "../../../apimachinery/is-record.ts";
import { looksLikeJson, type Language } from "../../../assist/language.ts";

/** A request being edited. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly language: Language;
  /** The Content-Type of the body. */
  readonly type: string;
}

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"] as const;

export const emptyDraft: Draft = {
  method: "GET",
  target: "/api/v1/namespaces",
  headers: [],
  body: "",
  language: "yaml",
  type: "application/json",
};

/** The patch types with descriptions. */
const patchTypes: readonly (readonly [type: string, label: string])[] = [
  ["application/merge-patch+json", "Merge patch: replaces members, null deletes"],
  ["application/json-patch+json", "JSON patch: a list of operations"],
  ["application/strategic-merge-patch+json", "Strategic merge patch: merges lists by key"],
  ["application/apply-patch+yaml", "Server-side apply: the fields to own"],
];

const bodyTypes: readonly (readonly [type: string, label: string])[] = [
  ["application/json", "application/json"],
  ["application/yaml", "application/yaml"],
];

/** Returns the content types that are valid for a method. */
export const typesFor = (method: string): readonly (readonly [string, string])[] =>
  method === "PATCH" ? patchTypes : bodyTypes;

/** Changes a draft's method, and its content type if the method does not support it. */
export function withMethod(draft: Draft, method: string): Draft {
  const fits = typesFor(method).some(([type]) => type === draft.type);
  return { ...draft, method, type: fits ? draft.type : (typesFor(method)[0]?.[0] ?? "application/json") };
}

/** Changes the media types of a draft's body and of its answer, if they are given, in place of those of its headers. */
export function withMediaTypes(draft: Draft, contentType: string | undefined, accept: string | undefined): Draft {
  const without = (headers: Draft["headers"], name: string): Draft["headers"] =>
    headers.filter(([each]) => each.trim().toLowerCase() !== name);
  const typed =
    contentType === undefined
      ? draft
      : { ...draft, type: contentType, headers: without(draft.headers, "content-type") };
  if (accept === undefined) return typed;
  return { ...typed, headers: [...without(typed.headers, "accept"), ["Accept", accept]] };
}

/** Creates a draft from address parameters. `language` is used for a body that has not been written yet. */
export function draftOfAddress(parameters: Readonly<Record<string, string>>, language: Language): Draft {
  const body = parameters["b"] ?? "";
  const draft = withMethod(
    {
      ...emptyDraft,
      target: parameters["t"] ?? emptyDraft.target,
      body,
      language: body === "" ? language : looksLikeJson(body) ? "json" : "yaml",
    },
    parameters["m"] ?? "GET",
  );
  return parameters["c"] === undefined ? draft : { ...draft, type: parameters["c"] };
}

/** Reports whether a content type is JSON. Its body may be written as YAML and is converted before sending. */
export const travelsAsJson = (type: string): boolean => type.endsWith("json");

/** Returns the headers to send, including Content-Type for a body. */
export function headersOf(draft: Draft): readonly (readonly [string, string])[] {
  const own = draft.headers.filter(([name]) => name.trim() !== "");
  const typed = draft.body.trim() === "" || own.some(([name]) => name.toLowerCase() === "content-type");
  return typed ? own : [["Content-Type", draft.type], ...own];
}

export const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  typeof value["method"] === "string" &&
  typeof value["target"] === "string" &&
  Array.isArray(value["headers"]) &&
  typeof value["body"] === "string" &&
  (value["language"] === "json" || value["language"] === "yaml") &&
  typeof value["type"] === "string";
