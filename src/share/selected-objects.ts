import { groupVersionOf } from "../apimachinery/gvk.ts";
import { labelSelectorAsSelector } from "../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { itemsAt, membersAt, textAt, valueAt } from "../diagnosis/fields.ts";
import { objectId } from "../diagnosis/object-id.ts";
import { groupKindOf } from "./server-fields.ts";
import type { ShareSurroundings } from "./share-surroundings.ts";

/** The kinds of policies by those of their bindings. */
const policies: Readonly<Record<string, string>> = {
  "ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io": "ValidatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding.admissionregistration.k8s.io": "MutatingAdmissionPolicy",
};

/**
 * Returns what an object needs that another one names the kind of, or that it selects by labels: the parameters of a
 * policy, and the roles that a role aggregates.
 */
export function selectedBy(object: KubeObject, around: ShareSurroundings): readonly KubeObject[] {
  const kind = groupKindOf(object);
  if (kind === "ClusterRole.rbac.authorization.k8s.io") return aggregatedBy(object, kind, around);
  const definition = around.definitionOf(parameterKindOf(object));
  if (definition !== undefined) return [definition];
  const policyKind = policies[kind];
  if (policyKind === undefined) return [];
  const id = objectId("admissionregistration.k8s.io", policyKind, "", textAt(object, "spec.policyName"));
  const policy = around.named(id);
  return policy === undefined ? [] : parametersOf(object, parameterKindOf(policy), around);
}

/** Returns the kind of a policy's parameters, as `groupKindOf` names it. */
function parameterKindOf(policy: KubeObject): string {
  const [apiVersion, kind] = [textAt(policy, "spec.paramKind.apiVersion"), textAt(policy, "spec.paramKind.kind")];
  return kind === "" ? "" : `${kind}.${groupVersionOf(apiVersion).group}`;
}

/** Without a namespace, parameters are those in the namespace of what is admitted, which may be any. */
function parametersOf(binding: KubeObject, kind: string, around: ShareSurroundings): readonly KubeObject[] {
  const [name, namespace] = [textAt(binding, "spec.paramRef.name"), textAt(binding, "spec.paramRef.namespace")];
  const selector = valueAt(binding, "spec.paramRef.selector");
  if (name === "" && selector === undefined) return [];
  const selected = labelSelectorAsSelector(membersAt(binding, "spec.paramRef.selector"));
  return around
    .ofKind(kind)
    .filter(
      ({ metadata }) =>
        (namespace === "" || metadata.namespace === namespace) &&
        (name === "" ? selected.matches(metadata.labels ?? {}) : metadata.name === name),
    );
}

function aggregatedBy(role: KubeObject, kind: string, around: ShareSurroundings): readonly KubeObject[] {
  const selectors = itemsAt(role, "aggregationRule.clusterRoleSelectors").map((each) => labelSelectorAsSelector(each));
  return around
    .ofKind(kind)
    .filter(({ metadata }) => selectors.some((selector) => selector.matches(metadata.labels ?? {})));
}
