import { isNode } from "./schema-node.ts";

/**
 * The steps of a field path as the server prints it: `spec.versions[0].schema.openAPIV3Schema.properties[spec].type`.
 */
export function stepsOfField(field: string): readonly string[] {
  const steps: string[] = [];
  for (let at = 0; at < field.length;) {
    const sign = field[at];
    const end = sign === "[" ? closingOf(field, at) : endOfName(field, at + (sign === "." ? 1 : 0));
    steps.push(field.slice(sign === "[" || sign === "." ? at + 1 : at, end));
    at = sign === "[" ? end + 1 : end;
  }
  return steps.filter((step) => step !== "");
}

/** A key may hold brackets itself: the one that ends it is followed by the next step. */
function closingOf(field: string, start: number): number {
  for (let at = field.indexOf("]", start); at >= 0; at = field.indexOf("]", at + 1)) {
    const next = field[at + 1];
    if (next === undefined || next === "." || next === "[") return at;
  }
  return field.length;
}

function endOfName(field: string, start: number): number {
  let at = start;
  while (at < field.length && field[at] !== "." && field[at] !== "[") at += 1;
  return at;
}

/** What the server names at the top because all versions have it alike stands in each of them. */
const hoisted: Readonly<Record<string, readonly string[]>> = {
  validation: ["versions", "0", "schema"],
  subresources: ["versions", "0", "subresources"],
  additionalPrinterColumns: ["versions", "0", "additionalPrinterColumns"],
  selectableFields: ["versions", "0", "selectableFields"],
  version: ["versions", "0", "name"],
};

/** The steps to what a problem of a definition is about, in the definition as it is written. */
export function stepsInDefinition(field: string, definition: unknown): readonly string[] {
  const [spec, first, ...rest] = stepsOfField(field);
  if (
    spec !== "spec" ||
    first === undefined ||
    !isNode(definition) ||
    definition["kind"] !== "CustomResourceDefinition"
  )
    return stepsOfField(field);
  const moved = hoisted[first];
  const written = isNode(definition["spec"]) ? definition["spec"] : {};
  return moved === undefined || Object.hasOwn(written, first) ? [spec, first, ...rest] : [spec, ...moved, ...rest];
}

/**
 * The node of a schema that the steps of a definition lead into, and its version: where a problem is shown in the tree.
 */
export function schemaPlaceOf(
  steps: readonly string[],
): { readonly version: number; readonly path: readonly string[] } | undefined {
  if (steps[1] !== "versions" || steps[3] !== "schema" || steps[4] !== "openAPIV3Schema") return undefined;
  const path: string[] = [];
  for (let i = 5; i < steps.length; i += 1) {
    const step = steps[i] ?? "";
    const name = steps[i + 1];
    if (step === "properties" && name !== undefined) {
      path.push(name);
      i += 1;
    } else if (step === "items") path.push("[*]");
    else if (step === "additionalProperties") path.push("{*}");
    else break;
  }
  return { version: Number(steps[2]), path };
}
