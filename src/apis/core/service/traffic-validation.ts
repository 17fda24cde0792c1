import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import type { JsonRecord } from "../../record.ts";
import { oneOf, portNumber, requireOneOf, requireSet } from "../../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addNotSupportedString,
  addRequired,
  isSet,
  isZero,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { healthCheckPortOf, isExternallyAccessible, needsHealthCheck, typeOf } from "./spec.ts";

const policies = ["Cluster", "Local"];
const internalTypes = ["ClusterIP", "LoadBalancer", "NodePort"];
const allDistributions = ["PreferClose", "PreferSameZone", "PreferSameNode"];
const firstDistributions = ["PreferClose"];

/** Validates externalTrafficPolicy, healthCheckNodePort, internalTrafficPolicy and trafficDistribution. */
export function validateTrafficPolicies(spec: Fields, gates: FeatureGates): void {
  if (isExternallyAccessible(spec.record)) requireOneOf(spec, "externalTrafficPolicy", policies);
  else if (!isZero(spec, "externalTrafficPolicy"))
    addInvalid(spec, "externalTrafficPolicy", "may only be set for externally-accessible services");
  validateHealthCheckPort(spec);
  // External names may have it, since older releases let them.
  if (internalTypes.includes(typeOf(spec.record))) requireSet(spec, "internalTrafficPolicy");
  oneOf(spec, "internalTrafficPolicy", policies);
  const distributions = gates.enabled("PreferSameTrafficDistribution") ? allDistributions : firstDistributions;
  if (isSet(spec, "trafficDistribution") && !distributions.includes(textAt(spec, "trafficDistribution")))
    addNotSupportedString(spec, "trafficDistribution", distributions);
}

function validateHealthCheckPort(spec: Fields): void {
  const hasPort = healthCheckPortOf(spec.record) !== 0;
  if (needsHealthCheck(spec.record)) {
    if (hasPort) portNumber(spec, "healthCheckNodePort");
    else addRequired(spec, "healthCheckNodePort");
  } else if (hasPort) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    addInvalid(spec, "healthCheckNodePort", detail);
  }
}

/** A service keeps its port for health checks as long as it needs one (validateServiceExternalTrafficFieldsUpdate). */
export function validateHealthCheckPortChange(spec: Fields, before: JsonRecord): void {
  if (!needsHealthCheck(spec.record) || !needsHealthCheck(before)) return;
  if (healthCheckPortOf(spec.record) !== healthCheckPortOf(before))
    addForbidden(spec, "healthCheckNodePort", "field is immutable");
}
