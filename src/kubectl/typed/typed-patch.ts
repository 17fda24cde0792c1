import { quoteGo } from "../../apimachinery/go-strings.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { runWalk } from "../../apimachinery/walk.ts";
import { diffMaps } from "../../apiserver/patch/strategic/diff-maps.ts";
import { asOwn } from "../../apiserver/patch/strategic/directives.ts";
import { mergeMap } from "../../apiserver/patch/strategic/merge-map.ts";
import { type FieldPatch, type PatchLookup, patchMeta } from "../../apiserver/patch/strategic/patch-schema.ts";
import { StrategicPatchError } from "../../apiserver/patch/strategic/strategic-patch-error.ts";
import { fieldsOfType, typeOf } from "./typed-object.ts";

/** A type of kubectl's own as strategic merge patches see it (strategicpatch.PatchMetaFromStruct). */
class TypedPatchSchema implements PatchLookup {
  readonly name = "struct";
  readonly #type: string;

  constructor(type: string) {
    this.#type = type;
  }

  struct(member: string): FieldPatch {
    return this.#field(member);
  }

  slice(member: string): FieldPatch {
    return this.#field(member);
  }

  #field(member: string): FieldPatch {
    const field = fieldsOfType(this.#type)?.find(({ name }) => name === member);
    if (field === undefined)
      throw new StrategicPatchError(
        `unable to find api field in struct ${this.#type} for the json field ${quoteGo(member)}`,
      );
    const [strategy, key] = field.patch.split("=");
    return { schema: new TypedPatchSchema(field.type), meta: patchMeta(strategy, key) };
  }
}

/**
 * The strategic merge patch that changes an object of one of kubectl's types to another, by the merge keys of these
 * types: nothing is asked of the server (strategicpatch.CreateTwoWayMergePatch). Throws StrategicPatchError.
 */
export const typedPatch = (object: JsonObject, changed: JsonObject): JsonObject =>
  diffMaps(object, changed, new TypedPatchSchema(typeOf(object)));

/**
 * An object of one of kubectl's types with a strategic merge patch applied, by the merge keys of these types
 * (strategicpatch.StrategicMergePatch). Throws StrategicPatchError.
 */
export function typedMerge(object: JsonObject, patch: JsonObject): JsonObject {
  // Merging uses its patch up.
  const own = decodeJson(encodeJson(patch));
  return isObject(own) ? runWalk(mergeMap(object, asOwn(own), new TypedPatchSchema(typeOf(object)))) : object;
}
