import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";

/** What objects are stored by. */
export interface StoredSchemes {
  readonly types: TypeRegistry;
  readonly resources: readonly BuiltinResource[];
}
