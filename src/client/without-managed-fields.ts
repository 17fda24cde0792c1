import type { KubeObject } from "../apimachinery/meta.ts";

/** Returns an object without its managedFields, which most controllers do not read. */
export function withoutManagedFields<T extends KubeObject>(object: T): T {
  const { managedFields: _fields, ...metadata } = object.metadata;
  return { ...object, metadata };
}
