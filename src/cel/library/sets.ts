import { global, type FunctionDecl } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { setCosts } from "../cost/list-costs.ts";
import { boolType, listOf, typeParam } from "../types/type.ts";
import { listContains } from "../values/equality.ts";
import type { ListValue } from "../values/value.ts";
import type { Effort } from "../values/effort.ts";
import { ofLists } from "./typed.ts";

const listOfT = listOf(typeParam("T"));

type Relation = (a: ListValue, b: ListValue, effort: Effort) => boolean;

const contains: Relation = (list, part, effort) =>
  part.toArray().every((element) => listContains(list, element, effort));
const intersects: Relation = (a, b, effort) => a.toArray().some((element) => listContains(b, element, effort));
const equivalent: Relation = (a, b, effort) => contains(a, b, effort) && contains(b, a, effort);

const relation = (name: string, holds: Relation, factor: number): FunctionDecl => ({
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
