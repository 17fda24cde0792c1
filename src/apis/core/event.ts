import { isRecord } from "../../apimachinery/is-record.ts";
import {
  fieldPath,
  invalid,
  required,
  type BadValue,
  type FieldError,
  type FieldPath,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  isDns1123Subdomain,
  isQualifiedName,
  nameIsDnsSubdomain,
  validatePathSegmentName,
} from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { printedValue } from "../go-print.ts";
import { numberAt, recordAt, stringAt } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { utf8Length } from "../strategies/byte-size.ts";

const involvedNamespace = fieldPath("involvedObject", "namespace");

/**
 * Validates the namespace of an event without eventTime: that of the involved object, or default for cluster-scoped
 * objects.
 */
function validateOldNamespace(namespace: string, involvedIn: string): readonly FieldError[] {
  const fits = involvedIn === "" ? namespace === "" || namespace === "default" : namespace === involvedIn;
  return fits ? [] : [invalid(involvedNamespace, involvedIn, "does not match event.namespace")];
}

function limited(
  event: KubeObject,
  member: string,
  limit: number,
  path: FieldPath = fieldPath(member),
): readonly FieldError[] {
  const value = stringAt(event, member);
  if (value === "") return [required(path)];
  return utf8Length(value) > limit ? [invalid(path, "", `can have at most ${limit} characters`)] : [];
}

/** The path of who reports an event, by the group of the request. */
const componentPath = fieldPath("reportingComponent");
const controllerPath = fieldPath("reportingController");

/** Validates an event with eventTime; `path` is that of who reports it. */
function validateNewStyle(
  event: KubeObject,
  namespace: string,
  involvedIn: string,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (involvedIn === "" && namespace !== "default" && namespace !== "kube-system")
    addError(errors, invalid(involvedNamespace, involvedIn, "does not match event.namespace"));
  const controller = stringAt(event, "reportingComponent");
  if (controller === "") addError(errors, required(path));
  addErrors(
    errors,
    isQualifiedName(controller).map((message) => invalid(path, controller, message)),
  );
  addErrors(errors, limited(event, "reportingInstance", 128));
  addErrors(errors, limited(event, "action", 128));
  addErrors(errors, limited(event, "reason", 128));
  if (utf8Length(stringAt(event, "message")) > 1024)
    addError(errors, invalid(fieldPath("message"), "", "can have at most 1024 characters"));
  return errors;
}

const hasEventTime = (event: KubeObject): boolean => stringAt(event, "eventTime") !== "";

/** Validates any event (core/validation legacyValidateEvent). */
function validateEvent(event: KubeObject, reporterPath: FieldPath): readonly FieldError[] {
  const { namespace = "" } = event.metadata;
  const involvedIn = stringAt(recordAt(event, "involvedObject"), "namespace");
  return [
    ...(hasEventTime(event)
      ? validateNewStyle(event, namespace, involvedIn, reporterPath)
      : validateOldNamespace(namespace, involvedIn)),
    ...isDns1123Subdomain(namespace).map((message) => invalid(fieldPath("namespace"), namespace, message)),
  ];
}

function validateSeries(event: KubeObject): readonly FieldError[] {
  const { series } = event;
  if (!isRecord(series)) return [];
  const errors: FieldError[] = [];
  if ((numberAt(series, "count") ?? 0) < 2)
    addError(errors, invalid(fieldPath("series.count"), "", "should be at least 2"));
  if (stringAt(series, "lastObservedTime") === "") addError(errors, required(fieldPath("series.lastObservedTime")));
  return errors;
}

/** Validates a new events.k8s.io/v1 event (core/validation ValidateEventCreate). */
function validateStrictly(event: KubeObject): readonly FieldError[] {
  const type = stringAt(event, "type");
  const source = recordAt(event, "source");
  const errors = [...validateEvent(event, controllerPath), ...validateSeries(event)];
  const unset = (member: string) => addError(errors, invalid(fieldPath(member), "", "needs to be unset"));
  if (!hasEventTime(event)) addError(errors, required(fieldPath("eventTime")));
  if (type !== "Normal" && type !== "Warning")
    addError(errors, invalid(fieldPath("type"), "", `has invalid value: ${type}`));
  if (stringAt(event, "firstTimestamp") !== "") unset("firstTimestamp");
  if (stringAt(event, "lastTimestamp") !== "") unset("lastTimestamp");
  if ((numberAt(event, "count") ?? 0) !== 0) unset("count");
  if (stringAt(source, "component") !== "" || stringAt(source, "host") !== "") unset("source");
  return errors;
}

/** Immutable fields of events.k8s.io/v1 events in upstream's order: the name used in errors and the core/v1 field. */
const fixedMembers: readonly (readonly [name: string, member: string])[] = [
  ["involvedObject", "involvedObject"],
  ["reason", "reason"],
  ["message", "message"],
  ["source", "source"],
  ["firstTimestamp", "firstTimestamp"],
  ["lastTimestamp", "lastTimestamp"],
  ["count", "count"],
  ["reason", "reason"],
  ["type", "type"],
  ["eventTime", "eventTime"],
  ["action", "action"],
  ["related", "related"],
  ["reportingController", "reportingComponent"],
  ["reportingInstance", "reportingInstance"],
];

const referenceMembers = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];
const goNames: Readonly<Record<string, string>> = { uid: "UID", apiVersion: "APIVersion" };
const goName = (member: string): string => goNames[member] ?? member.charAt(0).toUpperCase() + member.slice(1);

/** Formats a field for an error message; references and sources are formatted as Go structs. */
function printedMember(value: unknown, member: string): BadValue {
  if (typeof value === "string" || typeof value === "number") return value;
  if (!isRecord(value)) return printedValue(value ?? null);
  const members = member === "source" ? ["component", "host"] : referenceMembers;
  return printedValue(Object.fromEntries(members.map((name) => [goName(name), stringAt(value, name)])));
}

/** Validates an events.k8s.io/v1 update: only series and metadata may change (core/validation ValidateEventUpdate). */
function validateStrictUpdate(event: KubeObject, old: KubeObject): readonly FieldError[] {
  const errors = [...validateEvent(event, controllerPath)];
  if (!semanticEqual(event["series"], old["series"])) addErrors(errors, validateSeries(event));
  for (const [name, member] of fixedMembers) {
    if (!semanticEqual(event[member], old[member]))
      addError(errors, invalid(fieldPath(name), printedMember(event[member], member), "field is immutable"));
  }
  return errors;
}

const base = {
  allowCreateOnUpdate: true,
  defaultGarbageCollectionPolicy: "Unsupported",
  kindOf: () => ({ group: "", kind: "Event" }), // of the type that both groups store
} satisfies Strategy;

/** Strategy of core/v1 events, with lenient validation for old clients. */
export const eventStrategy = {
  ...base,
  ignoresMetadata: () => true,
  validateName: validatePathSegmentName,
  validate: (event) => validateEvent(event, componentPath),
  validateUpdate: (event) => validateEvent(event, componentPath),
} satisfies Strategy;

/** Strategy of events.k8s.io/v1 events, in the core/v1 form in which they are stored. */
export const strictEventStrategy = {
  ...base,
  validatesMetadata: true,
  validateName: nameIsDnsSubdomain,
  validate: validateStrictly,
  validateUpdate: validateStrictUpdate,
} satisfies Strategy;
