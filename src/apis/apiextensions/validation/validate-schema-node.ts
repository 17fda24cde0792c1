import {
  forbidden,
  invalid,
  notSupportedString,
  type FieldError,
  type FieldPath,
  addError,
  addErrors,
} from "../../../apimachinery/field-error.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import type { RuleContext } from "../../../apiserver/schema/cel/rule-context.ts";
import { hasProperties, sortedNames } from "../../../apiserver/schema/structural/schema-props.ts";
import { keysOf, rememberedKeysOf } from "../../../component-base/long-map-keys.ts";
import { forEachKept, runningWork } from "../../../component-base/work.ts";
import { schemaTypes, type DefinitionRules } from "./options.ts";
import { validateListType, validateMapListKeys, validateMapType } from "./validate-list-types.ts";
import { SchemaReport } from "./schema-report.ts";
import { validateRuleTexts } from "./validate-rule-texts.ts";
import type { RuleCheck } from "./validate-rules.ts";

/** Position of a schema node in the definition. */
export interface NodePlace {
  readonly root: boolean;
  /** Whether the node is inside the apiVersion, kind or metadata of a resource. */
  readonly insideMeta: boolean;
  /** Why defaults are forbidden here; undefined if they are allowed. */
  readonly noDefaults: string | undefined;
  /** The ancestor below which old and new values cannot be correlated. */
  readonly uncorrelatable: FieldPath | undefined;
}

export const rootPlace: NodePlace = { root: true, insideMeta: false, noDefaults: undefined, uncorrelatable: undefined };

/** State of a walk over a schema. */
export interface NodeWalk {
  readonly rules: DefinitionRules;
  readonly report: SchemaReport;
  /** Undefined if validation rules are not checked. */
  readonly check: RuleCheck | undefined;
}

const metaNames: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

type Names = Readonly<Record<string, JSONSchemaProps>>;

const isEmpty = (named: Names | undefined): boolean => named === undefined || rememberedKeysOf(named).length === 0;

const unsupported: ReadonlySet<string> = new Set([
  "id",
  "additionalItems",
  "patternProperties",
  "definitions",
  "dependencies",
  "$ref",
]);

