import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";

/** The labels that kubelets set on their nodes (kubelet apis.KubeletLabels). */
const kubeletLabels: ReadonlySet<string> = new Set([
  "kubernetes.io/hostname",
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region",
  "beta.kubernetes.io/instance-type",
  "node.kubernetes.io/instance-type",
  "kubernetes.io/os",
  "kubernetes.io/arch",
  "beta.kubernetes.io/os",
  "beta.kubernetes.io/arch",
]);

type Labels = Readonly<Record<string, string>>;

/** Returns the labels that a node changes although it must not, sorted. */
export function forbiddenLabels(labels: Labels, old: Labels): readonly string[] {
  const changed = [...new Set([...Object.keys(labels), ...Object.keys(old)])].filter(
    (label) => labels[label] !== old[label],
  );
  return changed.filter(isForbidden).sort(compareUtf8);
}

const isIn = (namespace: string, parent: string): boolean => namespace === parent || namespace.endsWith(`.${parent}`);

function isForbidden(label: string): boolean {
  const slash = label.indexOf("/");
  const namespace = slash < 0 ? "" : label.slice(0, slash);
  if (isIn(namespace, "node-restriction.kubernetes.io")) return true;
  const isOfKubernetes = isIn(namespace, "kubernetes.io") || isIn(namespace, "k8s.io");
  const isOfKubelet =
    kubeletLabels.has(label) || isIn(namespace, "kubelet.kubernetes.io") || isIn(namespace, "node.kubernetes.io");
  return isOfKubernetes && !isOfKubelet;
}
