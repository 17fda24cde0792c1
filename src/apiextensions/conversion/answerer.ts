import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { Pace } from "../../component-base/work.ts";

/**
 * Converts objects, given as JSON texts, to another version. Objects are encoded and decoded at a pace. The message of
 * a rejection is reported after `failed:`.
 */
export type Answerer = (texts: readonly string[], apiVersion: string, pace: Pace) => Promise<readonly JsonValue[]>;
