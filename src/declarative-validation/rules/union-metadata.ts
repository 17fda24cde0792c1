import type { Member } from "../go/go-type.ts";
import type { TagSource } from "../generator/validations.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";

/** A union of fields of a struct, or of items of a list. */
export interface Union {
  /** The members in the order of their tags: the name for errors, and the value of the discriminator. */
  readonly members: { readonly name: string; readonly discriminatorValue: string }[];
  readonly fields: Member[];
  /** The keys of items, by the items' paths. */
  readonly items: Map<string, Readonly<Record<string, JsonValue>>>;
  discriminator: { readonly name: string; readonly member: Member } | undefined;
  readonly sources: TagSource[];
}

/** The unions of a struct or list by name; the one without a name has "". */
export type Unions = Map<string, Union>;

/** Returns the union of a path and name, added if there is none. */
export function unionOf(all: Map<string, Unions>, path: string, name: string): Union {
  const unions: Unions = all.get(path) ?? new Map();
  all.set(path, unions);
  const union = unions.get(name) ?? {
    members: [],
    fields: [],
    items: new Map(),
    discriminator: undefined,
    sources: [],
  };
  unions.set(name, union);
  return union;
}
