import type { JsonObject } from "../../apimachinery/json/value.ts";

/** A flow schema or priority level of every cluster. */
export interface BootstrapFlowControl {
  readonly name: string;
  readonly spec: JsonObject;
}

/** A flow schema of every cluster. */
export interface BootstrapFlowSchema extends BootstrapFlowControl {
  /** The priority level of its requests. */
  readonly level: string;
}

const groups = (...names: readonly string[]): JsonObject[] => names.map((name) => ({ kind: "Group", group: { name } }));
const users = (...names: readonly string[]): JsonObject[] => names.map((name) => ({ kind: "User", user: { name } }));
const systemAccounts: JsonObject = {
  kind: "ServiceAccount",
  serviceAccount: { namespace: "kube-system", name: "*" },
};

const rule = (verbs: string[], apiGroups: string[], resources: string[], clusterScope: boolean): JsonObject => ({
  verbs,
  apiGroups,
  resources,
  ...(clusterScope && { clusterScope }),
  namespaces: ["*"],
});
const everything: JsonObject = {
  resourceRules: [rule(["*"], ["*"], ["*"], true)],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
};

const everyone = groups("system:unauthenticated", "system:authenticated");
const leases = (...verbs: string[]): JsonObject => rule(verbs, ["coordination.k8s.io"], ["leases"], false);

function schema(
  name: string,
  level: string,
  matchingPrecedence: number,
  distinguisher: "ByUser" | "ByNamespace" | undefined,
  subjects: JsonObject[],
  rules: JsonObject = everything,
): BootstrapFlowSchema {
  return {
    name,
    level,
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence,
      ...(distinguisher !== undefined && { distinguisherMethod: { type: distinguisher } }),
      rules: [{ subjects, ...rules }],
    },
  };
}

/** The schemas whose spec is fixed (bootstrap.MandatoryFlowSchemas). */
export const mandatoryFlowSchemas: readonly BootstrapFlowSchema[] = [
  schema("exempt", "exempt", 1, undefined, groups("system:masters")),
  schema("catch-all", "catch-all", 10_000, "ByUser", everyone),
];

/** bootstrap.SuggestedFlowSchemas. */
const suggestedFlowSchemas: readonly BootstrapFlowSchema[] = [
  schema("probes", "exempt", 2, undefined, everyone, {
    nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }],
  }),
  schema(
    "system-leader-election",
    "leader-election",
    100,
    "ByUser",
    [...users("system:kube-controller-manager", "system:kube-scheduler"), systemAccounts],
    { resourceRules: [leases("get", "create", "update")] },
  ),
  schema("system-node-high", "node-high", 400, "ByUser", groups("system:nodes"), {
    resourceRules: [rule(["*"], [""], ["nodes", "nodes/status"], true), leases("*")],
  }),
  schema("system-nodes", "system", 500, "ByUser", groups("system:nodes")),
  schema("kube-controller-manager", "workload-high", 800, "ByNamespace", users("system:kube-controller-manager")),
  schema("kube-scheduler", "workload-high", 800, "ByNamespace", users("system:kube-scheduler")),
  schema("kube-system-service-accounts", "workload-high", 900, "ByNamespace", [systemAccounts]),
  schema("service-accounts", "workload-low", 9000, "ByUser", groups("system:serviceaccounts")),
  schema("global-default", "global-default", 9900, "ByUser", everyone),
];

const level = (name: string, nominalConcurrencyShares: number, lendablePercent: number, limitResponse: JsonObject) => ({
  name,
  spec: { type: "Limited", limited: { nominalConcurrencyShares, limitResponse, lendablePercent } },
});
const queue = (queues: number, handSize: number): JsonObject => ({
  type: "Queue",
  queuing: { queues, handSize, queueLengthLimit: 50 },
});

/** The levels whose spec is fixed (bootstrap.MandatoryPriorityLevelConfigurations). */
export const mandatoryPriorityLevels: readonly BootstrapFlowControl[] = [
  { name: "exempt", spec: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } } },
  level("catch-all", 5, 0, { type: "Reject" }),
];

/** bootstrap.SuggestedPriorityLevelConfigurations. */
const suggestedPriorityLevels: readonly BootstrapFlowControl[] = [
  level("system", 30, 33, queue(64, 6)),
  level("node-high", 40, 25, queue(64, 6)),
  level("leader-election", 10, 0, queue(16, 4)),
  level("workload-high", 40, 50, queue(128, 6)),
  level("workload-low", 100, 90, queue(128, 6)),
  level("global-default", 20, 50, queue(128, 6)),
];

/** The flow schemas that a server makes when it starts. */
export const bootstrapFlowSchemas: readonly BootstrapFlowSchema[] = [...mandatoryFlowSchemas, ...suggestedFlowSchemas];

/** The priority levels that a server makes when it starts. */
export const bootstrapPriorityLevels: readonly BootstrapFlowControl[] = [
  ...mandatoryPriorityLevels,
  ...suggestedPriorityLevels,
];

/** The annotation by which a server keeps what it made up to date (flowcontrol.AutoUpdateAnnotationKey). */
export const autoUpdateAnnotation = "apf.kubernetes.io/autoupdate-spec";
