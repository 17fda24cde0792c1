import { groupVersionOf } from "../../apimachinery/gvk.ts";
import { decodeJsonReporting } from "../../apimachinery/json/decode.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import { DocumentError } from "./document.ts";
import { DecodeError } from "./json/decode-state.ts";
import { StrictReport } from "./json/strict-report.ts";
import { notRegistered } from "./json/json-serializer.ts";
import { compileCodec } from "./json/typed-codec.ts";
import { convertYaml } from "./yaml/yaml-serializer.ts";

/** A decoded file of settings. Empty fields are absent in `value`, which is of the type that the schema says. */
export interface SettingsDocument {
  readonly apiVersion: string;
  readonly kind: string;
  readonly value: unknown;
  /** Errors of strict decoding, such as unknown or repeated fields. */
  readonly strictErrors: readonly string[];
}

/** The schemas of the kinds that a file of settings may be, as `apiVersion/kind`. */
export type SettingsKinds = Readonly<Record<string, ObjectSchema>>;

/** What a file is taken for that does not say its kind, and how one is refused that does not say its version. */
export interface SettingsDefaults {
  readonly kind: string;
  readonly missingVersion: string;
}

/**
 * Decodes a file of settings in YAML or JSON, as decoders of component configuration do (runtime.Decoder). Throws a
 * ConfigurationError with upstream's text.
 */
export function decodeSettings(body: Uint8Array, kinds: SettingsKinds, defaults?: SettingsDefaults): SettingsDocument {
  try {
    const { json, duplicates: repeatedKeys } = convertYaml(body);
    const { value, duplicates } = decodeJsonReporting(json);
    const { apiVersion, kind } = typeOf(value, body, defaults);
    const schema = schemaOf(kinds, apiVersion, kind);
    const report = new StrictReport();
    const options = { report, text: json, repeated: duplicates.length > 0 };
    const decoded: unknown = compileCodec(schema).decode(value, options);
    return { apiVersion, kind, value: decoded, strictErrors: [...inYaml(repeatedKeys), ...report.problems] };
  } catch (error) {
    if (error instanceof DocumentError || error instanceof DecodeError)
      throw new ConfigurationError(error.message, { cause: error });
    throw error;
  }
}

const inYaml = (repeated: readonly string[]): readonly string[] =>
  repeated.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${repeated.join("\n  ")}`];

function typeOf(
  value: JsonValue,
  body: Uint8Array,
  defaults: SettingsDefaults | undefined,
): { readonly apiVersion: string; readonly kind: string } {
  if (value !== null && !isObject(value)) throw new ConfigurationError(unstructured(value));
  const { kind = "", apiVersion = "" } = value ?? {};
  for (const [name, part] of Object.entries({ apiVersion, kind }))
    if (typeof part !== "string") throw new ConfigurationError(notText(part, name));
  const said = { kind: kind === "" ? (defaults?.kind ?? "") : String(kind), apiVersion: String(apiVersion) };
  if (said.apiVersion === "" && defaults !== undefined) throw new ConfigurationError(defaults.missingVersion);
  const missing = said.kind === "" ? "Kind" : said.apiVersion === "" ? "apiVersion" : undefined;
  if (missing === undefined) return said;
  throw new ConfigurationError(`Object '${missing}' is missing in '${new TextDecoder().decode(body)}'`);
}

const typeStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

const noType = "couldn't get version/kind; json parse error: json: cannot unmarshal";

const unstructured = (value: JsonValue): string => `${noType} ${jsonTypeOf(value)} into Go value of type ${typeStruct}`;

const notText = (value: JsonValue, name: string): string =>
  `${noType} ${jsonTypeOf(value)} into Go struct field .${name} of type string`;

function jsonTypeOf(value: JsonValue): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return isObject(value) ? "object" : "number";
}

function schemaOf(kinds: SettingsKinds, apiVersion: string, kind: string): ObjectSchema {
  const schema = kinds[`${apiVersion}/${kind}`];
  if (schema !== undefined) return schema;
  throw notRegistered({ ...groupVersionOf(apiVersion), kind });
}
