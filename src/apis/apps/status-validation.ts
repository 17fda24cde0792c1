import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt } from "../record.ts";
import { collectErrors, fieldsOf, type Fields } from "../validation/fields.ts";
import { atMost, nonNegativeCounts, notDecremented, withinReplicas } from "../validation/replicas.ts";

const statusPath = fieldPath("status");

/** Returns the validation of `/status` of a kind by a check of the new and the old status. */
const ofStatus =
  (check: (status: Fields, old: Fields) => void) =>
  (object: KubeObject, old: KubeObject): readonly FieldError[] =>
    collectErrors(recordAt(object, "status"), statusPath, (status) =>
      check(status, fieldsOf(recordAt(old, "status"), statusPath, [])),
    );

const aboveReady = "cannot be greater than readyReplicas";

/** ValidateDeploymentStatusUpdate. */
export const validateDeploymentStatus = ofStatus((status, old) => {
  nonNegativeCounts(status, [
    "observedGeneration",
    "replicas",
    "updatedReplicas",
    "readyReplicas",
    "availableReplicas",
    "unavailableReplicas",
    "terminatingReplicas",
    "collisionCount",
  ]);
  withinReplicas(status, ["updatedReplicas", "readyReplicas", "availableReplicas"]);
  atMost(status, "availableReplicas", "readyReplicas", aboveReady);
  notDecremented(status, old, "collisionCount");
});

/** ValidateReplicaSetStatus, which ReplicationControllers share except for what terminates. */
export const validateReplicaSetStatus = ofStatus((status) => {
  nonNegativeCounts(status, [
    "replicas",
    "fullyLabeledReplicas",
    "readyReplicas",
    "availableReplicas",
    "observedGeneration",
    "terminatingReplicas",
  ]);
  withinReplicas(status, ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"]);
  atMost(status, "availableReplicas", "readyReplicas", aboveReady);
});

/** ValidateStatefulSetStatusUpdate. */
export const validateStatefulSetStatus = ofStatus((status, old) => {
  nonNegativeCounts(status, [
    "replicas",
    "readyReplicas",
    "currentReplicas",
    "updatedReplicas",
    "availableReplicas",
    "observedGeneration",
    "collisionCount",
  ]);
  withinReplicas(status, ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"]);
  atMost(status, "availableReplicas", "readyReplicas", "cannot be greater than status.readyReplicas");
  notDecremented(status, old, "collisionCount");
});

/** ValidateDaemonSetStatusUpdate. */
export const validateDaemonSetStatus = ofStatus((status, old) => {
  nonNegativeCounts(status, [
    "currentNumberScheduled",
    "numberMisscheduled",
    "desiredNumberScheduled",
    "numberReady",
    "observedGeneration",
    "updatedNumberScheduled",
    "numberAvailable",
    "numberUnavailable",
    "collisionCount",
  ]);
  notDecremented(status, old, "collisionCount");
});
