import type { SeenValues } from "../validation/checks-in-slices.ts";
import { fieldPath, invalid, rootPath, type FieldError, addError, addErrors } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validateLabelName } from "../../apimachinery/validation/labels.ts";
import { regexError } from "../../apimachinery/validation/names.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { goMembers, listOf, printedAs } from "../go-print.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { atMostBytes, negativeMessage, requireMember, supported, unique } from "../validation/checks.ts";
import {
  addInvalid,
  addRequired,
  collectErrors,
  eachItem,
  isZero,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";

const maxReasonBytes = 1024;
const maxMessageBytes = 32 * 1024;
const statuses = ["False", "True", "Unknown"];
const reasonError = regexError(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
  "my_name",
  "MY_NAME",
  "MyName",
  "ReasonA,ReasonB",
  "ReasonA:ReasonB",
);

/** Validates what is migrated (ValidateStorageVersionMigration). */
function validate(migration: Fields): void {
  const resource = within(within(migration, "spec"), "resource");
  requireMember(resource, "resource", "resource is required");
  requireMember(resource, "version", "version is required");
}

/** What is migrated is fixed; errors have the path of the member alone (ValidateStorageVersionMigrationUpdate). */
const validateUpdate = (migration: KubeObject, old: KubeObject): readonly FieldError[] =>
  collectErrors(migration, rootPath, (fields) => {
    validate(fields);
    const [resource, before] = [migration, old].map((object) => recordAt(recordAt(object, "spec"), "resource"));
    for (const member of ["group", "version", "resource"]) {
      const value = stringAt(resource ?? {}, member);
      if (value !== stringAt(before ?? {}, member))
        addError(fields.errors, invalid(fieldPath(member), value, fieldImmutableMessage));
    }
  });

function validateConditions(status: Fields): void {
  const seen: SeenValues = new Map();
  eachItem(status, "conditions", (condition) => {
    unique(condition, "type", seen);
    addErrors(condition.errors, validateLabelName(textAt(condition, "type"), condition.path.child("type")));
    supported(condition, "status", statuses);
    if (isZero(condition, "lastUpdateTime")) addRequired(condition, "lastTransitionTime");
    const reason = textAt(condition, "reason");
    if (requireMember(condition, "reason")) {
      if (!/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(reason)) addInvalid(condition, "reason", reasonError);
      atMostBytes(condition, "reason", maxReasonBytes);
    }
    atMostBytes(condition, "message", maxMessageBytes);
  });
}

/** The revision that is migrated to must be a number, if it is known. */
function validateRevision(status: Fields): void {
  const value = textAt(status, "resourceVersion");
  if (value !== "" && !isInt64(value))
    addInvalid(
      status,
      "resourceVersion",
      `failed to parse resource version ${quoteGo(value)}: strconv.ParseInt: parsing ${quoteGo(value)}: ${/^[+-]?\d+$/.test(value) ? "value out of range" : "invalid syntax"}`,
    );
  else if (value.startsWith("-") && BigInt(value) < 0n)
    addError(status.errors, invalid(status.path.child("resourceVersion"), Number(value), negativeMessage));
}

const isInt64 = (text: string): boolean => {
  if (!/^[+-]?\d+$/.test(text)) return false;
  const value = BigInt(text.replace("+", ""));
  return BigInt.asIntN(64, value) === value;
};

const conditionsForm = listOf(goMembers("Type:s Status:s LastUpdateTime Reason:s Message:s"));

/** The outcomes exclude each other, and stay (ValidateStorageVersionMigrationStatusUpdate). */
function validateOutcome(status: Fields, old: Fields["record"]): void {
  const holds = (record: Fields["record"], type: string): boolean =>
    recordsAt(record, "conditions").find((condition) => condition["type"] === type)?.["status"] === "True";
  const [succeeded, failed, running] = ["Succeeded", "Failed", "Running"].map((type) => holds(status.record, type));
  const rules: readonly (readonly [boolean, string])[] = [
    [succeeded === true && failed === true, "Both success and failed conditions cannot be true at the same time"],
    [succeeded === true && running === true, "Running condition cannot be true when success condition is true"],
    [failed === true && running === true, "Running condition cannot be true when failed condition is true"],
    [holds(old, "Succeeded") && succeeded !== true, "Success condition cannot be set to false once it is true"],
    [holds(old, "Failed") && failed !== true, "Failed condition cannot be set to false once it is true"],
  ];
  for (const [isBroken, message] of rules)
    if (isBroken)
      addError(
        status.errors,
        invalid(status.path.child("conditions"), printedAs(conditionsForm, status.record["conditions"]), message),
      );
}

const validateStatus = (migration: KubeObject, old: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(migration, "status"), fieldPath("status"), (status) => {
    const before = recordAt(old, "status");
    validateRevision(status);
    validateConditions(status);
    const revision = stringAt(before, "resourceVersion");
    if (revision !== "" && revision !== textAt(status, "resourceVersion"))
      addError(
        status.errors,
        invalid(status.path.child("resourceVersion"), textAt(status, "resourceVersion"), fieldImmutableMessage),
      );
    validateOutcome(status, before);
  });

/** Strategy of StorageVersionMigrations. */
export const migrationStrategy: Strategy = objectStrategy({
  status: {},
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
  validate: (migration) => collectErrors(migration, rootPath, validate),
  validateUpdate,
});

/** Strategy of `/status` of StorageVersionMigrations. */
export const migrationStatusStrategy: UpdateStrategy = statusStrategy(migrationStrategy, "kept", validateStatus);
