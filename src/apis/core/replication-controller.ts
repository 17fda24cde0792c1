import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import { everything, nothing } from "../../apimachinery/labels/selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { declaratively, LazyDeclarativeEngine } from "../declarative/declaratively.ts";
import { selects, stringsOf } from "../label-selectors.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { nonNegative, requireMember, requireSet } from "../validation/checks.ts";
import { addRequired, collectErrors, covered, isSet, isZero, within } from "../validation/fields.ts";
import { validatePodTemplateSpec } from "./pod/spec.ts";
import { controllerWarnings } from "./pod/template-strategy.ts";
import { mustAlwaysRestart, mustSelect, templateOptions } from "./pod/template.ts";

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
    const labels = stringsOf(recordAt(recordAt(template.record, "metadata"), "labels"));
    const matches = selects({ matchLabels: stringsOf(recordAt(spec.record, "selector")) }, labels);
    mustSelect(spec, isZero(spec, "selector") || matches ? everything : nothing);
    validatePodTemplateSpec(template, templateOptions(gates, before));
    mustAlwaysRestart(template, "ReplicationController");
  });
}

const handWritten: Strategy = objectStrategy({
  status: { replicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  defaultGarbageCollectionPolicy: "OrphanDependents",
  validate: (object, { gates }) => validateController(object, gates),
  validateUpdate: (object, old, { gates }) => {
    const errors = validateController(object, gates, old);
    return errors.length === 0 ? errors : [...errors, ...errors];
  },
  ...controllerWarnings(),
});

/** The tags of ReplicationController, loaded with the first one. */
const declarative = new LazyDeclarativeEngine();

/** Strategy of ReplicationControllers. An update is validated twice, as upstream's. */
export const replicationControllerStrategy: Strategy = declaratively("ReplicationController", handWritten, declarative);
