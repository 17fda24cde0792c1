import { forEachKept, keptObject } from "../../../component-base/work.ts";
import {
  addRepeated,
  duplicate,
  fieldPath,
  forbidden,
  internal,
  invalid,
  required,
  type FieldError,
  addError,
  addErrors,
} from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isDns1123Label, isDns1123Subdomain, isQualifiedName } from "../../../apimachinery/validation/names.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { listOf, printedAs } from "../../go-print.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { parseIpSloppy, validateLegacyIp } from "../../validation/addresses.ts";
import { immutable, inRange, supported } from "../../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addMessages,
  asRecord,
  eachItem,
  eachOf,
  errorsOfEach,
  fieldsOf,
  inside,
  integerAt,
  isSet,
  isZero,
  itemsAt,
  textAt,
  within,
  type Fields,
} from "../../validation/fields.ts";
import { validateGroups } from "./security-context.ts";
import { validateAnnotationUpdate } from "./update-validation.ts";
import { specOf, updateOptions } from "./validation.ts";

const statusPath = fieldPath("status");
const systemConditions = new Set(["PodScheduled", "Ready", "Initialized"]);
const generationMessage = "must be a non-negative integer";

function validateConditions(status: Fields): void {
  eachItem(status, "conditions", (condition) => {
    if ((integerAt(condition, "observedGeneration") ?? 0) < 0)
      addInvalid(condition, "observedGeneration", generationMessage);
    const type = textAt(condition, "type");
    if (systemConditions.has(type)) return;
    for (const message of isQualifiedName(type))
      addError(condition.errors, invalid(condition.path.child("Type"), type, message));
  });
}

function validateNominatedNode(status: Fields, old: JsonRecord, oldSpec: JsonRecord, gates: FeatureGates): void {
  const name = textAt(status, "nominatedNodeName");
  if (name === "" || name === stringAt(old, "nominatedNodeName")) return;
  addMessages(status, "nominatedNodeName", isDns1123Subdomain(name));
  if (gates.enabled("ClearingNominatedNodeNameAfterBinding") && stringAt(oldSpec, "nodeName") !== "")
    addForbidden(status, "nominatedNodeName", "may not be set on pods that are already bound to a node");
}

/** A container that has ended stays so, unless `mayRestart` says otherwise (ValidateContainerStateTransition). */
function validateTransitions(
  status: Fields,
  old: JsonRecord,
  member: string,
  mayRestart: (name: string, exitCode: number) => boolean,
): void {
  const items = itemsAt(status.record, member);
  const counts = (): Map<unknown, number> => new Map();
  const running = forEachKept(items.length, counts, (known, i) => {
    const { name, state } = asRecord(items[i]);
    if (asRecord(state)["terminated"] === undefined) known.set(name, (known.get(name) ?? 0) + 1);
  });
  eachOf(itemsAt(old, member), status.errors, (item, i) => {
    const { terminated } = recordAt(asRecord(item), "state");
    if (terminated === undefined) return;
    const name = stringAt(asRecord(item), "name");
    if (mayRestart(name, Number(asRecord(terminated)["exitCode"] ?? 0))) return;
    const path = status.path.child(member).index(i).child("state");
    const error = forbidden(path, "may not be transitioned to non-terminated state");
    addRepeated(status.errors, error, running.get(name) ?? 0);
  });
}

function validateAllTransitions(status: Fields, old: JsonRecord, spec: JsonRecord): void {
  const { restartPolicy } = spec;
  const restarts = (exitCode: number): boolean =>
    restartPolicy === "Always" || (restartPolicy === "OnFailure" && exitCode !== 0);
  const sidecars = keptObject(
    () =>
      new Set(
        itemsAt(spec, "initContainers")
          .map(asRecord)
          .filter((container) => container["restartPolicy"] === "Always")
          .map(({ name }) => name),
      ),
  );
  validateTransitions(status, old, "containerStatuses", (_, exitCode) => restarts(exitCode));
  validateTransitions(
    status,
    old,
    "initContainerStatuses",
    (name, exitCode) => restarts(exitCode) || sidecars.has(name),
  );
  validateTransitions(status, old, "ephemeralContainerStatuses", () => false);
}

