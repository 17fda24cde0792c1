import { quoteGo } from "../../apimachinery/go-strings.ts";

export type ArgType = "string" | "int" | "bool";
/** The type of a tag's payload; "" if it has none. */
export type ValueType = ArgType | "tag" | "raw" | "";

/** An argument of a tag; a positional one has the name "". */
export interface TagArg {
  readonly name: string;
  readonly value: string;
  readonly type: ArgType;
}

/** A tag: `name(args)=payload` (gengo codetags.Tag). */
export interface Tag {
  readonly name: string;
  readonly args: readonly TagArg[];
  readonly value: string;
  readonly valueType: ValueType;
  readonly valueTag?: Tag;
}

/** Returns an argument as it would be written (codetags.Arg.String). */
export const writtenArg = ({ name, value, type }: TagArg): string =>
  `${name === "" ? "" : `${name}: `}${type === "string" ? quoteGo(value) : value}`;

/** Returns a tag as it would be written (codetags.Tag.String). */
export function writtenTag(tag: Tag): string {
  const args = tag.args.length === 0 ? "" : `(${tag.args.map(writtenArg).join(", ")})`;
  if (tag.valueTag !== undefined) return `${tag.name}${args}=+${writtenTag(tag.valueTag)}`;
  if (tag.valueType === "") return tag.name + args;
  return `${tag.name}${args}=${tag.valueType === "string" ? quoteGo(tag.value) : tag.value}`;
}

/** Returns a named argument. */
export const namedArg = (tag: Tag, name: string): TagArg | undefined => tag.args.find((arg) => arg.name === name);
