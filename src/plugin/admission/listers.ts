import type { KubeObject } from "../../apimachinery/meta.ts";

/** Reads the newest committed objects of a resource, synchronously (client-go Lister). */
export interface Listers {
  find(resource: string, namespace: string, name: string): KubeObject | undefined;
  /** All objects of a namespace; of a cluster-scoped resource with "". */
  list(resource: string, namespace: string): readonly KubeObject[];
}
