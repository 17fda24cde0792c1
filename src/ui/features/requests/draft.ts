import { isRecord } from "../../../apimachinery/is-record.ts";
import { looksLikeJson, type Language } from "../../data/yaml.ts";

/** A request as it is being written. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly language: Language;
  /** Content-Type of the body. */
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

/** The kinds of patch, with what each does. */
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

/** The content types that make sense for a method. */
export const typesFor = (method: string): readonly (readonly [string, string])[] =>
  method === "PATCH" ? patchTypes : bodyTypes;

/** A draft for another method: with a content type that fits it. */
export function withMethod(draft: Draft, method: string): Draft {
  const fits = typesFor(method).some(([type]) => type === draft.type);
  return { ...draft, method, type: fits ? draft.type : (typesFor(method)[0]?.[0] ?? "application/json") };
}

/** A draft out of an address's parameters; `language` is for a body that is still to be written. */
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

/** True for types whose body may be written as YAML here and travels as JSON. */
export const travelsAsJson = (type: string): boolean => type.endsWith("json");

/** The headers that go with a draft. */
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
