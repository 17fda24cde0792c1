import { type FieldError, notSupported, addError } from "../../apimachinery/field-error.ts";
import { InternalConversionError } from "../../apimachinery/internal-conversion-error.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseInteger } from "../../apimachinery/strconv.ts";
import type { ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { templateDefaults } from "../core/pod/defaults.ts";
import { validatePodTemplateSpec } from "../core/pod/spec.ts";
import { mustAlwaysRestart, mustSelect } from "../core/pod/template.ts";
import { selectorOf } from "../label-selectors.ts";
import { type Defaults, defaulter, fillDefaults } from "../defaulting.ts";
import { type JsonRecord, recordAt } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { ageColumn, at, labelText, nameColumn, selectorColumn, text } from "../table-cells.ts";
import { nonNegative } from "../validation/checks.ts";
import { type Fields, addInvalid, addRequired, inside, isZero, textAt, within } from "../validation/fields.ts";
import { atMost100Percent, intOrPercentValue, positiveIntOrPercent } from "../validation/int-or-percent.ts";
import { nonNegativeCounts, notDecremented } from "../validation/replicas.ts";
import { labelSelector } from "../validation/selectors.ts";
import {
  fixedSelector,
  ofStatus,
  printedStrategy,
  rollingUpdate,
  statusNumber,
  validateSpec,
  templated,
} from "./templated.ts";
import { templateWarningsAt } from "../core/pod/template-strategy.ts";

const templateGeneration = "deprecated.daemonset.template.generation";

/**
 * Every DaemonSet that is read has the annotation that counts its template's changes, which is a field of the internal
 * type (apps/v1 Convert_v1_DaemonSet_To_apps_DaemonSet).
 */
function countedTemplate(set: JsonRecord): JsonRecord {
  const metadata = recordAt(set, "metadata");
  const annotations = recordAt(metadata, "annotations");
  const counted = annotations[templateGeneration];
  if (typeof counted === "string") {
    requireCount(counted);
    return set;
  }
  return { ...set, metadata: { ...metadata, annotations: { ...annotations, [templateGeneration]: "0" } } };
}

/** Throws for a count that is none. */
function requireCount(text: string): void {
  try {
    parseInteger(text);
  } catch (error) {
    throw new InternalConversionError(messageOf(error), { cause: error });
  }
}

const rolling = rollingUpdate({ maxUnavailable: 1, maxSurge: 0 });
const counts: Defaults = { inside: { rollingUpdate: { setPointers: { maxUnavailable: 0, maxSurge: 0 } } } };

/** The internal type of a rolling update has no absent counts, so that those of an unused one become 0. */
const updateStrategy: Defaults = {
  ...rolling,
  rules: [...(rolling.rules ?? []), (strategy) => fillDefaults(strategy, counts)],
};

/** apps/v1 SetDefaults_DaemonSet. */
const daemonSetDefaults: Defaults = {
  inside: {
    spec: {
      setPointers: { revisionHistoryLimit: 10 },
      inside: { template: templateDefaults, updateStrategy },
      make: ["updateStrategy"],
    },
  },
  rules: [countedTemplate],
};

function validateDaemonStrategy(spec: Fields): void {
  const strategy = within(spec, "updateStrategy");
  const type = textAt(strategy, "type");
  if (type === "OnDelete") return;
  if (type !== "RollingUpdate")
    return void addError(
      spec.errors,
      notSupported(strategy.path, printedStrategy(strategy.record), ["RollingUpdate", "OnDelete"]),
    );
  const update = inside(strategy, "rollingUpdate");
  if (update === undefined) return addRequired(strategy, "rollingUpdate");
  for (const member of ["maxUnavailable", "maxSurge"]) positiveIntOrPercent(update, member);
  for (const member of ["maxUnavailable", "maxSurge"]) atMost100Percent(update, member);
  const [unavailable, surge] = [intOrPercentValue(update, "maxUnavailable"), intOrPercentValue(update, "maxSurge")];
  if (unavailable !== 0 && surge !== 0)
    addInvalid(update, "maxSurge", "may not be set when maxUnavailable is non-zero");
  if (unavailable === 0 && surge === 0) addRequired(update, "maxUnavailable", "cannot be 0 when maxSurge is 0");
}

/** Validates a DaemonSet (ValidateDaemonSet, ValidateDaemonSetUpdate). */
const validateDaemonSet = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  validateSpec(object, old, gates, (spec, options, before) => {
    fixedSelector(spec, before);
    labelSelector(spec, "selector", {
      allowInvalidLabelValueInSelector: options.tolerated.labelValueInSelector === true,
    });
    const selector = selectorOf(spec.record, "selector");
    if (selector !== undefined) mustSelect(spec, selector);
    const fields = inside(spec, "selector");
    if (fields !== undefined && isZero(fields, "matchLabels") && isZero(fields, "matchExpressions"))
      addInvalid(spec, "selector", "empty selector is invalid for daemonset");
    const template = within(spec, "template");
    validatePodTemplateSpec(template, options, before && recordAt(before.record, "template"));
    mustAlwaysRestart(template, "DaemonSet");
    nonNegative(spec, "minReadySeconds");
    validateDaemonStrategy(spec);
    nonNegative(spec, "revisionHistoryLimit");
  });

/** ValidateDaemonSetStatusUpdate. */
const validateDaemonSetStatus = ofStatus((status, old) => {
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

const daemonSetTable: TableLayout = {
  columns: [
    nameColumn,
    statusNumber("Desired", "On how many nodes it should run.", "desiredNumberScheduled"),
    statusNumber("Current", "On how many of them it runs.", "currentNumberScheduled"),
    statusNumber("Ready", "On how many of them it is ready.", "numberReady"),
    statusNumber("Up-to-date", "On how many of them it is of the present template.", "updatedNumberScheduled"),
    statusNumber("Available", "On how many of them it has been ready long enough.", "numberAvailable"),
    text("Node Selector", "Which nodes it is for.", (object) =>
      labelText(at(object, "spec", "template", "spec", "nodeSelector")),
    ),
    ageColumn,
    ...templated,
    selectorColumn,
  ],
};

const base = objectStrategy({
  status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  generation: ["spec"],
  validatesMetadata: true,
});

const withGeneration = (set: KubeObject, generation: number): KubeObject => ({
  ...set,
  metadata: { ...set.metadata, annotations: { ...set.metadata.annotations, [templateGeneration]: String(generation) } },
});

const generationOf = ({ metadata: { annotations } }: KubeObject): number =>
  Number(annotations?.[templateGeneration] ?? 0);

const ofTemplate = templateWarningsAt();

const template = (set: KubeObject): unknown => recordAt(set, "spec")["template"];

/** Strategy of DaemonSets, which also count template changes in an annotation. */
const strategy = {
  ...base,
  ...ofTemplate,
  warningsOnUpdate: (set, old) =>
    generationOf(set) === generationOf(old) ? [] : (ofTemplate.warningsOnUpdate?.(set, old) ?? []),
  validate: (set, { gates }) => validateDaemonSet(set, gates),
  prepareForCreate: (set, ctx) =>
    withGeneration(base.prepareForCreate?.(set, ctx) ?? set, Math.max(generationOf(set), 1)),
  prepareForUpdate(set, old, ctx) {
    const prepared = base.prepareForUpdate?.(set, old, ctx) ?? set;
    return withGeneration(prepared, generationOf(old) + (semanticEqual(template(set), template(old)) ? 0 : 1));
  },
  validateUpdate: (set, old, { gates }) => validateDaemonSet(set, gates, old),
} satisfies Strategy;

/** The behavior of DaemonSets. */
export const daemonSetBehavior: ResourceBehavior = {
  strategy,
  default: defaulter(daemonSetDefaults),
  table: daemonSetTable,
  subresourceBehaviors: {
    status: { strategy: statusStrategy(strategy, "writable", validateDaemonSetStatus) },
  },
};
