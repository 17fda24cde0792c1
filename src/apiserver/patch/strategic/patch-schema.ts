import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Field, ObjectSchema, ScalarSchema, Schema } from "../../schema/schema.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/** The patch options in the Go tags of a field. */
export interface PatchMeta {
  readonly strategy: "" | "merge" | "replace" | string;
  readonly retainKeys: boolean;
  /** Empty if items have no merge key. */
  readonly mergeKey: string;
}

/** A type as used by strategic merge patch: its fields with their patch options (strategicpatch.LookupPatchMeta). */
export interface PatchLookup {
  /** The kind of the type, for error messages. */
  readonly name: string;
  /** Looks up a member that holds an object. Throws StrategicPatchError if the type has no such field. */
  struct(member: string): FieldPatch;
  /**
   * Looks up a member that holds a list and returns the type of its items. Throws StrategicPatchError if the type has
   * no such field.
   */
  slice(member: string): FieldPatch;
}

/** The type of a member and its patch options. */
export interface FieldPatch {
  readonly schema: PatchLookup;
  readonly meta: PatchMeta;
}

const scalarKinds: Readonly<Record<ScalarSchema["type"], string>> = {
  string: "string",
  bool: "bool",
  int32: "int32",
  int64: "int64",
  float64: "float64",
  number: "struct",
  bytes: "slice",
  quantity: "struct",
  intOrString: "struct",
  time: "struct",
  microTime: "struct",
  duration: "struct",
};

/** A Go type as used by strategic merge patch: its fields with their tags (strategicpatch.PatchMetaFromStruct). */
export class PatchSchema implements PatchLookup {
  readonly #schema: Schema;
  readonly #pointer: boolean;

  constructor(schema: Schema, pointer = false) {
    this.#schema = schema;
    this.#pointer = pointer;
  }

  get name(): string {
    return this.#pointer ? "ptr" : kindOf(this.#schema);
  }

  struct(member: string): FieldPatch {
    const field = this.#field(member);
    return { schema: new PatchSchema(field.schema, field.pointer), meta: metaOf(field) };
  }

  slice(member: string): FieldPatch {
    const field = this.#field(member);
    return { schema: this.#items(field), meta: metaOf(field) };
  }

  #items({ schema, pointer }: Field): PatchSchema {
    if (schema.kind === "list") {
      if (!pointer && kindOf(schema.items.schema) === "slice")
        throw new StrategicPatchError("unexpected slice of slice");
      return new PatchSchema(schema.items.schema);
    }
    if (!pointer && kindOf(schema) !== "slice")
      throw new StrategicPatchError(`expected slice or array type, but got: ${this.name}`);
    return new PatchSchema(schema);
  }

  #field(member: string): Field {
    const kind = kindOf(this.#schema);
    if (kind !== "struct")
      throw new StrategicPatchError(`merging an object in json but data type is not struct, instead is: ${kind}`);
    const field = this.#schema.kind === "object" ? findField(this.#schema, member) : undefined;
    if (field !== undefined) return field;
    throw new StrategicPatchError(
      `unable to find api field in struct ${structName(this.#schema)} for the json field ${quoteGo(member)}`,
    );
  }
}

/** Finds a field by its exact name, otherwise ignoring case. */
function findField(schema: ObjectSchema, name: string): Field | undefined {
  const exact = schema.field(name);
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  return schema.fields.find((field) => field.name.toLowerCase() === lower);
}

function kindOf(schema: Schema): string {
  switch (schema.kind) {
    case "object":
    case "schemaOr":
      return "struct";
    case "map":
      return "map";
    case "list":
      return "slice";
    case "scalar":
      return scalarKinds[schema.type];
    case "raw":
      return schema.type === "any" ? "interface" : "struct";
  }
}

/** Returns the type name without its package: `ObjectMeta` for `v1.ObjectMeta`. */
const structName = ({ goType }: Schema): string => goType.slice(goType.lastIndexOf(".") + 1);

const metaOf = ({ patchStrategy, patchMergeKey }: Field): PatchMeta => patchMeta(patchStrategy, patchMergeKey);

/** The patch options that a field's `patchStrategy` and `patchMergeKey` say. */
export function patchMeta(patchStrategy = "", patchMergeKey = ""): PatchMeta {
  const strategies = patchStrategy.split(",");
  const strategy = strategies.find((name) => name !== "retainKeys") ?? "";
  return { strategy, retainKeys: strategies.includes("retainKeys"), mergeKey: patchMergeKey };
}
