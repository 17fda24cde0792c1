import type { CommentLine } from "./comment-groups.ts";

/** What a type is, as gengo's types.Kind names it: `Alias` is a defined type that is no struct. */
export type Kind =
  | "Builtin"
  | "Struct"
  | "Map"
  | "Slice"
  | "Pointer"
  | "Alias"
  | "Interface"
  | "Array"
  | "Chan"
  | "Func"
  | "Unsupported";

/** A field of a struct. */
export interface Member {
  readonly name: string;
  readonly embedded: boolean;
  readonly tag: string;
  readonly type: GoType;
  /** The type as it is written, with predeclared types under their own names. */
  readonly writtenType?: string;
  readonly comments: readonly CommentLine[];
  readonly line: number;
}

/** A Go type (gengo's types.Type). Types of one universe are equal only if they are identical. */
export interface GoType {
  /** The path of the package; "" for what has no name of its own and for predeclared types. */
  readonly pkg: string;
  readonly name: string;
  kind: Kind;
  elem?: GoType;
  key?: GoType;
  underlying?: GoType;
  members: readonly Member[];
  comments: readonly CommentLine[];
  detachedComments: readonly CommentLine[];
  line: number;
}

export const typeName = (type: GoType): string => (type.pkg === "" ? type.name : `${type.pkg}.${type.name}`);

/** Returns a type without members, comments or parts. */
export const newType = (pkg: string, name: string, kind: Kind, parts: Partial<GoType> = {}): GoType => ({
  pkg,
  name,
  kind,
  members: [],
  comments: [],
  detachedComments: [],
  line: 0,
  ...parts,
});

export const pointerTo = (elem: GoType): GoType => newType("", `*${typeName(elem)}`, "Pointer", { elem });

/** Returns a type without defined types around it; pointers are kept (validation-gen's util.NativeType). */
export function nativeType(type: GoType): GoType {
  let pointers = 0;
  let native = type;
  for (;;) {
    if (native.kind === "Alias" && native.underlying !== undefined) native = native.underlying;
    else if (native.kind === "Pointer" && native.elem !== undefined) {
      pointers += 1;
      native = native.elem;
    } else break;
  }
  for (; pointers > 0; pointers--) native = pointerTo(native);
  return native;
}

/** Returns what a pointer points to, or the type itself (util.NonPointer). */
export function nonPointer(type: GoType): GoType {
  let value = type;
  while (value.kind === "Pointer" && value.elem !== undefined) value = value.elem;
  return value;
}

/** Returns the type below defined types and pointers. */
export const concreteType = (type: GoType): GoType => nonPointer(nativeType(type));

/** Reports whether values of the type can be nil (util.IsNilableType). */
export const isNilable = (type: GoType): boolean =>
  ["Pointer", "Map", "Slice", "Interface"].includes(nativeType(type).kind);

/** Reports whether `==` compares values of the type wholly (util.IsDirectComparable). */
export function isDirectComparable(type: GoType): boolean {
  switch (type.kind) {
    case "Builtin":
      return true;
    case "Struct":
      return type.members.every((member) => isDirectComparable(member.type));
    case "Array":
      return type.elem !== undefined && isDirectComparable(type.elem);
    case "Alias":
      return type.underlying !== undefined && isDirectComparable(type.underlying);
    case "Map":
    case "Slice":
    case "Pointer":
    case "Interface":
    case "Chan":
    case "Func":
    case "Unsupported":
      return false;
  }
}

const builtin = (name: string): GoType => newType("", name, "Builtin");

export const stringType = builtin("string");
export const boolType = builtin("bool");
const byteType = builtin("byte");
const integers = ["int64", "int32", "int16", "int", "uint64", "uint32", "uint16", "uint"].map(builtin);

/** Predeclared types; gengo takes int8 for byte, and does not know rune. */
export const predeclared: ReadonlyMap<string, GoType> = new Map([
  ...[stringType, boolType, byteType, ...integers].map((type) => [type.name, type] as const),
  ...["float64", "float32", "uintptr"].map((name) => [name, builtin(name)] as const),
  ["int8", byteType],
  ["uint8", byteType],
  ["any", newType("", "any", "Interface")],
  ["error", newType("", "error", "Interface")],
  ...["rune", "complex64", "complex128"].map((name) => [name, newType("", name, "Unsupported")] as const),
]);

export const isByte = (type: GoType): boolean => type === byteType;
export const isString = (type: GoType): boolean => type === stringType;
export const isBool = (type: GoType): boolean => type === boolType;
export const isInteger = (type: GoType): boolean => type === byteType || integers.includes(type);

/** Returns the range of an integer type, both ends included. */
export function integerRange(type: GoType): readonly [bigint, bigint] {
  const size = /(?<!\d)\d+$/.exec(type.name)?.[0];
  const bits = BigInt(type === byteType ? 8 : (size ?? 64));
  const signed = type !== byteType && !type.name.startsWith("uint");
  return signed ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n];
}

/** Returns a type as reflect and fmt's `%T` print it: with the package's name in place of its path. */
export function printedType(type: GoType): string {
  const { kind, elem, key } = type;
  if (type.pkg !== "") return `${type.pkg.slice(type.pkg.lastIndexOf("/") + 1)}.${type.name}`;
  if (isByte(type)) return "uint8";
  if (kind === "Pointer" && elem !== undefined) return `*${printedType(elem)}`;
  if (kind === "Slice" && elem !== undefined) return `[]${printedType(elem)}`;
  if (kind === "Map" && elem !== undefined && key !== undefined) return `map[${printedType(key)}]${printedType(elem)}`;
  return type.name === "any" ? "interface {}" : type.name;
}
