import { global, type FunctionDecl, type Implementation, type Overload } from "../env/declarations.ts";
import { stringToBytesCosts, bytesToStringCosts } from "../cost/string-costs.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  stringType,
  timestampType,
  typeParam,
  uintType,
  type Type,
} from "../types/type.ts";
import { toBool, toBytes, toDouble, toDuration, toInt, toString, toTimestamp, toUint } from "../values/convert.ts";
import type { Value } from "../values/value.ts";
import { spendText } from "../values/effort.ts";

const identity = (value: Value): Value => value;

/** Counts the reading of a text, which costs one unit however long it is. */
const reading =
  (convert: (value: Value) => Value): Implementation =>
  (value, _, __, ___, effort) => {
    if (typeof value === "string") spendText(effort, value);
    else if (value instanceof Uint8Array) effort.spend(value.length >> 4);
    return convert(value);
  };

const converting = (
  to: Type,
  convert: Implementation,
  list: readonly (readonly [id: string, from: Type])[],
): readonly Overload[] => list.map(([id, from]) => global(id, [from], to, from === to ? identity : convert));

// oxfmt-ignore
export const conversions: readonly FunctionDecl[] = [
  { name: "bool", overloads: converting(boolType, reading(toBool), [["bool_to_bool", boolType], ["string_to_bool", stringType]]) },
  { name: "bytes", overloads: [global("bytes_to_bytes", [bytesType], bytesType, identity), global("string_to_bytes", [stringType], bytesType, reading(toBytes), { costs: stringToBytesCosts })] },
  {
    name: "double",
    overloads: converting(doubleType, reading(toDouble), [["double_to_double", doubleType], ["int64_to_double", intType], ["string_to_double", stringType], ["uint64_to_double", uintType]]),
  },
  {
    name: "duration",
    overloads: converting(durationType, reading(toDuration), [["duration_to_duration", durationType], ["int64_to_duration", intType], ["string_to_duration", stringType]]),
  },
  { name: "dyn", overloads: [global("to_dyn", [typeParam("A")], dynType)], singleton: identity },
  {
    name: "int",
    overloads: converting(intType, reading(toInt), [
      ["int64_to_int64", intType],
      ["double_to_int64", doubleType],
      ["duration_to_int64", durationType],
      ["string_to_int64", stringType],
      ["timestamp_to_int64", timestampType],
      ["uint64_to_int64", uintType],
    ]),
  },
  {
    name: "string",
    overloads: [
      ...converting(stringType, reading(toString), [["string_to_string", stringType], ["bool_to_string", boolType]]),
      global("bytes_to_string", [bytesType], stringType, reading(toString), { costs: bytesToStringCosts }),
      ...converting(stringType, reading(toString), [
        ["double_to_string", doubleType],
        ["duration_to_string", durationType],
        ["int64_to_string", intType],
        ["timestamp_to_string", timestampType],
        ["uint64_to_string", uintType],
      ]),
    ],
  },
  {
    name: "timestamp",
    overloads: converting(timestampType, reading(toTimestamp), [["timestamp_to_timestamp", timestampType], ["int64_to_timestamp", intType], ["string_to_timestamp", stringType]]),
  },
  {
    name: "uint",
    overloads: converting(uintType, reading(toUint), [["uint64_to_uint64", uintType], ["double_to_uint64", doubleType], ["int64_to_uint64", intType], ["string_to_uint64", stringType]]),
  },
];
