import { fieldPath, forbidden, invalid, tooLong, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isConfigMapKey } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, stringAt } from "../record.ts";
import { decodedLength, utf8Length } from "../strategies/byte-size.ts";
import { isImmutable, sameData, whenImmutable } from "./immutable-data.ts";

const maxConfigMapSize = 1024 * 1024;
const data = fieldPath("data");
const binaryData = fieldPath("binaryData");

/** Rules of a ConfigMap (core/validation ValidateConfigMap). */
export function validateConfigMap(configMap: KubeObject): readonly FieldError[] {
  const texts = recordAt(configMap, "data");
  const bytes = recordAt(configMap, "binaryData");
  const errors: FieldError[] = [];
  let size = 0;
  for (const key in texts) {
    for (const message of isConfigMapKey(key)) errors.push(invalid(data.key(key), key, message));
    if (key in bytes) errors.push(invalid(data.key(key), key, "duplicate of key present in binaryData"));
    size += utf8Length(stringAt(texts, key));
  }
  for (const key in bytes) {
    for (const message of isConfigMapKey(key)) errors.push(invalid(binaryData.key(key), key, message));
    size += decodedLength(stringAt(bytes, key));
  }
  if (size > maxConfigMapSize) errors.push(tooLong(fieldPath(""), maxConfigMapSize));
  return errors;
}

/** An immutable config map stays what it is (core/validation ValidateConfigMapUpdate). */
function validateConfigMapUpdate(configMap: KubeObject, old: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (isImmutable(old)) {
    if (!isImmutable(configMap)) errors.push(forbidden(fieldPath("immutable"), whenImmutable));
    if (!sameData(configMap["data"], old["data"])) errors.push(forbidden(data, whenImmutable));
    if (!sameData(configMap["binaryData"], old["binaryData"])) errors.push(forbidden(binaryData, whenImmutable));
  }
  return [...errors, ...validateConfigMap(configMap)];
}

export const configMapStrategy = {
  validatesMetadata: true,
  validate: validateConfigMap,
  validateUpdate: validateConfigMapUpdate,
} satisfies Strategy;
