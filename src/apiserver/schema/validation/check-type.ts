import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import { wrongType, type Findings } from "./findings.ts";
import { isAlmostInteger, type JsonType } from "./json-type.ts";
import type { Place } from "./place.ts";

/** What a schema says about the type of its values. */
export interface TypeFacts {
  /** Empty where every type will do. */
  readonly types: readonly JsonType[];
  readonly nullable: boolean;
  /** A format that is known; "" for none. */
  readonly format: string;
}

/** Checks types (typeValidator); says true where a value has the right one. */
export type CheckType = (value: JsonValue, type: JsonType, place: Place, findings: Findings) => boolean;

/** What stands for a value that has no format because it is no text. */
const formatOfType: { readonly [type in JsonType]?: string } = { integer: "int64", number: "float64" };

/** Undefined where nothing is asked. */
export function compileTypeCheck({ types, nullable, format }: TypeFacts): CheckType | undefined {
  if (types.length === 0 && format === "") return undefined;
  const numeric = types.includes("number") || types.includes("integer");
  return (value, type, place, findings) => {
    if (type === "null") return types.length === 0 || nullable || refuse(types.join(","), "null", place, findings);
    const fits = types.includes(type) || isNumberOf(types, value, type);
    if (format === "") return fits || refuse(types.join(","), type, place, findings);
    if (type !== "string" && type !== "array") return fits || refuse(format, formatOfType[type] ?? "", place, findings);
    return !numeric || fits || refuse(types.join(","), type, place, findings);
  };
}

function isNumberOf(types: readonly JsonType[], value: JsonValue, type: JsonType): boolean {
  if (type === "integer") return types.includes("number");
  if (type !== "number" || !types.includes("integer")) return false;
  return isAlmostInteger(value instanceof Double ? value.value : Number(value));
}

function refuse(expected: string, actual: string, place: Place, findings: Findings): boolean {
  findings.add(wrongType(place.toString(), expected, actual));
  return false;
}
