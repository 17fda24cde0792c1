import type { JsonObject, JsonValue } from "../../src/apimachinery/json/value.ts";
import type { GeneratedDefinition } from "./generated-definition.ts";

/** The schema properties that determine an instance. */
interface Props {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly JsonValue[];
  readonly properties?: Readonly<Record<string, Props>>;
  readonly additionalProperties?: Props;
  readonly items?: Props;
  readonly default?: JsonValue;
}

/**
 * Generates an instance of a definition with about the given number of bytes. It omits fields with a default, and has
 * an unknown field in every object.
 */
export function generateInstance({ group, kind, schema }: GeneratedDefinition, size: number): JsonObject {
  const spec = (schema as Props).properties?.["spec"] ?? {};
  const filled: Record<string, JsonValue> = {};
  const instance = {
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name: "measured", namespace: "default" },
    spec: filled,
  };
  for (const [name, section] of Object.entries(spec.properties ?? {})) {
    if (JSON.stringify(instance).length > size) break;
    filled[name] = valueOf(section);
  }
  return instance;
}

function valueOf(props: Props): JsonValue {
  switch (props.type) {
    case "object":
      return props.additionalProperties === undefined ? objectOf(props) : { first: "a value", second: "another value" };
    case "array":
      return props.items?.properties === undefined
        ? ["one", "two"]
        : ["one", "two"].map((name) => ({ ...objectOf(props.items ?? {}), name }));
    case "string":
      return props.enum?.[0] ?? (props.format === "date-time" ? "2026-01-02T03:04:05Z" : "measured-value");
    case "boolean":
      return true;
    default:
      return 7;
  }
}

function objectOf({ properties = {} }: Props): JsonObject {
  const known = Object.entries(properties).flatMap(([name, property]) =>
    property.default !== undefined && name !== "enabled" ? [] : [[name, valueOf(property)] as const],
  );
  return { ...Object.fromEntries(known), unheardOf: "pruned" };
}
