import type { ObjectSchema, Schema } from "../../schema/schema.ts";
import { compileObject } from "../json/typed-codec.ts";

type Members = Readonly<Record<string, unknown>>;

/** Returns an object or list as it is read back: itself if nothing of it is lost. */
type ReadBack = <T extends object>(value: T) => T;

/** Compiled by schema; undefined where nothing can be lost. */
const compiled = new WeakMap<ObjectSchema, ReadBack | undefined>();

/**
 * Returns what makes an object of a type as it is read back from protobuf, which has no empty lists: one that JSON
 * prints even if it is empty is null then. Undefined if the type has no such list.
 */
export function readBackOf(schema: ObjectSchema): ReadBack | undefined {
  if (compiled.has(schema)) return compiled.get(schema);
  compiled.set(schema, undefined); // for types that contain themselves
  const fields = compileObject(schema).fields.flatMap(({ name, always, field }) => {
    const inside = insideOf(field.schema);
    const isLost = always && field.schema.kind === "list";
    return inside || isLost ? [{ name, inside, isLost }] : [];
  });
  const readBack: ReadBack = (value) => {
    let copy: typeof value | undefined;
    for (const { name, inside, isLost } of fields) {
      const member = (value as Members)[name];
      if (typeof member !== "object" || member === null) continue;
      const read = isLost && isEmptyList(member) ? null : (inside?.(member) ?? member);
      if (read !== member) copy = { ...(copy ?? value), [name]: read };
    }
    return copy ?? value;
  };
  const found = fields.length === 0 ? undefined : readBack;
  compiled.set(schema, found);
  return found;
}

/** The same for what a field holds. No map holds such a list. */
function insideOf(schema: Schema): ((value: object) => object) | undefined {
  if (schema.kind === "object") return readBackOf(schema);
  const item = schema.kind === "list" ? insideOf(schema.items.schema) : undefined;
  return item && ((list) => (Array.isArray(list) ? itemsReadBack(list, item) : list));
}

function itemsReadBack(list: readonly unknown[], item: (value: object) => object): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    const read = typeof value === "object" && value !== null ? item(value) : value;
    if (read !== value) (copy ??= [...list])[i] = read;
  }
  return copy ?? list;
}

const isEmptyList = (value: object): boolean => Array.isArray(value) && value.length === 0;
