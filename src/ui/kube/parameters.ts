/** What a request does, in the server's words for verbs. */
export type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/** One query parameter and what it does. */
export interface Parameter {
  readonly name: string;
  readonly hint: string;
  readonly verbs: readonly Verb[];
  /** Where only some values mean something. */
  readonly choices?: readonly string[];
  readonly example?: string;
}

const writes = ["create", "update", "patch"] as const;
const lists = ["list", "watch", "deletecollection"] as const;
const deletes = ["delete", "deletecollection"] as const;
const flag = ["true", "false"];

/** Query parameters of the API, as its documentation explains them. */
// oxfmt-ignore
const parameters: readonly Parameter[] = [
  { name: "labelSelector", verbs: lists, hint: "Only objects whose labels match.", example: "app=web,tier!=cache" },
  { name: "fieldSelector", verbs: lists, hint: "Only objects whose fields match; each kind offers a few.", example: "metadata.name=settings" },
  { name: "limit", verbs: ["list", "deletecollection"], hint: "At most so many; the answer carries a continue token.", example: "500" },
  { name: "continue", verbs: ["list", "deletecollection"], hint: "The token of the page before: goes on at the same revision." },
  { name: "resourceVersion", verbs: ["get", ...lists], hint: "Which state: empty for the newest, 0 for any; a watch starts after it.", example: "1204" },
  { name: "resourceVersionMatch", verbs: lists, hint: "How a list takes resourceVersion: exactly that state, or not older.", choices: ["Exact", "NotOlderThan"] },
  { name: "watch", verbs: ["list", "watch"], hint: "Stay open and tell of every change.", choices: flag },
  { name: "allowWatchBookmarks", verbs: ["watch"], hint: "Now and then an event that only carries the revision reached.", choices: flag },
  { name: "sendInitialEvents", verbs: ["watch"], hint: "Begin with what exists, then a bookmark. Wants resourceVersionMatch=NotOlderThan and allowWatchBookmarks.", choices: flag },
  { name: "timeoutSeconds", verbs: ["list", "watch", "deletecollection"], hint: "The server ends the request after so many seconds.", example: "60" },
  { name: "dryRun", verbs: [...writes, ...deletes], hint: "All checks and defaults, but nothing is kept.", choices: ["All"] },
  { name: "fieldManager", verbs: writes, hint: "Who is named as the owner of the fields set here.", example: "my-tool" },
  { name: "fieldValidation", verbs: writes, hint: "Unknown and repeated fields: refuse, warn, or stay silent.", choices: ["Strict", "Warn", "Ignore"] },
  { name: "force", verbs: ["patch"], hint: "Apply only: take over fields that others own.", choices: flag },
  { name: "propagationPolicy", verbs: deletes, hint: "What owns nothing afterwards: removed later, removed first, or left behind.", choices: ["Background", "Foreground", "Orphan"] },
  { name: "gracePeriodSeconds", verbs: deletes, hint: "How long the object may take to end; 0 is at once.", example: "0" },
  { name: "pretty", verbs: ["get", "list", "create", "update", "patch", "delete"], hint: "The body indented for people.", choices: flag },
];

const methods: Readonly<Record<string, readonly [one: Verb, many: Verb]>> = {
  GET: ["get", "list"],
  POST: ["create", "create"],
  PUT: ["update", "update"],
  PATCH: ["patch", "patch"],
  DELETE: ["delete", "deletecollection"],
};

/** The verb of a request on a collection or on one object. */
export function verbOf(method: string, named: boolean, watching: boolean): Verb {
  if (watching) return "watch";
  const [one, many] = methods[method] ?? (["get", "list"] as const);
  return named ? one : many;
}

/** The parameters that mean something to a verb. */
export const parametersFor = (verb: Verb): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.verbs.includes(verb));
