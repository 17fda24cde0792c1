import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isTrue } from "../../../apimachinery/query.ts";
import type { Schema } from "../../schema/schema.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";

/**
 * Decodes the options of a connect subresource, such as PodExecOptions, from the query (handlers.getRequestOptions).
 */
export function connectOptions(ctx: RequestContext, { kind, types }: ResourceScope): KubeObject {
  const options: Record<string, unknown> = {};
  for (const { name, schema } of types.schemaOf(kind)?.fields ?? []) {
    const values = name === "path" ? [subpathOf(ctx)] : ctx.query.get(name);
    if (values !== undefined) options[name] = optionValue(schema, values);
  }
  // These kinds have no metadata.
  return options as unknown as KubeObject;
}

function optionValue(schema: Schema, values: readonly string[]): unknown {
  const [first = ""] = values;
  if (schema.kind === "list")
    return schema.items.schema.kind === "scalar" && schema.items.schema.type === "int32" ? values.map(Number) : values;
  return schema.kind === "scalar" && schema.type === "bool" ? isTrue(first) : first;
}

/** The path below a proxy subresource. */
function subpathOf({ info: { parts, path } }: RequestContext): string {
  const below = parts.slice(3).join("/");
  const rooted = below === "" ? "" : `/${below}`;
  return path.endsWith("/") && !rooted.endsWith("/") ? `${rooted}/` : rooted;
}
