import { nameIsDnsLabel } from "../../apimachinery/validation/names.ts";
import { fieldPath } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { controllerWarnings, templateWarningsAt } from "../core/pod/template-strategy.ts";
import { claimSpecWarnings } from "../core/pod/volume-warnings.ts";
import { recordAt } from "../record.ts";
import { asRecord, itemsAt } from "../validation/fields.ts";
import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import {
  controllerRevisionTable,
  daemonSetTable,
  deploymentTable,
  replicaSetTable,
  statefulSetTable,
} from "./columns.ts";
import { daemonSetStrategy } from "./daemon-set.ts";
import { daemonSetDefaults, deploymentDefaults, replicaSetDefaults, statefulSetDefaults } from "./defaults.ts";
import {
  validateDaemonSetStatus,
  validateDeploymentStatus,
  validateReplicaSetStatus,
  validateStatefulSetStatus,
} from "./status-validation.ts";
import {
  validateControllerRevision,
  validateDeployment,
  validateReplicaSet,
  validateStatefulSet,
} from "./validation.ts";

const ofTemplate = templateWarningsAt();

/** Returns warnings for the claims and the history of a StatefulSet. */
function claimWarnings(object: KubeObject, inClaim: readonly string[]): readonly string[] {
  const spec = recordAt(object, "spec");
  const limit = spec["revisionHistoryLimit"];
  const claims = itemsAt(spec, "volumeClaimTemplates").flatMap((claim, i) => {
    const path = fieldPath("spec", "volumeClaimTemplates").index(i);
    return claimSpecWarnings(recordAt(asRecord(claim), "spec"), inClaim.length === 0 ? path : path.child(...inClaim));
  });
  return typeof limit === "number" && limit < 0
    ? [
        ...claims,
        "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended",
      ]
    : claims;
}

const statefulSetWarnings: Pick<Strategy, "warningsOnCreate" | "warningsOnUpdate"> = {
  warningsOnCreate: (object) => [...(ofTemplate.warningsOnCreate?.(object) ?? []), ...claimWarnings(object, [])],
  warningsOnUpdate: (object, old) => [
    ...(ofTemplate.warningsOnUpdate?.(object, old) ?? []),
    ...claimWarnings(object, ["Spec"]),
  ],
};

const deployment = objectStrategy({
  status: {},
  generation: ["spec"],
  countedMetadata: "annotations",
  validatesMetadata: true,
  validate: (object, { gates }) => validateDeployment(object, gates),
  validateUpdate: (object, old, { gates }) => validateDeployment(object, gates, old),
  ...controllerWarnings(),
});
const replicaSet = objectStrategy({
  status: { replicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  validate: (object, { gates }) => validateReplicaSet(object, gates),
  validateUpdate: (object, old, { gates }) => validateReplicaSet(object, gates, old),
  ...controllerWarnings(),
});
const statefulSet = objectStrategy({
  status: { replicas: 0, availableReplicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  validateName: nameIsDnsLabel,
  validate: (object, { gates }) => validateStatefulSet(object, gates),
  validateUpdate: (object, old, { gates }) => validateStatefulSet(object, gates, old),
  ...statefulSetWarnings,
});
const controllerRevision = objectStrategy({
  validatesMetadata: true,
  validate: (object) => validateControllerRevision(object),
  validateUpdate: (object, old) => validateControllerRevision(object, old),
});

/** The behaviors of apps. */
export const appsBehaviors: GroupBehaviors = {
  controllerrevisions: { strategy: controllerRevision, table: controllerRevisionTable },
  daemonsets: {
    strategy: daemonSetStrategy,
    default: defaulter(daemonSetDefaults),
    table: daemonSetTable,
    subresourceBehaviors: {
      status: { strategy: statusStrategy(daemonSetStrategy, "writable", validateDaemonSetStatus) },
    },
  },
  deployments: {
    strategy: deployment,
    default: defaulter(deploymentDefaults),
    table: deploymentTable,
    subresourceBehaviors: {
      status: { strategy: statusStrategy(deployment, "keeps labels", validateDeploymentStatus) },
    },
  },
  replicasets: {
    strategy: replicaSet,
    default: defaulter(replicaSetDefaults),
    table: replicaSetTable,
    subresourceBehaviors: { status: { strategy: statusStrategy(replicaSet, "writable", validateReplicaSetStatus) } },
  },
  statefulsets: {
    strategy: statefulSet,
    default: defaulter(statefulSetDefaults),
    table: statefulSetTable,
    subresourceBehaviors: { status: { strategy: statusStrategy(statefulSet, "writable", validateStatefulSetStatus) } },
  },
};
