import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import type { Definition, Version } from "../../apis/apiextensions/definition.ts";
import { printGoValue } from "../columns/print-go-value.ts";

/** What selectors call the field at a path. */
export const labelOf = (jsonPath: string): string => (jsonPath.startsWith(".") ? jsonPath.slice(1) : jsonPath);

/** The scalar at a dotted path as text; "" where there is none. */
const reader = (path: string) => {
  const names = path.split(".");
  return (object: KubeObject): string => {
    let value: JsonValue | undefined = object as unknown as JsonObject; // custom resources hold nothing but JSON
    for (const name of names) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return value === undefined || value === null ? "" : printGoValue(value);
  };
};

/** Field selectors of a version; the store knows the fields of all versions. */
export function selectableFieldsOf(
  { spec }: Definition,
  version: Version,
): Pick<ResourceDefinition, "selectableFields" | "fieldLabels"> {
  const all = new Set(
    (spec.versions ?? []).flatMap((v) => v.selectableFields ?? []).map(({ jsonPath }) => labelOf(jsonPath)),
  );
  const own = [
    "metadata.name",
    "metadata.namespace",
    ...(version.selectableFields ?? []).map(({ jsonPath }) => labelOf(jsonPath)),
  ];
  return {
    ...(all.size > 0 && { selectableFields: Object.fromEntries([...all].map((path) => [path, reader(path)])) }),
    fieldLabels: {
      accepted: Object.fromEntries(own.map((path) => [path, path])),
      unsupported: (label) => `field label not supported: ${label}`,
    },
  };
}
