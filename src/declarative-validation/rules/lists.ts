import { duplicate, type FieldError, addError } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { concreteType, nativeType, typeName, type GoType } from "../go/go-type.ts";
import { memberByJson } from "../go/json-fields.ts";
import type { ClosingRule, TagContext, TagRule } from "../generator/context.ts";
import { TagError } from "../generator/generation-error.ts";
import { noValidations, type ValidateFunc } from "../generator/validations.ts";
import { EqualItems, equalityOf } from "../validate/equality.ts";
import { itemsOf } from "../validate/go-value.ts";
import { badValueOf } from "../validate/json-value.ts";
import { listMetadataOf, type ListMetadata } from "./list-metadata.ts";

/** Returns the list type that a tag stands on. */
function listOf(context: TagContext): GoType {
  const native = nativeType(context.type);
  if (native.kind !== "Slice" && native.kind !== "Array")
    throw new TagError(`can only be used on list types (${native.kind})`);
  return native;
}

function refuseScalars(list: GoType): void {
  if (list.elem === undefined || nativeType(list.elem).kind !== "Struct")
    throw new TagError("only lists of structs can be list-maps");
}

/** The tags that say what a list is (validation-gen validators/each.go). */
export const listRules: readonly TagRule[] = [
  {
    name: "k8s:listType",
    scopes: "anywhere",
    payload: "string",
    payloadRequired: true,
    description: "What the list is: atomic, a set of unique values, or a map by keys.",
    validations(context, { tag, source }, state) {
      const list = listOf(context);
      if (tag.value === "map") refuseScalars(list);
      else if (tag.value !== "set" && tag.value !== "atomic")
        throw new TagError(`unknown list type ${quoteGo(tag.value)}`);
      const metadata = listMetadataOf(state.lists, context.path);
      metadata[tag.value] = true;
      metadata.sources.push(source);
      return noValidations;
    },
  },
  {
    name: "k8s:listMapKey",
    scopes: "anywhere",
    payload: "string",
    payloadRequired: true,
    description: "The JSON name of a field that is a key of the list; with listType=map.",
    validations(context, { tag, source }, state) {
      const list = listOf(context);
      refuseScalars(list);
      const member = memberByJson(concreteType(list.elem ?? list), tag.value);
      if (member === undefined) throw new TagError(`no field for JSON name ${quoteGo(tag.value)}`);
      const { kind } = nativeType(member.type);
      if (kind !== "Builtin") throw new TagError(`only primitive types can be list-map keys (${kind})`);
      const metadata = listMetadataOf(state.lists, context.path);
      metadata.keys.push({ json: tag.value, member });
      metadata.sources.push(source);
      return noValidations;
    },
  },
];

function checkMetadata({ atomic, set, map, keys }: ListMetadata): void {
  const declared = [...(atomic ? ["atomic"] : []), ...(set ? ["set"] : []), ...(map ? ["map"] : [])];
  if (declared.length > 1) throw new TagError(`listType cannot have multiple types (${declared.join(", ")})`);
  if (map && keys.length === 0) throw new TagError("found listType=map without listMapKey");
  if (keys.length > 0 && !map) throw new TagError("found listMapKey without listType=map");
  if (declared.length === 0) throw new TagError("found list metadata without a listType");
}

/** Reports every item that is equal to an earlier one (validate.Unique). */
const unique: ValidateFunc = (_, path, type, value) => {
  const elem = nativeType(type).elem ?? type;
  const errors: FieldError[] = [];
  const seen = new EqualItems(equalityOf(elem));
  itemsOf(value).forEach((item, index) => {
    if (seen.find(item) === undefined) seen.add(item);
    else addError(errors, duplicate(path.index(index), badValueOf(elem, item)));
  });
  return errors;
};

/** Checks what the tags of a list say together, and emits that a set's items are unique. */
export const listValidator: ClosingRule = {
  name: "listValidator",
  validations(context, state) {
    const own = state.lists.get(context.path);
    if (own !== undefined) checkMetadata(own);
    const ofType = context.scope === "struct fields" ? state.lists.get(typeName(context.type)) : undefined;
    if (own !== undefined && ofType !== undefined)
      throw new TagError(`found list metadata for both a field and its type: ${context.path}`);
    const metadata = own ?? ofType;
    if (metadata?.set !== true) return noValidations;
    return { checks: [{ run: unique, sources: metadata.sources }] };
  },
};
