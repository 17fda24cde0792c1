import type { KubeObject } from "../../apimachinery/meta.ts";

const bootstrapNamespaceNames = ["default", "kube-system", "kube-public", "kube-node-lease"] as const;

/**
 * The system namespaces of every cluster, in the form clients would create them
 * (controlplane/controller/systemnamespaces). They go through the ordinary create handler.
 */
export const bootstrapNamespaces: readonly KubeObject[] = bootstrapNamespaceNames.map((name) => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
  spec: {},
  status: {},
}));
