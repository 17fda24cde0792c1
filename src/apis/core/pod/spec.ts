import { keptObject } from "../../../component-base/work.ts";
import { countErrors, forbidden, addError } from "../../../apimachinery/field-error.ts";
import { isDns1123Subdomain, isQualifiedName } from "../../../apimachinery/validation/names.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { conforms, inRange, matches, requireOneOf, requireSet } from "../../validation/checks.ts";
import {
  addForbidden,
  addNotSupported,
  addRequired,
  asRecord,
  eachItem,
  inside,
  integerAt,
  isSet,
  isZero,
  itemsAt,
  textAt,
  within,
  type Fields,
} from "../../validation/fields.ts";
import { annotations, labels } from "../../validation/selectors.ts";
import { mirrorAnnotation, validatePodAnnotations, validateProfilesMatch } from "./annotations.ts";
import {
  validateContainers,
  validateEphemeralContainers,
  validateFileVolumes,
  validateImages,
  validateHostNetworkPorts,
  validateInitContainers,
  volumesByName,
} from "./containers.ts";
import type { PodContext } from "./context.ts";
import { validateDns, validateHostAliases, validateHostNames, validateHostnameOverride } from "./dns.ts";
import { eachContainer } from "./each-container.ts";
import { differsInImages, isKnownValid, knownContainers, rememberValid } from "./known-parts.ts";
import type { PodValidationOptions } from "./options.ts";
import { validatePodResources } from "./pod-level-resources.ts";
import { validateRequirements } from "./resources.ts";
import {
  validateAffinity,
  validateResourceClaims,
  validateSchedulingGates,
  validateTolerations,
} from "./scheduling.ts";
import { validateHostUsers, validatePodSecurityContext } from "./security-context.ts";
import { validateTopologySpread } from "./topology-spread.ts";
import { validateVolumes } from "./volumes.ts";
import { validateHostProcess, validateLinuxPod, validateWindowsPod } from "./windows-options.ts";

const restartPolicies = ["Always", "OnFailure", "Never"];
const dnsPolicies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
const operatingSystems = ["linux", "windows"];
const noNames: ReadonlySet<string> = new Set();

function claimNames(spec: JsonRecord): ReadonlySet<string> {
  const claims = itemsAt(spec, "resourceClaims");
  if (claims.length === 0) return noNames;
  return new Set(claims.map((claim) => stringAt(asRecord(claim), "name")).filter((name) => name !== ""));
}

/** Validates the volumes of a pod spec and returns what its other parts are validated against. */
function contextOf(
  spec: Fields,
  metadata: JsonRecord | undefined,
  options: PodValidationOptions,
  before?: JsonRecord,
): PodContext {
  const podName = metadata === undefined ? "" : stringAt(metadata, "name");
  const os = inside(spec, "os");
  return {
    options,
    podName,
    isMirror: metadata !== undefined && recordAt(metadata, "annotations")[mirrorAnnotation] !== undefined,
    volumes: validateVolumes(spec, options, podName),
    claimNames: keptObject(() => claimNames(spec.record)),
    restartPolicy: textAt(spec, "restartPolicy"),
    hostUsers: spec.record["hostUsers"] !== false,
    os: os === undefined ? undefined : textAt(os, "name"),
    gracePeriod: integerAt(spec, "terminationGracePeriodSeconds"),
    known: knownContainers(spec.record, before, options),
  };
}

function validateOs(spec: Fields): void {
  const os = inside(spec, "os");
  if (os === undefined) return;
  const name = textAt(os, "name");
  if (name === "linux") validateLinuxPod(spec);
  else if (name === "windows") validateWindowsPod(spec);
  else if (name === "") addRequired(os, "name");
  else addNotSupported({ ...spec, record: { os: name } }, "os", operatingSystems);
}

/** The parts that only some pods have, which is told by one look at the members of the spec. */
function validateOptionalParts(spec: Fields, context: PodContext): void {
  matches(spec, "serviceAccountName", isDns1123Subdomain);
  matches(spec, "nodeName", isDns1123Subdomain);
  inRange(spec, "activeDeadlineSeconds", 1, 2147483647);
  validateHostNames(spec);
  validateTolerations(spec, "tolerations");
  validateHostAliases(spec, context);
  matches(spec, "priorityClassName", isDns1123Subdomain);
  if (isSet(spec, "runtimeClassName")) conforms(spec, "runtimeClassName", isDns1123Subdomain);
  if (isSet(spec, "preemptionPolicy")) requireOneOf(spec, "preemptionPolicy", ["PreemptLowerPriority", "Never"]);
  const overhead = inside(spec, "overhead");
  if (overhead !== undefined)
    validateRequirements(
      { record: { limits: overhead.record }, path: overhead.path, errors: spec.errors },
      noNames,
      context.options,
    );
  validateOs(spec);
}

