import { keptObject } from "../../../component-base/work.ts";
import { firstPlaces, isBefore } from "../../../apimachinery/first-places.ts";
import {
  forbidden,
  invalid,
  notSupportedString,
  required,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import { printedString } from "../../../apimachinery/printed-value.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { itemSchemas } from "./schema-walk.ts";
import { errorsOfEach } from "../../validation/fields.ts";

/** Returns the schema of the items; undefined if there is none, or a list of schemas. */
const singleItem = (props: JSONSchemaProps): JSONSchemaProps | undefined =>
  Array.isArray(props.items) ? undefined : itemSchemas(props)[0];

/** Reports whether a set has items that are not atomic. */
export function hasNonAtomicSetItems(props: JSONSchemaProps): boolean {
  const item = props["x-kubernetes-list-type"] === "set" ? singleItem(props) : undefined;
  if (item === undefined) return false;
  if (item.type === "array") return (item["x-kubernetes-list-type"] ?? "atomic") !== "atomic";
  return item.type === "object" && item["x-kubernetes-map-type"] !== "atomic";
}

/** Validates x-kubernetes-map-type, which requires type object. */
export function validateMapType(props: JSONSchemaProps, path: FieldPath): readonly FieldError[] {
  const mapType = props["x-kubernetes-map-type"];
  if (mapType === undefined) return [];
  return [
    ...wrongType(props, path, "object", "must be object if x-kubernetes-map-type is specified"),
    ...(mapType === "atomic" || mapType === "granular"
      ? []
      : [notSupportedString(path.child("x-kubernetes-map-type"), mapType, ["atomic", "granular"])]),
  ];
}

function wrongType({ type }: JSONSchemaProps, path: FieldPath, wanted: string, detail: string): readonly FieldError[] {
  if (type === wanted) return [];
  return [type ? invalid(path.child("type"), type, detail) : required(path.child("type"), detail)];
}

/** Validates x-kubernetes-list-type, which requires type array and suitable items. */
export function validateListType(
  props: JSONSchemaProps,
  path: FieldPath,
  atomicSetItems: boolean,
): readonly FieldError[] {
  const listType = props["x-kubernetes-list-type"];
  const keys = props["x-kubernetes-list-map-keys"] ?? [];
  const at = path.child("x-kubernetes-list-type");
  const mustBeMap = "must be map if x-kubernetes-list-map-keys is non-empty";
  if (listType === undefined) return keys.length > 0 ? [required(at, mustBeMap)] : [];
  return [
    ...(props.type === "array"
      ? atomicSetItems && hasNonAtomicSetItems(props)
        ? [nonAtomicItem(props, path)]
        : []
      : wrongType(props, path, "array", "must be array if x-kubernetes-list-type is specified")),
    ...(["atomic", "set", "map"].includes(listType)
      ? []
      : [notSupportedString(at, listType, ["atomic", "set", "map"])]),
    ...(keys.length > 0 && listType !== "map" ? [invalid(at, listType, mustBeMap)] : []),
    ...(listType === "map" ? validateMapList(props, keys, path) : []),
  ];
}

/** Error for a non-atomic item. Upstream quotes the item's list type even where the map type must be atomic. */
function nonAtomicItem(props: JSONSchemaProps, path: FieldPath): FieldError {
  const item = singleItem(props);
  const name = item?.type === "array" ? "x-kubernetes-list-type" : "x-kubernetes-map-type";
  const quoted = item?.["x-kubernetes-list-type"];
  return invalid(
    path.child("items").child(name),
    quoted === undefined ? null : printedString(quoted),
    "must be atomic as item of a list with x-kubernetes-list-type=set",
  );
}

function validateMapList(props: JSONSchemaProps, keys: readonly string[], path: FieldPath): readonly FieldError[] {
  const items = path.child("items");
  const item = singleItem(props);
  const missingKeys =
    keys.length === 0
      ? [required(path.child("x-kubernetes-list-map-keys"), "must not be empty if x-kubernetes-list-type is map")]
      : [];
  if (props.items === undefined)
    return [...missingKeys, required(items, "must have a schema if x-kubernetes-list-type is map")];
  if (item === undefined)
    return [...missingKeys, invalid(items, null, "must only have a single schema if x-kubernetes-list-type is map")];
  if (item.type !== "object")
    return [
      ...missingKeys,
      invalid(items.child("type"), item.type ?? "", "must be object if parent array's x-kubernetes-list-type is map"),
    ];
  const places = keptObject(() => firstPlaces(keys));
  return [
    ...missingKeys,
    ...errorsOfEach(keys, (key, i) => validateKey(item, keys, isBefore(places, key, i), key, path)),
  ];
}

function validateKey(
  item: JSONSchemaProps,
  keys: readonly string[],
  isRepeated: boolean,
  key: string,
  path: FieldPath,
): readonly FieldError[] {
  const at = path.child("x-kubernetes-list-map-keys");
  const property = item.properties?.[key];
  const scalar = property?.type !== "array" && property?.type !== "object";
  return [
    ...(property === undefined ? [invalid(at, keys, "entries must all be names of item properties")] : []),
    ...(scalar
      ? []
      : [
          invalid(
            path.child("items").child("properties").key(key).child("type"),
            item.type ?? "",
            "must be a scalar type if parent array's x-kubernetes-list-type is map",
          ),
        ]),
    ...(isRepeated ? [invalid(at, keys, "must not contain duplicate entries")] : []),
  ];
}

/**
 * Validates the items of sets and the keys of lists of type map: both must not be nullable, and keys must be required
 * or have a default (validateMapListKeysMapSet).
 */
export function validateMapListKeys(props: JSONSchemaProps, path: FieldPath): readonly FieldError[] {
  const listType = props["x-kubernetes-list-type"];
  const item = listType === "set" || listType === "map" ? singleItem(props) : undefined;
  if (item === undefined) return [];
  const items = path.child("items");
  const nullable = item.nullable
    ? [forbidden(items.child("nullable"), `cannot be nullable when x-kubernetes-list-type is ${listType}`)]
    : [];
  if (listType === "set") return nullable;
  const names = keptObject(() => new Set(item.required));
  return [
    ...nullable,
    ...errorsOfEach(props["x-kubernetes-list-map-keys"] ?? [], (key) =>
      validateKeyPresence(item, names, key, items.child("properties").key(key)),
    ),
  ];
}

function validateKeyPresence(
  item: JSONSchemaProps,
  names: ReadonlySet<string>,
  key: string,
  path: FieldPath,
): readonly FieldError[] {
  const property = item.properties?.[key];
  if (property === undefined) return [];
  const isThere = names.has(key) || (property.default !== undefined && property.default !== null);
  return [
    ...(isThere
      ? []
      : [
          required(
            path.child("default"),
            "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
          ),
        ]),
    ...(property.nullable
      ? [forbidden(path.child("nullable"), "this property is in x-kubernetes-list-map-keys, so it cannot be nullable")]
      : []),
  ];
}
