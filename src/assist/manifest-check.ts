import { isRecord } from "../apimachinery/is-record.ts";
import type { AssistMark } from "./editor-assist.ts";
import type { ManifestNode } from "./manifest-places.ts";
import { requiredIn, type ManifestSchema } from "./manifest-schema.ts";
import { resolved, schemaOfStep, type Schema, type Schemas } from "../client/openapi/schema-document.ts";

/**
 * Returns the violations of its schema in a manifest. A partial manifest, such as a patch, may lack required fields.
 */
export function checkManifest(
  { schemas, root }: ManifestSchema,
  manifest: ManifestNode,
  text: string,
  partial: boolean,
): readonly AssistMark[] {
  const marks: AssistMark[] = [];
  const lines = lineStarts(text);
  const mark = (node: ManifestNode, message: string) => {
    const start = lines[node.line] ?? 0;
    const end = (lines[node.line + 1] ?? text.length + 1) - 1;
    const indent = /^[\s-]*/.exec(text.slice(start, end))?.[0].length ?? 0;
    marks.push({ start: start + indent, end, line: node.line, message });
  };
  walk(schemas, root, manifest, partial, mark);
  return marks;
}

function lineStarts(text: string): readonly number[] {
  let at = 0;
  return text.split("\n").map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

type Mark = (node: ManifestNode, message: string) => void;

function walk(schemas: Schemas, written: Schema, node: ManifestNode, partial: boolean, mark: Mark): void {
  const schema = resolved(schemas, written);
  if (node.value === null) return;
  const wrong = wrongType(schema, node.value) ?? notInEnum(schema, node.value);
  if (wrong !== undefined) return mark(node, `${pathOf(node)}: ${wrong}`);
  for (const child of node.children) {
    const step = child.path.at(-1) ?? "";
    const inner = schemaOfStep(schemas, schema, step);
    if (inner !== undefined) walk(schemas, inner, child, partial, mark);
    else if (typeof step === "string" && isClosed(schema)) mark(child, `unknown field "${pathOf(child)}"`);
  }
  if (partial || !isRecord(node.value)) return;
  for (const name of requiredIn(schemas, schema))
    if (!Object.hasOwn(node.value, name)) mark(node, `${pathOf(node, name)}: Required value`);
}

/** True if unknown fields can be detected: the schema lists its properties and does not preserve unknown fields. */
const isClosed = (schema: Schema): boolean =>
  isRecord(schema["properties"]) && schema["x-kubernetes-preserve-unknown-fields"] !== true;

const pathOf = ({ path }: ManifestNode, name?: string): string =>
  [...path, ...(name === undefined ? [] : [name])].reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (isRecord(value)) return "object";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/**
 * Returns the error for a value of the wrong type. Schemas with several types, such as Quantity and IntOrString, are
 * validated by the server only.
 */
function wrongType(schema: Schema, value: unknown): string | undefined {
  const { type } = schema;
  if (typeof type !== "string" || schema["x-kubernetes-int-or-string"] === true) return undefined;
  if (schema["oneOf"] !== undefined || schema["anyOf"] !== undefined || schema["format"] === "int-or-string")
    return undefined;
  const is = typeOf(value);
  return is === type || (type === "number" && is === "integer") ? undefined : `must be of type ${type}, is ${is}`;
}

function notInEnum(schema: Schema, value: unknown): string | undefined {
  const choices: unknown = schema["enum"];
  if (!Array.isArray(choices) || choices.includes(value)) return undefined;
  const supported = choices.map((choice) => JSON.stringify(choice)).join(", ");
  return `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`;
}
