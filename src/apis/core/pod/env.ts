import { invalid, notSupportedString, addError } from "../../../apimachinery/field-error.ts";
import {
  isConfigMapKey,
  isDns1123Label,
  isDns1123Subdomain,
  isEnvVarName,
  isQualifiedName,
  isRelaxedEnvVarName,
  nameIsDnsSubdomain,
} from "../../../apimachinery/validation/names.ts";
import { conforms, matches, requireMember, requireName } from "../../validation/checks.ts";
import {
  addInvalid,
  addNotSupportedString,
  addRequired,
  eachItem,
  inside,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { isZeroQuantity } from "../../validation/quantities.ts";
import type { PodValidationOptions } from "./options.ts";
import { noBacksteps } from "./paths.ts";

/** Fields of a pod that variables may refer to, in the order that errors list them. */
const envFieldPaths = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

/** Fields of a pod that the downward API knows at all (ConvertDownwardAPIFieldLabel). */
const knownFieldPaths = new Set([
  ...envFieldPaths,
  "metadata.annotations",
  "metadata.labels",
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
]);

const resourceFields = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];
const isHugePagesField = (name: string): boolean =>
  name.startsWith("requests.hugepages-") || name.startsWith("limits.hugepages-");

/** Splits `metadata.labels['key']` (fieldpath.SplitMaybeSubscriptedPath). */
function subscripted(path: string): readonly [path: string, subscript: string] | undefined {
  const at = path.endsWith("']") ? path.slice(0, -2).indexOf("['") : -1;
  return at > 0 ? [path.slice(0, at), path.slice(at + 2, -2)] : undefined;
}

function conversionError(version: string, path: string): string | undefined {
  if (version !== "v1") return `unsupported pod version: ${version}`;
  const parts = subscripted(path);
  if (parts !== undefined)
    return parts[0] === "metadata.annotations" || parts[0] === "metadata.labels"
      ? undefined
      : `field label does not support subscript: ${path}`;
  return knownFieldPaths.has(path) || path === "spec.host" ? undefined : `field label not supported: ${path}`;
}

/** Validates a reference to a field of the pod, one of `supported` (validateObjectFieldSelector). */
export function validateFieldRef(ref: Fields, supported: readonly string[]): void {
  if (!requireMember(ref, "apiVersion") || !requireMember(ref, "fieldPath")) return;
  const path = textAt(ref, "fieldPath");
  const problem = conversionError(textAt(ref, "apiVersion"), path);
  if (problem !== undefined) return addInvalid(ref, "fieldPath", `error converting fieldPath: ${problem}`);
  const parts = subscripted(path);
  if (parts === undefined) {
    const name = path === "spec.host" ? "spec.nodeName" : path;
    if (!supported.includes(name))
      addError(ref.errors, notSupportedString(ref.path.child("fieldPath"), name, supported));
    return;
  }
  const key = parts[0] === "metadata.annotations" ? parts[1].toLowerCase() : parts[1];
  for (const message of isQualifiedName(key)) addError(ref.errors, invalid(ref.path, key, message));
}

const cpuDivisors = new Set(["1m", "1"]);
const byteDivisors = new Set(["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"]);
const byteDivisorMessage =
  "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the";

/** Returns the message for a divisor that does not go with a resource. */
function divisorError(resource: string, divisor: string): string | undefined {
  const name = resource.replace(/^(?:limits|requests)\./, "");
  if (name === resource) return undefined;
  if (name === "cpu")
    return cpuDivisors.has(divisor) ? undefined : "only divisor's values 1m and 1 are supported with the cpu resource";
  const kind =
    name === "memory"
      ? "memory"
      : name === "ephemeral-storage"
        ? "local ephemeral storage"
        : isHugePagesField(resource)
          ? "hugepages"
          : undefined;
  return kind === undefined || byteDivisors.has(divisor) ? undefined : `${byteDivisorMessage} ${kind} resource`;
}

/** Validates a reference to resources of a container (validateContainerResourceFieldSelector). */
export function validateResourceFieldRef(ref: Fields, isVolume: boolean): void {
  const resource = textAt(ref, "resource");
  if (isVolume && textAt(ref, "containerName") === "") addRequired(ref, "containerName");
  else if (resource === "") addRequired(ref, "resource");
  else if (!resourceFields.includes(resource) && !isHugePagesField(resource))
    addNotSupportedString(ref, "resource", resourceFields);
  const { divisor } = ref.record;
  if (isZeroQuantity(divisor)) return;
  const problem = divisorError(resource, String(divisor));
  if (problem !== undefined) addError(ref.errors, invalid(ref.path.child("divisor"), resource, problem));
}

function validateKeyRef(ref: Fields): void {
  conforms(ref, "name", isDns1123Subdomain);
  requireName(ref, "key", isConfigMapKey);
}

function validateFileKeyRef(ref: Fields): void {
  requireName(ref, "key", isRelaxedEnvVarName);
  requireName(ref, "volumeName", isDns1123Label);
  requireName(ref, "path", noBacksteps);
}

const sourceNames = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef`";

function validateValueFrom(variable: Fields, source: Fields, { envFiles }: PodValidationOptions): void {
  let count = 0;
  const check = (member: string, validate: (ref: Fields) => void): void => {
    const ref = inside(source, member);
    if (ref === undefined) return;
    count++;
    validate(ref);
  };
  check("fieldRef", (ref) => validateFieldRef(ref, envFieldPaths));
  check("resourceFieldRef", (ref) => validateResourceFieldRef(ref, false));
  check("configMapKeyRef", validateKeyRef);
  check("secretKeyRef", validateKeyRef);
  check("fileKeyRef", validateFileKeyRef);
  const refuse = (message: string): void => void addError(source.errors, invalid(source.path, "", message));
  if (count === 0)
    refuse(
      `must specify one of: ${envFiles ? `${sourceNames}, \`secretKeyRef\` or \`fileKeyRef\`` : `${sourceNames} or \`secretKeyRef\``}`,
    );
  else if (textAt(variable, "value") !== "") refuse("may not be specified when `value` is not empty");
  else if (count > 1) refuse("may not have more than one field specified at a time");
}

/** Validates the environment variables of a container (ValidateEnv). */
export function validateEnv(container: Fields, options: PodValidationOptions): void {
  const isName = options.relaxedEnvNames ? isRelaxedEnvVarName : isEnvVarName;
  eachItem(container, "env", (variable) => {
    requireName(variable, "name", isName);
    const source = inside(variable, "valueFrom");
    if (source !== undefined) validateValueFrom(variable, source, options);
  });
}

const isNamePrefix = (name: string): readonly string[] => nameIsDnsSubdomain(name, true);

/** Validates the objects whose keys become environment variables (ValidateEnvFrom). */
export function validateEnvFrom(container: Fields, options: PodValidationOptions): void {
  const isName = options.relaxedEnvNames ? isRelaxedEnvVarName : isEnvVarName;
  eachItem(container, "envFrom", (item) => {
    matches(item, "prefix", isName);
    const [map, secret] = [inside(item, "configMapRef"), inside(item, "secretRef")];
    if (map !== undefined) requireName(map, "name", isNamePrefix);
    if (secret !== undefined) requireName(secret, "name", isNamePrefix);
    if ((map === undefined) !== (secret === undefined)) return;
    const message =
      map === undefined
        ? "must specify one of: `configMapRef` or `secretRef`"
        : "may not have more than one field specified at a time";
    addError(container.errors, invalid(container.path.child("envFrom"), "", message));
  });
}
