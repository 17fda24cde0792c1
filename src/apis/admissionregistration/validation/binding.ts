import { labelSelectorErrors } from "../../validation/selectors.ts";
import { keptObject } from "../../../component-base/work.ts";
import { firstPlaces, isBefore } from "../../../apimachinery/first-places.ts";
import {
  duplicate,
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { nameIsDnsSubdomain, validatePathSegmentName } from "../../../apimachinery/validation/names.ts";
import { withSpec, type BindingSpec, type ParamRef } from "../../../apiserver/admission/policy/types.ts";
import { oneOf, validateMatchResources, validateMutatingOperations } from "./match-resources.ts";
import { errorsOfEach } from "../../validation/fields.ts";

const spec = fieldPath("spec");
const actions = ["Audit", "Deny", "Warn"];

/** Validates a ValidatingAdmissionPolicyBinding (validation.ValidateValidatingAdmissionPolicyBinding). */
export function validateValidatingBinding(binding: KubeObject): readonly FieldError[] {
  const { spec: given } = withSpec<BindingSpec>(binding);
  return [...validateCommon(given), ...validateActions(given.validationActions ?? [], spec.child("validationActions"))];
}

/** Validates a MutatingAdmissionPolicyBinding (validation.ValidateMutatingAdmissionPolicyBinding). */
export function validateMutatingBinding(binding: KubeObject): readonly FieldError[] {
  const { spec: given } = withSpec<BindingSpec>(binding);
  const { matchResources } = given;
  return [
    ...validateCommon(given),
    ...(matchResources === undefined ? [] : validateMutatingOperations(matchResources, spec.child("matchResources"))),
  ];
}

function validateCommon({ policyName = "", paramRef, matchResources }: BindingSpec): readonly FieldError[] {
  return [
    ...(policyName === ""
      ? [required(spec.child("policyName"))]
      : nameIsDnsSubdomain(policyName, false).map((message) => invalid(spec.child("policyName"), policyName, message))),
    ...(paramRef === undefined ? [] : validateParamRef(paramRef, spec.child("paramRef"))),
    ...validateMatchResources(matchResources, spec.child("matchResources")),
  ];
}

function validateParamRef(
  { name = "", selector, parameterNotFoundAction = "" }: ParamRef,
  path: FieldPath,
): readonly FieldError[] {
  const both = name !== "" && selector !== undefined;
  const exclusive = "name and selector are mutually exclusive";
  return [
    ...(name === ""
      ? []
      : validatePathSegmentName(name, false).map((message) => invalid(path.child("name"), name, message))),
    ...(both ? [forbidden(path.child("name"), exclusive)] : []),
    ...(selector === undefined ? [] : labelSelectorErrors(selector, {}, path.child("selector"))),
    ...(both ? [forbidden(path.child("selector"), exclusive)] : []),
    ...(name === "" && selector === undefined ? [required(path, "one of name or selector must be specified")] : []),
    ...(parameterNotFoundAction === ""
      ? [required(path.child("parameterNotFoundAction"))]
      : oneOf(path.child("parameterNotFoundAction"), parameterNotFoundAction, ["Deny", "Allow"])),
  ];
}

function validateActions(given: readonly string[], path: FieldPath): readonly FieldError[] {
  const places = keptObject(() => firstPlaces(given));
  return [
    ...errorsOfEach(given, (action, i) => [
      ...(actions.includes(action) ? [] : [notSupported(path.index(i), action, actions)]),
      ...(isBefore(places, action, i) ? [duplicate(path.index(i), action)] : []),
    ]),
    ...(given.includes("Deny") && given.includes("Warn")
      ? [
          invalid(
            path,
            given,
            "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)",
          ),
        ]
      : []),
    ...(given.length === 0 ? [required(path, "at least one validation action is required")] : []),
  ];
}
