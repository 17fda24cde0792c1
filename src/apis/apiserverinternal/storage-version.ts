import type { SeenValues } from "../validation/checks-in-slices.ts";
import { fieldPath, invalid, type FieldError, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  emptyError,
  isDns1035Label,
  isDns1123Subdomain,
  isQualifiedName,
  regexError,
} from "../../apimachinery/validation/names.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, stringAt } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { conforms, requireMember, unique } from "../validation/checks.ts";
import {
  addInvalid,
  asRecord,
  collectErrors,
  eachItem,
  eachText,
  isSet,
  itemsAt,
  quotedValue,
  textAt,
  type Fields,
} from "../validation/fields.ts";

/** Returns the errors of a name, which is a group and a resource (ValidateStorageVersionName). */
function validateName(name: string): readonly string[] {
  const dot = name.lastIndexOf(".");
  if (dot < 0) return ["name must be in the form of <group>.<resource>"];
  return [
    ...isDns1123Subdomain(name.slice(0, dot)).map((message) => `the group segment ${message}`),
    ...isDns1035Label(name.slice(dot + 1)).map((message) => `the resource segment ${message}`),
  ];
}

const tooManyParts = `an apiVersion is ${regexError(
  "a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  "[a-z]([-a-z0-9]*[a-z0-9])?",
  "my-name",
  "abc-123",
)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`;

/** Returns the errors of an API version, joined: `v1`, `example.com/v1` (isValidAPIVersion). */
function apiVersionError(text: string): string | undefined {
  const parts = text.split("/");
  if (parts.length > 2) return tooManyParts;
  const version = parts.at(-1) ?? "";
  const group = parts.length === 2 ? parts[0] : undefined;
  const groupErrors = group === undefined ? [] : group === "" ? [emptyError] : isDns1123Subdomain(group);
  const versionErrors = version === "" ? [emptyError] : isDns1035Label(version);
  const messages = [
    ...groupErrors.map((message) => `group part: ${message}`),
    ...versionErrors.map((message) => `version part: ${message}`),
  ];
  return messages.length === 0 ? undefined : messages.join(",");
}

function apiVersions(
  server: Fields,
  member: string,
  check: (text: string) => string | undefined = () => undefined,
): void {
  eachText(server, member, (text, path) => {
    for (const message of [apiVersionError(text), check(text)])
      if (message !== undefined) addError(server.errors, invalid(path(), text, message));
  });
}

/** Validates the versions that a server encodes, decodes and serves (validateServerStorageVersion). */
function validateServer(server: Fields): void {
  conforms(server, "apiServerID", isDns1123Subdomain);
  const encoding = textAt(server, "encodingVersion");
  const message = apiVersionError(encoding);
  if (message !== undefined) addError(server.errors, invalid(server.path.child("encodingVersion"), encoding, message));
  apiVersions(server, "decodableVersions");
  const decodable = itemsAt(server.record, "decodableVersions");
  if (!decodable.includes(encoding))
    addInvalid(server, "decodableVersions", `decodableVersions must include encodingVersion ${encoding}`);
  apiVersions(server, "servedVersions", (served) =>
    decodable.includes(served)
      ? undefined
      : `individual served version : ${served} must be included in decodableVersions : [${decodable.join(" ")}]`,
  );
}

/** The common version must be that of all servers, or absent if they differ (validateCommonVersion). */
function validateCommonVersion(status: Fields): void {
  const versions = itemsAt(status.record, "storageVersions").map((server) =>
    stringAt(asRecord(server), "encodingVersion"),
  );
  const [first] = versions;
  const actual = versions.every((version) => version === first) ? first : undefined;
  const isStated = isSet(status, "commonEncodingVersion");
  const stated = textAt(status, "commonEncodingVersion");
  const refuse = (detail: string): void =>
    void addError(
      status.errors,
      invalid(status.path.child("commonEncodingVersion"), isStated ? quotedValue(stated) : null, detail),
    );
  if (actual === undefined) {
    if (isStated)
      refuse(
        "should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet",
      );
  } else if (!isStated) refuse(`the common encoding version is ${actual}`);
  else if (stated !== actual) refuse(`the actual common encoding version is ${actual}`);
}

/** Validates conditions, whose errors have the path of the status with an index, as upstream's. */
function validateConditions(status: Fields): void {
  const seen = new Map<string, number>();
  for (const [i, item] of itemsAt(status.record, "conditions").entries()) {
    const condition: Fields = { record: asRecord(item), path: status.path.index(i), errors: status.errors };
    const type = textAt(condition, "type");
    const other = seen.get(type);
    if (other !== undefined)
      addInvalid(condition, "type", `the type of the condition is not unique, it also appears in conditions[${other}]`);
    seen.set(type, i);
    conforms(condition, "type", isQualifiedName);
    conforms(condition, "status", isQualifiedName);
    requireMember(condition, "reason");
    requireMember(condition, "message");
  }
}

/** Validates the status of a StorageVersion (validateStorageVersionStatus). */
const validateStatus = (version: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(version, "status"), fieldPath("status"), (status) => {
    const servers: SeenValues = new Map();
    eachItem(status, "storageVersions", (server) => {
      unique(server, "apiServerID", servers);
      validateServer(server);
    });
    validateCommonVersion(status);
    validateConditions(status);
  });

/** Strategy of StorageVersions, whose spec is empty. */
export const storageVersionStrategy: Strategy = {
  ...objectStrategy({ status: {}, validatesMetadata: true, allowUnconditionalUpdate: false }),
  validateName,
};

/** Strategy of `/status` of StorageVersions. */
export const storageVersionStatusStrategy: UpdateStrategy = statusStrategy(
  storageVersionStrategy,
  "kept",
  validateStatus,
);
