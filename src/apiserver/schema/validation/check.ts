import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Correlation } from "./correlation.ts";
import type { Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import type { ValidationSource } from "./validation-source.ts";

/** Checks a value; `correlation` knows what it was before, on updates. */
export type CheckValue = (value: JsonValue, place: Place, correlation: Correlation | undefined) => Findings;

/** Makes the check of a schema when the first value comes to it. */
export type CompileLazily = (source: () => ValidationSource) => CheckValue;
