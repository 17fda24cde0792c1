import type { SeenValues } from "../../validation/checks-in-slices.ts";
import {
  duplicate,
  fieldPath,
  invalid,
  required,
  type FieldError,
  addError,
  addErrors,
} from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { goStruct } from "../../go-print.ts";
import type { JsonRecord } from "../../record.ts";
import { validateLegacyIp } from "../../validation/addresses.ts";
import { matches, portNumber, qualifiedName, requireOneOf, requireSet, unique } from "../../validation/checks.ts";
import {
  addDuplicate,
  addForbidden,
  addInvalid,
  addRequired,
  eachItem,
  eachText,
  fieldsOf,
  integerAt,
  isSet,
  textAt,
  within,
  type Fields,
} from "../../validation/fields.ts";
import { labels } from "../../validation/selectors.ts";
import { validateNonSpecialIp } from "../../validation/special-addresses.ts";
import { portNumberOrName } from "../pod/handlers.ts";
import { validateClusterIpFields, validateStackChange } from "./cluster-ip-validation.ts";
import { validateSourceRanges } from "./source-ranges.ts";
import { clusterIpsOf, isHeadless, isLoadBalancer, nodePortOf, portsOf, specOf, textsAt, typeOf } from "./spec.ts";
import { validateHealthCheckPortChange, validateTrafficPolicies } from "./traffic-validation.ts";

const types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const protocols = ["SCTP", "TCP", "UDP"];
const affinities = ["ClientIP", "None"];
const longestAffinity = 86_400;
const loadBalancersOnly = "may only be used when `type` is 'LoadBalancer'";

/** Validates a new Service (ValidateServiceCreate). */
export const validateService = (service: KubeObject, gates: FeatureGates): readonly FieldError[] =>
  serviceErrors(service, undefined, gates);

/** Validates an update of a Service (ValidateServiceUpdate). */
export const validateServiceUpdate = (
  service: KubeObject,
  old: KubeObject,
  gates: FeatureGates,
): readonly FieldError[] => serviceErrors(service, old, gates);

function serviceErrors(service: KubeObject, old: KubeObject | undefined, gates: FeatureGates): readonly FieldError[] {
  const spec = fieldsOf(specOf(service), fieldPath("spec"), []);
  const before = old && specOf(old);
  const strict = gates.enabled("StrictIPCIDRValidation");
  if (before !== undefined) {
    validateStackChange(spec, before);
    validateClassChange(spec, before);
    validateHealthCheckPortChange(spec, before);
  }
  validateTopologyAnnotations(service, spec.errors);
  validateType(spec);
  validatePorts(spec);
  labels(spec, "selector");
  validateAffinity(spec);
  validateClusterIpFields(spec, before, { strict });
  validateExternalIps(spec, before, strict);
  requireOneOf(spec, "type", types);
  validateNodePorts(spec);
  validateDuplicatePorts(spec);
  validateSourceRanges(spec, service, old, strict);
  validateLoadBalancerFields(spec);
  validateTrafficPolicies(spec, gates);
  return spec.errors;
}

const hintsAnnotation = "service.kubernetes.io/topology-aware-hints";
const modeAnnotation = "service.kubernetes.io/topology-mode";

function validateTopologyAnnotations({ metadata: { annotations } }: KubeObject, errors: FieldError[]): void {
  const hints = annotations?.[hintsAnnotation];
  const mode = annotations?.[modeAnnotation];
  if (hints === undefined || mode === undefined || hints === mode) return;
  const path = fieldPath("metadata").child("annotations").key(modeAnnotation);
  addError(errors, invalid(path, mode, `must match annotations[${hintsAnnotation}] when both are specified`));
}

/** Validates what the type of a service requires or rules out. */
function validateType(spec: Fields): void {
  const { record } = spec;
  const type = typeOf(record);
  if (portsOf(record).length === 0 && !isHeadless(record) && type !== "ExternalName") addRequired(spec, "ports");
  if (type === "ExternalName") return validateExternalName(spec);
  if ((type === "LoadBalancer" || type === "NodePort") && isHeadless(record)) {
    const path = spec.path.child("clusterIPs").index(0);
    addError(spec.errors, invalid(path, "None", `may not be set to 'None' for ${type} services`));
  }
}

function validateExternalName(spec: Fields): void {
  const refused = "may not be set for ExternalName services";
  if (clusterIpsOf(spec.record).length > 0) addForbidden(spec, "clusterIPs", refused);
  if (textsAt(spec.record, "ipFamilies").length > 0) addForbidden(spec, "ipFamilies", refused);
  if (isSet(spec, "ipFamilyPolicy")) addForbidden(spec, "ipFamilyPolicy", refused);
  const name = textAt(spec, "externalName").replace(/\.$/, "");
  if (name === "") return addRequired(spec, "externalName");
  for (const message of isDns1123Subdomain(name))
    addError(spec.errors, invalid(spec.path.child("externalName"), name, message));
}

