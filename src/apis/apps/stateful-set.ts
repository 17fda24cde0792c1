import { keptObject } from "../../component-base/work.ts";
import { type FieldError, fieldPath, forbidden, invalid, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import { isDns1123Label, nameIsDnsLabel } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { persistentVolumeClaimDefaults, validateClaimSpec } from "../core/persistent-volume-claim-spec.ts";
import { validatePodAnnotations } from "../core/pod/annotations.ts";
import { templateDefaults } from "../core/pod/defaults.ts";
import type { PodValidationOptions } from "../core/pod/options.ts";
import { validatePodTemplateSpec } from "../core/pod/spec.ts";
import { templateWarningsAt } from "../core/pod/template-strategy.ts";
import { mustAlwaysRestart, mustSelect, requireSelector } from "../core/pod/template.ts";
import { selectorOf } from "../label-selectors.ts";
import { claimSpecWarnings } from "../core/pod/volume-warnings.ts";
import { type Defaults, defaulter, fillDefaults, memberIs, when } from "../defaulting.ts";
import { goRecord, printedValue } from "../go-print.ts";
import { type JsonRecord, recordAt, stringAt } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { ageColumn, nameColumn } from "../table-cells.ts";
import { matches, nonNegative, supported } from "../validation/checks.ts";
import {
  type Fields,
  addInvalid,
  addRequired,
  asRecord,
  eachItem,
  inside,
  integerAt,
  isSet,
  itemsAt,
  textAt,
  within,
} from "../validation/fields.ts";
import { atMost100Percent, intOrPercentValue, positiveIntOrPercent } from "../validation/int-or-percent.ts";
import { atMost, nonNegativeCounts, notDecremented, withinReplicas } from "../validation/replicas.ts";
import { annotations, labels } from "../validation/selectors.ts";
import { ofStatus, readyOfWanted, specPath, validateSpec, templated } from "./templated.ts";

/** A strategy that is asked for by its type gets no rolling update, but those that there are have a partition. */
const updateStrategy: Defaults = {
  rules: [
    (strategy) => (stringAt(strategy, "type") === "" ? fillDefaults(strategy, chosenStrategy) : strategy),
    when(memberIs("type", "RollingUpdate"), { inside: { rollingUpdate: { setPointers: { partition: 0 } } } }),
  ],
};
const chosenStrategy: Defaults = {
  set: { type: "RollingUpdate" },
  inside: { rollingUpdate: {} },
  make: ["rollingUpdate"],
};

/** apps/v1 SetDefaults_StatefulSet; volume claim templates get their apiVersion and kind. */
const statefulSetDefaults: Defaults = {
  inside: {
    spec: {
      set: { podManagementPolicy: "OrderedReady" },
      setPointers: { replicas: 1, revisionHistoryLimit: 10 },
      inside: {
        template: templateDefaults,
        updateStrategy,
        persistentVolumeClaimRetentionPolicy: { set: { whenDeleted: "Retain", whenScaled: "Retain" } },
      },
      make: ["updateStrategy", "persistentVolumeClaimRetentionPolicy"],
      each: {
        volumeClaimTemplates: {
          ...persistentVolumeClaimDefaults,
          set: { kind: "PersistentVolumeClaim", apiVersion: "v1" },
        },
      },
    },
  },
};

function validateStatefulStrategy(spec: Fields): void {
  const strategy = within(spec, "updateStrategy");
  const update = inside(strategy, "rollingUpdate");
  const type = textAt(strategy, "type");
  const printed = (record: JsonRecord): object =>
    goRecord(record, [
      ["Partition", "partition", 0],
      ["MaxUnavailable", "maxUnavailable", null],
    ]);
  if (type === "") return addRequired(spec, "updateStrategy");
  if (type === "OnDelete") {
    if (update !== undefined)
      addError(
        spec.errors,
        invalid(update.path, printedValue(printed(update.record)), "only allowed for updateStrategy 'RollingUpdate'"),
      );
    return;
  }
  if (type !== "RollingUpdate") {
    const shown = { Type: type, RollingUpdate: update === undefined ? null : printed(update.record) };
    return void addError(
      spec.errors,
      invalid(strategy.path, printedValue(shown), "must be 'RollingUpdate' or 'OnDelete'"),
    );
  }
  if (update === undefined) return;
  nonNegative(update, "partition");
  if (!isSet(update, "maxUnavailable")) return;
  positiveIntOrPercent(update, "maxUnavailable");
  if (intOrPercentValue(update, "maxUnavailable") === 0) addInvalid(update, "maxUnavailable", "cannot be 0");
  atMost100Percent(update, "maxUnavailable");
}

/** How a StatefulSet is validated (StatefulSetValidationOptions). */
interface StatefulSetOptions {
  readonly isNew: boolean;
  readonly validatesTemplate: boolean;
}

/** Returns the template with what the controller puts into it: the volumes of claims, and host names left out. */
function completedTemplate(spec: Fields): Fields {
  const template = within(spec, "template");
  const claims = itemsAt(spec.record, "volumeClaimTemplates");
  const podSpec = recordAt(template.record, "spec");
  const { subdomain, hostname, ...rest } = podSpec;
  if (claims.length === 0 && subdomain === undefined && hostname === undefined) return template;
  const names = claims.map((claim) => stringAt(recordAt(asRecord(claim), "metadata"), "name"));
  const claimed = new Set(names);
  const volumes = [
    ...names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...itemsAt(podSpec, "volumes").filter((volume) => !claimed.has(stringAt(asRecord(volume), "name"))),
  ];
  return { ...template, record: { ...template.record, spec: { ...rest, volumes } } };
}

function validateStatefulTemplate(spec: Fields, options: PodValidationOptions, validatesTemplate: boolean): void {
  const selector = selectorOf(spec.record, "selector");
  if (selector === undefined) return addInvalid(spec, "selector", "");
  mustSelect(spec, selector);
  const { record } = keptObject(() => completedTemplate(spec));
  const template: Fields = { ...within(spec, "template"), record };
  if (validatesTemplate) validatePodTemplateSpec(template, options);
  const metadata = recordAt(template.record, "metadata");
  const { path, errors } = template;
  labels({ record: metadata, path, errors }, "labels");
  annotations({ record: metadata, path, errors }, "annotations");
  validatePodAnnotations(metadata, path.child("annotations"), within(template, "spec"), options);
}

const retentionPolicies = ["Retain", "Delete"];

function validateStatefulSpec(spec: Fields, options: PodValidationOptions, set: StatefulSetOptions): void {
  const management = textAt(spec, "podManagementPolicy");
  if (management === "") addRequired(spec, "podManagementPolicy");
  else if (management !== "OrderedReady" && management !== "Parallel")
    addInvalid(spec, "podManagementPolicy", "must be 'OrderedReady' or 'Parallel'");
  validateStatefulStrategy(spec);
  const retention = inside(spec, "persistentVolumeClaimRetentionPolicy");
  if (retention !== undefined)
    for (const member of ["whenDeleted", "whenScaled"]) supported(retention, member, retentionPolicies);
  if (set.isNew) eachItem(spec, "volumeClaimTemplates", (claim) => validateClaimSpec(within(claim, "spec"), options));
  nonNegative(spec, "replicas");
  nonNegative(spec, "minReadySeconds");
  const start = integerAt(within(spec, "ordinals"), "start");
  if (start !== undefined && start < 0)
    addError(
      spec.errors,
      invalid(spec.path.child("ordinals.start"), Number(start), "must be greater than or equal to 0"),
    );
  if (set.isNew) matches(spec, "serviceName", isDns1123Label);
  requireSelector(spec, "statefulset");
  validateStatefulTemplate(spec, options, set.validatesTemplate);
  mustAlwaysRestart(within(spec, "template"), "StatefulSet");
}

const changeable = new Set([
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
]);
const fixedSpec =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

const fixedPart = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([member]) => !changeable.has(member)));

