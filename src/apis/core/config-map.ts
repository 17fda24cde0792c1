import {
  fieldPath,
  rootPath,
  forbidden,
  invalid,
  tooLong,
  type FieldError,
  addError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isConfigMapKey } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";
import { decodedLength, utf8Length } from "../strategies/byte-size.ts";
import { isImmutable, sameData, whenImmutable } from "./immutable-data.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { ageColumn, nameColumn, sizeOf, text } from "../table-cells.ts";

const maxConfigMapSize = 1024 * 1024;
const data = fieldPath("data");
const binaryData = fieldPath("binaryData");

/** Validates a ConfigMap (core/validation ValidateConfigMap). */
function validateConfigMap(configMap: KubeObject): readonly FieldError[] {
  const texts = recordAt(configMap, "data");
  const bytes = recordAt(configMap, "binaryData");
  const errors: FieldError[] = [];
  const hasBytes = Object.keys(bytes).length > 0;
  let units = 0;
  let decoded = 0;
  for (const key in texts) {
    for (const message of isConfigMapKey(key)) addError(errors, invalid(data.key(key), key, message));
    if (hasBytes && Object.hasOwn(bytes, key))
      addError(errors, invalid(data.key(key), key, "duplicate of key present in binaryData"));
    units += stringAt(texts, key).length;
  }
  for (const key in bytes) {
    for (const message of isConfigMapKey(key)) addError(errors, invalid(binaryData.key(key), key, message));
    decoded += decodedLength(stringAt(bytes, key));
  }
  const mayBeTooLong = units * mostBytesOfUnit + decoded > maxConfigMapSize;
  if (mayBeTooLong && totalLength(texts) + decoded > maxConfigMapSize)
    addError(errors, tooLong(rootPath.key(""), maxConfigMapSize));
  return errors;
}

/** Maximum number of UTF-8 bytes per UTF-16 code unit; bytes are counted only if the limit could be exceeded. */
const mostBytesOfUnit = 3;

function totalLength(texts: JsonRecord): number {
  let length = 0;
  for (const key in texts) length += utf8Length(stringAt(texts, key));
  return length;
}

/** Validates that an immutable ConfigMap is unchanged (core/validation ValidateConfigMapUpdate). */
function validateConfigMapUpdate(configMap: KubeObject, old: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (isImmutable(old)) {
    if (!isImmutable(configMap)) addError(errors, forbidden(fieldPath("immutable"), whenImmutable));
    if (!sameData(configMap["data"], old["data"])) addError(errors, forbidden(data, whenImmutable));
    if (!sameData(configMap["binaryData"], old["binaryData"])) addError(errors, forbidden(binaryData, whenImmutable));
  }
  return [...errors, ...validateConfigMap(configMap)];
}

export const configMapStrategy = {
  validatesMetadata: true,
  validate: validateConfigMap,
  validateUpdate: validateConfigMapUpdate,
} satisfies Strategy;

/** The columns of ConfigMaps. */
export const configMapTable: TableLayout = {
  columns: [
    nameColumn,
    text("Data", "How many entries it has.", (object) => sizeOf(object["data"]) + sizeOf(object["binaryData"])),
    ageColumn,
  ],
};
