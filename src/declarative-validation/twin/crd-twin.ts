import type { CommentLine } from "../go/comment-groups.ts";
import { stringConstants } from "../go/constants.ts";
import {
  concreteType,
  isByte,
  isNilable,
  nativeType,
  nonPointer,
  typeName,
  type GoType,
  type Member,
} from "../go/go-type.ts";
import { isExported, jsonTag, memberByJson } from "../go/json-fields.ts";
import { Universe } from "../go/universe.ts";
import type { Release } from "../generator/context.ts";
import { Registry } from "../generator/registry.ts";
import type { LocatedTag } from "../generator/validations.ts";
import { extractTags } from "../tags/extract.ts";
import { namedArg, type Tag } from "../tags/tag.ts";
import { celIsSet, celLiteral, celMember, celOf, celText, celZero } from "./expression.ts";
import { differences, noCounterpart, unsaid, type TwinNote } from "./notes.ts";

/** A schema of a definition that is being built. */
interface TwinSchema {
  [name: string]: unknown;
  properties?: Record<string, TwinSchema>;
  required?: string[];
  "x-kubernetes-validations"?: { rule: string; message?: string }[];
}

/** The rules of a type as a definition would say them. */
export interface Twin {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly notes: readonly TwinNote[];
}

/**
 * Says the rules of a Go type as the OpenAPI schema of a CustomResourceDefinition with CEL rules, and where those do
 * something else. The source must be one that the generator accepts.
 */
export function crdTwin(source: string, typeNamed: string, release: Release): Twin | undefined {
  const universe = new Universe(source);
  const type = universe.declaredTypes().find(({ name }) => name === typeNamed);
  if (type === undefined) return undefined;
  const registry = new Registry(release, stringConstants(universe));
  const writer = new TwinWriter(registry);
  writer.note("", subresourceTags(type), undefined);
  return { schema: writer.schemaOf(type, "", []), notes: writer.notes };
}

const subresourceTags = (type: GoType): readonly LocatedTag[] =>
  [...extractTags(type.comments)]
    .filter(([name]) => name === "k8s:isSubresource" || name === "k8s:supportsSubresource")
    .flatMap(([name, lines]) =>
      lines.map(({ text, line }) => ({
        tag: { name, args: [], value: "", valueType: "" },
        source: { tag: `+${text}`, line },
      })),
    );

/** A place that tags stand on. */
interface Place {
  readonly type: GoType;
  readonly schema: TwinSchema;
  readonly field: string;
  /** The schema and the JSON name of what holds the field. */
  readonly parent?: { readonly schema: TwinSchema; readonly name: string } | undefined;
  /** Rules are skipped while the value is zero. */
  readonly skipsZero: boolean;
}

class TwinWriter {
  readonly notes: TwinNote[] = [];
  readonly #registry: Registry;
  /** Whether only the shape of types is written. */
  readonly #isBare: boolean;

  constructor(registry: Registry, isBare = false) {
    this.#registry = registry;
    this.#isBare = isBare;
  }

