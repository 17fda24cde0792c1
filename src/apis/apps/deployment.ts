import { type FieldError, notSupported, addError } from "../../apimachinery/field-error.ts";
import { InternalConversionError } from "../../apimachinery/internal-conversion-error.ts";
import { intNumber } from "../../apimachinery/json/number.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseInteger } from "../../apimachinery/strconv.ts";
import type { ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { templateDefaults } from "../core/pod/defaults.ts";
import { requireSelector, validateReplicatedTemplate } from "../core/pod/template.ts";
import { type Defaults, defaulter } from "../defaulting.ts";
import { recordAt, type JsonRecord } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { ageColumn, nameColumn, numberIn, selectorText, text, wide } from "../table-cells.ts";
import { nonNegative } from "../validation/checks.ts";
import {
  type Fields,
  addForbidden,
  addInvalid,
  addRequired,
  inside,
  integerAt,
  textAt,
  within,
} from "../validation/fields.ts";
import { atMost100Percent, intOrPercentValue, positiveIntOrPercent } from "../validation/int-or-percent.ts";
import { atMost, nonNegativeCounts, notDecremented, withinReplicas } from "../validation/replicas.ts";
import {
  aboveReady,
  fixedSelector,
  ofStatus,
  printedStrategy,
  readyOfWanted,
  rollingUpdate,
  validateSpec,
  templated,
} from "./templated.ts";
import { controllerWarnings } from "../core/pod/template-strategy.ts";

const rollbackTo = "deprecated.deployment.rollback.to";

/**
 * The revision to go back to is a field of the internal type, which is an annotation outside
 * (apps/v1 Convert_v1_Deployment_To_apps_Deployment): a number, or none.
 */
function countedRollback(deployment: JsonRecord): JsonRecord {
  const metadata = recordAt(deployment, "metadata");
  const annotations = recordAt(metadata, "annotations");
  const revision = annotations[rollbackTo];
  if (typeof revision !== "string") return deployment;
  const number = revision === "" ? "" : revisionOf(revision);
  if (number !== "" && number === revision) return deployment;
  const { [rollbackTo]: _, ...others } = annotations;
  const kept = number === "" ? others : { ...others, [rollbackTo]: number };
  const { annotations: __, ...rest } = metadata;
  return { ...deployment, metadata: Object.keys(kept).length === 0 ? rest : { ...rest, annotations: kept } };
}

function revisionOf(text: string): string {
  try {
    return String(parseInteger(text));
  } catch (error) {
    const message = `failed to parse annotation[${rollbackTo}]=${text} as int64: ${messageOf(error)}`;
    throw new InternalConversionError(message, { cause: error });
  }
}

/** apps/v1 SetDefaults_Deployment. */
const deploymentDefaults: Defaults = {
  rules: [countedRollback],
  inside: {
    spec: {
      setPointers: { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
      inside: { template: templateDefaults, strategy: rollingUpdate({ maxUnavailable: "25%", maxSurge: "25%" }) },
      make: ["strategy"],
    },
  },
};

function validateDeploymentStrategy(spec: Fields): void {
  const strategy = within(spec, "strategy");
  const update = inside(strategy, "rollingUpdate");
  switch (textAt(strategy, "type")) {
    case "Recreate":
      if (update !== undefined)
        addForbidden(strategy, "rollingUpdate", "may not be specified when strategy `type` is 'Recreate'");
      break;
    case "RollingUpdate":
      if (update === undefined)
        return addRequired(strategy, "rollingUpdate", "this should be defaulted and never be nil");
      positiveIntOrPercent(update, "maxUnavailable");
      positiveIntOrPercent(update, "maxSurge");
      if (intOrPercentValue(update, "maxUnavailable") === 0 && intOrPercentValue(update, "maxSurge") === 0)
        addInvalid(update, "maxUnavailable", "may not be 0 when `maxSurge` is 0");
      atMost100Percent(update, "maxUnavailable");
      break;
    default:
      addError(
        spec.errors,
        notSupported(strategy.path, printedStrategy(strategy.record), ["Recreate", "RollingUpdate"]),
      );
  }
}

/** Validates the revision to go back to (ValidateRollback). */
function validateRollback({ metadata: { annotations } }: KubeObject, spec: Fields): void {
  const revision = annotations?.[rollbackTo];
  if (revision === undefined) return;
  const path = spec.path.child("rollback");
  nonNegative({ record: { version: intNumber(BigInt(revision)) }, path, errors: spec.errors }, "version");
}

/** Validates a Deployment (ValidateDeployment, ValidateDeploymentUpdate). */
const validateDeployment = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  validateSpec(object, old, gates, (spec, options, before) => {
    nonNegative(spec, "replicas");
    requireSelector(spec, "deployment");
    validateReplicatedTemplate(spec, options, before);
    validateDeploymentStrategy(spec);
    nonNegative(spec, "minReadySeconds");
    nonNegative(spec, "revisionHistoryLimit");
    validateRollback(object, spec);
    nonNegative(spec, "progressDeadlineSeconds");
    const deadline = integerAt(spec, "progressDeadlineSeconds");
    if (deadline !== undefined && deadline <= (integerAt(spec, "minReadySeconds") ?? 0))
      addInvalid(spec, "progressDeadlineSeconds", "must be greater than minReadySeconds");
    fixedSelector(spec, before);
  });

/** ValidateDeploymentStatusUpdate. */
const validateDeploymentStatus = ofStatus((status, old) => {
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

/** Unlike other kinds, deployments show an empty selector as such (printers printDeployment). */
function deploymentSelector(deployment: KubeObject): string {
  const selector = selectorText(recordAt(deployment, "spec"), "selector");
  return selector === "<error>" ? "<invalid>" : selector === "<none>" ? "" : selector;
}

const deploymentTable: TableLayout = {
  columns: [
    nameColumn,
    readyOfWanted,
    text("Up-to-date", "How many pods are of the present template.", (object) =>
      numberIn(object, "status", "updatedReplicas"),
    ),
    text("Available", "How many pods have been ready long enough.", (object) =>
      numberIn(object, "status", "availableReplicas"),
    ),
    ageColumn,
    ...templated,
    wide(text("Selector", "Which pods belong to it.", deploymentSelector)),
  ],
};

const strategy = objectStrategy({
  status: {},
  generation: ["spec"],
  countedMetadata: "annotations",
  validatesMetadata: true,
  validate: (object, { gates }) => validateDeployment(object, gates),
  validateUpdate: (object, old, { gates }) => validateDeployment(object, gates, old),
  ...controllerWarnings(),
});

/** The behavior of Deployments. */
export const deploymentBehavior: ResourceBehavior = {
  strategy,
  default: defaulter(deploymentDefaults),
  table: deploymentTable,
  subresourceBehaviors: {
    status: { strategy: statusStrategy(strategy, "keeps labels", validateDeploymentStatus) },
  },
};
