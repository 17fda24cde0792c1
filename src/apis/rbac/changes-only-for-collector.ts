import type { KubeObject } from "../../apimachinery/meta.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";

/**
 * Whether only owner references and finalizers changed. Such updates of the garbage collector grant nothing
 * (rbac.IsOnlyMutatingGCFields).
 */
export function changesOnlyForCollector(object: KubeObject, live: KubeObject): boolean {
  const { ownerReferences: _o, finalizers: _f, managedFields: _m, ...metadata } = object.metadata;
  const { ownerReferences: _lo, finalizers: _lf, managedFields: _lm, ...before } = live.metadata;
  return semanticEqual({ ...object, metadata }, { ...live, metadata: before });
}
