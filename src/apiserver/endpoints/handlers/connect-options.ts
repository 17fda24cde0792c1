import { newBadRequest } from "../../../apimachinery/errors.ts";
import { NumberParseError, parseUnsigned } from "../../../apimachinery/strconv.ts";
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
    return schema.items.schema.kind === "scalar" && schema.items.schema.type === "int32" ? portsOf(values) : values;
  return schema.kind === "scalar" && schema.type === "bool" ? isTrue(first) : first;
}

/** Returns numbers of 16 bits, several of which may be in one value (v1.Convert_Slice_string_To_Slice_int32). */
const portsOf = (values: readonly string[]): readonly number[] =>
  values.flatMap((value) => value.split(",")).map((text) => Number(portIn(text)));

function portIn(text: string): bigint {
  try {
    return parseUnsigned(text, 16);
  } catch (err) {
    throw err instanceof NumberParseError ? newBadRequest(`cannot convert to []int32: ${err.message}`) : err;
  }
}

/** The path below a proxy subresource. */
function subpathOf({ info: { parts, path } }: RequestContext): string {
  const below = parts.slice(3).join("/");
  const rooted = below === "" ? "" : `/${below}`;
  return path.endsWith("/") && !rooted.endsWith("/") ? `${rooted}/` : rooted;
}
