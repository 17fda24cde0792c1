import type { JsonValue } from "../../apimachinery/json/value.ts";

/** There was no answer, or none that could be read. */
export class CallError extends Error {}

/** Answers with objects, given as their texts, in another version. What it rejects with is told after `failed:`. */
export type Answerer = (texts: readonly string[], apiVersion: string) => Promise<readonly JsonValue[]>;
