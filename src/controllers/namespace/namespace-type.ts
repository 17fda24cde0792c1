import type { KubeObject } from "../../apimachinery/meta.ts";

/** core/v1 NamespaceCondition. */
export interface NamespaceCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** core/v1 Namespace. */
export interface Namespace extends KubeObject {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly NamespaceCondition[] };
}
