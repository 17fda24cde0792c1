import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { collectErrors } from "../validation/fields.ts";
import { validatePodTemplateSpec } from "./pod/spec.ts";
import { templateWarningsAt } from "./pod/template-strategy.ts";
import { templateOptions } from "./pod/template.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, recordsAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";

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

/** Reduces secret references to their names (registry/core/serviceaccount cleanSecretReferences). */
function cleanSecrets(account: KubeObject): KubeObject {
  const secrets = recordsAt(account, "secrets");
  if (secrets.every((s) => Object.keys(s).length === 1 && "name" in s)) return account;
  return { ...account, secrets: secrets.map(({ name }) => (name === undefined ? {} : { name })) };
}

const mountableSecrets = "kubernetes.io/enforce-mountable-secrets";

const enforcesMountableSecrets = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[mountableSecrets] !== undefined;

/** Warns of an annotation that is new (warnIfHasEnforceMountableSecretsAnnotation). */
const mountableSecretsWarnings = (account: KubeObject, old?: KubeObject): readonly string[] =>
  !enforcesMountableSecrets(account) || (old !== undefined && enforcesMountableSecrets(old))
    ? []
    : [
        `metadata.annotations[${mountableSecrets}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
      ];

/** Strategy of ServiceAccounts. */
export const serviceAccountStrategy: Strategy = {
  validatesMetadata: true,
  prepareForCreate: cleanSecrets,
  prepareForUpdate: cleanSecrets,
  warningsOnCreate: (account) => mountableSecretsWarnings(account),
  warningsOnUpdate: mountableSecretsWarnings,
};
