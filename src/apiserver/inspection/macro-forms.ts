import type { CelMacroName } from "../../component-base/cel-macros.ts";
import { isOptionalType, type Type } from "../../cel/types/type.ts";

/** A macro as it is offered. */
export interface MacroForm {
  readonly name: CelMacroName;
  readonly form: string;
  readonly insert: string;
  readonly fits: (type: Type) => boolean;
}

const isAny = ({ isDynLike }: Type): boolean => isDynLike;
const ofContainers = (type: Type): boolean => isAny(type) || type.kind === "list" || type.kind === "map";
const ofLists = (type: Type): boolean => isAny(type) || type.kind === "list";
const ofOptionals = (type: Type): boolean => isAny(type) || isOptionalType(type);

const macro = (name: CelMacroName, form: string, insert: string, fits: MacroForm["fits"]): MacroForm => ({
  name,
  form: `${name}(${form})`,
  insert: `${name}(${insert})`,
  fits,
});

/** Macros that are called on a value. */
export const macroForms: readonly MacroForm[] = [
  macro("all", "x, condition", "${1:x}, $2", ofContainers),
  macro("exists", "x, condition", "${1:x}, $2", ofContainers),
  macro("exists_one", "x, condition", "${1:x}, $2", ofContainers),
  macro("map", "x, value", "${1:x}, $2", ofContainers),
  macro("filter", "x, condition", "${1:x}, $2", ofContainers),
  macro("transformList", "key, x, value", "${1:i}, ${2:x}, $3", ofContainers),
  macro("transformMap", "key, x, value", "${1:k}, ${2:x}, $3", ofContainers),
  macro("sortBy", "x, key", "${1:x}, $2", ofLists),
  macro("optMap", "x, value", "${1:x}, $2", ofOptionals),
  macro("optFlatMap", "x, optional", "${1:x}, $2", ofOptionals),
];
