import { decodeJson } from "../../apimachinery/json/decode.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import type { Answerer } from "./answerer.ts";
import type { Converter } from "../../client/converter.ts";

const answerers = new WeakMap<Converter, Answerer>();

/**
 * A function as one who answers; the same one for the same function. Both ways as JSON, so that neither side holds what
 * belongs to the other.
 */
export function functionAnswerer(converter: Converter): Answerer {
  const known = answerers.get(converter);
  if (known !== undefined) return known;
  const answerer: Answerer = async (texts, desiredAPIVersion) => {
    const converted: unknown = await converter({
      desiredAPIVersion,
      objects: texts.map((text): JsonObject => JSON.parse(text)),
    });
    const answer = decodeJson(JSON.stringify(converted) ?? "null");
    return Array.isArray(answer) ? (answer as readonly JsonValue[]) : [];
  };
  answerers.set(converter, answerer);
  return answerer;
}
