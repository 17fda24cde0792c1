import { isOptionalType, type Type } from "../../cel/types/type.ts";

/** A macro as it is offered. */
export interface MacroForm {
  readonly name: string;
  readonly form: string;
  readonly insert: string;
  readonly fits: (type: Type) => boolean;
}

const isAny = ({ isDynLike }: Type): boolean => isDynLike;
const ofContainers = (type: Type): boolean => isAny(type) || type.kind === "list" || type.kind === "map";
const ofLists = (type: Type): boolean => isAny(type) || type.kind === "list";
const ofOptionals = (type: Type): boolean => isAny(type) || isOptionalType(type);

/** Macros that are called on a value. */
// oxfmt-ignore
export const macroForms: readonly MacroForm[] = [
  { name: "all", form: "all(x, condition)", insert: "all(${1:x}, $2)", fits: ofContainers },
  { name: "exists", form: "exists(x, condition)", insert: "exists(${1:x}, $2)", fits: ofContainers },
  { name: "exists_one", form: "exists_one(x, condition)", insert: "exists_one(${1:x}, $2)", fits: ofContainers },
  { name: "map", form: "map(x, value)", insert: "map(${1:x}, $2)", fits: ofContainers },
  { name: "filter", form: "filter(x, condition)", insert: "filter(${1:x}, $2)", fits: ofContainers },
  { name: "transformList", form: "transformList(key, x, value)", insert: "transformList(${1:i}, ${2:x}, $3)", fits: ofContainers },
  { name: "transformMap", form: "transformMap(key, x, value)", insert: "transformMap(${1:k}, ${2:x}, $3)", fits: ofContainers },
  { name: "sortBy", form: "sortBy(x, key)", insert: "sortBy(${1:x}, $2)", fits: ofLists },
  { name: "optMap", form: "optMap(x, value)", insert: "optMap(${1:x}, $2)", fits: ofOptionals },
  { name: "optFlatMap", form: "optFlatMap(x, optional)", insert: "optFlatMap(${1:x}, $2)", fits: ofOptionals },
];
