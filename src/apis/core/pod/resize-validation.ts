import { forbidden, invalid, type FieldError, addError } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { asRecord, hasNoMembers, itemsAt, type Fields } from "../../validation/fields.ts";
import { mirrorAnnotation } from "./annotations.ts";
import { specPath } from "./paths.ts";
import { computePodQos, podQos } from "./qos.ts";
import { metadataOf, specOf, updateOptions, validatePodSpecAndAnnotations } from "./validation.ts";

const whole = (detail: string): readonly FieldError[] => [{ ...forbidden(specPath, detail), field: "" }];

const hasPodResources = (pod: KubeObject): boolean => {
  const resources = recordAt(recordAt(pod, "spec"), "resources");
  return !hasNoMembers(recordAt(resources, "requests")) || !hasNoMembers(recordAt(resources, "limits"));
};

/** Reports whether the node of a pod can resize it: it then reports the resources of running containers. */
function isResizeSupported(pod: KubeObject): boolean {
  for (const item of itemsAt(recordAt(pod, "status"), "containerStatuses")) {
    const status = asRecord(item);
    if (recordAt(status, "state")["running"] !== undefined) return status["resources"] !== undefined;
  }
  return true;
}

/** Containers may not be added, removed or renamed (validatePodResizeContainerOrdering). */
function validateOrder(spec: Fields, old: JsonRecord, member: string): void {
  const [now, before] = [itemsAt(spec.record, member), itemsAt(old, member)];
  const path = spec.path.child(member);
  if (now.length !== before.length)
    return void addError(spec.errors, forbidden(path, `${member} may not be added or removed on resize`));
  for (const [i, container] of before.entries())
    if (asRecord(now[i])["name"] !== asRecord(container)["name"])
      addError(
        spec.errors,
        forbidden(path.index(i).child("name"), `${member} may not be renamed or reordered on resize`),
      );
}

const isRemoved = (list: JsonRecord, old: JsonRecord): boolean =>
  Object.keys(old).some((name) => list[name] === undefined);

/** Requests and limits may not be removed (validateContainerResize). */
function validateKept(container: JsonRecord, old: JsonRecord, path: Fields["path"], errors: FieldError[]): void {
  const [now, before] = [recordAt(container, "resources"), recordAt(old, "resources")];
  for (const list of ["requests", "limits"])
    if (isRemoved(recordAt(now, list), recordAt(before, list)))
      addError(errors, forbidden(path.child("resources", list), `resource ${list} cannot be removed`));
}

/** Returns a list with the CPU and memory of the old one; absent if that was. */
function withOldAmounts(list: JsonRecord, old: unknown): JsonRecord | undefined {
  if (old === undefined) return undefined;
  const { cpu: _, memory: __, ...rest } = list;
  const { cpu, memory } = asRecord(old);
  return { ...rest, ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) };
}

/** Reports whether containers differ in more than CPU and memory. */
function differsElsewhere(container: JsonRecord, old: JsonRecord): boolean {
  const [now, before] = [recordAt(container, "resources"), recordAt(old, "resources")];
  const resources = {
    limits: withOldAmounts(recordAt(now, "limits"), before["limits"]),
    requests: withOldAmounts(recordAt(now, "requests"), before["requests"]),
  };
  return !semanticEqual({ ...container, resources }, old);
}

function validateContainers(spec: Fields, old: JsonRecord): void {
  const refuse = (detail: string): void => void addError(spec.errors, forbidden(spec.path, detail));
  for (const [i, item] of itemsAt(spec.record, "containers").entries())
    if (differsElsewhere(asRecord(item), asRecord(itemsAt(old, "containers")[i])))
      refuse("only cpu and memory resources are mutable");
  for (const [i, item] of itemsAt(spec.record, "initContainers").entries()) {
    const [container, before] = [asRecord(item), asRecord(itemsAt(old, "initContainers")[i])];
    if (container["restartPolicy"] === "Always") {
      if (differsElsewhere(container, before))
        refuse("only cpu and memory resources for sidecar containers are mutable");
    } else if (!semanticEqual(container, before)) refuse("resources for non-sidecar init containers are immutable");
  }
}

/** Validates a resize: CPU and memory of containers may change, within the QoS class (ValidatePodResize). */
export function validatePodResize(pod: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(pod, errors);
  const before = recordAt(old, "spec");
  validatePodSpecAndAnnotations(pod, spec, updateOptions(gates, old));
  if (hasPodResources(old) || hasPodResources(pod)) return whole("pods with pod-level resources cannot be resized");
  if (recordAt(metadataOf(old), "annotations")[mirrorAnnotation] !== undefined)
    return whole("static pods cannot be resized");
  if (stringAt(recordAt(before, "os"), "name") === "windows") return whole("windows pods cannot be resized");
  if (podQos(old) !== computePodQos(pod))
    addError(
      errors,
      invalid(
        specPath,
        stringAt(recordAt(pod, "status"), "qosClass"),
        "Pod QOS Class may not change as a result of resizing",
      ),
    );
  if (!isResizeSupported(old)) addError(errors, forbidden(specPath, "Pod running on node without support for resize"));
  const ordered = errors.length;
  for (const member of ["containers", "initContainers"]) validateOrder(spec, before, member);
  if (errors.length > ordered) return errors;
  for (const member of ["initContainers", "containers"])
    for (const [i, item] of itemsAt(before, member).entries()) {
      const container = asRecord(item);
      if (member === "initContainers" && container["restartPolicy"] !== "Always") continue;
      validateKept(asRecord(itemsAt(spec.record, member)[i]), container, specPath.child(member).index(i), errors);
    }
  validateContainers(spec, before);
  return errors;
}
