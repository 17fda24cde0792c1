import { fieldPath, invalid, type FieldError, addError, addErrors } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { goStruct } from "../go-print.ts";
import { recordAt } from "../record.ts";
import { resetMetadata, withMember } from "../strategies/object-strategy.ts";
import { parseCidrSloppy, validateCidr } from "../validation/addresses.ts";
import { addInvalid, addRequired, fieldsOf, itemsAt, type Fields } from "../validation/fields.ts";

const specPath = fieldPath("spec");

const specOf = (object: KubeObject, errors: FieldError[]): Fields =>
  fieldsOf(recordAt(object, "spec"), specPath, errors);

const cidrsOf = ({ record }: Fields): readonly string[] =>
  itemsAt(record, "cidrs").map((cidr) => (typeof cidr === "string" ? cidr : ""));

/** A ServiceCIDR has one network, or one of each family (validateServiceCIDRSpec). */
function checkCidrs(spec: Fields): void {
  const cidrs = cidrsOf(spec);
  if (cidrs.length === 0) return addRequired(spec, "cidrs", "at least one CIDR required");
  const path = spec.path.child("cidrs");
  if (cidrs.length > 2) {
    const value = goStruct(spec.record, [["CIDRs", "cidrs", null]]);
    addError(spec.errors, invalid(path, value, "may only hold up to 2 values"));
    return;
  }
  cidrs.forEach((cidr, i) => addErrors(spec.errors, validateCidr(path.index(i), cidr)));
  const [first, second] = cidrs.map((cidr) => parseCidrSloppy(cidr)?.address.bytes.length);
  if (first !== undefined && first === second)
    addInvalid(
      spec,
      "cidrs",
      "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64",
    );
}

function validate(object: KubeObject): readonly FieldError[] {
  const spec = specOf(object, []);
  checkCidrs(spec);
  return spec.errors;
}

/** The networks stay, except that one of the other family may be added (ValidateServiceCIDRUpdate). */
function validateUpdate(object: KubeObject, old: KubeObject): readonly FieldError[] {
  const spec = specOf(object, []);
  const cidrs = cidrsOf(spec);
  const before = cidrsOf(specOf(old, []));
  const isWidened = before.length === 1 && cidrs.length === 2;
  if (before.length !== cidrs.length && !isWidened) {
    addInvalid(spec, "cidrs", fieldImmutableMessage);
    return spec.errors;
  }
  before.forEach((cidr, i) => {
    const now = cidrs[i] ?? "";
    if (cidr !== now) addError(spec.errors, invalid(specPath.child("cidrs").index(i), now, fieldImmutableMessage));
  });
  if (isWidened) checkCidrs(spec);
  return spec.errors;
}

/** Strategy of ServiceCIDRs. Upstream lets clients write the status together with the spec. */
export const serviceCidrStrategy: Strategy = {
  validatesMetadata: true,
  prepareForCreate: (object) => (object["status"] === undefined ? { ...object, status: {} } : object),
  validate,
  validateUpdate,
};

/**
 * Strategy of `/status` of ServiceCIDRs, through which metadata and spec stay. Upstream tells the fields that it resets
 * of another group, so that writers of the status come to own them.
 */
export const serviceCidrStatusStrategy: UpdateStrategy = {
  prepareForUpdate: (object, old) => resetMetadata(withMember(object, "spec", old["spec"]), old),
};