/** Rejects schema keywords that are not supported. */
function validateSupported(props: JSONSchemaProps, path: FieldPath): readonly FieldError[] {
  let stated = false;
  for (const name in props) stated ||= unsupported.has(name);
  if (!stated) return none;
  const { id, additionalItems, patternProperties, definitions, dependencies, $ref } = props;
  const given = {
    id: Boolean(id),
    additionalItems: isGiven(additionalItems),
    patternProperties: !isEmpty(patternProperties),
    definitions: !isEmpty(definitions),
    dependencies: isGiven(dependencies),
    $ref: $ref !== undefined && $ref !== null,
  };
  return Object.entries(given).flatMap(([name, is]) =>
    is ? [forbidden(path.child(name), `${name} is not supported`)] : [],
  );
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

const none: readonly FieldError[] = [];

/** specStandardValidatorV3.validate */
function validateStandard(
  props: JSONSchemaProps,
  path: FieldPath,
  place: NodePlace,
  rules: DefinitionRules,
): readonly FieldError[] {
  const { type = "", items } = props;
  const errors = [...validateSupported(props, path)];
  if (place.noDefaults !== undefined && props.default !== undefined && props.default !== null)
    errors.unshift(forbidden(path.child("default"), `must not be set ${place.noDefaults}`));
  if (rules.knownTypes && type !== "" && !schemaTypes.some((known) => known === type))
    errors.unshift(notSupportedString(path.child("type"), type, schemaTypes));
  if (type === "null")
    addError(errors, forbidden(path.child("type"), "type cannot be set to null, use nullable as an alternative"));
  if (Array.isArray(items) && items.length > 0)
    addError(errors, forbidden(path.child("items"), "items must be a schema object and not an array"));
  if (place.insideMeta && props["x-kubernetes-embedded-resource"])
    addError(
      errors,
      forbidden(path.child("x-kubernetes-embedded-resource"), "must not be used inside of resource meta"),
    );
  return errors;
}

/**
 * Validates a schema and its subschemas (ValidateCustomResourceDefinitionOpenAPISchema). Rules are compiled only if
 * there are no other errors.
 */
export function validateSchemaNode(
  props: JSONSchemaProps,
  path: FieldPath,
  place: NodePlace,
  walk: NodeWalk,
  context: RuleContext | undefined,
): void {
  const { rules, report } = walk;
  const before = report.schemaErrors.length;
  report.add(validateStandard(props, path, place, rules));
  if (props.uniqueItems)
    report.add([
      forbidden(
        path.child("uniqueItems"),
        "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
      ),
    ]);
  validateParts(props, path, place, walk, context);
  if (props["x-kubernetes-preserve-unknown-fields"] === false)
    report.add([invalid(path.child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined")]);
  report.add(validateMapType(props, path));
  report.add(validateListType(props, path, rules.atomicSetItems));
  if (rules.properMapKeys) report.add(validateMapListKeys(props, path));
  if ((props["x-kubernetes-validations"]?.length ?? 0) === 0) return;
  report.add(validateRuleTexts(props, path));
  if (context === undefined || walk.check === undefined || report.schemaErrors.length > before) return;
  addErrors(report.ruleErrors, walk.check.validate(context, path, place.uncorrelatable));
}

function validateParts(
  props: JSONSchemaProps,
  path: FieldPath,
  place: NodePlace,
  walk: NodeWalk,
  context: RuleContext | undefined,
): void {
  const inside = place.root ? { ...place, root: false } : place;
  validateAdditional(props, path, inside, walk, context);
  if (props.properties !== undefined) validateProperties(props, path, place, walk, context);
  validateAlternatives(props, path, inside, walk);
  validateItems(props, path, inside, walk, context);
}

function validateProperties(
  props: JSONSchemaProps,
  path: FieldPath,
  place: NodePlace,
  walk: NodeWalk,
  context: RuleContext | undefined,
): void {
  const isResource = place.root || props["x-kubernetes-embedded-resource"] === true;
  const inside = correlated(place.root ? { ...place, root: false } : place, isCorrelatable(props), path);
  const at = path.child("properties");
  eachNamed(props.properties, walk, (name, property, ofProperty) => {
    const own =
      isResource && metaNames.has(name)
        ? { ...inside, insideMeta: true, noDefaults: place.root ? `in top-level ${name}` : place.noDefaults }
        : inside;
    validateSchemaNode(property, at.key(name), own, ofProperty, context?.property(name));
  });
}

/**
 * Validates parts of a schema. In a large definition this may pause between two of them, or within one, which is then
 * validated again from its beginning, so each has a report of its own.
 */
function eachPart(length: number, walk: NodeWalk, visit: (index: number, walk: NodeWalk) => void): void {
  if (runningWork() === undefined) {
    for (let i = 0; i < length; i++) visit(i, walk);
    return;
  }
  const found = forEachKept(length, newReport, (report, i) => {
    const own = newReport();
    visit(i, { ...walk, report: own });
    report.include(own);
  });
  walk.report.include(found);
}

const newReport = (): SchemaReport => new SchemaReport();

/** Validates named parts of a schema in the order of their names. */
function eachNamed(
  named: Names | undefined,
  walk: NodeWalk,
  visit: (name: string, props: JSONSchemaProps, walk: NodeWalk) => void,
): void {
  const names = sortedNames(named);
  eachPart(names.length, walk, (i, ofPart) => visit(names[i] ?? "", named?.[names[i] ?? ""] ?? {}, ofPart));
}

const isCorrelatable = ({ "x-kubernetes-map-type": mapType }: JSONSchemaProps): boolean =>
  mapType === undefined || mapType === "granular" || mapType === "atomic";

/** Returns the position, marked as uncorrelatable from `path` on unless `is` holds. */
const correlated = (place: NodePlace, is: boolean, path: FieldPath): NodePlace =>
  is || place.uncorrelatable !== undefined ? place : { ...place, uncorrelatable: path };

function validateAdditional(
  props: JSONSchemaProps,
  path: FieldPath,
  place: NodePlace,
  walk: NodeWalk,
  context: RuleContext | undefined,
): void {
  const { additionalProperties } = props;
  if (additionalProperties === undefined) return;
  const at = path.child("additionalProperties");
  if (hasProperties(props) && additionalProperties !== true)
    walk.report.add([forbidden(at, "additionalProperties and properties are mutual exclusive")]);
  if (typeof additionalProperties === "boolean") return;
  const noDefaults = place.insideMeta ? "inside additionalProperties applying to object metadata" : place.noDefaults;
  validateSchemaNode(
    additionalProperties,
    at,
    noDefaults === place.noDefaults ? place : { ...place, noDefaults },
    walk,
    context?.elements(),
  );
}

function validateAlternatives(
  { not, allOf, oneOf, anyOf, definitions }: JSONSchemaProps,
  path: FieldPath,
  place: NodePlace,
  walk: NodeWalk,
): void {
  const each = (parts: readonly JSONSchemaProps[] = [], name: string): void =>
    eachPart(parts.length, walk, (i, ofPart) =>
      validateSchemaNode(parts[i] ?? {}, path.child(name).index(i), place, ofPart, undefined),
    );
  if (not !== undefined) validateSchemaNode(not, path.child("not"), place, walk, undefined);
  each(allOf, "allOf");
  each(oneOf, "oneOf");
  each(anyOf, "anyOf");
  eachNamed(definitions, walk, (name, part, ofPart) =>
    validateSchemaNode(part, path.child("definitions").key(name), place, ofPart, undefined),
  );
}

const isList = (items: JSONSchemaProps["items"]): items is readonly JSONSchemaProps[] => Array.isArray(items);

/** Validates items; old and new items can be correlated only in lists of type map. */
function validateItems(
  props: JSONSchemaProps,
  path: FieldPath,
  place: NodePlace,
  walk: NodeWalk,
  context: RuleContext | undefined,
): void {
  const { items, dependencies } = props;
  const at = path.child("items");
  const inside = correlated(place, props["x-kubernetes-list-type"] === "map", path);
  if (isList(items))
    eachPart(items.length, walk, (i, ofPart) =>
      validateSchemaNode(items[i] ?? {}, at.index(i), inside, ofPart, undefined),
    );
  else if (items !== undefined) validateSchemaNode(items, at, inside, walk, context?.elements());
  if (dependencies === undefined) return;
  const names = keysOf(dependencies);
  eachPart(names.length, walk, (i, ofPart) => {
    const name = names[i] ?? "";
    const part = dependencies[name] ?? null;
    if (isSchema(part)) validateSchemaNode(part, path.child("dependencies").key(name), place, ofPart, undefined);
  });
}

/** An empty list of dependencies is decoded as null. */
const isSchema = (part: JSONSchemaProps | readonly string[] | null): part is JSONSchemaProps =>
  part !== null && !Array.isArray(part);
