import { fieldPath, type FieldError, addErrors } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import type { UpdateStrategy } from "../../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { recordAt, recordsAt, stringAt } from "../../record.ts";
import { withMember } from "../../strategies/object-strategy.ts";
import { balancerWarnings, parseIpSloppy, validateLegacyIp } from "../../validation/addresses.ts";
import { matches, oneOf } from "../../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addRequired,
  eachItem,
  fieldsOf,
  isSet,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { isLoadBalancer, specOf } from "./spec.ts";

const modes = ["Proxy", "VIP"];

/** Validates the points where a load balancer is reached (ValidateLoadBalancerStatus). */
function validateStatusUpdate(service: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const balancer = fieldsOf(
    recordAt(recordAt(service, "status"), "loadBalancer"),
    fieldPath("status").child("loadBalancer"),
    [],
  );
  const points = recordsAt(balancer.record, "ingress");
  if (points.length === 0) return balancer.errors;
  if (!isLoadBalancer(specOf(service)) && !gates.enabled("AllowServiceLBStatusOnNonLB")) {
    addForbidden(balancer, "ingress", "may only be used when `spec.type` is 'LoadBalancer'");
    return balancer.errors;
  }
  const known = recordsAt(recordAt(recordAt(old, "status"), "loadBalancer"), "ingress");
  const options = {
    strict: gates.enabled("StrictIPCIDRValidation"),
    old: new Set(known.map((point) => stringAt(point, "ip"))),
    modes: gates.enabled("LoadBalancerIPMode"),
  };
  eachItem(balancer, "ingress", (point) => validatePoint(point, options));
  return balancer.errors;
}

interface PointOptions {
  readonly strict: boolean;
  readonly old: ReadonlySet<string>;
  /** Whether an address has a mode. */
  readonly modes: boolean;
}

function validatePoint(point: Fields, options: PointOptions): void {
  const ip = textAt(point, "ip");
  if (ip !== "") addErrors(point.errors, validateLegacyIp(point.path.child("ip"), ip, options));
  if (!isSet(point, "ipMode")) {
    if (options.modes && ip !== "") addRequired(point, "ipMode", "must be specified when `ip` is set");
  } else if (ip === "") addForbidden(point, "ipMode", "may not be specified when `ip` is not set");
  else oneOf(point, "ipMode", modes);
  matches(point, "hostname", isDns1123Subdomain);
  if (parseIpSloppy(textAt(point, "hostname")) !== undefined)
    addInvalid(point, "hostname", "must be a DNS name, not an IP address");
}

/** Strategy of `/status` of Services. */
export const serviceStatusStrategy: UpdateStrategy = {
  resetFields: ["spec"],
  allowUnconditionalUpdate: true,
  prepareForUpdate: (service, old) => withMember(service, "spec", old["spec"]),
  validateUpdate: (service, old, { gates }) => validateStatusUpdate(service, old, gates),
  warningsOnUpdate: balancerWarnings,
};
