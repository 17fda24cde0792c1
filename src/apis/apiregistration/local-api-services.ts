import type { GroupVersion } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** Says how an APIService is kept that the server has made by itself (autoregister.AutoRegisterManagedLabel). */
export const automanagedLabel = "kube-aggregator.kubernetes.io/automanaged";

/** The priority of a group among the groups, and of the version among those of the group. */
export interface ApiServicePriority {
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

/** The priorities of what definitions serve (crdRegistrationController.handleVersionUpdate). */
export const customPriority: ApiServicePriority = { groupPriorityMinimum: 1000, versionPriority: 100 };

/** A group in each line: its name, its priority, and the priority of each version (app.apiVersionPriorities). */
const builtinPriorities = `18000 v1 1
apps 17800 v1 15
events.k8s.io 17750 v1 15 v1beta1 5
authentication.k8s.io 17700 v1 15 v1beta1 9 v1alpha1 1
authorization.k8s.io 17600 v1 15
autoscaling 17500 v1 15 v2 30 v2beta1 9 v2beta2 1
batch 17400 v1 15 v1beta1 9 v2alpha1 9
certificates.k8s.io 17300 v1 15 v1beta1 9 v1alpha1 1
networking.k8s.io 17200 v1 15 v1beta1 9
policy 17100 v1 15 v1beta1 9
rbac.authorization.k8s.io 17000 v1 15
storage.k8s.io 16800 v1 15 v1beta1 9 v1alpha1 1
apiextensions.k8s.io 16700 v1 15
admissionregistration.k8s.io 16700 v1 15 v1beta1 12 v1alpha1 9
scheduling.k8s.io 16600 v1 15
coordination.k8s.io 16500 v1 15 v1beta1 13 v1alpha2 12
node.k8s.io 16300 v1 15 v1alpha1 1 v1beta1 9
discovery.k8s.io 16200 v1 15 v1beta1 12
resource.k8s.io 16200 v1 21 v1beta2 15 v1beta1 9 v1alpha3 1
flowcontrol.apiserver.k8s.io 16100 v1 21 v1beta3 18 v1beta2 15 v1beta1 12 v1alpha1 9
internal.apiserver.k8s.io 16000 v1alpha1 9
storagemigration.k8s.io 15800 v1alpha1 9`;

/** Returns the priorities of built-in group versions by the names of their APIServices. */
function prioritiesByName(): ReadonlyMap<string, ApiServicePriority> {
  const priorities = new Map<string, ApiServicePriority>();
  for (const line of builtinPriorities.split("\n")) {
    const words = line.split(" ");
    const group = /^\d/.test(line) ? "" : (words.shift() ?? "");
    const groupPriorityMinimum = Number(words[0]);
    for (let at = 1; at < words.length; at += 2)
      priorities.set(`${words[at]}.${group}`, { groupPriorityMinimum, versionPriority: Number(words[at + 1]) });
  }
  return priorities;
}

/** Returns the name of the APIService of a group version. */
export const apiServiceName = ({ group, version }: GroupVersion): string => `${version}.${group}`;

/** Returns the condition of an APIService that this server serves itself (NewLocalAvailableAPIServiceCondition). */
export const localCondition = (now: string) => ({
  type: "Available",
  status: "True",
  lastTransitionTime: now,
  reason: "Local",
  message: "Local APIServices are always available",
});

/** Returns the APIService that the server keeps for a group version of its own, from the start or continuously. */
export const localApiService = (
  gv: GroupVersion,
  priority: ApiServicePriority,
  managed: "onstart" | "true",
): KubeObject => ({
  metadata: { name: apiServiceName(gv), labels: { [automanagedLabel]: managed } },
  spec: { ...(gv.group !== "" && { group: gv.group }), version: gv.version, ...priority },
});

/** Returns the APIServices of the built-in group versions among these, each once (apiServicesToRegister). */
export function builtinApiServices(served: readonly GroupVersion[]): readonly KubeObject[] {
  const priorities = prioritiesByName();
  const byName = new Map(served.map((gv) => [apiServiceName(gv), gv]));
  return [...byName].flatMap(([name, gv]) => {
    const priority = priorities.get(name);
    return priority === undefined ? [] : [localApiService(gv, priority, "onstart")];
  });
}