function validatePorts(spec: Fields): void {
  const names: SeenValues = new Map();
  const several = portsOf(spec.record).length > 1;
  eachItem(spec, "ports", (port) => {
    if (textAt(port, "name") !== "") {
      matches(port, "name", isDns1123Label);
      unique(port, "name", names);
    } else if (several) addRequired(port, "name");
    portNumber(port, "port");
    requireOneOf(port, "protocol", protocols);
    portNumberOrName(port, "targetPort");
    if (isSet(port, "appProtocol")) qualifiedName(port, "appProtocol");
  });
}

function validateAffinity(spec: Fields): void {
  requireOneOf(spec, "sessionAffinity", affinities);
  const affinity = textAt(spec, "sessionAffinity");
  if (affinity === "None" && isSet(spec, "sessionAffinityConfig"))
    addForbidden(spec, "sessionAffinityConfig", "must not be set when session affinity is None");
  if (affinity !== "ClientIP") return;
  const detail = "when session affinity type is ClientIP";
  if (!requireSet(spec, "sessionAffinityConfig", detail)) return;
  const config = within(spec, "sessionAffinityConfig");
  if (!requireSet(config, "clientIP", detail)) return;
  const client = within(config, "clientIP");
  if (!requireSet(client, "timeoutSeconds", detail)) return;
  const seconds = integerAt(client, "timeoutSeconds") ?? 0;
  if (seconds <= 0 || seconds > longestAffinity)
    addInvalid(client, "timeoutSeconds", `must be greater than 0 and less than ${longestAffinity}`);
}

function validateExternalIps(spec: Fields, before: JsonRecord | undefined, strict: boolean): void {
  const old = new Set(before === undefined ? [] : textsAt(before, "externalIPs"));
  eachText(spec, "externalIPs", (ip, path) => {
    const errors = validateLegacyIp(path(), ip, { strict, old });
    addErrors(spec.errors, errors.length > 0 ? errors : validateNonSpecialIp(path(), ip));
  });
}

/** Only types with node ports may have them, and a node port only once for a protocol. */
function validateNodePorts(spec: Fields): void {
  if (typeOf(spec.record) === "ClusterIP")
    eachItem(spec, "ports", (port) => {
      if (nodePortOf(port.record) !== 0) addForbidden(port, "nodePort", "may not be used when `type` is 'ClusterIP'");
    });
  const seen = new Set<string>();
  eachItem(spec, "ports", (port) => {
    if (nodePortOf(port.record) === 0) return;
    const key = `${textAt(port, "protocol")}/${nodePortOf(port.record)}`;
    if (seen.has(key)) addDuplicate(port, "nodePort");
    seen.add(key);
  });
}

function validateDuplicatePorts(spec: Fields): void {
  const seen = new Set<string>();
  eachItem(spec, "ports", ({ record, path, errors }) => {
    const { protocol = "", port = 0 } = record;
    const key = `${String(protocol)}/${String(port)}`;
    if (seen.has(key)) addError(errors, duplicate(path, printedPort({ protocol, port })));
    seen.add(key);
  });
}

/** Prints a port as the struct that upstream compares: the protocol and the number are set only. */
const printedPort = (port: JsonRecord) =>
  goStruct(port, [
    ["Name", "name", ""],
    ["Protocol", "protocol", ""],
    ["AppProtocol", "appProtocol", null],
    ["Port", "port", 0],
    ["TargetPort", "targetPort", 0],
    ["NodePort", "nodePort", 0],
  ]);

/** Validates the fields of load balancers, which other types may not have. */
function validateLoadBalancerFields(spec: Fields): void {
  const balancer = isLoadBalancer(spec.record);
  if (isSet(spec, "allocateLoadBalancerNodePorts")) {
    if (!balancer) addForbidden(spec, "allocateLoadBalancerNodePorts", loadBalancersOnly);
  } else if (balancer) addError(spec.errors, required(fieldPath("allocateLoadBalancerNodePorts")));
  validateClass(spec);
}

function validateClass(spec: Fields): void {
  if (!isSet(spec, "loadBalancerClass")) return;
  if (isLoadBalancer(spec.record)) qualifiedName(spec, "loadBalancerClass");
  else addForbidden(spec, "loadBalancerClass", loadBalancersOnly);
}

/** The class of a load balancer stays as long as it is one (validateLoadBalancerClassField). */
function validateClassChange(spec: Fields, before: JsonRecord): void {
  const was = before["loadBalancerClass"] ?? undefined;
  const is = spec.record["loadBalancerClass"] ?? undefined;
  if (isLoadBalancer(spec.record) && isLoadBalancer(before) && is !== was)
    addError(spec.errors, invalid(spec.path.child("loadBalancerClass"), textOrNull(is), "may not change once set"));
  validateClass(spec);
}

/** Returns what field.Error prints for a pointer to a text: `"null"` if it is nil. */
const textOrNull = (value: unknown): string => (typeof value === "string" ? value : "null");
