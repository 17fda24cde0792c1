import { invalid, notSupported, tooLong, tooMany, withOrigin } from "../../apimachinery/field-error.ts";
import { byteLength, quoteGo } from "../../apimachinery/go-strings.ts";
import { atoi, NumberParseError } from "../../apimachinery/strconv.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import {
  concreteType,
  integerRange,
  isBool,
  isDirectComparable,
  isInteger,
  isString,
  nativeType,
  typeName,
  type GoType,
} from "../go/go-type.ts";
import { unquoted } from "../go/scanner.ts";
import { rootTypeText, type Scope, type TagContext, type TagRule } from "../generator/context.ts";
import { TagError } from "../generator/generation-error.ts";
import type { Check } from "../generator/validations.ts";
import type { Tag } from "../tags/tag.ts";
import { lengthOf, type GoValue } from "../validate/go-value.ts";
import { badValueOf } from "../validate/json-value.ts";

const allButConstants: readonly Scope[] = [
  "type definitions",
  "struct fields",
  "list values",
  "map keys",
  "map values",
];

/** Returns a type and what it is defined by, for an error. */
const typeText = (type: GoType, concrete: GoType): string =>
  rootTypeText(typeName(type), typeName(concrete), type === concrete);

/** Reads a payload as Go's strconv.Atoi does: in base 10 only. */
function readInt(tag: Tag, prefix: string): bigint {
  try {
    return atoi(tag.value);
  } catch (error) {
    if (!(error instanceof NumberParseError)) throw error;
    throw new TagError(`${prefix}: ${error.message}`);
  }
}

/** Go refuses a constant that does not fit the type of the argument. */
function refuseOverflow(type: GoType, value: bigint, argument: string): string | undefined {
  const concrete = concreteType(type);
  if (!isInteger(concrete)) return `${typeName(concrete)} does not satisfy constraints.Integer`;
  const [low, high] = integerRange(concrete);
  if (value >= low && value <= high) return undefined;
  return `cannot use ${value} (untyped int constant) as ${typeName(concrete)} value in argument to ${argument} (overflows)`;
}

const isBelow = (value: GoValue, limit: bigint): boolean =>
  (typeof value === "number" || typeof value === "bigint") && value < limit;

function minimumCheck(context: TagContext, tag: Tag): Check {
  const concrete = concreteType(context.type);
  if (!isInteger(concrete))
    throw new TagError(`can only be used on integer types (${typeText(context.type, concrete)})`);
  const limit = readInt(tag, "failed to parse tag payload as int");
  return {
    hasArgs: true,
    refusal: (type) => refuseOverflow(type, limit, "validate.Minimum"),
    run: (_, path, type, value) =>
      isBelow(value, limit)
        ? [withOrigin(invalid(path, badValueOf(type, value), `must be greater than or equal to ${limit}`), "minimum")]
        : [],
  };
}

/** Returns the value that neq forbids; its type must be that of the field. */
function disallowedValue(context: TagContext, tag: Tag): string | bigint | boolean {
  const type = concreteType(context.type);
  if (!isDirectComparable(type))
    throw new TagError(
      `can only be used on comparable types (e.g. string, int, bool), but got ${typeText(context.type, type)}`,
    );
  if (isString(type)) {
    if (tag.valueType === "string") return unquoted(tag.value);
    throw new TagError(`type mismatch: field is a string, but payload is of type ${tag.valueType}`);
  }
  if (isBool(type)) {
    if (tag.valueType === "bool") return tag.value === "true";
    throw new TagError(`type mismatch: field is a bool, but payload is of type ${tag.valueType}`);
  }
  if (!isInteger(type)) throw new TagError(`unsupported type for 'neq' tag: ${typeName(type)}`);
  if (tag.valueType !== "int")
    throw new TagError(`type mismatch: field is an integer, but payload is of type ${tag.valueType}`);
  return readInt(tag, "invalid integer value for payload");
}

