import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { idOf, type Id, type Resource } from "./resource.ts";

/** The kinds that come first and last. */
export interface KindOrder {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const first = (
  "Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole " +
  "RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume " +
  "PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget"
).split(" ");
const last = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];

/** The order of a kustomization that says none (resid.OrderFirst, resid.OrderLast). */
export const usualOrder: KindOrder = { first, last };

const placeOf = ({ kind }: Id, { first, last }: KindOrder): number =>
  first.includes(kind) ? first.indexOf(kind) - first.length : last.indexOf(kind) + 1;

const typeText = ({ group, version, kind }: Id): string => `${group || "~G"}_${version || "~V"}_${kind || "~K"}`;
const nameText = ({ namespace, name }: Id): string => `${namespace || "~X"}|${name || "~N"}`;

/** The resources in the order in which they can be created: what others need comes first (SortOrderTransformer). */
export const inOrder = (resources: readonly Resource[], order: KindOrder): readonly Resource[] =>
  resources.toSorted(({ object: one }, { object: other }) => {
    const [a, b] = [idOf(one), idOf(other)];
    return (
      placeOf(a, order) - placeOf(b, order) ||
      compareUtf8(typeText(a), typeText(b)) ||
      compareUtf8(nameText(a), nameText(b))
    );
  });