  #tagsOf(comments: readonly CommentLine[]): readonly LocatedTag[] {
    return this.#isBare ? [] : this.#registry.tagsOf(comments);
  }

  /** Tells the differences of tags. */
  note(field: string, tags: readonly LocatedTag[], said: boolean | undefined): void {
    for (const { tag, source } of tags) {
      const words = unsaid[tag.name] ?? (said === false ? noCounterpart : differences[tag.name]);
      if (words !== undefined && !this.notes.some((one) => one.words === words && one.source?.tag === source.tag))
        this.notes.push({ field, source, words });
    }
  }

  /** Returns the schema of a type with its rules; `around` are the types that hold it. */
  schemaOf(type: GoType, field: string, around: readonly GoType[]): TwinSchema {
    const value = nonPointer(type);
    const schema = this.#plain(value, field, around);
    if (value.pkg !== "") this.#rules(this.#tagsOf(value.comments), { type: value, schema, field, skipsZero: false });
    return schema;
  }

  #plain(type: GoType, field: string, around: readonly GoType[]): TwinSchema {
    const native = nativeType(type);
    if (around.includes(type)) {
      const words = "A definition's schema cannot contain itself: what is below is not checked.";
      this.notes.push({ field, source: undefined, words });
      return { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    }
    const inside = [...around, type];
    if (typeName(type) === "k8s.io/apimachinery/pkg/apis/meta/v1.Time") return { type: "string", format: "date-time" };
    switch (native.kind) {
      case "Struct":
        return this.#struct(native, field, inside);
      case "Slice":
        if (native.elem !== undefined && isByte(concreteType(native.elem))) return { type: "string", format: "byte" };
        return { type: "array", items: this.schemaOf(native.elem ?? native, `${field}[]`, inside) };
      case "Map":
        return { type: "object", additionalProperties: this.schemaOf(native.elem ?? native, `${field}[]`, inside) };
      case "Builtin":
        return scalarSchema(native);
      case "Interface":
      case "Alias":
      case "Pointer":
      case "Array":
      case "Chan":
      case "Func":
      case "Unsupported":
        return { "x-kubernetes-preserve-unknown-fields": true };
    }
  }

  #struct(type: GoType, field: string, around: readonly GoType[]): TwinSchema {
    const schema: TwinSchema = { type: "object", properties: {} };
    for (const member of type.members.filter(isExported)) {
      const { name, inline, omit } = jsonTag(member);
      if (omit) continue;
      if (inline || name === "")
        Object.assign(schema.properties ?? {}, this.schemaOf(member.type, field, around).properties);
      else this.#property(schema, member, name, field, around);
    }
    this.#unions(type, schema);
    return schema;
  }

  #property(parent: TwinSchema, member: Member, name: string, at: string, around: readonly GoType[]): void {
    const field = at === "" ? name : `${at}.${name}`;
    const tags = this.#tagsOf(member.comments);
    const isOpaque = tags.length > 1 && tags.some(({ tag }) => tag.name === "k8s:opaqueType");
    const type = nonPointer(member.type);
    const schema = isOpaque
      ? new TwinWriter(this.#registry, true).schemaOf(type, field, around)
      : this.schemaOf(type, field, around);
    (parent.properties ??= {})[name] = schema;
    if (member.type.kind !== "Pointer" && schema.type === "object" && schema.required !== undefined)
      requireName(parent, name);
    const isOptional = tags.some(({ tag }) => tag.name === "k8s:optional");
    const skipsZero = isOptional && !isNilable(member.type) && !extractTags(member.comments).has("default");
    this.#rules(tags, { type: member.type, schema, field, parent: { schema: parent, name }, skipsZero });
  }

  #rules(tags: readonly LocatedTag[], place: Place): void {
    for (const located of tags) {
      const isSaid = this.#rule(located.tag, place, tags);
      this.note(place.field, [located], isSaid);
    }
  }

  /** Adds what a tag demands; returns false for what cannot be said. */
  #rule(tag: Tag, place: Place, tags: readonly LocatedTag[]): boolean {
    const { type, schema, parent, skipsZero } = place;
    switch (tag.name) {
      case "k8s:required":
        return addRequired(place);
      case "k8s:forbidden":
        if (parent) addRule(parent.schema, `!${celIsSet("self", parent.name, type)}`, `${parent.name} may not be set`);
        return true;
      case "k8s:minimum":
        if (!skipsZero) schema["minimum"] = Number(BigInt(tag.value));
        else addRule(schema, `self == 0 || ${celOf(tag, "self", type)}`);
        return true;
      case "k8s:enum":
        schema["enum"] = [...new Set(this.#registry.constants.get(nonPointer(type)))].toSorted();
        return true;
      case "k8s:immutable":
        addRule(schema, "self == oldSelf", "field is immutable");
        return true;
      case "k8s:maxLength":
      case "k8s:maxItems":
        schema[tag.name.slice("k8s:".length)] = Number(BigInt(tag.value));
        return true;
      case "k8s:format":
        // Without a limit, the rule might cost too much.
        schema["maxLength"] ??= formatLengths[tag.value] ?? 253;
        return addExpression(schema, type, celOf(tag, "self", nonPointer(type)), skipsZero);
      case "k8s:listType":
        schema["x-kubernetes-list-type"] = tag.value;
        return true;
      case "k8s:listMapKey":
        return addKey(schema, tag.value);
      case "k8s:item":
        return this.#item(tag, place, tags);
      case "k8s:subfield":
        return this.#subfield(tag, place);
      case "k8s:optional":
      case "k8s:opaqueType":
      case "k8s:unionMember":
      case "k8s:unionDiscriminator":
      case "k8s:zeroOrOneOfMember":
        return true;
      default:
        return addExpression(schema, type, celOf(tag, "self", nonPointer(type)), skipsZero);
    }
  }

  /** A field that is required below is required by its own schema; other rules stand on the struct. */
  #subfield(tag: Tag, place: Place): boolean {
    const { type, schema, parent, skipsZero } = place;
    const name = tag.args[0]?.value ?? "";
    const member = memberByJson(concreteType(type), name);
    const property = schema.properties?.[name];
    if (tag.valueTag?.name !== "k8s:required" || member === undefined || property === undefined)
      return addExpression(schema, type, celOf(tag, "self", nonPointer(type)), skipsZero);
    if (parent !== undefined && type.kind !== "Pointer") requireName(parent.schema, parent.name);
    return addRequired({ ...place, type: member.type, schema: property, parent: { schema, name } });
  }

  /** A rule for one item, or the membership of items in a group. */
  #item(tag: Tag, { type, schema }: Place, tags: readonly LocatedTag[]): boolean {
    const inner = tag.valueTag;
    if (inner === undefined) return false;
    const elem = nativeType(type).elem ?? type;
    if (inner.name === "k8s:zeroOrOneOfMember" || inner.name === "k8s:unionMember") {
      const group = tags.filter((other) => other.tag.valueTag?.name === inner.name).map((other) => itemTest(other.tag));
      const count = inner.name === "k8s:unionMember" ? "== 1" : "<= 1";
      addRule(schema, `self.filter(v, ${group.join(" || ")}).size() ${count}`);
      return true;
    }
    const body = celOf(inner, "v", elem);
    if (body !== undefined) addRule(schema, `self.all(v, !(${itemTest(tag)}) || ${body})`);
    return body !== undefined;
  }

  #unions(type: GoType, schema: TwinSchema): void {
    const members = type.members.flatMap((member) =>
      this.#tagsOf(member.comments).map((located) => ({ member, located })),
    );
    const named = (tag: string, union: string) =>
      members.filter(({ located }) => located.tag.name === tag && unionOf(located.tag) === union);
    for (const union of new Set(members.map(({ located }) => unionOf(located.tag)))) {
      const sets = (tag: string): readonly (readonly [LocatedTag, string, Member])[] =>
        named(tag, union).map(({ member, located }) => [located, setTest(member), member]);
      const group = sets("k8s:zeroOrOneOfMember");
      if (group.length > 0) addRule(schema, `${count(group)} <= 1`, `at most one of ${listed(group)} may be set`);
      const exact = sets("k8s:unionMember");
      const [discriminator] = named("k8s:unionDiscriminator", union);
      if (exact.length > 0 && discriminator === undefined)
        addRule(schema, `${count(exact)} == 1`, `exactly one of ${listed(exact)} must be set`);
      if (discriminator !== undefined) for (const one of exact) addChoice(schema, discriminator.member, one);
    }
  }
}

