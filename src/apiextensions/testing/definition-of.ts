import type { JsonObject } from "../../apimachinery/json/value.ts";

/** A definition, as `definitionOf` returns it. */
export interface DefinitionFixture extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: JsonObject;
}

/** Returns a version with a schema: v1 is the stored one. `more` is what it has beside, such as `subresources`. */
export const versionOf = (name: string, openAPIV3Schema: object = { type: "object" }, more: object = {}) => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema },
  ...more,
});

/**
 * Returns a definition of a kind in a group, whose plural is its name with an s. `versions` are v1 with any object
 * unless given, and `spec` is what the definition has beside or otherwise, such as `scope`, which is Namespaced.
 */
export function definitionOf(
  kind: string,
  group: string,
  versions: readonly object[] = [versionOf("v1")],
  spec: object = {},
): DefinitionFixture {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    // What tests give consists of JSON values.
    spec: { group, scope: "Namespaced", names: { plural, kind }, versions, ...spec } as unknown as JsonObject,
  };
}
