import type { ControllerContext } from "../framework/controller-context.ts";
import type { Controller } from "../../client/controller.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { newSelector } from "../../apimachinery/labels/selector.ts";
import { newRequirement } from "../../apimachinery/labels/requirement.ts";
import { createReplicaManager, type ReplicaKind } from "./replica-manager.ts";

const replicaSet: ReplicaKind = {
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  target: { group: "apps", version: "v1", resource: "replicasets" },
  component: "replicaset-controller",
  selectorOf: ({ spec }) => labelSelectorAsSelector(spec?.selector),
};

const replicationController: ReplicaKind = {
  apiVersion: "v1",
  kind: "ReplicationController",
  target: { group: "", version: "v1", resource: "replicationcontrollers" },
  component: "replication-controller",
  selectorOf: ({ spec }) =>
    newSelector(Object.entries(spec?.selector ?? {}).map(([key, value]) => newRequirement(key, "=", [String(value)]))),
};

/** Keeps the number of pods of ReplicaSets (controller/replicaset). */
export const createReplicaSetController = (context: ControllerContext): Controller =>
  createReplicaManager(replicaSet, context);

/** Keeps the number of pods of ReplicationControllers (controller/replication). */
export const createReplicationControllerController = (context: ControllerContext): Controller =>
  createReplicaManager(replicationController, context);