/**
 * Validates a StatefulSet (ValidateStatefulSet, ValidateStatefulSetUpdate). A stored one that is not valid by the rules
 * of new ones may keep its template as it is.
 */
const validateStatefulSet = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  validateSpec(object, old, gates, (spec, options, before) => {
    if (before === undefined) return validateStatefulSpec(spec, options, { isNew: true, validatesTemplate: true });
    validateStatefulSpec(before, options, { isNew: false, validatesTemplate: true });
    validateStatefulSpec(spec, options, { isNew: false, validatesTemplate: before.errors.length === 0 });
    if (!semanticEqual(fixedPart(spec.record), fixedPart(before.record)))
      addError(spec.errors, forbidden(specPath, fixedSpec));
  });

/** ValidateStatefulSetStatusUpdate. */
const validateStatefulSetStatus = ofStatus((status, old) => {
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

const statefulSetTable: TableLayout = { columns: [nameColumn, readyOfWanted, ageColumn, ...templated] };

const strategy = objectStrategy({
  status: { replicas: 0, availableReplicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  validateName: nameIsDnsLabel,
  validate: (object, { gates }) => validateStatefulSet(object, gates),
  validateUpdate: (object, old, { gates }) => validateStatefulSet(object, gates, old),
  ...statefulSetWarnings,
});

/** The behavior of StatefulSets. */
export const statefulSetBehavior: ResourceBehavior = {
  strategy,
  default: defaulter(statefulSetDefaults),
  table: statefulSetTable,
  subresourceBehaviors: { status: { strategy: statusStrategy(strategy, "writable", validateStatefulSetStatus) } },
};
