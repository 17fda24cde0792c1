import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isTooLargeForStorage } from "../../registry/storage-errors.ts";

/** Returns what is stored of an object. */
export type FittedObject = (object: KubeObject) => KubeObject;

export const asItIs: FittedObject = (object) => object;

/**
 * Runs a write. One that etcd refuses as too large is run again without managedFields, which can be as large as the
 * rest of an object; nothing was stored by the first one (handlers.isTooLargeError).
 */
export async function writeFitting<T>(write: (fitted: FittedObject) => Promise<T>): Promise<T> {
  try {
    return await write(asItIs);
  } catch (error) {
    if (!isTooLargeForStorage(error)) throw error;
    return write(withoutFields);
  }
}

function withoutFields(object: KubeObject): KubeObject {
  const { managedFields: _fields, ...metadata } = object.metadata;
  return { ...object, metadata };
}
