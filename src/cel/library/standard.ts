import type { Library } from "../env/library.ts";
import { standardMacros } from "../parser/comprehension-macros.ts";
import {
  boolType,
  bytesType,
  doubleType,
  intType,
  listOf,
  mapOf,
  nullType,
  stringType,
  typeParam,
  typeType,
  uintType,
} from "../types/type.ts";
import { conversions } from "./conversions.ts";
import { operatorFunctions } from "./operator-functions.ts";
import { containerFunctions } from "./container-functions.ts";
import { timeFunctions } from "./time-functions.ts";

/** The standard library of CEL. */
export const standardLibrary: Library = {
  name: "standard",
  functions: [...operatorFunctions, ...containerFunctions, ...conversions, ...timeFunctions],
  macros: standardMacros,
  types: [
    ["bool", boolType],
    ["bytes", bytesType],
    ["double", doubleType],
    ["int", intType],
    ["list", listOf(typeParam("A"))],
    ["map", mapOf(typeParam("A"), typeParam("B"))],
    ["null_type", nullType],
    ["string", stringType],
    ["type", typeType],
    ["uint", uintType],
  ],
};
