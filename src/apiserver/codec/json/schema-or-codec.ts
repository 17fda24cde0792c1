import { Double } from "../../../apimachinery/json/value.ts";
import type { Schema, SchemaOrSchema } from "../../schema/schema.ts";
import { DecodeError, type DecodeState } from "./decode-state.ts";
import type { NodeCodec } from "./node-codec.ts";
import { stringCodec } from "./scalar-codecs.ts";
import { ListCodec } from "./container-codec.ts";
import type { Document } from "./repeated-members.ts";

/**
 * The codec of JSONSchemaPropsOrBool and similar types. Upstream decodes them with their own unmarshaler, which strict
 * decoding does not reach.
 */
export class SchemaOrCodec implements NodeCodec {
  readonly goType: string;
  readonly emptiness = "never";
  readonly struct = true;
  readonly #or: SchemaOrSchema["or"];
  readonly #object: () => NodeCodec;
  readonly #list: () => NodeCodec;

  constructor(schema: SchemaOrSchema, compile: (schema: Schema) => NodeCodec) {
    this.goType = schema.goType;
    this.#or = schema.or;
    this.#object = () => compile(schema.object.schema);
    this.#list = () =>
      schema.or === "array"
        ? new ListCodec({ kind: "list", goType: "[]v1.JSONSchemaProps", items: schema.object }, compile)
        : strings;
  }

  /** Returns what the marshalers of these types print for an empty value. */
  zero(): unknown {
    return this.#or === "bool" ? false : null;
  }

  decode(value: Document & {}, state: DecodeState): unknown {
    if (typeof value === "object" && !Array.isArray(value) && !(value instanceof Double))
      return nested(this.#object(), value, state);
    if (this.#or === "bool") return decodeBool(value);
    if (!Array.isArray(value)) return null;
    const items = nested(this.#list(), value, state);
    return Array.isArray(items) && items.length === 0 ? null : items;
  }

  encode(value: unknown): string {
    if (typeof value === "boolean") return String(value);
    if (Array.isArray(value)) return this.#list().encode(value);
    if (typeof value === "object" && value !== null) return this.#object().encode(value);
    return this.#or === "bool" ? "false" : "null";
  }
}

const strings = new ListCodec(
  { kind: "list", goType: "[]string", items: { schema: { kind: "scalar", type: "string", goType: "string" } } },
  () => stringCodec("string"),
);

function decodeBool(value: Document): boolean {
  if (typeof value !== "boolean") throw new DecodeError("boolean or JSON schema expected");
  return value;
}

/**
 * Decodes a value like a custom Unmarshaler: the first wrong type ends decoding and is reported for the outer field.
 */
function nested(codec: NodeCodec, value: Document & {}, state: DecodeState): unknown {
  const inner = state.nested();
  const held = codec.decode(value, inner);
  if (inner.savedError) throw inner.savedError;
  return held;
}
