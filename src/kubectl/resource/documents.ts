import { decodeJson, decodeJsonReporting } from "../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { call, type Walk } from "../../apimachinery/walk.ts";
import { parseYaml, parsingYaml } from "../../apiserver/codec/yaml/parser.ts";
import { convertingToJson, yamlToJson, type ConvertedYaml } from "../../apiserver/codec/yaml/to-json.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { largeSize, overTurns, paceRunning, phase, walkRunning } from "../../component-base/work.ts";
import { KubectlError } from "../kubectl-error.ts";

/** The value of the first document of a YAML or JSON text. Throws a KubectlError. */
export function parseManifest(text: string): JsonValue {
  try {
    return decodeJson(yamlToJson(parseYaml(text)).json);
  } catch (error) {
    throw new KubectlError(`error parsing: ${messageOf(error)}`);
  }
}

/** Parses a document, a large one over several turns. JSON is read as such (yaml.GuessJSONStream). */
export const parseInSlices = (text: string): MaybeAsync<JsonValue> =>
  overTurns(text.length >= largeSize, () => {
    const isRead = /^\s*\{/.test(text) && isJson(text);
    const json = isRead ? { text } : phase(() => ({ text: walkRunning(() => convertingDocument(text)).json }));
    return decodeJsonReporting(json.text, { phase, step: paceRunning }).value;
  });

function* convertingDocument(text: string): Walk<ConvertedYaml> {
  return yield* call(convertingToJson(yield* call(parsingYaml(text))));
}

/** The booleans of YAML 1.1 that are texts since. */
const wereBooleans = /^(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;

/** The value of a document as kustomize reads resources: `y`, `no` and the like are texts (yaml.v3). Throws. */
export function parseResource(text: string): JsonValue {
  try {
    return decodeJson(yamlToJson(parseYaml(text), (value) => wereBooleans.test(value)).json);
  } catch (error) {
    throw new KubectlError(`error parsing: ${messageOf(error)}`);
  }
}

/** Splits a text at the lines `---`, whatever stands behind them. */
export const documentsOf = (text: string): readonly string[] => documentPartsOf(text).map((part) => part.text);

/** What kubectl says before what stands behind a separator and is no comment. */
export const badSeparator = "invalid Yaml document separator: ";

/** A document of a text, and the offset at which it begins. */
export interface DocumentPart {
  readonly text: string;
  readonly start: number;
  /** What stands behind the separator that ends it, and is no comment: kubectl refuses such a text. */
  readonly badEnd?: string;
}

/**
 * Splits a text at the lines that begin with `---` (yaml.YAMLReader); JSON values that follow each other are documents,
 * too.
 */
export function documentPartsOf(text: string): readonly DocumentPart[] {
  const texts = jsonParts(text);
  if (texts !== undefined) return texts;
  const parts: DocumentPart[] = [];
  let start = 0;
  for (const { 0: line, 1: behind = "", index } of text.matchAll(/^---(.*)$\n?/gm)) {
    const badEnd = behind.trim();
    parts.push({ text: text.slice(start, index), start, ...(/^[^#]/.test(badEnd) && { badEnd }) });
    start = index + line.length;
  }
  return [...parts, { text: text.slice(start), start }];
}

/** Splits JSON values that follow each other; undefined for a text that is none (yaml.YAMLOrJSONDecoder). */
function jsonParts(text: string): readonly DocumentPart[] | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  if (isJson(text)) return [{ text, start: 0 }];
  const parts: DocumentPart[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token.length === 1) depth += "{[".includes(token) ? 1 : -1;
    if (depth > 0 || token.length > 1) continue;
    parts.push({ text: text.slice(start, index + 1), start });
    start = index + 1;
  }
  return parts.every((part) => isJson(part.text)) && /^\s*$/.test(text.slice(start)) ? parts : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
