type Json = Readonly<Record<string, unknown>>;

/** The scope of a definition, and what its version has beside the schema, such as `subresources`. */
interface FooOptions extends Json {
  readonly scope?: "Namespaced" | "Cluster";
}

/** Returns a definition of the kind Foo, which is served and stored as g.io/v1 with the given schema. */
export const fooDefinition = (schema: Json, { scope = "Namespaced", ...version }: FooOptions = {}) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.g.io" },
  spec: {
    group: "g.io",
    scope,
    names: { plural: "foos", kind: "Foo" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version }],
  },
});