/**
 * Validates a pod spec; `metadata` is that of the pod, undefined in a template, which may replace the template `before`
 * (ValidatePodSpec).
 */
export function validatePodSpec(
  spec: Fields,
  metadata: JsonRecord | undefined,
  options: PodValidationOptions,
  before?: JsonRecord,
): PodContext {
  requireSet(spec, "terminationGracePeriodSeconds");
  const context = contextOf(spec, metadata, options, before);
  if (isSet(spec, "resourceClaims")) validateResourceClaims(spec, context);
  validateContainers(spec, context);
  validateInitContainers(spec, context);
  validateEphemeralContainers(spec, context);
  validatePodResources(spec, context);
  validateHostNetworkPorts(spec, context);
  requireOneOf(spec, "restartPolicy", restartPolicies);
  requireOneOf(spec, "dnsPolicy", dnsPolicies);
  labels(spec, "nodeSelector");
  validatePodSecurityContext(spec, context);
  validateAffinity(spec, context);
  validateDns(spec, context);
  eachItem(spec, "readinessGates", (gate) => conforms(gate, "conditionType", isQualifiedName));
  validateSchedulingGates(spec);
  validateTopologySpread(spec, options);
  validateHostProcess(spec);
  validateHostUsers(spec, context);
  if (!context.hostUsers && options.tolerated.volumeDevicesOfUserNamespaces !== true)
    eachContainer(spec, (container) => {
      if (!isZero(container, "volumeDevices")) addForbidden(container, "volumeDevices", "when `hostUsers` is false");
    });
  validateHostnameOverride(spec);
  validateOptionalParts(spec, context);
  let volumes: ReturnType<typeof volumesByName> | undefined;
  const byName = (): ReturnType<typeof volumesByName> => (volumes ??= volumesByName(spec.record));
  eachContainer(spec, (container) => {
    if (isSet(container, "env")) validateFileVolumes(byName, container);
  });
  return context;
}

/**
 * Validates a template of pods, which may replace the template `before` (ValidatePodTemplateSpec). What a valid
 * template already had is not looked at again.
 */
export function validatePodTemplateSpec(template: Fields, options: PodValidationOptions, before?: JsonRecord): void {
  const errorsBefore = countErrors(template.errors);
  if (before !== undefined && isKnownValid(before, options) && differsInImages(template.record, before))
    validateImages(within(template, "spec"));
  else validateWholeTemplate(template, options, before);
  if (countErrors(template.errors) === errorsBefore) rememberValid(template.record, options);
}

function validateWholeTemplate(template: Fields, options: PodValidationOptions, before?: JsonRecord): void {
  const metadata = recordAt(template.record, "metadata");
  const { path, errors } = template;
  const meta: Fields = { record: metadata, path, errors };
  const spec: Fields = { record: recordAt(template.record, "spec"), path: path.child("spec"), errors };
  labels(meta, "labels");
  annotations(meta, "annotations");
  validatePodAnnotations(metadata, path.child("annotations"), spec, options);
  validatePodSpec(spec, undefined, options, before);
  validateProfilesMatch(metadata, spec);
  if (!isZero(spec, "ephemeralContainers"))
    addError(
      errors,
      forbidden(path.child("spec", "ephemeralContainers"), "ephemeral containers not allowed in pod template"),
    );
}

/** A pod without a service account has no token for it. */
export function validateTokens(spec: Fields): void {
  if (textAt(spec, "serviceAccountName") !== "") return;
  eachItem(spec, "volumes", (volume) => {
    const projected = inside(volume, "projected");
    if (projected === undefined) return;
    eachItem(projected, "sources", (source) => {
      if (isSet(source, "serviceAccountToken"))
        addForbidden(source, "serviceAccountToken", "must not be specified when serviceAccountName is not set");
    });
  });
}
