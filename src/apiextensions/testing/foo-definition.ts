import { definitionOf, versionOf } from "./definition-of.ts";

/** The scope of a definition, and what its version has beside the schema, such as `subresources`. */
interface FooOptions {
  readonly scope?: "Namespaced" | "Cluster";
  readonly [member: string]: unknown;
}

/** Returns a definition of the kind Foo, which is served and stored as g.io/v1 with the given schema. */
export const fooDefinition = (schema: object, { scope = "Namespaced", ...version }: FooOptions = {}) =>
  definitionOf("Foo", "g.io", [versionOf("v1", schema, version)], { scope });
