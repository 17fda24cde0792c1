/** The parts of a request path that addresses a resource. */
export interface ParsedPath {
  readonly group: string;
  readonly version: string;
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly query: URLSearchParams;
}

/**
 * Parses a target that addresses a resource; undefined for other paths, including those that continue after the
 * subresource.
 */
export function parsePath(target: string): ParsedPath | undefined {
  const question = target.indexOf("?");
  const query = new URLSearchParams(question < 0 ? "" : target.slice(question + 1));
  const segments = decodeSegments(question < 0 ? target : target.slice(0, question));
  const prefix = segments?.shift();
  if (segments === undefined || (prefix !== "api" && prefix !== "apis")) return undefined;
  const group = prefix === "api" ? "" : (segments.shift() ?? "");
  const version = segments.shift() ?? "";
  const inNamespace =
    segments[0] === "namespaces" && segments.length > 2 && segments[2] !== "status" && segments[2] !== "finalize";
  const namespace = inNamespace ? segments.splice(0, 2)[1] : undefined;
  const [resource, name, subresource, ...rest] = segments;
  if (resource === undefined || resource === "watch" || resource === "proxy" || rest.length > 0) return undefined;
  return { group, version, namespace, resource, name, subresource, query };
}

function decodeSegments(path: string): string[] | undefined {
  try {
    return path
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Returns the parameters for which a command has no flag. */
export const unknownParameters = (query: URLSearchParams, known: readonly string[]): readonly string[] =>
  [...query.keys()].filter((name) => !known.includes(name));

export const isWatch = ({ query }: ParsedPath): boolean => {
  const watch = query.get("watch");
  return watch !== null && watch !== "0" && watch.toLowerCase() !== "false";
};
