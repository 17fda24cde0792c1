import { keptObject } from "../../../component-base/work.ts";
import { duplicate, invalid, notFound, notSupported, required, addError } from "../../../apimachinery/field-error.ts";
import { isDns1123Label, isValidPortName } from "../../../apimachinery/validation/names.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { isRepeated, type SeenValues } from "../../validation/checks-in-slices.ts";
import { portNumber, requireName, requireOneOf, unique } from "../../validation/checks.ts";
import {
  addDuplicate,
  addForbidden,
  addInvalid,
  addMessages,
  addNotSupported,
  addRequired,
  addTooLong,
  asRecord,
  eachItem,
  inside,
  integerAt,
  isSet,
  isZero,
  itemsAt,
  quotedValue,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import type { PodContext } from "./context.ts";
import { validateEnv, validateEnvFrom } from "./env.ts";
import { validateLifecycle, validateProbes } from "./handlers.ts";
import { areKnown } from "./known-parts.ts";
import { validateVolumeDevices, validateVolumeMounts } from "./mounts.ts";
import { validateRequirements } from "./resources.ts";
import { validateSecurityContext } from "./security-context.ts";
import { pullPolicies } from "./volume-sources.ts";

const protocols = ["SCTP", "TCP", "UDP"];
const messagePolicies = ["File", "FallbackToLogsOnError"];

function validatePorts(container: Fields): void {
  if (itemsAt(container.record, "ports").length === 0) return;
  const names = new Set<string>();
  eachItem(container, "ports", (port) => {
    const name = textAt(port, "name");
    if (name !== "") {
      const messages = isValidPortName(name);
      if (messages.length > 0) addMessages(port, "name", messages);
      else if (names.has(name)) addDuplicate(port, "name");
      else names.add(name);
    }
    if (isZero(port, "containerPort")) addRequired(port, "containerPort");
    else portNumber(port, "containerPort");
    if (!isZero(port, "hostPort")) portNumber(port, "hostPort");
    requireOneOf(port, "protocol", protocols);
  });
}

const restartPolicies = ["NotRequired", "RestartContainer"];

function validateResizePolicy(container: Fields, podRestartPolicy: string): void {
  const seen = new Set<string>();
  const path = () => container.path.child("resizePolicy");
  const { errors } = container;
  eachItem(container, "resizePolicy", (item) => {
    const [name, policy] = [textAt(item, "resourceName"), textAt(item, "restartPolicy")];
    if (seen.has(name)) addError(errors, duplicate(item.path, name));
    seen.add(name);
    if (name === "") addError(errors, required(path()));
    else if (name !== "cpu" && name !== "memory") addError(errors, notSupported(path(), name, ["cpu", "memory"]));
    if (policy === "") addError(errors, required(path()));
    else if (!restartPolicies.includes(policy)) addError(errors, notSupported(path(), policy, restartPolicies));
    if (podRestartPolicy === "Never" && policy !== "NotRequired")
      addError(errors, invalid(path(), policy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
  });
}

function validateImage(container: Fields): void {
  if (isZero(container, "image")) addRequired(container, "image");
}

/** Validates the images of the containers of a pod spec, all of whose other parts are known to be valid. */
export const validateImages = (spec: Fields): void => eachItem(spec, "containers", validateImage);

type ContainerCheck = readonly [members: readonly string[], check: (container: Fields, context: PodContext) => void];

/** Checks of a container, in the order of their errors, each with all members of the container that it looks at. */
// oxfmt-ignore
const commonChecks: readonly ContainerCheck[] = [
  [["name"], (container) => requireName(container, "name", isDns1123Label)],
  [["image"], validateImage],
  [["terminationMessagePolicy"], (container) => requireOneOf(container, "terminationMessagePolicy", messagePolicies)],
  [["ports"], validatePorts],
  [["env"], (container, { options }) => validateEnv(container, options)],
  [["envFrom"], (container, { options }) => validateEnvFrom(container, options)],
  [["volumeMounts", "volumeDevices", "securityContext"], (container, { volumes }) => validateVolumeMounts(container, volumes)],
  [["volumeMounts", "volumeDevices"], (container, { volumes }) => validateVolumeDevices(container, volumes)],
  [["imagePullPolicy"], (container) => requireOneOf(container, "imagePullPolicy", pullPolicies)],
  [["resources"], validateResources],
  [["resizePolicy"], (container, { restartPolicy }) => validateResizePolicy(container, restartPolicy)],
  [["securityContext"], validateSecurityContext],
];
const hookChecks: readonly ContainerCheck[] = [
  [["lifecycle"], validateLifecycle],
  [["livenessProbe", "readinessProbe", "startupProbe"], validateProbes],
];

function validateResources(container: Fields, { claimNames, options }: PodContext): void {
  const resources = inside(container, "resources");
  if (resources !== undefined) validateRequirements(resources, claimNames, options);
}

/** Runs the checks of a container; of what a known valid one has as well, it runs none. */
function check(
  checks: readonly ContainerCheck[],
  container: Fields,
  context: PodContext,
  known?: unknown, // a record
): void {
  for (const [members, validate] of checks)
    if (!areKnown(container.record, known, members)) validate(container, context);
}

/** Validates what all kinds of containers have in common (validateContainerCommon). */
const validateCommon = (container: Fields, context: PodContext, known?: unknown): void =>
  check(commonChecks, container, context, known);

/** Two containers must not use the same port of the host (AccumulateUniqueHostPorts). */
function claimHostPorts(container: Fields, used: Set<string>): void {
  const ports = itemsAt(container.record, "ports");
  for (let i = 0; i < ports.length; i++) {
    const port = asRecord(ports[i]);
    const { hostPort } = port;
    if (typeof hostPort !== "number" || hostPort === 0) continue;
    const key = `${stringAt(port, "protocol")}/${stringAt(port, "hostIP")}/${hostPort}`;
    if (used.has(key))
      addError(container.errors, duplicate(container.path.child("ports").index(i).child("hostPort"), key));
    else used.add(key);
  }
}

const containerRestartPolicies = ["Always", "Never", "OnFailure"];

/** Validates when a container restarts regardless of its pod (validateContainerRestartPolicy). */
function validateRestartRules(container: Fields): void {
  const rules = itemsAt(container.record, "restartPolicyRules");
  if (isSet(container, "restartPolicy")) {
    if (!containerRestartPolicies.includes(textAt(container, "restartPolicy")))
      addNotSupported(container, "restartPolicy", containerRestartPolicies);
  } else if (rules.length > 0)
    addRequired(container, "restartPolicy", "must specify restartPolicy when restart rules are used");
  if (rules.length > 20) addTooLong(container, "restartPolicyRules", 20);
  eachItem(container, "restartPolicyRules", (rule) => {
    if (textAt(rule, "action") !== "Restart") addNotSupported(rule, "action", ["Restart"]);
    const codes = inside(rule, "exitCodes");
    if (codes === undefined) return addRequired(rule, "exitCodes", "must be specified");
    if (!["In", "NotIn"].includes(textAt(codes, "operator"))) addNotSupported(codes, "operator", ["In", "NotIn"]);
    if (itemsAt(codes.record, "values").length > 255) addTooLong(codes, "values", 255);
  });
}

/** Validates the containers of a pod spec (validateContainers). */
export function validateContainers(spec: Fields, context: PodContext): void {
  if (itemsAt(spec.record, "containers").length === 0) return addRequired(spec, "containers");
  const names: SeenValues = new Map();
  const ports = new Set<string>();
  const { known, options } = context;
  eachItem(spec, "containers", (container, i) => {
    const before = known?.[i];
    validateCommon(container, context, before);
    unique(container, "name", names);
    check(hookChecks, container, context, before);
    if (options.containerRestartRules) validateRestartRules(container);
    else if (isSet(container, "restartPolicy"))
      addForbidden(container, "restartPolicy", "may not be set for non-init containers");
  });
  eachItem(spec, "containers", (container) => claimHostPorts(container, ports));
}

const onlyForSidecars = "may not be set for init containers without restartPolicy=Always";
const sidecarMembers = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"];

function validateInitRestartPolicy(container: Fields, { containerRestartRules }: PodContext["options"]): void {
  if (!isSet(container, "restartPolicy")) return;
  const isSidecar = textAt(container, "restartPolicy") === "Always";
  if (!containerRestartRules) {
    if (!isSidecar) addNotSupported(container, "restartPolicy", ["Always"]);
  } else if (!isSidecar) validateRestartRules(container);
  else if (!isZero(container, "restartPolicyRules"))
    addForbidden(
      container,
      "restartPolicyRules",
      "restartPolicyRules are not allowed for init containers with restart policy Always",
    );
}

/** Validates the init containers of a pod spec (validateInitContainers). */
export function validateInitContainers(spec: Fields, context: PodContext): void {
  if (itemsAt(spec.record, "initContainers").length === 0) return;
  const others = keptObject(() => namesOf(spec.record, "containers"));
  const names: SeenValues = new Map();
  eachItem(spec, "initContainers", (container, i) => {
    validateCommon(container, context);
    validateInitRestartPolicy(container, context.options);
    const name = textAt(container, "name");
    if (others.has(name) || (name !== "" && isRepeated(names, name, container))) addDuplicate(container, "name");
    // Upstream checks the ports of each init container as those of the first one.
    const first = i === 0 ? container : { ...container, path: spec.path.child("initContainers").index(0) };
    claimHostPorts(first, new Set());
    if (textAt(container, "restartPolicy") === "Always") {
      validateLifecycle(container, context);
      validateProbes(container, context);
    } else
      for (const member of sidecarMembers)
        if (isSet(container, member)) addForbidden(container, member, onlyForSidecars);
    if (!context.options.sidecarResizePolicy && !isZero(container, "resizePolicy"))
      addInvalid(container, "resizePolicy", "must not be set for init containers");
  });
}

function namesOf(spec: JsonRecord, ...lists: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const list of lists) for (const item of itemsAt(spec, list)) names.add(stringAt(asRecord(item), "name"));
  return names;
}

/** Members that ephemeral containers may not have: they are no part of what a pod is for. In the order of the type. */
const notEphemeral = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
];
const refusedForEphemeral = "cannot be set for an Ephemeral Container";

function hasResources({ record }: Fields): boolean {
  const { limits, requests, claims } = recordAt(record, "resources");
  return limits !== undefined || requests !== undefined || claims !== undefined;
}

/** Validates the ephemeral containers of a pod spec (validateEphemeralContainers). */
export function validateEphemeralContainers(spec: Fields, context: PodContext): void {
  if (itemsAt(spec.record, "ephemeralContainers").length === 0) return;
  const others = keptObject(() => namesOf(spec.record, "containers", "initContainers"));
  const names: SeenValues = new Map();
  eachItem(spec, "ephemeralContainers", (container) => {
    validateCommon(container, context);
    validateImageSpaces(container);
    const name = textAt(container, "name");
    if (others.has(name) || isRepeated(names, name, container)) addDuplicate(container, "name");
    const target = textAt(container, "targetContainerName");
    if (target !== "" && !others.has(target))
      addError(container.errors, notFound(container.path.child("targetContainerName"), target));
    for (const member of notEphemeral)
      if (member === "resources" ? hasResources(container) : isSet(container, member))
        addForbidden(container, member, refusedForEphemeral);
    eachItem(container, "volumeMounts", (mount) => {
      for (const member of ["subPath", "subPathExpr"])
        if (textAt(mount, member) !== "") addForbidden(mount, member, refusedForEphemeral);
    });
  });
}

/** Images of pods, other than those of templates, have no spaces around them (validateContainerOnlyForPod). */
export function validateImageSpaces(container: Fields): void {
  const image = textAt(container, "image");
  if (image.trim() !== image) addInvalid(container, "image", "must not have leading or trailing whitespace");
}

/** Ports of a pod in the network of its node are those of the node (validatePodHostNetworkDeps). */
export function validateHostNetworkPorts(spec: Fields, { options }: PodContext): void {
  if (spec.record["hostNetwork"] !== true) return;
  eachItem(spec, "containers", (container) =>
    eachItem(container, "ports", (port) => {
      const [onHost, own] = [integerAt(port, "hostPort") ?? 0, integerAt(port, "containerPort") ?? 0];
      if ((options.resourceIsPod || onHost !== 0) && onHost !== own)
        addError(
          port.errors,
          invalid(
            port.path.child("hostPort"),
            quotedValue(onHost),
            "must match `containerPort` when `hostNetwork` is true",
          ),
        );
    }),
  );
}

type VolumesByName = ReadonlyMap<unknown, JsonRecord>;

/** Returns the volumes of a pod spec, of equal names the last. */
export const volumesByName = (spec: JsonRecord): VolumesByName =>
  new Map(itemsAt(spec, "volumes").map((item) => [asRecord(item)["name"], asRecord(item)]));

/** Files that variables are read from must be in an emptyDir of the pod (validateFileKeyRefVolumes). */
export function validateFileVolumes(volumes: () => VolumesByName, container: Fields): void {
  eachItem(container, "env", (variable) => {
    const source = inside(variable, "valueFrom");
    const ref = source === undefined ? undefined : inside(source, "fileKeyRef");
    if (ref === undefined) return;
    const name = textAt(ref, "volumeName");
    const volume = volumes().get(name);
    if (volume === undefined) addError(ref.errors, notFound(ref.path.child("volumeName"), name));
    else if (volume["emptyDir"] === undefined)
      addInvalid(ref, "volumeName", "referenced volume must be of type emptyDir");
  });
}
