import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import {
  errorMessage,
  forbidden,
  invalid,
  required,
  type FieldError,
  type FieldPath,
  addError,
  addErrors,
} from "../../../apimachinery/field-error.ts";
import { keysOf } from "../../../component-base/long-map-keys.ts";
import { sortedLong } from "../../../component-base/sort-long.ts";
import { keptObject, phase } from "../../../component-base/work.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import type { CompileRegexp } from "../validation/regexps.ts";
import { errorsOfProperties, hasProperties, isSet } from "./schema-props.ts";
import { singleItems } from "./supported-fields.ts";
import { validateCompleteness } from "./validate-completeness.ts";
import { isIntOrStringAllOf, isIntOrStringAnyOf, validateValueRules } from "./validate-nested.ts";

/** The position of a schema within a definition, with the error message for a missing type there. */
const missingType = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
} as const;

type Level = keyof typeof missingType;

/** Returns the violations of structural schema rules, sorted (structuralschema.ValidateStructural). */
export function validateStructural(
  path: FieldPath,
  props: JSONSchemaProps,
  compileRegexp: CompileRegexp,
): readonly FieldError[] {
  const found = phase(() => [
    ...new InvariantCheck(compileRegexp).check(props, "root", path),
    ...validateCompleteness(props, path),
  ]);
  const described = keptObject(() => found.map((error) => ({ error, message: errorMessage(error) })));
  return sortedLong(described, (a, b) => compareUtf8(a.message, b.message)).map(({ error }) => error);
}

class InvariantCheck {
  readonly #compileRegexp: CompileRegexp;

  constructor(compileRegexp: CompileRegexp) {
    this.#compileRegexp = compileRegexp;
  }

  check(props: JSONSchemaProps, level: Level, path: FieldPath): readonly FieldError[] {
    return [
      ...this.#checkParts(props, level, path),
      ...validateExtensions(props, path),
      ...validateValueRules(
        props,
        path,
        { anyOf: isIntOrStringAnyOf(props), allOfAnyOf: isIntOrStringAllOf(props) },
        this.#compileRegexp,
      ),
      ...validateType(props, level, path),
      ...validateMeta(props, level, path),
      ...(props["x-kubernetes-embedded-resource"] &&
      !props["x-kubernetes-preserve-unknown-fields"] &&
      !hasProperties(props)
        ? [
            required(
              path.child("properties"),
              "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
            ),
          ]
        : []),
    ];
  }

  #checkParts(props: JSONSchemaProps, level: Level, path: FieldPath): readonly FieldError[] {
    const items = singleItems(props);
    const { additionalProperties } = props;
    const errors: FieldError[] = [];
    if (props.type === "array" && items === undefined)
      addError(errors, required(path.child("items"), "must be specified"));
    if (items !== undefined) addErrors(errors, this.check(items, "item", path.child("items")));
    this.#checkProperties(props.properties, path, errors);
    if (additionalProperties === undefined) return errors;
    const additional = path.child("additionalProperties");
    if (level === "root") addError(errors, forbidden(additional, "must not be used at the root"));
    if (typeof additionalProperties === "object")
      addErrors(errors, this.check(additionalProperties, "field", additional));
    return errors;
  }

  #checkProperties(properties: JSONSchemaProps["properties"], path: FieldPath, errors: FieldError[]): void {
    if (properties === undefined) return;
    const at = path.child("properties");
    addErrors(
      errors,
      errorsOfProperties(properties, (name, property) => this.check(property, "field", at.key(name))),
    );
  }
}

function validateExtensions(props: JSONSchemaProps, path: FieldPath): readonly FieldError[] {
  if (!props["x-kubernetes-int-or-string"]) return [];
  const excluded = ["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"] as const;
  return excluded.flatMap((name) =>
    props[name] ? [invalid(path.child(name), true, "must be false if x-kubernetes-int-or-string is true")] : [],
  );
}

function validateType(props: JSONSchemaProps, level: Level, path: FieldPath): readonly FieldError[] {
  const { type = "", additionalProperties } = props;
  const embedded = props["x-kubernetes-embedded-resource"] === true;
  const at = path.child("type");
  const errors: FieldError[] = [];
  if (embedded && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    addError(errors, type === "" ? required(at, detail) : invalid(at, type, detail));
  } else if (type === "" && !props["x-kubernetes-int-or-string"] && !props["x-kubernetes-preserve-unknown-fields"]) {
    addError(errors, required(at, missingType[level]));
  }
  if (embedded && additionalProperties !== undefined)
    addError(
      errors,
      forbidden(path.child("additionalProperties"), "must not be used if x-kubernetes-embedded-resource is set"),
    );
  if (level === "root" && type !== "" && type !== "object")
    addError(errors, invalid(at, type, "must be object at the root"));
  return errors;
}

/** Checks that kind, apiVersion and metadata of a resource, if specified, have the types that every resource has. */
function validateMeta(
  { properties, "x-kubernetes-embedded-resource": embedded }: JSONSchemaProps,
  level: Level,
  path: FieldPath,
): readonly FieldError[] {
  const isResource = level === "root" || embedded === true;
  if (!isResource || properties === undefined) return none;
  const at = (name: string): FieldPath => path.child("properties").key(name);
  const errors: FieldError[] = [];
  for (const name of ["kind", "apiVersion"]) {
    const property = properties[name];
    if (property !== undefined && property.type !== "string")
      addError(errors, invalid(at(name).child("type"), property.type ?? "", "must be string"));
  }
  const { metadata } = properties;
  if (metadata === undefined) return errors;
  if (metadata.type !== "object")
    addError(errors, invalid(at("metadata").child("type"), metadata.type ?? "", "must be object"));
  if (level === "root" && !restrictsNamesOnly(metadata)) {
    addError(
      errors,
      forbidden(
        at("metadata"),
        "must not specify anything other than name and generateName, but metadata is implicitly specified",
      ),
    );
  }
  return errors;
}

const none: readonly FieldError[] = [];

const ignored: ReadonlySet<string> = new Set(["type", "default", "example", "externalDocs"]);

function restrictsNamesOnly({ properties = {}, ...rest }: JSONSchemaProps): boolean {
  if (keysOf(properties).some((name) => name !== "name" && name !== "generateName")) return false;
  return Object.entries(rest).every(([name, value]) => ignored.has(name) || !isSet(value));
}
