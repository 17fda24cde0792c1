import type { FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { templateDefaults } from "../core/pod/defaults.ts";
import { requireSelector, validateReplicatedTemplate } from "../core/pod/template.ts";
import { type Defaults, defaulter } from "../defaulting.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { ageColumn, integer, nameColumn, numberIn, selectorColumn } from "../table-cells.ts";
import { nonNegative } from "../validation/checks.ts";
import { atMost, nonNegativeCounts, withinReplicas } from "../validation/replicas.ts";
import { aboveReady, fixedSelector, ofStatus, statusNumber, validateSpec, templated } from "./templated.ts";
import { controllerWarnings } from "../core/pod/template-strategy.ts";

/** apps/v1 SetDefaults_ReplicaSet. */
const replicaSetDefaults: Defaults = {
  inside: { spec: { setPointers: { replicas: 1 }, inside: { template: templateDefaults } } },
};

/** Validates a ReplicaSet (ValidateReplicaSet, ValidateReplicaSetUpdate). */
const validateReplicaSet = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  validateSpec(object, old, gates, (spec, options, before) => {
    nonNegative(spec, "replicas");
    nonNegative(spec, "minReadySeconds");
    requireSelector(spec, "deployment");
    validateReplicatedTemplate(spec, options, before);
    fixedSelector(spec, before);
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

const replicaSetTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Desired", "How many pods are wanted.", (object) => numberIn(object, "spec", "replicas")),
    statusNumber("Current", "How many pods there are.", "replicas"),
    statusNumber("Ready", "How many pods are ready.", "readyReplicas"),
    ageColumn,
    ...templated,
    selectorColumn,
  ],
};

const strategy = objectStrategy({
  status: { replicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  validate: (object, { gates }) => validateReplicaSet(object, gates),
  validateUpdate: (object, old, { gates }) => validateReplicaSet(object, gates, old),
  ...controllerWarnings(),
});

/** The behavior of ReplicaSets. */
export const replicaSetBehavior: ResourceBehavior = {
  strategy,
  default: defaulter(replicaSetDefaults),
  table: replicaSetTable,
  subresourceBehaviors: { status: { strategy: statusStrategy(strategy, "writable", validateReplicaSetStatus) } },
};
