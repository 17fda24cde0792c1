import { call, runWalk, type Walk } from "../../../apimachinery/walk.ts";
import { phase, walkInSlices, type Work } from "../../../component-base/work.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { DocumentError, type DecodedDocument, type DocumentOptions } from "../document.ts";
import { decodeJsonDocument } from "../json/json-serializer.ts";
import { parsingYaml } from "./parser.ts";
import { sourceText } from "./source-text.ts";
import { convertingToJson, type ConvertedYaml } from "./to-json.ts";
import { YamlError } from "./yaml-error.ts";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Converts the first document of a text to JSON and reports its duplicate keys, as work that may pause if there is any.
 * Throws DocumentError.
 */
export function convertYaml(body: Uint8Array, work?: Work): ConvertedYaml {
  try {
    return work === undefined ? runWalk(converting(body)) : walkInSlices(work, () => converting(body));
  } catch (error) {
    throw error instanceof YamlError ? new DocumentError("syntax", error.message, undefined, { cause: error }) : error;
  }
}

function* converting(body: Uint8Array): Walk<ConvertedYaml> {
  const { text, failure } = sourceText(body);
  const root = yield* call(parsingYaml(text, failure));
  return yield* call(convertingToJson(root));
}

/** Decodes YAML by converting it to JSON, as upstream does (json.Serializer with Yaml). Throws DocumentError. */
export function decodeYamlDocument(
  body: Uint8Array,
  registry: TypeRegistry,
  options: DocumentOptions,
): DecodedDocument {
  const { json, duplicates } = phase(() => convertYaml(body, options.work));
  const document = decodeJsonDocument(json, registry, { ...options, quoted: () => utf8.decode(body) });
  if (!options.strict || duplicates.length === 0) return document;
  return {
    ...document,
    strictErrors: [`yaml: unmarshal errors:\n  ${duplicates.join("\n  ")}`, ...document.strictErrors],
  };
}
