import { isWatch, parsePath, type ParsedPath, unknownParameters } from "./parsed-path.ts";
import { shellCommand, shellWord, withInput } from "./shell.ts";
import { contentTypeOf, type Snippet, type SnippetContext, type SnippetRequest } from "./snippet.ts";

/**
 * Returns the request as a kubectl command, with `--raw` if no other command can express it; undefined if kubectl
 * cannot send it.
 */
export function kubectlSnippet(request: SnippetRequest, context: SnippetContext): Snippet | undefined {
  const path = parsePath(request.target);
  const text = (path && commandFor(request, path, context)) ?? rawCommand(request);
  return text === undefined ? undefined : { tool: "kubectl", language: "shell", text };
}

function commandFor(request: SnippetRequest, path: ParsedPath, context: SnippetContext): string | undefined {
  switch (request.method) {
    case "GET":
      return getCommand(path, context);
    case "POST":
      return createCommand(request, path);
    case "PUT":
      return replaceCommand(request, path);
    case "PATCH":
      return contentTypeOf(request) === "application/apply-patch+yaml"
        ? applyCommand(request, path)
        : patchCommand(request, path);
    case "DELETE":
      return deleteCommand(request, path);
    default:
      return undefined;
  }
}

/** Returns a `--raw` command, which kubectl offers for GET, and for POST, PUT and DELETE of JSON. */
function rawCommand({ method, target, body }: SnippetRequest): string | undefined {
  const raw = (command: string): string => shellCommand(["kubectl", command, "--raw", shellWord(target)]);
  switch (method) {
    case "GET":
      return raw("get");
    case "POST":
      return withInput(`${raw("create")} -f -`, body);
    case "PUT":
      return withInput(`${raw("replace")} -f -`, body);
    case "DELETE":
      return body === "" ? raw("delete") : undefined;
    default:
      return undefined;
  }
}

/** Returns the resource argument: `deployments.v1.apps`, or `pods` for the core group. */
const typeOf = ({ group, version, resource }: ParsedPath): string =>
  group === "" ? resource : `${resource}.${version}.${group}`;

const namespaceFlag = ({ namespace }: ParsedPath): readonly string[] =>
  namespace === undefined ? [] : ["-n", shellWord(namespace)];

function isNamespaced(path: ParsedPath, { resources }: SnippetContext): boolean {
  return resources.some(
    ({ group, resource, namespaced }) => group === path.group && resource === path.resource && namespaced,
  );
}

const hasFlag = (subresource: string | undefined): boolean =>
  subresource === undefined || subresource === "status" || subresource === "scale" || subresource === "resize";

const subresourceFlag = ({ subresource }: ParsedPath): readonly string[] =>
  subresource === undefined ? [] : [`--subresource=${subresource}`];

const listFlags: readonly (readonly [parameter: string, flag: string])[] = [
  ["labelSelector", "-l"],
  ["fieldSelector", "--field-selector"],
];

const selectorFlags = (query: URLSearchParams): readonly string[] =>
  listFlags.flatMap(([parameter, flag]) => {
    const value = query.get(parameter);
    return value === null || value === "" ? [] : [`${flag} ${shellWord(value)}`];
  });

function getCommand(path: ParsedPath, context: SnippetContext): string | undefined {
  if (!hasFlag(path.subresource)) return undefined;
  const words = ["kubectl", "get", typeOf(path)];
  if (path.name !== undefined) {
    if (unknownParameters(path.query, ["pretty"]).length > 0) return undefined;
    return shellCommand([
      ...words,
      shellWord(path.name),
      ...namespaceFlag(path),
      ...subresourceFlag(path),
      "-o",
      "yaml",
    ]);
  }
  if (
    unknownParameters(path.query, ["labelSelector", "fieldSelector", "limit", "watch", "allowWatchBookmarks", "pretty"])
      .length > 0
  )
    return undefined;
  const everywhere = path.namespace === undefined && isNamespaced(path, context) ? ["-A"] : [];
  const limit = path.query.get("limit");
  return shellCommand([
    ...words,
    ...namespaceFlag(path),
    ...everywhere,
    ...selectorFlags(path.query),
    ...(limit === null ? [] : [`--chunk-size=${shellWord(limit)}`]),
    ...(isWatch(path) ? ["-w"] : []),
  ]);
}

/** Returns the flags for the common write parameters; undefined if a parameter has no flag. */
function writeFlags({ query }: ParsedPath, more: readonly string[] = []): readonly string[] | undefined {
  if (unknownParameters(query, ["dryRun", "fieldManager", "fieldValidation", "pretty", ...more]).length > 0)
    return undefined;
  const manager = query.get("fieldManager");
  const validation = query.get("fieldValidation");
  return [
    ...(query.get("dryRun") === "All" ? ["--dry-run=server"] : []),
    ...(manager === null ? [] : [`--field-manager=${shellWord(manager)}`]),
    ...(validation === null ? [] : [`--validate=${validation.toLowerCase()}`]),
  ];
}

