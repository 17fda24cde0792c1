import { concreteType, isString, nativeType, nonPointer, type GoType } from "../go/go-type.ts";
import { memberByJson } from "../go/json-fields.ts";
import type { Tag } from "../tags/tag.ts";

/** CEL's functions for the formats of tags. */
const formats: Readonly<Record<string, string>> = {
  "k8s-short-name": "dns1123Label",
  "k8s-long-name": "dns1123Subdomain",
  "k8s-label-key": "qualifiedName",
  "k8s-label-value": "labelValue",
  "k8s-uuid": "uuid",
};

/** Writes a text as CEL does. */
export const celText = (text: string): string => JSON.stringify(text);

const names = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Selects a member; a name that is no identifier is escaped (CEL in CustomResourceDefinitions, field paths). */
export const celMember = (value: string, name: string): string =>
  `${value}.${names.test(name) ? name : name.replaceAll("-", "__dash__").replaceAll(".", "__dot__").replaceAll("/", "__slash__")}`;

/** Returns the CEL literal of a tag's payload, or of an argument. */
export const celLiteral = (value: string, type: string): string =>
  type === "string" ? celText(value) : type === "int" ? String(BigInt(value)) : value;

/** Returns the zero value of a scalar type in CEL. */
export function celZero(type: GoType): string {
  const concrete = concreteType(type);
  if (isString(concrete)) return '""';
  if (concrete.name === "bool") return "false";
  return concrete.name.startsWith("float") ? "0.0" : "0";
}

/** Returns whether a field of a value is set, as tags mean it: there, and not zero or empty. */
export function celIsSet(value: string, name: string, type: GoType): string {
  const field = celMember(value, name);
  const native = nativeType(type);
  if (native.kind === "Slice" || native.kind === "Map") return `(has(${field}) && size(${field}) > 0)`;
  return native.kind === "Builtin" ? `(has(${field}) && ${field} != ${celZero(type)})` : `has(${field})`;
}

/**
 * Returns what a tag demands of a value as a CEL expression over `value`, or undefined for what an expression cannot
 * say.
 */
export function celOf(tag: Tag, value: string, type: GoType): string | undefined {
  const inner = tag.valueTag;
  switch (tag.name) {
    case "k8s:minimum":
      return `${value} >= ${celLiteral(tag.value, "int")}`;
    case "k8s:neq":
      return `${value} != ${celLiteral(tag.value, tag.valueType)}`;
    case "k8s:maxLength":
    case "k8s:maxItems":
      return `size(${value}) <= ${celLiteral(tag.value, "int")}`;
    case "k8s:format": {
      const format = formats[tag.value];
      return format === undefined ? undefined : `!format.${format}().validate(${value}).hasValue()`;
    }
    case "k8s:eachKey":
      return inner && all(value, "k", celOf(inner, "k", stringOf(type)));
    case "k8s:eachVal":
      return inner && eachValue(inner, value, type);
    case "k8s:subfield":
      return inner && subfield(tag, inner, value, type);
    default:
      return undefined;
  }
}

const stringOf = (type: GoType): GoType => nativeType(type).key ?? type;

const all = (value: string, name: string, body: string | undefined): string | undefined =>
  body && `${value}.all(${name}, ${body})`;

function eachValue(inner: Tag, value: string, type: GoType): string | undefined {
  const native = nativeType(type);
  const elem = native.elem ?? type;
  return native.kind === "Map"
    ? all(value, "k", celOf(inner, `${value}[k]`, elem))
    : all(value, "v", celOf(inner, "v", elem));
}

function subfield(tag: Tag, inner: Tag, value: string, type: GoType): string | undefined {
  const name = tag.args[0]?.value ?? "";
  const member = memberByJson(concreteType(type), name);
  if (member === undefined) return undefined;
  const isSet = celIsSet(value, name, member.type);
  if (inner.name === "k8s:required") return isSet;
  if (inner.name === "k8s:forbidden") return `!${isSet}`;
  const field = celMember(value, name);
  const body = celOf(inner, field, nonPointer(member.type));
  if (body === undefined) return undefined;
  return `(!has(${field}) || ${body})`;
}
