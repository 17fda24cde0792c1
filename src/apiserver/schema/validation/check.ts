import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Correlation } from "./correlation.ts";
import type { Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import type { ValidationSource } from "./validation-source.ts";

/** Validates a value; on updates, `correlation` provides the old value. */
export type CheckValue = (value: JsonValue, place: Place, correlation: Correlation | undefined) => Findings;

/** Returns a check whose schema is compiled when it first validates a value. */
export type CompileLazily = (source: () => ValidationSource) => CheckValue;
