import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { itemsAt, membersAt, numberAt, textAt, textsAt } from "../fields.ts";
import type { RuleContext } from "../rule.ts";

/** A port of a pod that requests of a Service go to. */
interface Target {
  readonly number: number;
  readonly name: string;
  readonly protocol: string;
}

/** The port of a pod that a port of a Service leads to; undefined where the pod does not declare its name. */
function targetOf(port: unknown, pod: KubeObject): Target | undefined {
  const protocol = textAt(port, "protocol") || "TCP";
  const target = textAt(port, "targetPort") || textAt(port, "port");
  const declared = itemsAt(pod, "spec.containers").flatMap((container) => itemsAt(container, "ports"));
  const found = declared.find(
    (one) =>
      (textAt(one, "protocol") || "TCP") === protocol &&
      (textAt(one, "name") === target || textAt(one, "containerPort") === target),
  );
  const number = numberAt(found, "containerPort") ?? Number(target);
  return Number.isNaN(number) ? undefined : { number, name: textAt(found, "name"), protocol };
}

/** Reports whether a rule of a policy is about a port, whoever the requests are to come from. */
function letsThrough(rule: unknown, { number, name, protocol }: Target): boolean {
  const ports = itemsAt(rule, "ports");
  return (
    ports.length === 0 ||
    ports.some((port) => {
      if ((textAt(port, "protocol") || "TCP") !== protocol) return false;
      const first = textAt(port, "port");
      const last = numberAt(port, "endPort") ?? Number(first);
      return first === "" || first === name || (Number(first) <= number && number <= last);
    })
  );
}

const isForIngress = (policy: KubeObject): boolean => {
  const types = textsAt(policy, "spec.policyTypes");
  return types.length === 0 || types.includes("Ingress");
};

/**
 * The NetworkPolicies that let no request of a Service reach a pod, from wherever it comes; undefined if some do, and
 * for a Service without ports.
 */
export async function isolatedBy(
  service: KubeObject,
  pods: readonly KubeObject[],
  { reading }: RuleContext,
): Promise<readonly KubeObject[] | undefined> {
  const place = { group: "networking.k8s.io", resource: "networkpolicies", namespace: service.metadata.namespace };
  const policies = (await reading.all(place)).filter(isForIngress);
  const used = new Set<KubeObject>();
  const ports = itemsAt(service, "spec.ports");
  if (policies.length === 0 || ports.length === 0) return undefined;
  for (const pod of pods) {
    const own = policies.filter((policy) =>
      labelSelectorAsSelector(membersAt(policy, "spec.podSelector")).matches(pod.metadata.labels ?? {}),
    );
    const targets = ports.map((port) => targetOf(port, pod));
    const rules = own.flatMap((policy) => itemsAt(policy, "spec.ingress"));
    const isOpen = targets.some((target) => target === undefined || rules.some((rule) => letsThrough(rule, target)));
    if (own.length === 0 || isOpen) return undefined;
    for (const policy of own) used.add(policy);
  }
  return used.size === 0 ? undefined : [...used];
}