const formatLengths: Readonly<Record<string, number>> = {
  "k8s-short-name": 63,
  "k8s-label-value": 63,
  "k8s-label-key": 317,
  "k8s-uuid": 36,
};

const unionOf = (tag: Tag): string => namedArg(tag, "union")?.value ?? "";

/** Members count when they are there, scalars when they are not zero. */
function setTest(member: Member): string {
  const { name } = jsonTag(member);
  const field = celMember("self", name);
  return nativeType(member.type).kind === "Builtin"
    ? `(has(${field}) && ${field} != ${celZero(member.type)})`
    : `has(${field})`;
}

const count = (group: readonly (readonly [LocatedTag, string, Member])[]): string =>
  `[${group.map(([, test]) => test).join(", ")}].filter(v, v).size()`;

const listed = (group: readonly (readonly [LocatedTag, string, Member])[]): string =>
  group.map(([, , member]) => jsonTag(member).name).join(", ");

function addChoice(
  schema: TwinSchema,
  by: Member,
  [located, test, member]: readonly [LocatedTag, string, Member],
): void {
  const name = jsonTag(by).name;
  const field = celMember("self", name);
  const value = namedArg(located.tag, "memberName")?.value ?? member.name;
  addRule(
    schema,
    `(has(${field}) && ${field} == ${celText(value)}) == ${test}`,
    `${jsonTag(member).name} must be set exactly when ${name} is ${celText(value)}`,
  );
}

/** Returns the test for an item's keys. */
const itemTest = (tag: Tag): string =>
  tag.args.map(({ name, value, type }) => `${celMember("v", name)} == ${celLiteral(value, type)}`).join(" && ");

function addRule(schema: TwinSchema, rule: string, message?: string): void {
  const rules = (schema["x-kubernetes-validations"] ??= []);
  if (!rules.some((known) => known.rule === rule)) rules.push({ rule, ...(message === undefined ? {} : { message }) });
}

function addExpression(schema: TwinSchema, type: GoType, body: string | undefined, skipsZero: boolean): boolean {
  if (body !== undefined) addRule(schema, skipsZero ? `self == ${celZero(type)} || ${body}` : body);
  return body !== undefined;
}

function addKey(schema: TwinSchema, key: string): boolean {
  const keys = schema["x-kubernetes-list-map-keys"];
  schema["x-kubernetes-list-map-keys"] = [...(Array.isArray(keys) ? keys : []), key];
  const items = schema["items"] as TwinSchema | undefined;
  if (items !== undefined && items.required?.includes(key) !== true) (items.required ??= []).push(key);
  return true;
}

function requireName(schema: TwinSchema, name: string): void {
  const names = (schema.required ??= []);
  if (!names.includes(name)) names.push(name);
}

/** Asks for the field, and for more than its zero value. */
function addRequired({ type, schema, parent }: Place): boolean {
  if (parent === undefined) return false;
  requireName(parent.schema, parent.name);
  const native = nativeType(type);
  if (native.kind === "Slice") schema["minItems"] = 1;
  else if (native.kind === "Map") schema["minProperties"] = 1;
  else if (native.kind === "Builtin" && native.name === "string") schema["minLength"] = 1;
  else if (native.kind === "Builtin") addRule(schema, `self != ${celZero(type)}`);
  return true;
}

function scalarSchema({ name }: GoType): TwinSchema {
  if (name === "string") return { type: "string" };
  if (name === "bool") return { type: "boolean" };
  if (name.startsWith("float")) return { type: "number" };
  return name === "int32" || name === "int16" || name === "byte"
    ? { type: "integer", format: "int32" }
    : { type: "integer", format: "int64" };
}
