import { internal, invalid, withOrigin, type FieldError, type FieldPath } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { Double, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { concreteType, isString, nativeType, pointerTo, typeName, type GoType, type Member } from "../go/go-type.ts";
import { jsonTag } from "../go/json-fields.ts";
import { unquoted } from "../go/scanner.ts";
import {
  rootTypeText,
  type ClosingRule,
  type GeneratorState,
  type TagContext,
  type TagRule,
} from "../generator/context.ts";
import { TagError } from "../generator/generation-error.ts";
import {
  joinValidations,
  noValidations,
  type Check,
  type LocatedTag,
  type Operation,
  type Validations,
} from "../generator/validations.ts";
import { namedArg } from "../tags/tag.ts";
import { nilDereference } from "../validate/go-panic.ts";
import { fieldOf, isZeroScalar, itemsOf, type GoValue } from "../validate/go-value.ts";
import { elementType } from "./each.ts";
import { itemMatcher } from "./item.ts";
import { unionOf, type Union, type Unions } from "./union-metadata.ts";

type IsSet = (value: GoValue) => boolean;
type Shared = "unions" | "zeroOrOneOfs";

const unionName = ({ tag }: LocatedTag): string => namedArg(tag, "union")?.value ?? "";

function addDiscriminator(context: TagContext, located: LocatedTag, state: GeneratorState): Validations {
  const type = concreteType(context.type);
  if (!isString(type)) {
    const text = rootTypeText(typeName(context.type), typeName(type), type === context.type);
    throw new TagError(`can only be used on string types (${text})`);
  }
  const union = unionOf(state.unions, context.parentPath, unionName(located));
  if (context.member === undefined) throw nilDereference();
  union.discriminator = { name: jsonTag(context.member).name, member: context.member };
  union.sources.push(located.source);
  return noValidations;
}

function memberFieldName(member: Member): string {
  const { kind } = nativeType(member.type);
  if (kind !== "Pointer" && kind !== "Map" && kind !== "Slice" && kind !== "Builtin")
    throw new TagError(`can only be used on nilable and primitive types (${kind})`);
  const { name } = jsonTag(member);
  if (name === "") throw new TagError(`field ${quoteGo(printedMember(member))} is a union member but has no JSON name`);
  return name;
}

/** Returns a field as gengo's types.Member prints. */
const printedMember = ({ name, type, tag }: Member): string => `${name} ${typeName(type)} ${tag}`;

function addMember(context: TagContext, located: LocatedTag, all: Map<string, Unions>): Validations {
  const isItem = context.scope === "list values";
  if (!isItem && context.member === undefined) throw nilDereference();
  const name = context.member === undefined ? context.path : memberFieldName(context.member);
  const fallback = context.member?.name ?? "";
  const union = unionOf(all, context.parentPath, unionName(located));
  union.members.push({ name, discriminatorValue: namedArg(located.tag, "memberName")?.value ?? fallback });
  union.sources.push(located.source);
  if (context.member === undefined) union.items.set(name, keysOfPath(name));
  else union.fields.push(context.member);
  return noValidations;
}

/** Reads the keys of an item off its path. */
function keysOfPath(path: string): JsonObject {
  const fail = (reason: string): TagError => new TagError(`failed to extract matcher from path ${path}: ${reason}`);
  const text = /\[(\{.*?\})\]/.exec(path)?.[1];
  if (text === undefined) throw fail("no matcher criteria found in path");
  try {
    const keys = decodeJson(text);
    return isObject(keys) ? keys : {};
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw fail(`failed to parse matcher JSON: ${error.message}`);
  }
}

/** Returns the names of members for errors; an item is called by the name of the list's Go field. */
function displayedMembers(union: Union, path: string): Union["members"] {
  const list = path.slice(path.lastIndexOf(".") + 1);
  return union.members.map((member) => {
    const bracket = member.name.indexOf("[");
    const name = union.items.has(member.name) && bracket >= 0 ? list + member.name.slice(bracket) : member.name;
    return { name: unquoted(name), discriminatorValue: unquoted(member.discriminatorValue) };
  });
}

/** Fields are members when they are not nil or not zero; the struct around them may be nil. */
function fieldIsSet(member: Member): IsSet {
  const isScalar = nativeType(member.type).kind === "Builtin";
  return (struct) => {
    const value = fieldOf(struct, member.name);
    return value !== undefined && !(isScalar && isZeroScalar(value));
  };
}

const goText = (value: JsonValue): string => (value instanceof Double ? String(value.value) : String(value));

function itemIsSet(struct: GoType, keys: Readonly<Record<string, JsonValue>>): IsSet {
  const matches = itemMatcher(
    struct,
    Object.keys(keys)
      .toSorted()
      .map((name) => ({ name, value: goText(keys[name] ?? null) })),
  );
  return (list) => itemsOf(list).some(matches);
}

const isUnchanged = (op: Operation, members: readonly IsSet[], value: GoValue, old: GoValue): boolean =>
  op.type === "update" && members.every((isSet) => isSet(value) === isSet(old));

/** What is reported of a union without discriminator: if it must have a member, and the error for several. */
interface UnionKind {
  /** What the names of its variables begin with. */
  readonly prefix: string;
  readonly needsOne: boolean;
  readonly tooMany: (path: FieldPath, found: string, all: string) => FieldError;
}

const exactlyOne: UnionKind = {
  prefix: "unionMembershipFor",
  needsOne: true,
  tooMany: (path, found, all) => invalid(path, found, `must specify exactly one of: ${all}`),
};

const zeroOrOne: UnionKind = {
  prefix: "zeroOrOneOfMembershipFor",
  needsOne: false,
  tooMany: (path, found, all) => withOrigin(invalid(path, found, `must specify at most one of: ${all}`), "zeroOrOneOf"),
};

type UnionRun = Check["run"];

const plainUnion =
  (names: readonly string[], members: readonly IsSet[], kind: UnionKind): UnionRun =>
  (op, path, _, value, old) => {
    if (isUnchanged(op, members, value, old)) return [];
    const found = names.filter((_name, index) => members[index]?.(value) === true);
    const all = names.map((name) => `\`${name}\``).join(", ");
    if (found.length > 1) return [kind.tooMany(path, `{${found.join(", ")}}`, all)];
    return found.length === 0 && kind.needsOne ? [invalid(path, "", `must specify one of: ${all}`)] : [];
  };

function discriminatedUnion(
  displayed: Union["members"],
  members: readonly IsSet[],
  discriminator: { readonly name: string; readonly member: Member },
): UnionRun {
  const valueOf = (struct: GoValue): string => String(fieldOf(struct, discriminator.member.name) ?? "");
  return (op, path, _, value, old) => {
    const chosen = valueOf(value);
    if (op.type === "update" && chosen === valueOf(old) && isUnchanged(op, members, value, old)) return [];
    return displayed.flatMap(({ name, discriminatorValue }, index) => {
      const isChosen = chosen === discriminatorValue;
      const isSet = members[index]?.(value) === true;
      if (isSet === isChosen) return [];
      const rule = isSet ? "may only be" : "must be";
      const detail = `${rule} specified when \`${unquoted(discriminator.name)}\` is ${quoteGo(isSet ? discriminatorValue : chosen)}`;
      return [invalid(path.child(name), "", detail)];
    });
  };
}

/** Returns why Go would not build the functions that look at a union's members. */
function refusalOf(union: Union, type: GoType): string | undefined {
  if (nativeType(type).kind === "Pointer") return `type **${typeName(concreteType(type))} does not match obj`;
  for (const { type: member } of union.fields) {
    const isNamed = nativeType(member).kind === "Builtin" && member.kind === "Alias";
    if (isNamed) return `undefined: ${member.pkg.slice(member.pkg.lastIndexOf("/") + 1)}`;
  }
  const discriminator = union.discriminator?.member;
  return discriminator !== undefined && discriminator.type.kind === "Pointer"
    ? `cannot convert obj.${discriminator.name} (variable of type ${typeName(discriminator.type)}) to type string`
    : undefined;
}

/** Returns the name of the variable that lists the members of a union. */
const variableName = ({ prefix }: UnionKind, path: string, name: string): string =>
  `${prefix}_${`${path}_${name}`.replaceAll(/[^a-zA-Z0-9_]/g, "_")}`;

function unionValidations(context: TagContext, name: string, union: Union, kind: UnionKind): Validations {
  if (union.fields.length === 0 && union.discriminator === undefined && union.items.size === 0) return noValidations;
  if (union.fields.length > 0 && union.items.size > 0)
    throw new TagError("cannot have both field members and item matchers");
  const type = concreteType(context.type);
  if (type.kind === "Struct" && union.items.size > 0) throw new TagError("struct type cannot have item matchers");
  if (type.kind === "Slice" && union.fields.length > 0) throw new TagError("slice type cannot have field members");
  const paths = type.kind === "Slice" ? [...union.items.keys()].toSorted() : [];
  const members = [
    ...union.fields.map(fieldIsSet),
    ...paths.map((path) => itemIsSet(elementType(type), union.items.get(path) ?? {})),
  ];
  const displayed = displayedMembers(union, context.path);
  const names = displayed.map(({ name }) => name);
  const run =
    union.discriminator === undefined
      ? plainUnion(names, members, kind)
      : discriminatedUnion(displayed, members, union.discriminator);
  const check: Check = {
    hasArgs: true,
    sources: union.sources,
    refusal: (of) => refusalOf(union, of === type ? (pointerTo(of).elem ?? of) : of),
    run: names.length === members.length ? run : miscounted(members.length, names.length),
  };
  return { checks: [check], variables: [variableName(kind, context.path, name)] };
}

/** An item that is named twice has one function and two names. */
const miscounted =
  (extractors: number, members: number): UnionRun =>
  (_, path) => [
    internal(path, `number of extractors (${extractors}) does not match number of union members (${members})`),
  ];

const closingRule = (name: string, shared: Shared, kind: UnionKind): ClosingRule => ({
  name,
  validations(context, state) {
    const { kind: found } = concreteType(context.type);
    const unions = state[shared].get(context.path);
    if ((found !== "Struct" && found !== "Slice") || unions === undefined) return noValidations;
    let all = noValidations;
    for (const [unionName, union] of [...unions].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      all = joinValidations(all, unionValidations(context, unionName, union, kind));
    return all;
  },
});

/** Evaluate the tags of members, on the struct or list (validation-gen validators/union.go, zeroorone.go). */
export const unionValidator = closingRule("unionTypeOrFieldValidator", "unions", exactlyOne);
export const zeroOrOneOfValidator = closingRule("zeroOrOneOfTypeOrFieldValidator", "zeroOrOneOfs", zeroOrOne);

const unionArg = { name: "union", type: "string", description: "the union's name, if there are several" } as const;
const memberNameArg = { name: "memberName", type: "string", description: "the discriminator's value" } as const;

/** The tags of unions. */
export const unionRules: readonly TagRule[] = [
  {
    name: "k8s:unionDiscriminator",
    scopes: ["struct fields", "list values"],
    args: [unionArg],
    description: "The field says which member of the union is set.",
    validations: addDiscriminator,
  },
  {
    name: "k8s:unionMember",
    scopes: ["struct fields", "list values"],
    args: [unionArg, memberNameArg],
    description: "The field is a member of a union, of which exactly one must be set.",
    validations: (context, located, state) => addMember(context, located, state.unions),
  },
  {
    name: "k8s:zeroOrOneOfMember",
    scopes: ["struct fields", "list values"],
    args: [unionArg, memberNameArg],
    description: "The field is a member of a group, of which at most one may be set.",
    validations: (context, located, state) => addMember(context, located, state.zeroOrOneOfs),
  },
];
