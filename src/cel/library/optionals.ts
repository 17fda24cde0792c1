import { global, member, type FunctionDecl } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { operators } from "../operators.ts";
import { optionalMacros } from "../parser/binding-macros.ts";
import {
  boolType,
  dynType,
  intType,
  listOf,
  mapOf,
  optionalOf,
  optionalType,
  stringType,
  typeParam,
} from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { ArrayList, ListValue, Optional, optionalNone, type Value } from "../values/value.ts";
import { printValue } from "../values/print.ts";
import { isZeroValue } from "../values/zero.ts";

const key = typeParam("K");
const value = typeParam("V");
const optional = optionalOf(value);
const list = listOf(value);
const map = mapOf(key, value);
const listOfOptionals = listOf(optional);

const dereferenced = (option: Optional): Value =>
  option.value === undefined ? new EvalError("optional.none() dereference") : option.value;

function unwrapAll(options: Value): Value {
  if (!(options instanceof ListValue)) return noSuchOverload;
  const values: Value[] = [];
  for (const option of options.toArray()) {
    if (!(option instanceof Optional)) return new EvalError(`value ${printValue(option)} is not optional`);
    if (option.value !== undefined) values.push(option.value);
  }
  return new ArrayList(values);
}

const endOf =
  (index: number) =>
  (source: Value): Value => {
    if (!(source instanceof ListValue)) return noSuchOverload;
    return source.size === 0 ? optionalNone : new Optional(source.at(index < 0 ? source.size + index : index));
  };

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  { name: "optional.of", overloads: [global("optional_of", [value], optional, (wrapped) => new Optional(wrapped))] },
  { name: "optional.ofNonZeroValue", overloads: [global("optional_ofNonZeroValue", [value], optional, (wrapped) => (isZeroValue(wrapped) ? optionalNone : new Optional(wrapped)))] },
  { name: "optional.none", overloads: [global("optional_none", [], optional, () => optionalNone)] },
  { name: "value", overloads: [member("optional_value", [optional], value, (option) => (option instanceof Optional ? dereferenced(option) : noSuchOverload))] },
  { name: "hasValue", overloads: [member("optional_hasValue", [optional], boolType, (option) => (option instanceof Optional ? option.value !== undefined : noSuchOverload))] },
  { name: "or", overloads: [member("optional_or_optional", [optional, optional], optional)] },
  { name: "orValue", overloads: [member("optional_orValue_value", [optional, value], value)] },
  { name: operators.optSelect, overloads: [global("select_optional_field", [dynType, stringType], optional)] },
  {
    name: operators.optIndex,
    overloads: [
      global("list_optindex_optional_int", [list, intType], optional),
      global("optional_list_optindex_optional_int", [optionalOf(list), intType], optional),
      global("map_optindex_optional_value", [map, key], optional),
      global("optional_map_optindex_optional_value", [optionalOf(map), key], optional),
    ],
  },
  {
    name: operators.index,
    overloads: [global("optional_list_index_int", [optionalOf(list), intType], optional), global("optional_map_index_value", [optionalOf(map), key], optional)],
  },
  { name: "last", overloads: [member("list_last", [list], optional, endOf(-1))] },
  { name: "first", overloads: [member("list_first", [list], optional, endOf(0))] },
  { name: "optional.unwrap", overloads: [global("optional_unwrap", [listOfOptionals], list, unwrapAll)] },
  { name: "unwrapOpt", overloads: [member("optional_unwrapOpt", [listOfOptionals], list, unwrapAll)] },
];

/** Optional values and their syntax. */
export const optionalsLibrary: Library = {
  name: "optional",
  functions,
  macros: optionalMacros,
  types: [["optional_type", optionalType]],
};
