import { decodeJson, decodeJsonReporting } from "../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { call, type Walk } from "../../apimachinery/walk.ts";
import { parseYaml, parsingYaml } from "../../apiserver/codec/yaml/parser.ts";
import { convertingToJson, yamlToJson, type ConvertedYaml } from "../../apiserver/codec/yaml/to-json.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { largeSize, overTurns, paceRunning, phase, walkRunning } from "../../component-base/work.ts";
import { KubectlError, messageOf } from "../kubectl-error.ts";

/** The value of the first document of a YAML or JSON text. Throws a KubectlError. */
export function parseManifest(text: string): JsonValue {
  try {
    return decodeJson(yamlToJson(parseYaml(text)).json);
  } catch (error) {
    throw new KubectlError(`error parsing: ${messageOf(error)}`);
  }
}

/** Parses a document, a large one over several turns. */
export const parseInSlices = (text: string): MaybeAsync<JsonValue> =>
  overTurns(text.length >= largeSize, () => {
    const json = phase(() => ({ text: walkRunning(() => convertingDocument(text)).json }));
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

/** Splits a text at the lines `---`. */
export const documentsOf = (text: string): readonly string[] => jsonTexts(text) ?? text.split(/^---(?:[ \t].*)?$\n?/m);

/** Splits JSON values that follow each other; undefined for a text that is none (yaml.YAMLOrJSONDecoder). */
function jsonTexts(text: string): readonly string[] | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const texts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token.length === 1) depth += "{[".includes(token) ? 1 : -1;
    if (depth > 0 || token.length > 1) continue;
    texts.push(text.slice(start, index + 1));
    start = index + 1;
  }
  return texts.every(isJson) && /^\s*$/.test(text.slice(start)) ? texts : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
