import type { JsonValue } from "../../apimachinery/json/value.ts";

/** Answers with objects, given as their texts, in another version. What it rejects with is told after `failed:`. */
export type Answerer = (texts: readonly string[], apiVersion: string) => Promise<readonly JsonValue[]>;
