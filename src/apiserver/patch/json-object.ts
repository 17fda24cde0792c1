import { Double, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";

/** True for JSON objects, and not for lists or numbers that are kept in objects. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Double);
