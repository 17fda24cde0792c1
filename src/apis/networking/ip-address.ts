import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Subdomain, isValidPathSegmentName } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { goMembers, pointerTo } from "../go-print.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { validateIp } from "../validation/addresses.ts";
import { immutable, matches, requireName, requireSet } from "../validation/checks.ts";
import { collectErrors, fieldsOf, within } from "../validation/fields.ts";

/** How messages print the parent (networking.ParentReference). */
const parentForm = pointerTo(goMembers("Group:s Resource:s Namespace:s Name:s"));

const specPath = fieldPath("spec");

/** An address is named by itself, in its canonical form (ValidateIPAddressName). */
const validateName = (name: string): readonly string[] => validateIp(specPath, name).map(({ detail }) => detail);

/** Validates an IPAddress (ValidateIPAddress). The group of a Service is empty. */
const validateAddress = (address: KubeObject): FieldError[] =>
  collectErrors(recordAt(address, "spec"), specPath, (spec) => {
    if (!requireSet(spec, "parentRef")) return;
    const parent = within(spec, "parentRef");
    matches(parent, "group", isDns1123Subdomain);
    requireName(parent, "resource", isValidPathSegmentName);
    requireName(parent, "name", isValidPathSegmentName);
    matches(parent, "namespace", isValidPathSegmentName);
  });

/** Strategy of IPAddresses, whose parent stays. */
export const ipAddressStrategy: Strategy = objectStrategy({
  validatesMetadata: true,
  keepsGenerateName: true,
  validateName,
  validate: validateAddress,
  validateUpdate(address, old) {
    const errors = validateAddress(address);
    const spec = fieldsOf(recordAt(address, "spec"), specPath, errors);
    immutable(spec, fieldsOf(recordAt(old, "spec"), specPath, errors), "parentRef", parentForm);
    return errors;
  },
});
