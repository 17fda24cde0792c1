import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validateNamespaceName } from "../../apimachinery/validation/names.ts";
import type { Defaults } from "../defaulting.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { atMostBytes, domainPrefixedPath, immutableText, requireSet } from "../validation/checks.ts";
import {
  addForbidden,
  addMessages,
  addNotSupportedString,
  addRequired,
  collectErrors,
  fieldsOf,
  inside,
  isSet,
  textAt,
  type Fields,
} from "../validation/fields.ts";
import { validateReference } from "./ingress.ts";

const specPath = fieldPath("spec");
const maxControllerLength = 250;

/** Validates the reference to parameters (validateIngressClassParametersReference). */
function validateParameters(parameters: Fields): void {
  validateReference(parameters);
  if (!requireSet(parameters, "scope")) return;
  const namespaced = isSet(parameters, "namespace");
  switch (textAt(parameters, "scope")) {
    case "Namespace":
      if (namespaced)
        addMessages(parameters, "namespace", validateNamespaceName(textAt(parameters, "namespace"), false));
      else addRequired(parameters, "namespace", "`parameters.scope` is set to 'Namespace'");
      break;
    case "Cluster":
      if (namespaced) addForbidden(parameters, "namespace", "`parameters.scope` is set to 'Cluster'");
      break;
    default:
      addNotSupportedString(parameters, "scope", ["Cluster", "Namespace"]);
  }
}

/** Validates an IngressClass (ValidateIngressClass, ValidateIngressClassUpdate). */
export const validateIngressClass = (object: KubeObject, old?: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(object, "spec"), specPath, (spec) => {
    if (old !== undefined) immutableText(spec, fieldsOf(recordAt(old, "spec"), specPath, []), "controller");
    atMostBytes(spec, "controller", maxControllerLength);
    domainPrefixedPath(spec, "controller");
    const parameters = inside(spec, "parameters");
    if (parameters !== undefined) validateParameters(parameters);
  });

export const ingressClassStrategy = objectStrategy({
  generation: ["spec"],
  validatesMetadata: true,
  validate: (object) => validateIngressClass(object),
  validateUpdate: (object, old) => validateIngressClass(object, old),
});

/** networking/v1 SetDefaults_IngressClass. */
export const ingressClassDefaults: Defaults = {
  inside: { spec: { inside: { parameters: { setPointers: { scope: "Cluster" } } } } },
};
