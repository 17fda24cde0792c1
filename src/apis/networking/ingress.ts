import { keptObject } from "../../component-base/work.ts";
import {
  countErrors,
  fieldPath,
  invalid,
  required,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  isDns1123Subdomain,
  isValidPathSegmentName,
  isValidPortName,
  isWildcardDns1123Subdomain,
  nameIsDns1035Label,
  nameIsDnsLabel,
  type Validator,
} from "../../apimachinery/validation/names.ts";
import type { UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { recordAt } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { balancerWarnings, parseIpSloppy, validateLegacyIp } from "../validation/addresses.ts";
import { checkText, matches, portNumber, requireMember, requireName } from "../validation/checks.ts";
import {
  addInvalid,
  addMessages,
  addNotSupported,
  addRequired,
  asRecord,
  collectErrors,
  eachItem,
  eachText,
  inside,
  isSet,
  isZero,
  itemsAt,
  quotedValue,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";

const classAnnotation = "kubernetes.io/ingress.class";
const notAHost = "must be a DNS name, not an IP address";

/** What a stored Ingress may keep although a new one may not have it (IngressValidationOptions). */
interface IngressOptions {
  readonly secretName: boolean;
  readonly wildcardHostRule: boolean;
  readonly relaxedServiceName: boolean;
}

const isDnsLabel: Validator = (name) => nameIsDnsLabel(name, false);
const isDns1035Label: Validator = (name) => nameIsDns1035Label(name, false);

/** Validates a reference to an object in the same namespace (validateIngressTypedLocalObjectReference). */
export function validateReference(reference: Fields): void {
  if (isSet(reference, "apiGroup"))
    addMessages(reference, "apiGroup", isDns1123Subdomain(textAt(reference, "apiGroup")));
  requireName(reference, "kind", isValidPathSegmentName);
  requireName(reference, "name", isValidPathSegmentName);
}

function validateServiceBackend(backend: Fields, service: Fields, options: IngressOptions): void {
  requireName(service, "name", options.relaxedServiceName ? isDnsLabel : isDns1035Label);
  const port = within(service, "port");
  const [hasName, hasNumber] = [!isZero(port, "name"), !isZero(port, "number")];
  if (hasName && hasNumber)
    addError(backend.errors, invalid(backend.path, "", "cannot set both port name & port number"));
  else if (hasName) matches(port, "name", isValidPortName);
  else if (hasNumber) portNumber(port, "number");
  else addError(backend.errors, required(backend.path, "port name or number is required"));
}

/** Validates a backend (validateIngressBackend). */
function validateBackend(backend: Fields, options: IngressOptions): void {
  const [resource, service] = [inside(backend, "resource"), inside(backend, "service")];
  if (resource !== undefined && service !== undefined)
    addError(backend.errors, invalid(backend.path, "", "cannot set both resource and service backends"));
  else if (resource !== undefined) validateReference(resource);
  else if (service !== undefined) validateServiceBackend(backend, service, options);
  else addError(backend.errors, invalid(backend.path, "", "resource or service backend is required"));
}

const forbiddenSequences = ["//", "/./", "/../", "%2f", "%2F"];
const forbiddenSuffixes = ["/..", "/."];

function validateExactPath(fields: Fields): void {
  const path = textAt(fields, "path");
  if (!path.startsWith("/")) addMessages(fields, "path", ["must be an absolute path"]);
  for (const part of forbiddenSequences)
    if (path.includes(part)) addInvalid(fields, "path", `must not contain '${part}'`);
  for (const part of forbiddenSuffixes)
    if (path.endsWith(part)) addInvalid(fields, "path", `cannot end with '${part}'`);
}

/** Validates a path (validateHTTPIngressPath). */
function validatePath(fields: Fields, options: IngressOptions): void {
  if (!isSet(fields, "pathType")) return addRequired(fields, "pathType", "pathType must be specified");
  switch (textAt(fields, "pathType")) {
    case "Exact":
    case "Prefix":
      validateExactPath(fields);
      break;
    case "ImplementationSpecific":
      if (!isZero(fields, "path") && !textAt(fields, "path").startsWith("/"))
        addInvalid(fields, "path", "must be an absolute path");
      break;
    default:
      addNotSupported(fields, "pathType", ["Exact", "ImplementationSpecific", "Prefix"]);
  }
  validateBackend(within(fields, "backend"), options);
}

/** Validates what a rule does with requests (validateIngressRuleValue). */
function validateRuleValue(rule: Fields, options: IngressOptions): void {
  const http = inside(rule, "http");
  if (http === undefined) return;
  requireMember(http, "paths");
  eachItem(http, "paths", (path) => validatePath(path, options));
}

const hasWildcard = (rule: Fields): boolean => textAt(rule, "host").includes("*");

function validateRule(rule: Fields, options: IngressOptions): void {
  const host = textAt(rule, "host");
  if (host !== "") {
    if (parseIpSloppy(host) !== undefined) addInvalid(rule, "host", notAHost);
    matches(rule, "host", hasWildcard(rule) ? isWildcardDns1123Subdomain : isDns1123Subdomain);
  }
  if (!hasWildcard(rule) || !options.wildcardHostRule) validateRuleValue(rule, options);
}

function validateTls(tls: Fields, options: IngressOptions): void {
  eachText(tls, "hosts", (host, path) =>
    checkText(tls, host, host.includes("*") ? isWildcardDns1123Subdomain : isDns1123Subdomain, path),
  );
  if (!options.secretName) matches(tls, "secretName", isDns1123Subdomain);
}

function validateSpec(spec: Fields, options: IngressOptions): void {
  const backend = inside(spec, "defaultBackend");
  if (isZero(spec, "rules") && backend === undefined)
    addError(
      spec.errors,
      invalid(spec.path, quotedValue(spec.record["rules"]), "either `defaultBackend` or `rules` must be specified"),
    );
  if (backend !== undefined) validateBackend(backend, options);
  eachItem(spec, "rules", (rule) => validateRule(rule, options));
  eachItem(spec, "tls", (tls) => validateTls(tls, options));
  if (isSet(spec, "ingressClassName"))
    addMessages(spec, "ingressClassName", isDns1123Subdomain(textAt(spec, "ingressClassName")));
}

const specPath = fieldPath("spec");
const nothingKept: IngressOptions = { secretName: false, wildcardHostRule: false, relaxedServiceName: false };

/** Reports whether a name is one that services may have only since they may begin with a digit. */
function isRelaxedName(backend: Fields): boolean {
  const name = textAt(within(backend, "service"), "name");
  return isDnsLabel(name).length === 0 && isDns1035Label(name).length > 0;
}

/**
 * Returns what a stored Ingress has that is not valid in new ones (allowInvalidSecretName and its like). The default
 * backend does not count (allowRelaxedServiceNameValidation).
 */
function keptBy(old: KubeObject): IngressOptions {
  const found = keptObject(() => ({ secretName: false, wildcardHostRule: false, relaxedServiceName: false }));
  collectErrors(recordAt(old, "spec"), specPath, (spec) => {
    eachItem(spec, "tls", (tls) => {
      const name = textAt(tls, "secretName");
      if (name !== "" && isDns1123Subdomain(name).length > 0) found.secretName = true;
    });
    eachItem(spec, "rules", (rule) => {
      const before = countErrors(rule.errors);
      if (hasWildcard(rule)) validateRuleValue(rule, nothingKept);
      if (countErrors(rule.errors) > before) found.wildcardHostRule = true;
      for (const path of itemsAt(within(rule, "http").record, "paths"))
        if (isRelaxedName(within({ ...rule, record: asRecord(path) }, "backend"))) found.relaxedServiceName = true;
    });
  });
  return found;
}

/** Validates an Ingress by the rules of new ones; an update keeps the mistakes of the stored one. */
function validateIngress(object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] {
  const relaxedServiceName = gates.enabled("RelaxedServiceNameValidation");
  const check = (options: IngressOptions): readonly FieldError[] =>
    collectErrors(recordAt(object, "spec"), specPath, (spec) => validateSpec(spec, options));
  const errors = check({ ...nothingKept, relaxedServiceName });
  if (old === undefined || errors.length === 0) return errors;
  const kept = keptBy(old);
  return check({ ...kept, relaxedServiceName: relaxedServiceName || kept.relaxedServiceName });
}

/** Validates a new Ingress (ValidateIngressCreate): the annotation of earlier releases must name the same class. */
export function validateIngressCreate(ingress: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors = validateIngress(ingress, gates);
  const annotation = ingress.metadata.annotations?.[classAnnotation];
  const { ingressClassName } = recordAt(ingress, "spec");
  return annotation === undefined || typeof ingressClassName !== "string" || annotation === ingressClassName
    ? errors
    : [
        ...errors,
        invalid(
          fieldPath("annotations").child(classAnnotation),
          annotation,
          "must match `ingressClassName` when both are specified",
        ),
      ];
}

/** Validates an update of an Ingress (ValidateIngressUpdate). */
export const validateIngressUpdate = (
  ingress: KubeObject,
  old: KubeObject,
  gates: FeatureGates,
): readonly FieldError[] => validateIngress(ingress, gates, old);

const balancerOf = (ingress: KubeObject) => recordAt(recordAt(ingress, "status"), "loadBalancer");

/** Validates the addresses of a status (ValidateIngressLoadBalancerStatus). */
export function validateIngressStatus(
  ingress: KubeObject,
  before: KubeObject,
  gates: FeatureGates,
): readonly FieldError[] {
  const strict = gates.enabled("StrictIPCIDRValidation");
  let old: ReadonlySet<string> | undefined;
  return collectErrors(balancerOf(ingress), fieldPath("status", "loadBalancer"), (balancer) =>
    eachItem(balancer, "ingress", (point) => {
      const [ip, hostname] = [textAt(point, "ip"), textAt(point, "hostname")];
      if (ip !== "" && (strict || parseIpSloppy(ip) === undefined)) {
        old ??= new Set(itemsAt(balancerOf(before), "ingress").map((item) => String(asRecord(item)["ip"] ?? "")));
        addErrors(point.errors, validateLegacyIp(point.path.child("ip"), ip, { strict, old }));
      }
      if (hostname === "") return;
      matches(point, "hostname", isDns1123Subdomain);
      if (parseIpSloppy(hostname) !== undefined) addInvalid(point, "hostname", notAHost);
    }),
  );
}

/** Returns the warning for an Ingress whose class is only named by the annotation of earlier releases. */
function warningsOnCreate(ingress: KubeObject): readonly string[] {
  const named = ingress.metadata.annotations?.[classAnnotation] !== undefined;
  const { ingressClassName } = recordAt(ingress, "spec");
  return named && (ingressClassName === undefined || ingressClassName === null)
    ? [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
    : [];
}

export const ingressStrategy = objectStrategy({
  status: { loadBalancer: {} },
  generation: ["spec"],
  validatesMetadata: true,
  validate: (ingress, { gates }) => validateIngressCreate(ingress, gates),
  validateUpdate: (ingress, old, { gates }) => validateIngressUpdate(ingress, old, gates),
  warningsOnCreate,
});

export const ingressStatusStrategy: UpdateStrategy = {
  ...statusStrategy(ingressStrategy, "writable", (ingress, old, { gates }) =>
    validateIngressStatus(ingress, old, gates),
  ),
  warningsOnUpdate: balancerWarnings,
};
