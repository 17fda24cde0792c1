import { stepsOfField } from "../../../../validate/steps-of-field.ts";
import { isNode } from "./schema-node.ts";

/**
 * Fields that the server reports at the top level of the spec because all versions share them. In the manifest, they
 * are part of each version.
 */
const hoisted: Readonly<Record<string, readonly string[]>> = {
  validation: ["versions", "0", "schema"],
  subresources: ["versions", "0", "subresources"],
  additionalPrinterColumns: ["versions", "0", "additionalPrinterColumns"],
  selectableFields: ["versions", "0", "selectableFields"],
  version: ["versions", "0", "name"],
};

/** Returns the steps of a field reported by the server, within the definition as written. */
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

/** Returns the version index and schema path that the steps of a definition point to. The tree shows problems there. */
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
