import { PrintedValue } from "../../../apimachinery/field-error.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type {
  JSONSchemaProps,
  ValidationRule,
} from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { encodeLargeMap, encodeLongList, isLongList } from "../../../component-base/long-texts.ts";
import { printedPart } from "../../go-print.ts";
import type { Version } from "../definition.ts";

/** How a member of an internal type is printed: its Go name, JSON name, text if absent, and printer. */
type Printer = readonly [goName: string, name: string, absent: string, print: (value: never) => string];

const json = (value: JsonValue): string => encodeJson(value);
const each =
  <T>(print: (value: T) => string) =>
  (values: readonly T[]): string =>
    isLongList(values) ? encodeLongList(values, print) : `[${values.map(print).join(",")}]`;
const byName =
  <T>(print: (value: T) => string) =>
  (values: Readonly<Record<string, T>>): string => {
    const names = Object.keys(values);
    const member = (name: string, value: T): string => `${encodeJson(name)}:${print(value)}`;
    if (isLongList(names)) return encodeLargeMap(values, names, member);
    const members = names.sort().map((name) => member(name, values[name] as T)); // a name of the map
    return `{${members.join(",")}}`;
  };

const pair = (first: string, second: string, names: readonly [string, string]): string =>
  `{"${names[0]}":${first},"${names[1]}":${second}}`;
const orBool = (value: JSONSchemaProps | boolean): string =>
  typeof value === "boolean"
    ? pair(String(value), "null", ["Allows", "Schema"])
    : pair("true", printSchema(value), ["Allows", "Schema"]);
const isSchemas = (value: JSONSchemaProps | readonly JSONSchemaProps[]): value is readonly JSONSchemaProps[] =>
  Array.isArray(value);
const isNames = (value: JSONSchemaProps | readonly string[]): value is readonly string[] => Array.isArray(value);
const orArray = (value: JSONSchemaProps | readonly JSONSchemaProps[]): string =>
  isSchemas(value)
    ? pair("null", each(printSchema)(value), ["Schema", "JSONSchemas"])
    : pair(printSchema(value), "null", ["Schema", "JSONSchemas"]);
/** Prints a dependency; one that is neither a schema nor a list was decoded as null. */
const orStrings = (value: JSONSchemaProps | readonly string[] | null): string =>
  value === null || isNames(value)
    ? pair("null", encodeJson(value), ["Schema", "Property"])
    : pair(printSchema(value), "null", ["Schema", "Property"]);

function printMembers(value: object, printers: readonly Printer[]): string {
  const members = value as Readonly<Record<string, unknown>>;
  return `{${printers.map(([goName, name, absent, print]) => `"${goName}":${members[name] === undefined || members[name] === null ? absent : print(members[name] as never)}`).join(",")}}`;
}

const ruleMembers: readonly Printer[] = [
  ["Rule", "rule", '""', json],
  ["Message", "message", '""', json],
  ["MessageExpression", "messageExpression", '""', json],
  ["Reason", "reason", "null", json],
  ["FieldPath", "fieldPath", '""', json],
  ["OptionalOldSelf", "optionalOldSelf", "null", json],
];

/** Prints a validation rule as upstream's internal type. */
export const printRule = (rule: ValidationRule): PrintedValue => new PrintedValue(printMembers(rule, ruleMembers));

