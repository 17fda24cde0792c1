import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { hasProperties } from "../../../apiserver/schema/structural/schema-props.ts";
import type { PathSteps } from "../../../apiserver/schema/cel/field-path.ts";

/** How field paths traverse the schemas of a definition. */
export const propsSteps: PathSteps<JSONSchemaProps> = {
  hasProperties,
  property: ({ properties }, name) =>
    properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined,
  additional: ({ additionalProperties }) => {
    if (additionalProperties === undefined) return null;
    return typeof additionalProperties === "object" ? additionalProperties : undefined;
  },
};
