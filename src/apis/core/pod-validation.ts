import {
  duplicate,
  fieldPath,
  invalid,
  notFound,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Label, isValidPortNumber } from "../../apimachinery/validation/names.ts";
import { validateLabels } from "../../apimachinery/validation/labels.ts";
import { stringsOf } from "../label-selectors.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";

/** Validates that a member has one of the allowed values; "" counts as missing. */
function validateChoice(
  record: JsonRecord,
  member: string,
  choices: readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  const value = stringAt(record, member);
  if (value === "") return [required(path.child(member))];
  return choices.includes(value) ? [] : [notSupported(path.child(member), value, choices)];
}

/** Validates that a number is not negative (core/validation ValidateNonnegativeField). */
export function validateNonnegative(record: JsonRecord, member: string, path: FieldPath): readonly FieldError[] {
  const value = numberAt(record, member);
  return value !== undefined && value < 0
    ? [invalid(path.child(member), value, "must be greater than or equal to 0")]
    : [];
}

function validateName(item: JsonRecord, seen: Set<string>, path: FieldPath): readonly FieldError[] {
  const name = stringAt(item, "name");
  if (name === "") return [required(path)];
  const errors = isDns1123Label(name).map((message) => invalid(path, name, message));
  if (seen.has(name)) errors.push(duplicate(path, name));
  seen.add(name);
  return errors;
}

function validateImage(container: JsonRecord, path: FieldPath): readonly FieldError[] {
  const image = stringAt(container, "image");
  if (image === "") return [required(path)];
  return image.trim() === image ? [] : [invalid(path, image, "must not have leading or trailing whitespace")];
}

function validatePort(port: JsonRecord, path: FieldPath): readonly FieldError[] {
  const number = numberAt(port, "containerPort") ?? 0;
  const errors =
    number === 0
      ? [required(path.child("containerPort"))]
      : isValidPortNumber(number).map((message) => invalid(path.child("containerPort"), number, message));
  return [...errors, ...validateChoice(port, "protocol", ["SCTP", "TCP", "UDP"], path)];
}

function validateContainer(
  container: JsonRecord,
  names: Set<string>,
  volumes: ReadonlySet<string>,
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...validateName(container, names, path.child("name")),
    ...validateImage(container, path.child("image")),
    ...recordsAt(container, "ports").flatMap((port, i) => validatePort(port, path.child("ports").index(i))),
    ...recordsAt(container, "volumeMounts").flatMap((mount, i) =>
      validateMount(mount, volumes, path.child("volumeMounts").index(i)),
    ),
    ...validateChoice(container, "imagePullPolicy", ["Always", "IfNotPresent", "Never"], path),
    ...validateChoice(container, "terminationMessagePolicy", ["FallbackToLogsOnError", "File"], path),
  ];
}

function validateMount(mount: JsonRecord, volumes: ReadonlySet<string>, path: FieldPath): readonly FieldError[] {
  const name = stringAt(mount, "name");
  const errors: FieldError[] = [];
  if (name === "") errors.push(required(path.child("name")));
  else if (!volumes.has(name)) errors.push(notFound(path.child("name"), name));
  if (stringAt(mount, "mountPath") === "") errors.push(required(path.child("mountPath")));
  return errors;
}

/**
 * Validates a pod spec. Covers the rules most often violated: names, images, ports, mounts, policies (part of
 * core/validation ValidatePodSpec).
 */
function validatePodSpec(spec: JsonRecord, path: FieldPath): readonly FieldError[] {
  const volumes = new Set<string>();
  const names = new Set<string>();
  const containers = recordsAt(spec, "containers");
  const errors = recordsAt(spec, "volumes").flatMap((volume, i) =>
    validateName(volume, volumes, path.child("volumes").index(i).child("name")),
  );
  if (containers.length === 0) errors.push(required(path.child("containers")));
  containers.forEach((c, i) => errors.push(...validateContainer(c, names, volumes, path.child("containers").index(i))));
  recordsAt(spec, "initContainers").forEach((c, i) =>
    errors.push(...validateContainer(c, names, volumes, path.child("initContainers").index(i))),
  );
  errors.push(...validateChoice(spec, "restartPolicy", ["Always", "OnFailure", "Never"], path));
  errors.push(
    ...validateChoice(spec, "dnsPolicy", ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"], path),
  );
  return errors;
}

/** Validates the labels and spec of a pod template (core/validation ValidatePodTemplateSpec). */
export function validatePodTemplate(template: JsonRecord, path: FieldPath): readonly FieldError[] {
  const labels = stringsOf(recordAt(recordAt(template, "metadata"), "labels"));
  return [
    ...validateLabels(labels, path.child("labels")),
    ...validatePodSpec(recordAt(template, "spec"), path.child("spec")),
  ];
}

export const validatePod = (pod: KubeObject): readonly FieldError[] =>
  validatePodSpec(recordAt(pod, "spec"), fieldPath("spec"));
