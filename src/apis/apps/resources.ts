import { nameIsDnsLabel } from "../../apimachinery/validation/names.ts";
import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, scaleSubresource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { plainStrategy } from "../strategies/generic-strategies.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { daemonSetStrategy } from "./daemon-set.ts";
import { daemonSetDefaults, deploymentDefaults, replicaSetDefaults, statefulSetDefaults } from "./defaults.ts";
import {
  validateDeployment,
  validateReplicaSet,
  validateSelectorUpdate,
  validateStatefulSet,
  validateStatefulSetUpdate,
} from "./validation.ts";
import {
  controllerRevisionTable,
  daemonSetTable,
  deploymentTable,
  replicaSetTable,
  statefulSetTable,
} from "./columns.ts";

const all = ["all"] as const;
const scale = scaleSubresource("spec.selector");

const deployment = objectStrategy({
  status: {},
  generation: ["spec"],
  countedMetadata: "annotations",
  validatesMetadata: true,
  validate: validateDeployment,
  validateUpdate: (object, old) => [...validateDeployment(object), ...validateSelectorUpdate(object, old)],
});
const replicaSet = objectStrategy({
  status: { replicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  validate: validateReplicaSet,
  validateUpdate: (object, old) => [...validateReplicaSet(object), ...validateSelectorUpdate(object, old)],
});
const statefulSet = objectStrategy({
  status: { replicas: 0, availableReplicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  validateName: nameIsDnsLabel,
  validate: validateStatefulSet,
  validateUpdate: (object, old) => [...validateStatefulSet(object), ...validateStatefulSetUpdate(object, old)],
});

const define = (row: Omit<ResourceRow, "group" | "version" | "namespaced">): ResourceDefinition =>
  defineResource({ group: "apps", version: "v1", namespaced: true, ...row });

/** apps/v1. */
export const appsResources: readonly ResourceDefinition[] = [
  define({
    resource: "controllerrevisions",
    kind: "ControllerRevision",
    table: controllerRevisionTable,
    strategy: plainStrategy,
  }),
  define({
    resource: "daemonsets",
    kind: "DaemonSet",
    table: daemonSetTable,
    shortNames: ["ds"],
    categories: all,
    strategy: daemonSetStrategy,
    default: defaulter(daemonSetDefaults),
    subresources: [viewSubresource("status", statusStrategy(daemonSetStrategy))],
  }),
  define({
    resource: "deployments",
    kind: "Deployment",
    table: deploymentTable,
    shortNames: ["deploy"],
    categories: all,
    strategy: deployment,
    default: defaulter(deploymentDefaults),
    subresources: [scale, viewSubresource("status", statusStrategy(deployment, "keeps labels"))],
  }),
  define({
    resource: "replicasets",
    kind: "ReplicaSet",
    table: replicaSetTable,
    shortNames: ["rs"],
    categories: all,
    strategy: replicaSet,
    default: defaulter(replicaSetDefaults),
    subresources: [scale, viewSubresource("status", statusStrategy(replicaSet))],
  }),
  define({
    resource: "statefulsets",
    kind: "StatefulSet",
    table: statefulSetTable,
    shortNames: ["sts"],
    categories: all,
    strategy: statefulSet,
    default: defaulter(statefulSetDefaults),
    subresources: [scale, viewSubresource("status", statusStrategy(statefulSet))],
  }),
];
