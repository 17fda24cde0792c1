import { forbidden, invalid, notSupported, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { members } from "../../../apiserver/schema/structural/schema-props.ts";
import { schemaTypes, type DefinitionRules } from "./options.ts";
import { validateListType, validateMapListKeys, validateMapType } from "./validate-list-types.ts";
import { validateRuleTexts } from "./validate-rule-texts.ts";

/** Where in a definition a schema stands, as far as that matters. */
export interface NodePlace {
  readonly root: boolean;
  /** Part of a resource's kind, version or metadata. */
  readonly insideMeta: boolean;
  /** Why there may be no defaults; undefined where there may. */
  readonly noDefaults: string | undefined;
}

export const rootPlace: NodePlace = { root: true, insideMeta: false, noDefaults: undefined };

const metaNames: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

/** What may not stand in a schema, with its words. */
const unsupported = [
  ["id", "id is not supported"],
  ["additionalItems", "additionalItems is not supported"],
  ["patternProperties", "patternProperties is not supported"],
  ["definitions", "definitions is not supported"],
  ["dependencies", "dependencies is not supported"],
  ["$ref", "$ref is not supported"],
] as const;

const isGiven = (name: string, value: unknown): boolean => {
  if (value === undefined || value === null || value === "") return false;
  return (name !== "patternProperties" && name !== "definitions") || Object.keys(value).length > 0;
};

function validateSupported(props: JSONSchemaProps, path: FieldPath): readonly FieldError[] {
  let errors: FieldError[] | undefined;
  for (const [name, detail] of unsupported) if (isGiven(name, props[name])) (errors ??= []).push(forbidden(path.child(name), detail));
  return errors ?? none;
}

const none: readonly FieldError[] = [];

/** specStandardValidatorV3.validate */
function validateStandard(props: JSONSchemaProps, path: FieldPath, place: NodePlace, rules: DefinitionRules): readonly FieldError[] {
  const { type = "" } = props;
  return [
    ...(rules.knownTypes && type !== "" && !schemaTypes.some((known) => known === type) ? [notSupported(path.child("type"), type, schemaTypes)] : []),
    ...(place.noDefaults !== undefined && props.default !== undefined && props.default !== null ? [forbidden(path.child("default"), `must not be set ${place.noDefaults}`)] : []),
    ...validateSupported(props, path),
    ...(type === "null" ? [forbidden(path.child("type"), "type cannot be set to null, use nullable as an alternative")] : []),
    ...(Array.isArray(props.items) && props.items.length > 0 ? [forbidden(path.child("items"), "items must be a schema object and not an array")] : []),
    ...(place.insideMeta && props["x-kubernetes-embedded-resource"] ? [forbidden(path.child("x-kubernetes-embedded-resource"), "must not be used inside of resource meta")] : []),
  ];
}

/** A schema and everything in it (ValidateCustomResourceDefinitionOpenAPISchema), its validation rules as far as their texts go. */
export function validateSchemaNode(props: JSONSchemaProps, path: FieldPath, place: NodePlace, rules: DefinitionRules): readonly FieldError[] {
  const preserves = props["x-kubernetes-preserve-unknown-fields"];
  return [
    ...validateStandard(props, path, place, rules),
    ...(props.uniqueItems ? [forbidden(path.child("uniqueItems"), "uniqueItems cannot be set to true since the runtime complexity becomes quadratic")] : []),
    ...validateAdditional(props, path, place, rules),
    ...members(props.properties).flatMap(([name, property]) => validateSchemaNode(property, path.child("properties").key(name), placeOfProperty(props, name, place), rules)),
    ...validateAlternatives(props, path, { ...place, root: false }, rules),
    ...validateItems(props, path, { ...place, root: false }, rules),
    ...(preserves === false ? [invalid(path.child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined")] : []),
    ...validateMapType(props, path),
    ...validateListType(props, path, rules.atomicSetItems),
    ...(rules.properMapKeys ? validateMapListKeys(props, path) : []),
    ...validateRuleTexts(props, path),
  ];
}

function placeOfProperty(props: JSONSchemaProps, name: string, place: NodePlace): NodePlace {
  const inside = { ...place, root: false };
  if ((!place.root && !props["x-kubernetes-embedded-resource"]) || !metaNames.has(name)) return inside;
  return { root: false, insideMeta: true, noDefaults: place.root ? `in top-level ${name}` : place.noDefaults };
}

function validateAdditional({ additionalProperties, properties = {} }: JSONSchemaProps, path: FieldPath, place: NodePlace, rules: DefinitionRules): readonly FieldError[] {
  if (additionalProperties === undefined) return [];
  const at = path.child("additionalProperties");
  const exclusive = Object.keys(properties).length > 0 && additionalProperties !== true ? [forbidden(at, "additionalProperties and properties are mutual exclusive")] : [];
  if (typeof additionalProperties === "boolean") return exclusive;
  const noDefaults = place.insideMeta ? "inside additionalProperties applying to object metadata" : place.noDefaults;
  return [...exclusive, ...validateSchemaNode(additionalProperties, at, { ...place, root: false, noDefaults }, rules)];
}

function validateAlternatives({ not, allOf = [], oneOf = [], anyOf = [], definitions }: JSONSchemaProps, path: FieldPath, place: NodePlace, rules: DefinitionRules): readonly FieldError[] {
  const each = (parts: readonly JSONSchemaProps[], name: string): readonly FieldError[] => parts.flatMap((part, i) => validateSchemaNode(part, path.child(name).index(i), place, rules));
  return [
    ...(not === undefined ? [] : validateSchemaNode(not, path.child("not"), place, rules)),
    ...each(allOf, "allOf"),
    ...each(oneOf, "oneOf"),
    ...each(anyOf, "anyOf"),
    ...members(definitions).flatMap(([name, part]) => validateSchemaNode(part, path.child("definitions").key(name), place, rules)),
  ];
}

const isList = (items: JSONSchemaProps["items"]): items is readonly JSONSchemaProps[] => Array.isArray(items);

function validateItems({ items, dependencies = {} }: JSONSchemaProps, path: FieldPath, place: NodePlace, rules: DefinitionRules): readonly FieldError[] {
  const at = path.child("items");
  const own = items === undefined ? [] : isList(items) ? items.flatMap((item, i) => validateSchemaNode(item, at.index(i), place, rules)) : validateSchemaNode(items, at, place, rules);
  const dependent = Object.entries(dependencies).flatMap(([name, part]) => (isSchema(part) ? validateSchemaNode(part, path.child("dependencies").key(name), place, rules) : []));
  return [...own, ...dependent];
}

const isSchema = (part: JSONSchemaProps | readonly string[]): part is JSONSchemaProps => !Array.isArray(part);
