import { quoteGo } from "../../apimachinery/go-strings.ts";
import { atoi, NumberParseError } from "../../apimachinery/strconv.ts";
import { concreteType, isBool, isInteger, isString, nativeType, typeName, type GoType } from "../go/go-type.ts";
import { memberByJson } from "../go/json-fields.ts";
import type { ClosingRule, GeneratorState, TagContext, TagRule } from "../generator/context.ts";
import { TagError } from "../generator/generation-error.ts";
import { joinValidations, noValidations, type Check, type Validations } from "../generator/validations.ts";
import type { TagArg } from "../tags/tag.ts";
import { equalityOf } from "../validate/equality.ts";
import { fieldOf, itemsOf, type GoValue } from "../validate/go-value.ts";
import { elementType } from "./each.ts";
import type { ItemKey, ItemTag } from "./item-metadata.ts";
import type { ListMetadata } from "./list-metadata.ts";
import { payloadTag } from "./nesting.ts";

function readKey({ name, value, type }: TagArg): ItemKey {
  if (type === "bool") return { name, value: value === "true" };
  if (type === "string") return { name, value };
  try {
    return { name, value: atoi(value) };
  } catch (error) {
    if (!(error instanceof NumberParseError)) throw error;
    throw new TagError(`invalid value for key ${quoteGo(name)}: invalid integer: ${error.message}`);
  }
}

function readKeys(args: readonly TagArg[]): readonly ItemKey[] {
  const seen = new Set<string>();
  const keys = args.map((arg) => {
    if (arg.name === "") throw new TagError("all arguments must be named (ex: fieldName:value)");
    if (seen.has(arg.name)) throw new TagError(`duplicate key ${quoteGo(arg.name)}`);
    seen.add(arg.name);
    return readKey(arg);
  });
  if (keys.length === 0) throw new TagError("no selection criteria was specified");
  return keys;
}

/** The tag for one item of a list; it is evaluated when the list's keys are known (validators/item.go). */
export const itemRule: TagRule = {
  name: "k8s:item",
  scopes: "anywhere",
  late: true,
  acceptsUnknownArgs: true,
  payload: "tag",
  payloadRequired: true,
  description: "A rule for the item with the given keys of a list with listType=map.",
  validations(context, { tag, source }, state) {
    const keys = readKeys(tag.args);
    const list = concreteType(context.type);
    if (list.kind !== "Slice") throw new TagError("can only be used on list types");
    if (elementType(list).kind !== "Struct") throw new TagError("can only be used on lists of structs");
    const items = state.items.get(context.path) ?? [];
    state.items.set(context.path, items);
    items.push({ keys, tag: { tag: payloadTag(tag), source } });
    return noValidations;
  },
};

/** The value of a key must be of the type of its field. */
function checkKeyType(struct: GoType, { name, value }: ItemKey): void {
  const member = memberByJson(struct, name);
  if (member === undefined) return;
  const type = nativeType(member.type);
  const wanted = isString(type) ? "string" : isBool(type) ? "boolean" : isInteger(type) ? "bigint" : "";
  const names = { string: "string", boolean: "bool", bigint: "integer", "": "" };
  if (wanted === "") throw new TagError(`key ${quoteGo(name)}: unsupported field type: ${typeName(type)}`);
  if (typeof value !== wanted) throw new TagError(`key ${quoteGo(name)}: expected ${names[wanted]} value`);
}

function checkKeys(struct: GoType, item: ItemTag, { keys }: ListMetadata): void {
  if (item.keys.length !== keys.length)
    throw new TagError("number of arguments does not match number of listMapKey fields");
  const found = new Set<string>();
  for (const { json } of keys) {
    const key = item.keys.find(({ name }) => name === json);
    if (key === undefined) continue;
    checkKeyType(struct, key);
    found.add(json);
  }
  const missing = keys.filter(({ json }) => !found.has(json)).map(({ json }) => json);
  if (found.size !== keys.length) throw new TagError(`missing required listMapKey fields: [${missing.join(" ")}]`);
}

/** Returns an item's path: its keys in the manner of JSON. */
function itemPath(path: string, keys: readonly ItemKey[]): string {
  const written = keys.map(
    ({ name, value }) => `${quoteGo(name)}: ${typeof value === "string" ? quoteGo(value) : value}`,
  );
  return `${path}[{${written.join(", ")}}]`;
}

/** Returns a function that tells the item with the given keys; every key must be the name of a field of its type. */
export function itemMatcher(struct: GoType, keys: readonly ItemKey[]): (item: GoValue) => boolean {
  const wanted = keys.map(({ name, value }) => {
    const member = memberByJson(struct, name);
    if (member === undefined) throw new TagError(`no field with JSON name ${quoteGo(name)}`);
    const type = nativeType(member.type);
    const kind = isString(type) ? "string" : isBool(type) ? "boolean" : isInteger(type) ? "bigint" : undefined;
    const names = { string: "string", boolean: "bool", bigint: "int" };
    if (kind === undefined) throw new TagError(`unsupported type ${typeName(type)} for field ${member.name}`);
    if (typeof value !== kind) throw new TagError(`type mismatch, field is ${names[kind]} but value is not`);
    return { field: member.name, value };
  });
  return (item) => wanted.every(({ field, value }) => isKeyValue(fieldOf(item, field), value));
}

const isKeyValue = (found: GoValue, value: ItemKey["value"]): boolean =>
  typeof value === "bigint" && typeof found === "number" ? BigInt(found) === value : found === value;

/** Runs a check on the first item that has the keys (validate.SliceItem). */
function itemCheck(struct: GoType, cohort: string, matches: (item: GoValue) => boolean, check: Check): Check {
  const isSame = equalityOf(struct);
  return {
    ...check,
    cohort,
    hasArgs: true,
    refusal: () => check.refusal?.(struct),
    run(op, path, _, value, old) {
      const items = itemsOf(value);
      const index = items.findIndex(matches);
      if (index < 0) return [];
      const oldItem = itemsOf(old).find(matches);
      if (op.type === "update" && oldItem !== undefined && isSame(items[index], oldItem)) return [];
      return check.run(op, path.index(index), struct, items[index], oldItem);
    },
  };
}

function validationsOf(item: ItemTag, context: TagContext, state: GeneratorState): Validations {
  const struct = elementType(concreteType(context.type));
  const path = itemPath(context.path, item.keys);
  const inner = state.extract({ scope: "list values", type: struct, parentPath: context.path, path }, [item.tag]);
  const matches = itemMatcher(struct, item.keys);
  return {
    checks: inner.checks.map((check) => itemCheck(struct, path, matches, check)),
    variables: inner.variables ?? [],
  };
}

/** Evaluates the item tags of a type or field. */
export const itemValidator: ClosingRule = {
  name: "itemFieldValidator",
  validations(context, state) {
    const items = state.items.get(context.path);
    if (items === undefined) return noValidations;
    const own = state.lists.get(context.path);
    const metadata = own ?? (context.scope === "struct fields" ? state.lists.get(typeName(context.type)) : undefined);
    if (metadata?.map !== true || metadata.keys.length === 0) throw new TagError("found items with no list metadata");
    let all = noValidations;
    for (const item of items) {
      checkKeys(elementType(concreteType(context.type)), item, metadata);
      all = joinValidations(all, validationsOf(item, context, state));
    }
    return all;
  },
};
