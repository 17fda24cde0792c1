import { global, type FunctionDecl } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { setCosts } from "../cost/list-costs.ts";
import { boolType, listOf, typeParam } from "../types/type.ts";
import { listContains } from "../values/equality.ts";
import type { ListValue } from "../values/value.ts";
import { ofLists } from "./typed.ts";

const listOfT = listOf(typeParam("T"));

const contains = (list: ListValue, part: ListValue): boolean =>
  part.toArray().every((element) => listContains(list, element));
const intersects = (a: ListValue, b: ListValue): boolean => a.toArray().some((element) => listContains(b, element));
const equivalent = (a: ListValue, b: ListValue): boolean => contains(a, b) && contains(b, a);

const relation = (name: string, holds: (a: ListValue, b: ListValue) => boolean, factor: number): FunctionDecl => ({
  name: `sets.${name}`,
  overloads: [
    global(`list_sets_${name}_list`, [listOfT, listOfT], boolType, ofLists(holds), { costs: setCosts(factor) }),
  ],
});

/** The library of set operations on lists. */
export const setsLibrary: Library = {
  name: "sets",
  functions: [
    relation("contains", contains, 1),
    relation("equivalent", equivalent, 2),
    relation("intersects", intersects, 1),
  ],
};
