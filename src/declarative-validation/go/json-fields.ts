import type { GoType, Member } from "./go-type.ts";

/** A field's JSON tag. */
export interface JsonTag {
  /** "" for an embedded or omitted field. */
  readonly name: string;
  readonly omit: boolean;
  readonly inline: boolean;
  readonly omitEmpty: boolean;
}

/** Returns the value of a key of a struct tag (reflect.StructTag.Get); "" if there is none. */
function structTag(tag: string, key: string): string {
  const pairs = /\s*([^\s"':]+):"((?:[^"\\]|\\.)*)"/y;
  for (let found = pairs.exec(tag); found !== null; found = pairs.exec(tag))
    if (found[1] === key) return (found[2] ?? "").replaceAll(/\\(.)/g, "$1");
  return "";
}

/** Reads a field's JSON tag as gengo does (gengo parser/tags LookupJSON): a field always has a name, unless inlined. */
export function jsonTag(member: Member): JsonTag {
  const tag = structTag(member.tag, "json");
  if (tag === "-") return { name: "", omit: true, inline: false, omitEmpty: false };
  const [given = "", ...options] = tag.split(",");
  const inline = (member.embedded && given === "") || options.includes("inline");
  return {
    name: !inline && given === "" ? member.name : given,
    omit: false,
    inline,
    omitEmpty: options.includes("omitempty"),
  };
}

/** Returns the field with a JSON name, not looking into embedded structs (util.GetMemberByJSON). */
export const memberByJson = (type: GoType, name: string): Member | undefined =>
  type.members.find((member) => jsonTag(member).name === name);

/** A JSON member of a struct with the fields that lead to it; only the last is not embedded. */
export interface JsonField {
  readonly name: string;
  readonly path: readonly Member[];
  readonly omitEmpty: boolean;
}

/** The JSON members of structs, which are asked for with each object. */
const known = new WeakMap<GoType, readonly JsonField[]>();

/** Returns the JSON members of a struct in Go's order: fields of embedded structs stand in for them (encoding/json). */
export function jsonFields(type: GoType): readonly JsonField[] {
  const before = known.get(type);
  if (before !== undefined) return before;
  const found: (JsonField & { readonly tagged: boolean })[] = [];
  collect(type, [], new Set(), found);
  const byName = new Map<string, typeof found>();
  for (const field of found) byName.set(field.name, [...(byName.get(field.name) ?? []), field]);
  const fields = found.filter((field) => dominates(field, byName.get(field.name) ?? []));
  known.set(type, fields);
  return fields;
}

function collect(
  type: GoType,
  path: readonly Member[],
  above: ReadonlySet<GoType>,
  found: (JsonField & { readonly tagged: boolean })[],
): void {
  for (const member of type.members) {
    const tag = structTag(member.tag, "json");
    const [given = "", ...options] = tag.split(",");
    const target = member.type.kind === "Pointer" ? member.type.elem : member.type;
    const here = [...path, member];
    if (tag === "-" || (!isExported(member) && !(member.embedded && target?.kind === "Struct"))) continue;
    if (member.embedded && given === "" && target?.kind === "Struct") {
      if (!above.has(target)) collect(target, here, new Set([...above, target]), found);
    } else if (isExported(member))
      found.push({
        name: given === "" ? member.name : given,
        path: here,
        omitEmpty: options.includes("omitempty"),
        tagged: given !== "",
      });
  }
}

/** Of fields with the same name, the one that is nested least counts, then the one whose name is in a tag. */
function dominates(
  field: JsonField & { readonly tagged: boolean },
  namesakes: readonly (JsonField & { readonly tagged: boolean })[],
): boolean {
  const rivals = namesakes.filter((other) => other !== field);
  if (rivals.some((other) => other.path.length < field.path.length)) return false;
  const equals = rivals.filter((other) => other.path.length === field.path.length);
  return field.tagged ? equals.every((other) => !other.tagged) : equals.length === 0;
}

/** Reports whether a field's name begins with anything but a lower case letter. */
export const isExported = ({ name }: Pick<Member, "name">): boolean => !/^[\p{Ll}_]/u.test(name);
