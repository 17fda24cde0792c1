import { decodeJson } from "../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { parseYaml } from "../../apiserver/codec/yaml/parser.ts";
import { yamlToJson } from "../../apiserver/codec/yaml/to-json.ts";
import { KubectlError, messageOf } from "../kubectl-error.ts";

/** The value of the first document of a YAML or JSON text. Throws a KubectlError. */
export function parseManifest(text: string): JsonValue {
  try {
    return decodeJson(yamlToJson(parseYaml(text)).json);
  } catch (error) {
    throw new KubectlError(`error parsing: ${messageOf(error)}`);
  }
}

/** Splits a text at the lines `---`. */
export const documentsOf = (text: string): readonly string[] => text.split(/^---(?:[ \t].*)?$\n?/m);
