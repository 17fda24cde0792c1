import { pushAll } from "../../../apimachinery/long-lists.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { stringAt } from "../../record.ts";
import { warningForIp, warningsForCidr } from "../../validation/addresses.ts";
import { firstWarnings } from "../../validation/first-warnings.ts";
import { clusterIpsOf, isExternalName, noClusterIp, specOf, textsAt, typeOf } from "./spec.ts";

const hintsAnnotation = "service.kubernetes.io/topology-aware-hints";

/** Returns the warnings about a service that is valid (api/service GetWarningsForService). */
export function serviceWarnings(service: KubeObject): readonly string[] {
  const spec = specOf(service);
  const warnings: string[] = [];
  const warnIps = (member: string, ips: readonly string[]): void =>
    pushAll(
      warnings,
      firstWarnings(ips, (ip, i) => warningForIp(`spec.${member}[${i}]`, ip) ?? []),
    );
  if (service.metadata.annotations?.[hintsAnnotation] !== undefined)
    warnings.push(
      `annotation ${hintsAnnotation} is deprecated, please use service.kubernetes.io/topology-mode instead`,
    );
  const clusterIp = stringAt(spec, "clusterIP");
  if (clusterIp !== "" && clusterIp !== noClusterIp) warnIps("clusterIPs", clusterIpsOf(spec));
  const externalIps = textsAt(spec, "externalIPs");
  const loadBalancerIp = stringAt(spec, "loadBalancerIP");
  if (typeOf(spec) === "ClusterIP" && clusterIp === noClusterIp) {
    if (loadBalancerIp !== "") warnings.push("spec.loadBalancerIP is ignored for headless services");
    if (externalIps.length > 0) warnings.push("spec.externalIPs is ignored for headless services");
    if (spec["sessionAffinity"] !== "None") warnings.push("spec.SessionAffinity is ignored for headless services");
  }
  warnIps("externalIPs", externalIps);
  const ofBalancer = loadBalancerIp === "" ? undefined : warningForIp("spec.loadBalancerIP", loadBalancerIp);
  if (ofBalancer !== undefined) warnings.push(ofBalancer);
  const ranges = textsAt(spec, "loadBalancerSourceRanges");
  pushAll(
    warnings,
    firstWarnings(ranges, (range, i) => warningsForCidr(`spec.loadBalancerSourceRanges[${i}]`, range)),
  );
  if (isExternalName(spec)) {
    if (externalIps.length > 0) warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  } else if (stringAt(spec, "externalName") !== "")
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  return warnings;
}