function createCommand({ body }: SnippetRequest, path: ParsedPath): string | undefined {
  const flags = writeFlags(path);
  if (path.name !== undefined || flags === undefined) return undefined;
  return withInput(shellCommand(["kubectl", "create", ...namespaceFlag(path), ...flags, "-f", "-"]), body);
}

function replaceCommand({ body }: SnippetRequest, path: ParsedPath): string | undefined {
  const flags = writeFlags(path);
  if (path.name === undefined || flags === undefined || !hasFlag(path.subresource)) return undefined;
  return withInput(
    shellCommand(["kubectl", "replace", ...namespaceFlag(path), ...subresourceFlag(path), ...flags, "-f", "-"]),
    body,
  );
}

function applyCommand({ body }: SnippetRequest, path: ParsedPath): string | undefined {
  const flags = writeFlags(path, ["force"]);
  if (flags === undefined || !hasFlag(path.subresource)) return undefined;
  const force = path.query.get("force");
  const forced = force !== null && force !== "0" && force.toLowerCase() !== "false" ? ["--force-conflicts"] : [];
  return withInput(
    shellCommand([
      "kubectl",
      "apply",
      "--server-side",
      ...namespaceFlag(path),
      ...subresourceFlag(path),
      ...flags,
      ...forced,
      "-f",
      "-",
    ]),
    body,
  );
}

const patchTypes: Readonly<Record<string, string>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/strategic-merge-patch+json": "strategic",
};

function patchCommand(request: SnippetRequest, path: ParsedPath): string | undefined {
  const type = patchTypes[contentTypeOf(request)];
  const flags = writeFlags(path);
  if (
    type === undefined ||
    flags === undefined ||
    path.query.has("fieldValidation") ||
    path.name === undefined ||
    !hasFlag(path.subresource)
  )
    return undefined;
  return shellCommand([
    "kubectl",
    "patch",
    typeOf(path),
    shellWord(path.name),
    ...namespaceFlag(path),
    ...subresourceFlag(path),
    ...flags,
    `--type=${type}`,
    `-p ${shellWord(request.body)}`,
  ]);
}

interface DeleteOptions {
  readonly propagationPolicy?: string;
  readonly gracePeriodSeconds?: number;
  readonly dryRun?: readonly string[];
}

/**
 * Uses `--raw` if no propagation policy is given: the server then applies the default of the kind, while kubectl would
 * send Background.
 */
function deleteCommand(request: SnippetRequest, path: ParsedPath): string | undefined {
  const options = deleteOptions(request, path);
  if (options?.propagationPolicy === undefined || path.subresource !== undefined) return undefined;
  const what =
    path.name === undefined
      ? path.query.has("labelSelector") || path.query.has("fieldSelector")
        ? selectorFlags(path.query)
        : ["--all"]
      : [shellWord(path.name)];
  return shellCommand([
    "kubectl",
    "delete",
    typeOf(path),
    ...what,
    ...namespaceFlag(path),
    `--cascade=${options.propagationPolicy.toLowerCase()}`,
    ...(options.gracePeriodSeconds === undefined ? [] : [`--grace-period=${options.gracePeriodSeconds}`]),
    ...(options.dryRun?.includes("All") === true ? ["--dry-run=server"] : []),
    "--wait=false",
  ]);
}

/**
 * Returns the options of a deletion from its body or, without one, its query; undefined if kubectl has no flag for one
 * of them.
 */
function deleteOptions({ body }: SnippetRequest, { query, name }: ParsedPath): DeleteOptions | undefined {
  const known = [
    "propagationPolicy",
    "gracePeriodSeconds",
    "dryRun",
    "pretty",
    ...(name === undefined ? ["labelSelector", "fieldSelector"] : []),
  ];
  if (unknownParameters(query, known).length > 0) return undefined;
  if (body !== "") return parseDeleteOptions(body);
  const [policy, seconds] = [query.get("propagationPolicy"), query.get("gracePeriodSeconds")];
  return {
    ...(policy !== null && { propagationPolicy: policy }),
    ...(seconds !== null && { gracePeriodSeconds: Number(seconds) }),
    dryRun: query.getAll("dryRun"),
  };
}

function parseDeleteOptions(body: string): DeleteOptions | undefined {
  try {
    const options = JSON.parse(body) as DeleteOptions & Readonly<Record<string, unknown>>;
    return Object.keys(options).every((name) =>
      ["kind", "apiVersion", "propagationPolicy", "gracePeriodSeconds", "dryRun"].includes(name),
    )
      ? options
      : undefined;
  } catch {
    return undefined;
  }
}