// oxfmt-ignore
const schemaMembers: readonly Printer[] = [
  ["ID", "id", '""', json], ["Schema", "$schema", '""', json], ["Ref", "$ref", "null", json], ["Description", "description", '""', json],
  ["Type", "type", '""', json], ["Nullable", "nullable", "false", json], ["Format", "format", '""', json], ["Title", "title", '""', json],
  ["Default", "default", "null", json], ["Maximum", "maximum", "null", json], ["ExclusiveMaximum", "exclusiveMaximum", "false", json],
  ["Minimum", "minimum", "null", json], ["ExclusiveMinimum", "exclusiveMinimum", "false", json], ["MaxLength", "maxLength", "null", json],
  ["MinLength", "minLength", "null", json], ["Pattern", "pattern", '""', json], ["MaxItems", "maxItems", "null", json],
  ["MinItems", "minItems", "null", json], ["UniqueItems", "uniqueItems", "false", json], ["MultipleOf", "multipleOf", "null", json],
  ["Enum", "enum", "null", json], ["MaxProperties", "maxProperties", "null", json], ["MinProperties", "minProperties", "null", json],
  ["Required", "required", "null", json], ["Items", "items", "null", orArray], ["AllOf", "allOf", "null", each(printSchema)],
  ["OneOf", "oneOf", "null", each(printSchema)], ["AnyOf", "anyOf", "null", each(printSchema)], ["Not", "not", "null", printSchema],
  ["Properties", "properties", "null", byName(printSchema)], ["AdditionalProperties", "additionalProperties", "null", orBool],
  ["PatternProperties", "patternProperties", "null", byName(printSchema)], ["Dependencies", "dependencies", "null", byName(orStrings)],
  ["AdditionalItems", "additionalItems", "null", orBool], ["Definitions", "definitions", "null", byName(printSchema)],
  ["ExternalDocs", "externalDocs", "null", (docs: { readonly description?: string; readonly url?: string }) => pair(json(docs.description ?? ""), json(docs.url ?? ""), ["Description", "URL"])],
  ["Example", "example", "null", json], ["XPreserveUnknownFields", "x-kubernetes-preserve-unknown-fields", "null", json],
  ["XEmbeddedResource", "x-kubernetes-embedded-resource", "false", json], ["XIntOrString", "x-kubernetes-int-or-string", "false", json],
  ["XListMapKeys", "x-kubernetes-list-map-keys", "null", json], ["XListType", "x-kubernetes-list-type", "null", json],
  ["XMapType", "x-kubernetes-map-type", "null", json], ["XValidations", "x-kubernetes-validations", "null", each((rule: ValidationRule) => printMembers(rule, ruleMembers))],
];

/** Returns the Go names of the fields set in a schema, in the order of upstream's internal type. */
export const statedGoNames = (props: JSONSchemaProps): readonly string[] =>
  schemaMembers.flatMap(([goName, name]) => (isStated(props[name as keyof JSONSchemaProps]) ? [goName] : []));

/** Pointer fields count as set even if they point to an empty value; other fields must be non-empty. */
const isStated = (value: unknown): boolean => value !== undefined && value !== null && value !== "" && value !== false;

/** Prints a schema as upstream's internal type. */
function printSchema(props: JSONSchemaProps): string {
  return printMembers(props, schemaMembers);
}

export const printedSchema = (props: JSONSchemaProps): PrintedValue => printedPart(() => printSchema(props));

const columnMembers: readonly Printer[] = [
  ["Name", "name", '""', json],
  ["Type", "type", '""', json],
  ["Format", "format", '""', json],
  ["Description", "description", '""', json],
  ["Priority", "priority", "0", json],
  ["JSONPath", "jsonPath", '""', json],
];

const scaleMembers: readonly Printer[] = [
  ["SpecReplicasPath", "specReplicasPath", '""', json],
  ["StatusReplicasPath", "statusReplicasPath", '""', json],
  ["LabelSelectorPath", "labelSelectorPath", "null", json],
];

const subresourceMembers: readonly Printer[] = [
  ["Status", "status", "null", () => "{}"],
  ["Scale", "scale", "null", (scale: object) => printMembers(scale, scaleMembers)],
];

// oxfmt-ignore
const versionMembers: readonly Printer[] = [
  ["Name", "name", '""', json], ["Served", "served", "false", json], ["Storage", "storage", "false", json], ["Deprecated", "deprecated", "false", json],
  ["DeprecationWarning", "deprecationWarning", "null", json],
  ["Schema", "schema", "null", ({ openAPIV3Schema }: { readonly openAPIV3Schema?: JSONSchemaProps }) => `{"OpenAPIV3Schema":${openAPIV3Schema === undefined ? "null" : printSchema(openAPIV3Schema)}}`],
  ["Subresources", "subresources", "null", (value: object) => printMembers(value, subresourceMembers)],
  ["AdditionalPrinterColumns", "additionalPrinterColumns", "null", each((column: object) => printMembers(column, columnMembers))],
  ["SelectableFields", "selectableFields", "null", each(({ jsonPath }: { readonly jsonPath: string }) => `{"JSONPath":${json(jsonPath)}}`)],
];

/** Prints all versions as upstream's internal type. */
export const printedVersions = (versions: readonly Version[]): PrintedValue =>
  printedPart(() => each((version: Version) => printMembers(version, versionMembers))(versions));
