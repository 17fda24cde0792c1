import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import { everything, nothing } from "../../apimachinery/labels/selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { declaratively, LazyDeclarativeEngine } from "../declarative/declaratively.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { nonNegative, requireMember, requireSet } from "../validation/checks.ts";
import { addRequired, collectErrors, covered, isSet, within } from "../validation/fields.ts";
import { validatePodTemplateSpec } from "./pod/spec.ts";
import { controllerWarnings } from "./pod/template-strategy.ts";
import { templateWarnings } from "./pod/warnings.ts";
import { mustAlwaysRestart, mustSelect, templateOptions } from "./pod/template.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { Defaults, Fill } from "../defaulting.ts";
import {
  ageColumn,
  at,
  containerColumns,
  integer,
  labelText,
  nameColumn,
  numberIn,
  text,
  wide,
} from "../table-cells.ts";
import { templateDefaults } from "./pod/defaults.ts";

/** Validates a ReplicationController (ValidateReplicationControllerSpec). */
function validateController(object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] {
  const before = old === undefined ? undefined : recordAt(recordAt(old, "spec"), "template");
  return collectErrors(recordAt(object, "spec"), fieldPath("spec"), (spec) => {
    covered(spec, () => nonNegative(spec, "minReadySeconds"));
    requireMember(spec, "selector");
    covered(spec, () => {
      if (requireSet(spec, "replicas")) nonNegative(spec, "replicas");
    });
    if (!isSet(spec, "template")) return addRequired(spec, "template");
    const template = within(spec, "template");
    const labels = recordAt(recordAt(template.record, "metadata"), "labels");
    const selector = Object.entries(recordAt(spec.record, "selector"));
    const matches = selector.every(([key, value]) => labels[key] === value); // whatever the form of keys and values
    mustSelect(spec, matches ? everything : nothing);
    validatePodTemplateSpec(template, templateOptions(gates, before));
    mustAlwaysRestart(template, "ReplicationController");
  });
}

const templatePath = ["spec", "template"];
const warnings = controllerWarnings(templatePath);

/** The strategy by hand-written rules alone. */
export const handWrittenStrategy: Strategy = objectStrategy({
  status: { replicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  defaultGarbageCollectionPolicy: "OrphanDependents",
  validate: (object, { gates }) => validateController(object, gates),
  validateUpdate: (object, old, { gates }) => {
    const errors = validateController(object, gates, old);
    return errors.length === 0 ? errors : [...errors, ...errors];
  },
  ...warnings,
  // Upstream swaps the templates: an update is warned of what the old one has.
  warningsOnUpdate: (object, old) =>
    object.metadata.generation === old.metadata.generation ? [] : templateWarnings(old, templatePath, object),
});

/** The tags of ReplicationController, loaded with the first one. */
const declarative = new LazyDeclarativeEngine();

/** Strategy of ReplicationControllers. An update is validated twice, as upstream's. */
export const replicationControllerStrategy: Strategy = declaratively(
  "ReplicationController",
  handWrittenStrategy,
  declarative,
);

/**
 * Defaults selector and labels of a ReplicationController to the labels of its template (core/v1
 * SetDefaults_ReplicationController).
 */
const fromTemplateLabels: Fill = (controller) => {
  const spec = recordAt(controller, "spec");
  const metadata = recordAt(controller, "metadata");
  const { labels } = recordAt(recordAt(spec, "template"), "metadata");
  if (labels === undefined) return controller;
  const selects = Object.keys(recordAt(spec, "selector")).length > 0;
  const labelled = Object.keys(recordAt(metadata, "labels")).length > 0;
  if (selects && labelled) return controller;
  return {
    ...controller,
    ...(!selects && { spec: { ...spec, selector: labels } }),
    ...(!labelled && { metadata: { ...metadata, labels } }),
  };
};

/** core/v1 SetDefaults_ReplicationController. */
export const replicationControllerDefaults: Defaults = {
  inside: { spec: { setPointers: { replicas: 1 }, inside: { template: templateDefaults } } },
  make: ["spec"],
  rules: [fromTemplateLabels],
};

/** The columns of ReplicationControllers. */
export const replicationControllerTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Desired", "How many pods are wanted.", (object) => numberIn(object, "spec", "replicas")),
    integer("Current", "How many pods there are.", (object) => numberIn(object, "status", "replicas")),
    integer("Ready", "How many pods are ready.", (object) => numberIn(object, "status", "readyReplicas")),
    ageColumn,
    ...containerColumns("spec", "template"),
    wide(text("Selector", "Which pods belong to it.", (object) => labelText(at(object, "spec", "selector")))),
  ],
};
