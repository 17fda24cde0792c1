import { fieldPath } from "../../apimachinery/field-error.ts";
import type { FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { Defaults } from "../defaulting.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { collectErrors } from "../validation/fields.ts";
import { templateDefaults } from "./pod/defaults.ts";
import { validatePodTemplateSpec } from "./pod/spec.ts";
import { templateWarningsAt } from "./pod/template-strategy.ts";
import { templateOptions } from "./pod/template.ts";

/** Defaults of a PodTemplate. */
export const podTemplateDefaults: Defaults = { inside: { template: templateDefaults }, make: ["template"] };

/** Strategy of PodTemplates. */
export const podTemplateStrategy: Strategy = objectStrategy({
  generation: ["template"],
  validatesMetadata: true,
  validate: (object, { gates }) => validatePodTemplate(object, gates),
  validateUpdate: (object, old, { gates }) => validatePodTemplate(object, gates, old),
  ...templateWarningsAt(["template"]),
});

/** Validates a PodTemplate (ValidatePodTemplate, ValidatePodTemplateUpdate). */
const validatePodTemplate = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(object, "template"), fieldPath("template"), (template) =>
    validatePodTemplateSpec(
      template,
      templateOptions(gates, old === undefined ? undefined : recordAt(old, "template")),
    ),
  );
