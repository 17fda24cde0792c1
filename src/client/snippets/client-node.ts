import { headersExpression, readExactly, bodyExpression } from "./javascript.ts";
import { isWatch, parsePath, type ParsedPath, unknownParameters } from "./parsed-path.ts";
import { contentTypeOf, type Snippet, type SnippetContext, type SnippetRequest } from "./snippet.ts";

/**
 * Returns the request as code for @kubernetes/client-node: its object API or Watch, otherwise `fetch` with its
 * configuration.
 */
export function clientNodeSnippet(request: SnippetRequest, context: SnippetContext): Snippet {
  const path = parsePath(request.target);
  const text = (path && (watchCall(request, path) ?? objectCall(request, path, context))) ?? fetchCall(request);
  return { tool: "client-node", language: "javascript", text };
}

const prelude = (imported: string): string =>
  `import { ${imported} } from "@kubernetes/client-node";\n\nconst config = new KubeConfig();\nconfig.loadFromDefault();\n`;

function watchCall({ method }: SnippetRequest, path: ParsedPath): string | undefined {
  if (method !== "GET" || !isWatch(path) || path.name !== undefined) return undefined;
  const { group, version, namespace, resource, query } = path;
  const parameters = Object.fromEntries([...query].filter(([name]) => name !== "watch"));
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const target = `${root}${namespace === undefined ? "" : `/namespaces/${namespace}`}/${resource}`;
  return `${prelude("KubeConfig, Watch")}await new Watch(config).watch(
  ${JSON.stringify(target)},
  ${JSON.stringify(parameters)},
  (type, object) => console.log(type, object),
  (error) => console.log("ended", error),
);
`;
}

function objectCall(request: SnippetRequest, path: ParsedPath, context: SnippetContext): string | undefined {
  const call = path.subresource === undefined ? callOf(request, path, context) : undefined;
  if (call === undefined) return undefined;
  const imported = call.includes("PatchStrategy.")
    ? "KubeConfig, KubernetesObjectApi, PatchStrategy"
    : "KubeConfig, KubernetesObjectApi";
  return `${prelude(imported)}const client = KubernetesObjectApi.makeApiClient(config);\nconsole.log(await client.${call});\n`;
}

const patchStrategies: Readonly<Record<string, string>> = {
  "application/merge-patch+json": "PatchStrategy.MergePatch",
  "application/strategic-merge-patch+json": "PatchStrategy.StrategicMergePatch",
  "application/apply-patch+yaml": "PatchStrategy.ServerSideApply",
};

function callOf(request: SnippetRequest, path: ParsedPath, context: SnippetContext): string | undefined {
  const header = headerOf(path, context);
  const body = request.body === "" ? undefined : readExactly(request.body);
  switch (request.method) {
    case "GET":
      return path.name === undefined ? listCall(path, header) : header && noParameters(path, `read(${json(header)})`);
    case "POST":
      return body && path.name === undefined ? noParameters(path, `create(${json(body)})`) : undefined;
    case "PUT":
      return body && path.name !== undefined ? noParameters(path, `replace(${json(body)})`) : undefined;
    case "DELETE":
      return header && path.name !== undefined && request.body === ""
        ? noParameters(path, `delete(${json(header)})`)
        : undefined;
    case "PATCH":
      return header && body && path.name !== undefined ? patchCall(request, path, header, body) : undefined;
    default:
      return undefined;
  }
}

const json = (value: object): string => JSON.stringify(value, undefined, 2);

const noParameters = ({ query }: ParsedPath, call: string): string | undefined => (query.size === 0 ? call : undefined);

interface Header {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly namespace?: string };
}

/** Returns the object header that the object API needs for a path; undefined if the kind is unknown. */
function headerOf(
  { group, version, resource, name, namespace }: ParsedPath,
  { resources }: SnippetContext,
): Header | undefined {
  const kind = resources.find(
    (served) => served.group === group && served.version === version && served.resource === resource,
  )?.kind;
  if (kind === undefined) return undefined;
  return {
    apiVersion: group === "" ? version : `${group}/${version}`,
    kind,
    metadata: { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) },
  };
}

function listCall({ namespace, query }: ParsedPath, header: Header | undefined): string | undefined {
  if (
    header === undefined ||
    unknownParameters(query, ["labelSelector", "fieldSelector", "limit", "continue"]).length > 0
  )
    return undefined;
  const text = (name: string): string => (query.has(name) ? JSON.stringify(query.get(name)) : "undefined");
  const limit = Number(query.get("limit"));
  const all = [
    JSON.stringify(header.apiVersion),
    JSON.stringify(header.kind),
    namespace === undefined ? "undefined" : JSON.stringify(namespace),
    "undefined",
    "undefined",
    "undefined",
    text("fieldSelector"),
    text("labelSelector"),
    query.has("limit") && Number.isInteger(limit) ? String(limit) : "undefined",
    text("continue"),
  ];
  while (all.at(-1) === "undefined") all.pop();
  return `list(${all.join(", ")})`;
}

/** Returns undefined for JSON patches: they are lists, which the object API does not accept. */
function patchCall(request: SnippetRequest, { query }: ParsedPath, header: Header, body: object): string | undefined {
  const strategy = patchStrategies[contentTypeOf(request)];
  if (strategy === undefined || unknownParameters(query, ["fieldManager", "force", "dryRun"]).length > 0)
    return undefined;
  const spec = {
    ...body,
    apiVersion: header.apiVersion,
    kind: header.kind,
    metadata: { ...("metadata" in body ? (body.metadata as object) : {}), ...header.metadata },
  };
  const text = (name: string): string => (query.has(name) ? JSON.stringify(query.get(name)) : "undefined");
  const force = query.has("force") ? String(query.get("force") !== "false" && query.get("force") !== "0") : "undefined";
  return `patch(${json(spec)}, undefined, ${text("dryRun")}, ${text("fieldManager")}, ${force}, ${strategy})`;
}

function fetchCall({ method, target, headers, body }: SnippetRequest): string {
  const members = [
    "...(await config.applyToFetchOptions({}))",
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${headersExpression(headers)}`]),
    ...(body === "" ? [] : [`body: ${bodyExpression(body, "  ")}`]),
  ];
  return `${prelude("KubeConfig")}const response = await fetch(config.getCurrentCluster().server + ${JSON.stringify(target)}, {\n${members.map((member) => `  ${member},\n`).join("")}});\nconsole.log(response.status, await response.text());\n`;
}
