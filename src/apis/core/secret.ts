import {
  fieldPath,
  forbidden,
  invalid,
  required,
  tooLong,
  type FieldError,
  addErrors,
  addError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { latin1OfBase64 } from "../../apimachinery/pem.ts";
import { isConfigMapKey } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { loadedKeys, loadKeys } from "../certificates/late-keys.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";
import { decodedLength } from "../strategies/byte-size.ts";
import { isImmutable, sameData, whenImmutable } from "./immutable-data.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { base64OfBytes, bytesOfBase64 } from "../../apimachinery/base64.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { ageColumn, nameColumn, sizeOf, stringIn, text } from "../table-cells.ts";

/** Encodes the UTF-8 bytes of a string as base64, the JSON form of bytes. */
const encodeBase64 = (text: string): string => base64OfBytes(new TextEncoder().encode(text));

const goKind = (value: unknown): string => {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return typeof value === "string" ? "string" : "number";
};

/** Returns Go's error if base64 data is not a JSON object, or undefined. */
function jsonObjectProblem(base64: string): string | undefined {
  const text = new TextDecoder().decode(bytesOfBase64(base64));
  try {
    const value = decodeJson(text);
    return value === null || isRecord(value)
      ? undefined
      : `json: cannot unmarshal ${goKind(value)} into Go value of type map[string]interface {}`;
  } catch (err) {
    if (err instanceof JsonSyntaxError) return err.message;
    throw err;
  }
}

const maxSecretSize = 1024 * 1024;
const data = fieldPath("data");
const redacted = "<secret contents redacted>";

/** Merges stringData into data and defaults the type to Opaque (core/v1 defaulting and conversion). */
export function defaultSecret(secret: KubeObject): KubeObject {
  const { stringData, ...rest } = secret;
  const type = stringAt(secret, "type") || "Opaque";
  if (stringData === undefined) return secret["type"] === type ? secret : { ...secret, type };
  const texts = Object.entries(recordAt(secret, "stringData"));
  const written = Object.fromEntries(
    texts.map(([key, text]) => [key, typeof text === "string" ? encodeBase64(text) : ""]),
  );
  return {
    ...rest,
    metadata: secret.metadata,
    ...(texts.length > 0 && { data: { ...recordAt(secret, "data"), ...written } }),
    type,
  };
}

function requireJson(values: JsonRecord, key: string): readonly FieldError[] {
  const value = values[key];
  if (value === undefined) return [required(data.key(key))];
  const problem = jsonObjectProblem(typeof value === "string" ? value : "");
  return problem === undefined ? [] : [invalid(data.key(key), redacted, problem)];
}

const requireKey = (values: JsonRecord, key: string): readonly FieldError[] =>
  key in values ? [] : [required(data.key(key))];

/** Validation of the secret types with required content. */
const requirements: Readonly<Record<string, (values: JsonRecord, secret: KubeObject) => readonly FieldError[]>> = {
  "kubernetes.io/service-account-token": (_values, { metadata }) => {
    const account = "kubernetes.io/service-account.name";
    return (metadata.annotations?.[account] ?? "") === ""
      ? [required(fieldPath("metadata", "annotations").key(account))]
      : [];
  },
  "kubernetes.io/dockercfg": (values) => requireJson(values, ".dockercfg"),
  "kubernetes.io/dockerconfigjson": (values) => requireJson(values, ".dockerconfigjson"),
  "kubernetes.io/basic-auth": (values) =>
    "username" in values || "password" in values
      ? []
      : [required(data.key("username")), required(data.key("password"))],
  "kubernetes.io/ssh-auth": (values) =>
    stringAt(values, "ssh-privatekey") === "" ? [required(data.key("ssh-privatekey"))] : [],
  "kubernetes.io/tls": (values) => [...requireKey(values, "tls.crt"), ...requireKey(values, "tls.key")],
};

/** Validates a Secret (core/validation ValidateSecret). */
function validateSecret(secret: KubeObject): readonly FieldError[] {
  const values = recordAt(secret, "data");
  const errors: FieldError[] = [];
  let size = 0;
  for (const key in values) {
    addErrors(
      errors,
      isConfigMapKey(key).map((message) => invalid(data.key(key), key, message)),
    );
    size += decodedLength(stringAt(values, key));
  }
  if (size > maxSecretSize) addError(errors, tooLong(data, maxSecretSize));
  addErrors(errors, requirements[stringAt(secret, "type")]?.(values, secret) ?? []);
  return errors;
}

/**
 * Validates an update: the type is immutable, and so is the data of an immutable secret (core/validation
 * ValidateSecretUpdate).
 */
function validateSecretUpdate(secret: KubeObject, old: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  const type = stringAt(secret, "type");
  if (type !== stringAt(old, "type")) addError(errors, invalid(fieldPath("type"), type, "field is immutable"));
  if (isImmutable(old)) {
    if (!isImmutable(secret)) addError(errors, forbidden(fieldPath("immutable"), whenImmutable));
    if (!sameData(secret["data"], old["data"])) addError(errors, forbidden(data, whenImmutable));
  }
  return [...errors, ...validateSecret(secret)];
}

const hasKeyPair = (secret: KubeObject): boolean => secret["type"] === "kubernetes.io/tls";

/** Warns of a certificate whose key is not there (registry/core/secret warningsForSecret). */
function secretWarnings(secret: KubeObject): readonly string[] {
  if (!hasKeyPair(secret)) return [];
  const values = recordAt(secret, "data");
  const problem = loadedKeys().keyPairProblem(
    latin1OfBase64(stringAt(values, "tls.crt")),
    latin1OfBase64(stringAt(values, "tls.key")),
  );
  return problem === undefined ? [] : [problem];
}

/** Strategy of Secrets: the type is immutable, and so is the data of immutable secrets. */
export const secretStrategy = {
  validatesMetadata: true,
  loading: (secret) => (hasKeyPair(secret) ? loadKeys() : undefined),
  validate: validateSecret,
  validateUpdate: validateSecretUpdate,
  warningsOnCreate: secretWarnings,
  warningsOnUpdate: secretWarnings,
} satisfies Strategy;

/** The columns of Secrets. */
export const secretTable: TableLayout = {
  columns: [
    nameColumn,
    text("Type", "What its data are meant for.", (object) => stringIn("", object, "type")),
    text("Data", "How many entries it has.", (object) => sizeOf(object["data"])),
    ageColumn,
  ],
};
