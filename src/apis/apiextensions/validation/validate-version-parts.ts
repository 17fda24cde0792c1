import {
  duplicate,
  invalid,
  required,
  tooMany,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import { byteLength, isPrintable } from "../../../apimachinery/go-strings.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import type { Version } from "../definition.ts";
import { findFieldPath } from "../../../apiserver/schema/cel/field-path.ts";
import { newStructural } from "../../../apiserver/schema/structural/new-structural.ts";
import { StructuralError } from "../../../apiserver/schema/structural/supported-fields.ts";
import { propsSteps } from "./field-path.ts";
import { errorsOfEach } from "../../validation/fields.ts";

const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];
const maxSelectableFields = 8;

const oneOf = (values: readonly string[]): string => `must be one of ${values.join(",")}`;

/** Validates a path of field names separated by dots (validateSimpleJSONPath). */
const validateSimplePath = (text: string, path: FieldPath): readonly FieldError[] =>
  text.startsWith(".") ? [] : [invalid(path, text, "must be a simple json path starting with .")];

/** Validates printer columns (ValidateCustomResourceColumnDefinition). */
export const validateColumns = (columns: Version["additionalPrinterColumns"], path: FieldPath): readonly FieldError[] =>
  errorsOfEach(columns ?? [], ({ name, type, format = "", jsonPath }, i) => {
    const at = path.index(i);
    return [
      ...(name ? [] : [required(at.child("name"))]),
      ...(!type
        ? [required(at.child("type"), oneOf(columnTypes))]
        : columnTypes.includes(type)
          ? []
          : [invalid(at.child("type"), type, oneOf(columnTypes))]),
      ...(format === "" || columnFormats.includes(format)
        ? []
        : [invalid(at.child("format"), format, oneOf(columnFormats))]),
      ...(jsonPath ? validateSimplePath(jsonPath, at.child("JSONPath")) : [required(at.child("JSONPath"))]),
    ];
  });

/** Validates the paths of a scale subresource (ValidateCustomResourceDefinitionSubresources). */
export function validateSubresources(subresources: Version["subresources"], path: FieldPath): readonly FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  const at = (name: string): FieldPath => path.child("scale", name);
  return [
    ...validatePathBelow(specReplicasPath, [".spec."], "should be a json path under .spec", at("specReplicasPath")),
    ...validatePathBelow(
      statusReplicasPath,
      [".status."],
      "should be a json path under .status",
      at("statusReplicasPath"),
    ),
    ...(labelSelectorPath
      ? validatePathBelow(
          labelSelectorPath,
          [".spec.", ".status."],
          "should be a json path under either .spec or .status",
          at("labelSelectorPath"),
        )
      : []),
  ];
}

function validatePathBelow(
  text: string,
  starts: readonly string[],
  detail: string,
  path: FieldPath,
): readonly FieldError[] {
  if (!text) return [required(path)];
  const errors = validateSimplePath(text, path);
  return errors.length > 0 || starts.some((start) => text.startsWith(start)) ? errors : [invalid(path, text, detail)];
}

/** Returns why a schema cannot be converted to a structural one; undefined if it can be. */
function unsupportedIn(schema: JSONSchemaProps): string | undefined {
  try {
    newStructural(schema);
    return undefined;
  } catch (error) {
    if (error instanceof StructuralError) return error.message;
    throw error;
  }
}

/**
 * Validates selectable fields (ValidateCustomResourceSelectableFields). A schema that is not structural is reported
 * once more; upstream cannot look up paths in it.
 */
export function validateSelectableFields(
  fields: Version["selectableFields"],
  schema: JSONSchemaProps,
  path: FieldPath,
  schemaPath: FieldPath,
): readonly FieldError[] {
  const problem = unsupportedIn(schema);
  if (problem !== undefined)
    return [
      invalid(schemaPath, "", problem),
      ...errorsOfEach(fields ?? [], ({ jsonPath }, i) => (jsonPath ? [] : [required(path.index(i).child("jsonPath"))])),
    ];
  const seen = new Set<string>();
  const errors = errorsOfEach(fields ?? [], ({ jsonPath }, i) =>
    validateSelectableField(jsonPath, schema, path.index(i).child("jsonPath"), seen),
  );
  return seen.size > maxSelectableFields ? [...errors, tooMany(path, seen.size, maxSelectableFields)] : errors;
}

const selectableTypes: ReadonlySet<string> = new Set(["string", "boolean", "integer"]);

function validateSelectableField(
  text: string,
  schema: JSONSchemaProps,
  path: FieldPath,
  seen: Set<string>,
): readonly FieldError[] {
  if (!text) return [required(path)];
  const found = findFieldPath(text, schema, propsSteps, false);
  if ("problem" in found) return [invalid(path, text, `is an invalid path: ${found.problem}`)];
  const known = seen.has(found.path.toString());
  seen.add(found.path.toString());
  return [
    ...(found.root === "metadata" ? [invalid(path, text, "must not point to fields in metadata")] : []),
    ...(selectableTypes.has(found.schema?.type ?? "")
      ? []
      : [
          invalid(
            path,
            text,
            "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.",
          ),
        ]),
    ...(known ? [duplicate(path, text)] : []),
  ];
}

/** Validates the deprecation warning of a version (validateDeprecationWarning). */
export function validateDeprecationWarning(
  { deprecated, deprecationWarning }: Version,
  path: FieldPath,
): readonly FieldError[] {
  if (deprecationWarning === undefined) return [];
  if (deprecated !== true) return [invalid(path, deprecationWarning, "can only be set for deprecated versions")];
  const problems = [
    ...(byteLength(deprecationWarning) > 256 ? ["must be <= 256 characters long"] : []),
    ...(deprecationWarning === "" ? ["must not be an empty string"] : []),
    ...nonPrintable(deprecationWarning),
  ];
  return problems.map((problem) => invalid(path, deprecationWarning, problem));
}

function nonPrintable(text: string): readonly string[] {
  let index = 0;
  for (const rune of text) {
    if (!isPrintable(rune))
      return [`must only contain printable UTF-8 characters; non-printable character found at index ${index}`];
    index += byteLength(rune);
  }
  return [];
}
