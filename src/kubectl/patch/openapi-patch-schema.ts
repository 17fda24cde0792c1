import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { type FieldPatch, type PatchLookup, patchMeta } from "../../apiserver/patch/strategic/patch-schema.ts";
import { StrategicPatchError } from "../../apiserver/patch/strategic/strategic-patch-error.ts";
import { itemsAt, objectAt, textAt } from "../json-access.ts";

/** A type of an OpenAPI v3 document, whose extensions say how its fields are merged (PatchMetaFromOpenAPIV3). */
export class OpenApiPatchSchema implements PatchLookup {
  readonly #schemas: JsonObject;
  readonly #schema: JsonObject;

  /** Takes the schemas of a document and one of them. */
  constructor(schemas: JsonObject, schema: JsonObject) {
    this.#schemas = schemas;
    this.#schema = schema;
  }

  get name(): string {
    return textAt(this.#schema, "type") || "Struct";
  }

  struct(member: string): FieldPatch {
    const field = this.#field(member);
    return { schema: this.#resolved(field), meta: metaOf(field) };
  }

  slice(member: string): FieldPatch {
    const field = this.#field(member);
    const items = field["items"];
    return { schema: this.#resolved(isObject(items) ? items : field), meta: metaOf(field) };
  }

  #field(member: string): JsonObject {
    const field = objectAt(this.#schema, "properties")[member];
    if (isObject(field)) return field;
    // The values of a map, e.g. of labels, are scalars or have no merge keys.
    throw new StrategicPatchError(`unable to find api field "${member}"`);
  }

  #resolved(schema: JsonObject): OpenApiPatchSchema {
    const [first] = itemsAt(schema, "allOf");
    const name = textAt(isObject(first) ? first : schema, "$ref").replace("#/components/schemas/", "");
    return new OpenApiPatchSchema(this.#schemas, name === "" ? schema : objectAt(this.#schemas, name));
  }
}

const metaOf = (field: JsonObject) =>
  patchMeta(textAt(field, "x-kubernetes-patch-strategy"), textAt(field, "x-kubernetes-patch-merge-key"));
