import { decodeJson } from "../../../apimachinery/json/decode.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { decodeLongJson } from "../../../component-base/long-json.ts";
import type { ListEncoder, ListItem, ValueEncoder } from "../serializer.ts";
import { Emitter } from "./emitter.ts";
import { parseYaml } from "./parser.ts";
import { hasControlCharacters, refuseControlCharacters } from "./source-text.ts";
import { yamlToJson } from "./to-json.ts";

const nextLine = "\u0085";
/** How JSON writes a surrogate without the other of its pair. */
const halfOfPair = "\\ufffd";

/** Returns the value of a JSON text as upstream reads it, as YAML: an unescaped next line character is a line break. */
const valueOf = (json: string, value: JsonValue): JsonValue =>
  json.includes(nextLine) ? decodeJson(yamlToJson(parseYaml(json)).json) : value;

/**
 * Encodes a value as YAML (yaml.JSONToYAML). `json` is its JSON, which upstream parses as YAML first: characters that
 * are unescaped in JSON may be forbidden in YAML or be line breaks. Throws YamlError.
 */
export function encodeYaml(value: JsonValue, json: string): string {
  refuseControlCharacters(json);
  const emitter = new Emitter();
  return emitter.document(valueOf(json, value));
}

/** Encodes values whose JSON has no characters that YAML reads otherwise. */
export const yamlValues: ValueEncoder = {
  accepts: (json) => !hasControlCharacters(json) && !json.includes(nextLine) && !json.includes(halfOfPair),
  pieces: (value) => new Emitter().pieces(value as JsonObject), // its JSON would be that of an object
};

/** Encodes a list as YAML in parts. Throws YamlError. */
export function encodeYamlList(list: JsonObject, member: string): ListEncoder {
  const emitter = new Emitter();
  return {
    before: () => (emitter.openSequence(list, member), emitter.take()),
    items(items) {
      emitter.sequenceItems(items.map(itemValue));
      return emitter.take();
    },
    after: () => (emitter.closeSequence(list, member), emitter.take()),
    accepts: (json) => !hasControlCharacters(json),
  };
}

/** Returns the value of an item, which is given as JSON. */
function itemValue(item: ListItem): JsonValue {
  if (typeof item !== "string") throw new TypeError("items are encoded as YAML from their JSON");
  refuseControlCharacters(item);
  return valueOf(item, decodeLongJson(item));
}
