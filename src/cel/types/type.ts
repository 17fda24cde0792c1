/** The outermost kind of a type. */
export type Kind =
  | "any"
  | "bool"
  | "bytes"
  | "double"
  | "duration"
  | "dyn"
  | "error"
  | "int"
  | "list"
  | "map"
  | "null"
  | "opaque"
  | "string"
  | "struct"
  | "timestamp"
  | "type"
  | "typeParam"
  | "uint";

interface TypeFields {
  readonly kind: Kind;
  readonly name: string;
  readonly params?: readonly Type[];
  readonly nullable?: boolean;
}

/** A CEL type, used by the checker and as the value of `type(x)`. */
export class Type {
  readonly kind: Kind;
  /** The name at run time: `list` for all list types. */
  readonly name: string;
  readonly params: readonly Type[];
  /** Whether the type is a wrapper, a primitive that may also be null. */
  readonly nullable: boolean;
  /** Whether the type contains a type parameter. */
  readonly isGeneric: boolean;

  constructor({ kind, name, params = [], nullable = false }: TypeFields) {
    this.kind = kind;
    this.name = name;
    this.params = params;
    this.nullable = nullable;
    this.isGeneric = kind === "typeParam" || params.some((param) => param.isGeneric);
  }

  /** The first type parameter; `dyn` if there is none. */
  get element(): Type {
    return this.params[0] ?? dynType;
  }

  /** The value type of a map, its second type parameter. */
  get valueType(): Type {
    return this.params[1] ?? dynType;
  }

  get isDynLike(): boolean {
    return this.kind === "dyn" || this.kind === "any" || this.kind === "typeParam";
  }

  get declaredName(): string {
    return this.nullable ? `wrapper(${this.name})` : this.name;
  }

  /** Returns the type in CEL syntax: `map(string, int)`. */
  toString(): string {
    if (this.kind === "typeParam") return `<${this.name}>`;
    return this.params.length === 0 ? this.declaredName : `${this.declaredName}(${this.params.map(String).join(", ")})`;
  }
}

const simple = (kind: Kind, name: string = kind): Type => new Type({ kind, name });

export const anyType = simple("any", "google.protobuf.Any");
export const boolType = simple("bool");
export const bytesType = simple("bytes");
export const doubleType = simple("double");
export const durationType = simple("duration", "google.protobuf.Duration");
export const dynType = simple("dyn");
export const errorType = simple("error");
export const intType = simple("int");
export const nullType = simple("null", "null_type");
export const stringType = simple("string");
export const timestampType = simple("timestamp", "google.protobuf.Timestamp");
export const typeType = simple("type");
export const uintType = simple("uint");

export const listOf = (element: Type): Type => new Type({ kind: "list", name: "list", params: [element] });
export const mapOf = (key: Type, value: Type): Type => new Type({ kind: "map", name: "map", params: [key, value] });
export const opaqueOf = (name: string, ...params: readonly Type[]): Type => new Type({ kind: "opaque", name, params });
export const optionalOf = (value: Type): Type => opaqueOf("optional_type", value);
export const structOf = (name: string): Type => new Type({ kind: "struct", name });
export const typeParam = (name: string): Type => simple("typeParam", name);
export const typeOf = (described: Type): Type => new Type({ kind: "type", name: "type", params: [described] });
export const nullableOf = (wrapped: Type): Type => new Type({ kind: wrapped.kind, name: wrapped.name, nullable: true });

export const listType = listOf(dynType);
export const mapType = mapOf(dynType, dynType);
/** The type of optionals as returned by `type(x)`. */
export const optionalType = opaqueOf("optional_type");

const sameParams = (a: Type, b: Type, byName: boolean): boolean => {
  if (a.params.length !== b.params.length) return false;
  return a.params.every((param, i) => isSame(param, b.params[i] ?? dynType, byName));
};

function isSame(a: Type, b: Type, byName: boolean): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if ((byName || a.kind !== "typeParam") && a.name !== b.name) return false;
  return sameParams(a, b, byName);
}

/** Reports whether types are equal, including the names of type parameters. */
export const isExactType = (a: Type, b: Type): boolean => isSame(a, b, true);

/** Reports whether types are equal, regardless of the names of type parameters. */
export const isEquivalentType = (a: Type, b: Type): boolean => isSame(a, b, false);

/** Reports whether `from` is assignable to `to`. A type parameter accepts any type. */
export function isAssignableType(to: Type, from: Type): boolean {
  if (to === from || to.isDynLike) return true;
  if (to.nullable && from.kind === "null") return true;
  if (to.kind !== from.kind || to.name !== from.name || to.params.length !== from.params.length) return false;
  return to.params.every((param, i) => isAssignableType(param, from.params[i] ?? dynType));
}

export const isOptionalType = (type: Type): boolean => type.kind === "opaque" && type.name === "optional_type";

/** Returns the element type of an optional, or else the type itself. */
export const unwrapOptional = (type: Type): Type => (isOptionalType(type) ? type.element : type);