function refuseOther(type: GoType, disallowed: string | bigint | boolean): string | undefined {
  const concrete = concreteType(type);
  if (typeof disallowed === "bigint" && isInteger(concrete)) return refuseOverflow(type, disallowed, "validate.NEQ");
  const fits =
    typeof disallowed === "string" ? isString(concrete) : typeof disallowed === "boolean" && isBool(concrete);
  return fits ? undefined : `cannot use ${String(disallowed)} as ${typeName(type)} value in argument to validate.NEQ`;
}

const isSame = (value: GoValue, wanted: string | bigint | boolean): boolean =>
  typeof wanted === "bigint"
    ? (typeof value === "number" || typeof value === "bigint") && BigInt(value) === wanted
    : value === wanted;

function neqCheck(context: TagContext, tag: Tag): Check {
  const disallowed = disallowedValue(context, tag);
  const text = typeof disallowed === "string" ? quoteGo(disallowed) : String(disallowed);
  return {
    hasArgs: true,
    refusal: (type) => refuseOther(type, disallowed),
    run: (_, path, type, value) =>
      isSame(value, disallowed)
        ? [withOrigin(invalid(path, badValueOf(type, value), `must not be equal to ${text}`), "neq")]
        : [],
  };
}

/** Reads a limit, which cannot be negative. */
function readLimit(tag: Tag): bigint {
  const limit = readInt(tag, "failed to parse tag payload as int");
  if (limit < 0n) throw new TagError("must be greater than or equal to zero");
  return limit;
}

/** Tags for single values (validation-gen validators/limits.go, equality.go, enum.go). */
export const scalarRules: readonly TagRule[] = [
  {
    name: "k8s:minimum",
    scopes: "anywhere",
    payload: "int",
    payloadRequired: true,
    description: "An integer must be greater than or equal to the payload.",
    validations: (context, { tag }) => ({ checks: [minimumCheck(context, tag)] }),
  },
  {
    name: "k8s:neq",
    scopes: "anywhere",
    payload: "raw",
    payloadRequired: true,
    description: "A text, integer or bool must differ from the payload.",
    validations: (context, { tag }) => ({ checks: [neqCheck(context, tag)] }),
  },
  {
    name: "k8s:enum",
    scopes: ["type definitions"],
    description: "A text must be one of the constants of its type.",
    validations(context, _, state) {
      const native = nativeType(context.type);
      if (!isString(native)) throw new TagError(`can only be used on string types (${typeText(context.type, native)})`);
      const symbols = [...new Set(state.constants.get(context.type))].toSorted(compareUtf8);
      const run: Check["run"] = (_op, path, _type, value) =>
        typeof value !== "string" || symbols.includes(value) ? [] : [notSupported(path, value, symbols)];
      return { checks: [{ run, hasArgs: true }], variables: [`symbolsFor${context.type.name}`] };
    },
  },
  {
    name: "k8s:maxLength",
    since: "1.35",
    scopes: allButConstants,
    payload: "int",
    payloadRequired: true,
    description: "A text must be no longer than the payload, in bytes.",
    validations(context, { tag }) {
      const type = concreteType(context.type);
      if (!isString(type)) throw new TagError(`can only be used on string types (${typeText(context.type, type)})`);
      const limit = readLimit(tag);
      const run: Check["run"] = (_, path, _type, value) =>
        typeof value === "string" && byteLength(value) > limit
          ? [withOrigin(tooLong(path, Number(limit)), "maxLength")]
          : [];
      return { checks: [{ run, hasArgs: true }] };
    },
  },
  {
    name: "k8s:maxItems",
    since: "1.35",
    scopes: ["type definitions", "struct fields", "list values", "map values"],
    payload: "int",
    payloadRequired: true,
    description: "A list must have no more items than the payload; if it has, nothing else is looked at.",
    validations(context, { tag }) {
      const native = nativeType(context.type);
      if (native.kind !== "Slice" && native.kind !== "Array")
        throw new TagError(`can only be used on list types (${typeText(context.type, native)})`);
      const limit = readLimit(tag);
      const run: Check["run"] = (_, path, _type, value) =>
        lengthOf(value) > limit ? [withOrigin(tooMany(path, lengthOf(value), Number(limit)), "maxItems")] : [];
      return { checks: [{ run, hasArgs: true, shortCircuit: true }] };
    },
  },
];