function validateClaims(status: Fields, spec: JsonRecord): void {
  const names = new Set(itemsAt(spec, "resourceClaims").map((claim) => asRecord(claim)["name"]));
  const seen = new Set<string>();
  eachItem(status, "resourceClaimStatuses", (claim) => {
    const name = textAt(claim, "name");
    if (!names.has(name)) addInvalid(claim, "name", "must match the name of an entry in `spec.resourceClaims`");
    if (seen.has(name)) addError(claim.errors, duplicate(claim.path.child("name"), name));
    seen.add(name);
    if (!isSet(claim, "resourceClaimName")) return;
    const claimName = textAt(claim, "resourceClaimName");
    for (const message of isDns1123Subdomain(claimName))
      addError(claim.errors, invalid(claim.path.child("name"), claimName, message));
  });
}

const resourceMessage =
  "must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests";

function validateExtendedClaim(status: Fields, spec: JsonRecord): void {
  const claim = inside(status, "extendedResourceClaimStatus");
  if (claim === undefined) return;
  const containers = new Map(
    [...itemsAt(spec, "initContainers"), ...itemsAt(spec, "containers")].map((container) => [
      stringAt(asRecord(container), "name"),
      asRecord(container),
    ]),
  );
  if (isZero(claim, "requestMappings"))
    addError(claim.errors, required(claim.path.child("requestMappings"), "at least one request mapping is required"));
  const seen = new Set<string>();
  eachItem(claim, "requestMappings", (mapping) => {
    const [name, resource] = [textAt(mapping, "containerName"), textAt(mapping, "resourceName")];
    const container = containers.get(name);
    if (container === undefined)
      addInvalid(
        mapping,
        "containerName",
        "must match the name of an entry in spec.initContainers.name or spec.containers.name",
      );
    else if (recordAt(recordAt(container, "resources"), "requests")[resource] === undefined)
      addInvalid(mapping, "resourceName", resourceMessage);
    const request = textAt(mapping, "requestName");
    for (const message of isDns1123Label(request))
      addError(claim.errors, invalid(claim.path.child("requestName"), request, message));
    const key = `${name}\n${resource}`;
    if (seen.has(key))
      for (const member of ["containerName", "resourceName"])
        addError(mapping.errors, duplicate(mapping.path.child(member), textAt(mapping, member)));
    seen.add(key);
  });
  if (isZero(claim, "resourceClaimName")) addError(claim.errors, required(claim.path.child("resourceClaimName")));
  else addMessages(claim, "resourceClaimName", isDns1123Subdomain(textAt(claim, "resourceClaimName")));
}

const addressForm = listOf([["IP", "ip", ""]]);

function addressesOf(status: JsonRecord, member: string): readonly string[] {
  const items = itemsAt(status, member);
  const add = (found: string[], i: number): void => void found.push(stringAt(asRecord(items[i]), "ip"));
  return forEachKept(items.length, (): string[] => [], add);
}

/** The lengths of some addresses, which tell their families, and the first that is none. */
interface Families {
  readonly lengths: Set<number>;
  odd: number | undefined;
}

function familiesOf(addresses: readonly string[]): Families {
  const begin = (): Families => ({ lengths: new Set(), odd: undefined });
  return forEachKept(addresses.length, begin, (found, i) => {
    const length = parseIpSloppy(addresses[i] ?? "")?.bytes.length;
    if (length === undefined) found.odd ??= i;
    else found.lengths.add(length);
  });
}

/** The addresses of a pod or its host: at most one of each family (validatePodIPs, validateHostIPs). */
function validateAddresses(status: Fields, old: JsonRecord, member: string, strict: boolean): void {
  const addresses = addressesOf(status.record, member);
  if (addresses.length === 0) return;
  const path = status.path.child(member);
  const kept = keptObject(() => new Set(addressesOf(old, member)));
  const errors = errorsOfEach(addresses, (one, i) => validateLegacyIp(path.index(i), one, { strict, old: kept }));
  addErrors(status.errors, errors);
  if (addresses.length === 1) return;
  const { lengths, odd } = familiesOf(addresses);
  if (odd !== undefined)
    addError(
      status.errors,
      internal(path, `failed to check for dual stack with error:invalid IP[${odd}]: ${addresses[odd] ?? ""}`),
    );
  else if (lengths.size === 2 && addresses.length === 2) return;
  const shown = printedAs(addressForm, status.record[member]);
  addError(status.errors, invalid(path, shown, "may specify no more than one IP for each IP family"));
}

function validateHostIp(status: Fields): void {
  const first = itemsAt(status.record, "hostIPs")[0];
  const address = stringAt(asRecord(first), "ip");
  if (first !== undefined && textAt(status, "hostIP") !== address)
    addError(
      status.errors,
      invalid(status.path.child("hostIPs").index(0).child("ip"), address, "must be equal to `hostIP`"),
    );
}

