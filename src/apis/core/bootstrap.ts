import type { KubeObject } from "../../apimachinery/meta.ts";

const bootstrapNamespaceNames = ["default", "kube-system", "kube-public", "kube-node-lease"] as const;

/**
 * The namespaces that every cluster has, as clients would create them (controlplane/controller/systemnamespaces); they
 * go through the ordinary create.
 */
export const bootstrapNamespaces: readonly KubeObject[] = bootstrapNamespaceNames.map((name) => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
  spec: {},
  status: {},
}));
