import type { BuiltinResource, ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";

/** A resource whose objects are stored; without a behavior, as they are written. */
export type StoredScheme = ResourceInfo & Partial<Pick<BuiltinResource, "behavior">>;

/** What objects are stored by. */
export interface StoredSchemes {
  readonly types: TypeRegistry;
  readonly resources: readonly StoredScheme[];
  /** Whether custom resources are written as CBOR (the feature gate CBORServingAndStorage). Both forms are read. */
  readonly customAsCbor?: boolean;
}