function validateUser(container: Fields, os: string): void {
  const linux = inside(within(container, "user"), "linux");
  if (linux === undefined) return;
  if (os === "windows") return void addError(linux.errors, forbidden(linux.path, "cannot be set for a windows pod"));
  if (os !== "linux") return;
  inRange(linux, "uid", 0, 2147483647);
  inRange(linux, "gid", 0, 2147483647);
  validateGroups(linux);
}

/** The claims of containers as the names of allocated resources have them. */
const claimTexts = new WeakMap<JsonRecord, ReadonlySet<string>>();

function claimTextsOf(resources: JsonRecord): ReadonlySet<string> {
  const known = claimTexts.get(resources);
  if (known !== undefined) return known;
  const texts = itemsAt(resources, "claims").map((item) => {
    const request = stringAt(asRecord(item), "request");
    return `claim:${stringAt(asRecord(item), "name")}${request === "" ? "" : `/${request}`}`;
  });
  const found = new Set(texts);
  claimTexts.set(resources, found);
  return found;
}

/** Returns whether a container asks for a resource, and what the error for one that it does not ask for says. */
function asksFor(container: JsonRecord, name: string): readonly [boolean, string] {
  const resources = recordAt(container, "resources");
  if (!name.startsWith("claim:"))
    return [recordAt(resources, "requests")[name] !== undefined, "must match one of the container's resource requests"];
  const claims = claimTextsOf(resources);
  return [
    claims.has(name),
    "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty",
  ];
}

function validateAllocated(status: Fields, container: JsonRecord | undefined): void {
  eachItem(status, "allocatedResourcesStatus", (allocated) => {
    const [found, message] = container === undefined ? [true, ""] : asksFor(container, textAt(allocated, "name"));
    if (!found) addInvalid(allocated, "name", message);
    const seen = new Set<string>();
    eachItem(allocated, "resources", (resource) => {
      supported(resource, "health", ["Healthy", "Unhealthy", "Unknown"]);
      const id = textAt(resource, "resourceID");
      if (seen.has(id)) addError(resource.errors, duplicate(resource.path.child("resourceID"), id));
      seen.add(id);
    });
  });
}

const statusLists = [
  ["containerStatuses", "containers"],
  ["initContainerStatuses", "initContainers"],
  ["ephemeralContainerStatuses", undefined],
] as const;

function validateContainerStatuses(status: Fields, spec: JsonRecord): void {
  const os = spec["os"] === undefined ? "linux" : stringAt(recordAt(spec, "os"), "name");
  for (const [member] of statusLists)
    eachItem(status, member, (container) => {
      if (isSet(container, "user")) validateUser(container, os);
    });
  for (const [member, list] of statusLists) {
    const containers = keptObject(() => byName(list === undefined ? [] : itemsAt(spec, list)));
    eachItem(status, member, (container) => {
      if (isZero(container, "allocatedResourcesStatus")) return;
      if (list === undefined)
        addForbidden(container, "allocatedResourcesStatus", "must not be specified in container status");
      else validateAllocated(container, containers.get(textAt(container, "name")));
    });
  }
}

/** Returns containers by their names, of equal ones the first. */
const byName = (containers: readonly unknown[]): ReadonlyMap<unknown, JsonRecord> =>
  new Map(containers.toReversed().map((item) => [asRecord(item)["name"], asRecord(item)]));

/** Validates an update of the status of a pod (ValidatePodStatusUpdate). */
export function validatePodStatus(pod: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(pod, errors);
  const options = updateOptions(gates, old);
  validateAnnotationUpdate(pod, old, spec, options);
  const status = fieldsOf(recordAt(pod, "status"), statusPath, errors);
  const before = recordAt(old, "status");
  validateConditions(status);
  validateNominatedNode(status, before, recordAt(old, "spec"), gates);
  if ((integerAt(status, "observedGeneration") ?? 0) < 0) addInvalid(status, "observedGeneration", generationMessage);
  immutable(status, fieldsOf(before, statusPath, []), "qosClass");
  validateAllTransitions(status, before, recordAt(old, "spec"));
  validateClaims(status, spec.record);
  validateExtendedClaim(status, spec.record);
  validateAddresses(status, before, "podIPs", options.strictAddresses);
  validateHostIp(status);
  validateAddresses(status, before, "hostIPs", options.strictAddresses);
  validateContainerStatuses(status, spec.record);
  return errors;
}
