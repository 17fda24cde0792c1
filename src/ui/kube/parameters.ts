/** The API verb of a request. */
export type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/** A query parameter and its description. */
export interface Parameter {
  readonly name: string;
  readonly hint: string;
  readonly verbs: readonly Verb[];
  /** The allowed values, if they are limited. */
  readonly choices?: readonly string[];
  readonly example?: string;
}

const writes = ["create", "update", "patch"] as const;
const lists = ["list", "watch", "deletecollection"] as const;
const deletes = ["delete", "deletecollection"] as const;
const flag = ["true", "false"];

/** The query parameters of the API, with the descriptions of its documentation. */
// oxfmt-ignore
const parameters: readonly Parameter[] = [
  { name: "labelSelector", verbs: lists, hint: "Restricts the list to objects with matching labels.", example: "app=web,tier!=cache" },
  { name: "fieldSelector", verbs: lists, hint: "Restricts the list to objects with matching fields; each kind supports a few.", example: "metadata.name=settings" },
  { name: "limit", verbs: ["list", "deletecollection"], hint: "The maximum number of objects; the response has a continue token for the next page.", example: "500" },
  { name: "continue", verbs: ["list", "deletecollection"], hint: "The token of the previous page; continues at the same revision." },
  { name: "resourceVersion", verbs: ["get", ...lists], hint: "The revision: unset for the latest, 0 for any; a watch starts after it.", example: "1204" },
  { name: "resourceVersionMatch", verbs: lists, hint: "How resourceVersion applies to a list: exactly that revision, or not older.", choices: ["Exact", "NotOlderThan"] },
  { name: "watch", verbs: ["list", "watch"], hint: "Keep the response open and send every change.", choices: flag },
  { name: "allowWatchBookmarks", verbs: ["watch"], hint: "Send BOOKMARK events, which carry only the current revision.", choices: flag },
  { name: "sendInitialEvents", verbs: ["watch"], hint: "Start with the existing objects, then a bookmark. Needs resourceVersionMatch=NotOlderThan and allowWatchBookmarks.", choices: flag },
  { name: "timeoutSeconds", verbs: ["list", "watch", "deletecollection"], hint: "The server ends the request after this many seconds.", example: "60" },
  { name: "dryRun", verbs: [...writes, ...deletes], hint: "Run all admission, defaulting and validation, but store nothing.", choices: ["All"] },
  { name: "fieldManager", verbs: writes, hint: "The name of the manager that owns the fields of this request.", example: "my-tool" },
  { name: "fieldValidation", verbs: writes, hint: "What to do with unknown and duplicate fields: reject, warn or ignore.", choices: ["Strict", "Warn", "Ignore"] },
  { name: "force", verbs: ["patch"], hint: "Apply only: take over fields owned by other managers.", choices: flag },
  { name: "propagationPolicy", verbs: deletes, hint: "Whether dependents are deleted afterwards, deleted first, or orphaned.", choices: ["Background", "Foreground", "Orphan"] },
  { name: "gracePeriodSeconds", verbs: deletes, hint: "Seconds before the object is deleted; 0 deletes it immediately.", example: "0" },
  { name: "pretty", verbs: ["get", "list", "create", "update", "patch", "delete"], hint: "Indent the response body.", choices: flag },
];

const methods: Readonly<Record<string, readonly [one: Verb, many: Verb]>> = {
  GET: ["get", "list"],
  POST: ["create", "create"],
  PUT: ["update", "update"],
  PATCH: ["patch", "patch"],
  DELETE: ["delete", "deletecollection"],
};

/** Returns the verb of a request on a collection or object. */
export function verbOf(method: string, named: boolean, watching: boolean): Verb {
  if (watching) return "watch";
  const [one, many] = methods[method] ?? (["get", "list"] as const);
  return named ? one : many;
}

/** Returns the parameters that apply to a verb. */
export const parametersFor = (verb: Verb): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.verbs.includes(verb));
