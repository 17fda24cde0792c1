import { forbidden, required } from "../../apimachinery/field-error.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { Double, type JsonValue } from "../../apimachinery/json/value.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { concreteType, isNilable, nativeType, typeName, type GoType } from "../go/go-type.ts";
import type { TagContext, TagRule } from "../generator/context.ts";
import { TagError } from "../generator/generation-error.ts";
import type { Check, ValidateFunc, Validations } from "../generator/validations.ts";
import { extractTags } from "../tags/extract.ts";
import { parseTag } from "../tags/parse-tag.ts";
import { TagSyntaxError } from "../tags/tag-scanner.ts";
import { nilDereference } from "../validate/go-panic.ts";
import { isZeroScalar, lengthOf, type GoValue } from "../validate/go-value.ts";

type IsSet = (value: GoValue) => boolean;

/** Returns how a value of the type is set: not zero, not nil, or not empty. */
function isSetOf(type: GoType): IsSet {
  switch (nativeType(type).kind) {
    case "Slice":
    case "Map":
      return (value) => lengthOf(value) > 0;
    case "Pointer":
      return (value) => value !== undefined;
    case "Builtin":
    case "Struct":
    case "Alias":
    case "Interface":
    case "Array":
    case "Chan":
    case "Func":
    case "Unsupported":
      return isScalarSet;
  }
}

function isScalarSet(value: GoValue): boolean {
  if (value === undefined) throw nilDereference();
  return !isZeroScalar(value);
}

/** A function for scalars takes pointers to comparable values, which an interface is not. */
const refuseInterface = (type: GoType): string | undefined =>
  nativeType(type).kind === "Interface"
    ? `type ${typeName(type)} of obj does not match *T (cannot infer T)`
    : undefined;

const demand =
  (isSet: IsSet, detail: string): ValidateFunc =>
  (_, path, _type, value) =>
    isSet(value) ? [] : [required(path, detail)];

const forbid =
  (isSet: IsSet): ValidateFunc =>
  (_, path, _type, value) =>
    isSet(value) ? [forbidden(path)] : [];

function refuseStruct(context: TagContext, name: string): void {
  if (nativeType(context.type).kind === "Struct")
    throw new TagError(`non-pointer structs cannot use the "${name}" tag`);
}

function requiredChecks(context: TagContext): readonly Check[] {
  refuseStruct(context, "k8s:required");
  return [{ run: demand(isSetOf(context.type), ""), shortCircuit: true, refusal: refuseInterface }];
}

const skipUnset = (context: TagContext): Check => ({
  run: demand(isSetOf(context.type), "optional value was not specified"),
  shortCircuit: true,
  nonError: true,
  refusal: refuseInterface,
});

function optionalValidations(context: TagContext): Validations {
  const given = defaultOf(context);
  if (given !== undefined) {
    const isDocumentation = !isNilable(context.type) && given.zero;
    return isDocumentation ? { checks: [], comments: 1 } : { checks: requiredChecks(context) };
  }
  refuseStruct(context, "k8s:optional");
  return { checks: [skipUnset(context)] };
}

/** The zero values that a default is compared with, by type. */
const zeroValues: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ...["uint", "uint16", "uint32", "uint64", "int", "int16", "int32", "int64", "byte", "float64", "float32"].map(
    (name) => [name, 0] as const,
  ),
  ["bool", false],
  ["string", ""],
  ["time.Time", ""],
  ["[]byte", ""],
]);

/** Reads `+default`, and reports whether it is the zero value of the field's type. */
function defaultOf(context: TagContext): { readonly zero: boolean } | undefined {
  const lines = extractTags(context.member?.comments ?? []).get("default");
  if (lines === undefined) return undefined;
  const tags = lines.map(({ text }) => readStringTag(text));
  if (tags.length > 1)
    throw new TagError(`+default tag with multiple values: [${tags.map(({ text }) => quoteGo(text)).join(" ")}]`);
  const payload = tags[0]?.value ?? "";
  const value = readDefault(payload);
  if (value === null) throw new TagError(`failed to parse default value ${quoteGo(payload)}: unmarshalled to nil`);
  const type = typeName(concreteType(context.type));
  const zero = zeroValues.get(type);
  if (zero === undefined && !/^(?:any|interface{})$/.test(type))
    throw new TagError(`unknown zero-value for type ${type}`);
  return { zero: (value instanceof Double ? value.value : value) === zero };
}

function readDefault(payload: string): JsonValue {
  try {
    return decodeJson(payload);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new TagError(`failed to parse default value ${quoteGo(payload)}: ${error.message}`);
  }
}

/** Reads a tag that takes at most one positional text, and anything behind `=` (gengo's comment tags). */
function readStringTag(line: string): { readonly text: string; readonly value: string } {
  try {
    const { name, args, value } = parseTag(line, true);
    const [arg] = args;
    if (args.length > 1)
      throw new TagSyntaxError(`expected one argument, got: [${args.map((a) => a.value).join(" ")}]`);
    if (arg !== undefined && arg.name !== "")
      throw new TagSyntaxError(`unexpected named argument: ${quoteGo(arg.name)}`);
    if (arg !== undefined && arg.type !== "string") throw new TagSyntaxError(`unexpected argument type: ${arg.type}`);
    return { text: arg === undefined ? name : `${name}(${arg.value})`, value };
  } catch (error) {
    if (!(error instanceof TagSyntaxError)) throw error;
    throw new TagError(`failed to read tags: ${error.message}`);
  }
}

/** The tags that say whether a field must be set (validation-gen validators/required.go). */
export const requirednessRules: readonly TagRule[] = [
  {
    name: "k8s:required",
    scopes: ["struct fields"],
    description: "The field must be set: not empty, not zero, not nil.",
    validations: (context) => ({ checks: requiredChecks(context) }),
  },
  {
    name: "k8s:optional",
    scopes: ["struct fields"],
    description: "The field may be left out; its other rules then do not apply. With a default it is required.",
    validations: optionalValidations,
  },
  {
    name: "k8s:forbidden",
    scopes: ["struct fields"],
    description: "The field must not be set.",
    validations(context) {
      refuseStruct(context, "k8s:forbidden");
      const check: Check = { run: forbid(isSetOf(context.type)), shortCircuit: true, refusal: refuseInterface };
      return { checks: [check, skipUnset(context)] };
    },
  },
];
