import type { JsonValue } from "../../apimachinery/json/value.ts";

/**
 * Converts objects, given as JSON texts, to another version. The message of a rejection is reported after `failed:`.
 */
export type Answerer = (texts: readonly string[], apiVersion: string) => Promise<readonly JsonValue[]>;
