import { quoteGo } from "../../apimachinery/go-strings.ts";
import { decodeJsonReporting } from "../../apimachinery/json/decode.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { DocumentError, strictDecodingError } from "../../apiserver/codec/document.ts";
import { DecodeError } from "../../apiserver/codec/json/decode-state.ts";
import { StrictReport } from "../../apiserver/codec/json/strict-report.ts";
import { compileCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { convertYaml } from "../../apiserver/codec/yaml/yaml-serializer.ts";
import type { ObjectSchema } from "../../apiserver/schema/schema.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";

/** The group of the files that configure an API server. */
const group = "apiserver.config.k8s.io";

/** The kinds of that group with their versions. */
const kinds: ReadonlyMap<string, readonly string[]> = new Map([
  ["AdmissionConfiguration", ["v1"]],
  ["AuthenticationConfiguration", ["v1", "v1beta1", "v1alpha1"]],
  ["AuthorizationConfiguration", ["v1", "v1beta1", "v1alpha1"]],
  ["EncryptionConfiguration", ["v1"]],
  ["EgressSelectorConfiguration", ["v1beta1", "v1alpha1"]],
  ["TracingConfiguration", ["v1", "v1beta1", "v1alpha1"]],
]);

/**
 * Decodes a file of the group apiserver.config.k8s.io in YAML or JSON, strictly: unknown and repeated fields are
 * errors. `schemaOf` gives the schema of a version. Throws a ConfigurationError with upstream's message.
 */
export function decodeConfiguration(
  text: string,
  kind: string,
  schemaOf: (version: string) => ObjectSchema,
  defaultVersion?: string,
): JsonValue {
  try {
    const { json, duplicates: repeatedKeys } = convertYaml(new TextEncoder().encode(text));
    const { value, duplicates } = decodeJsonReporting(json);
    const version = versionOf(value, text, kind, defaultVersion);
    const report = new StrictReport();
    const options = { report, text: json, repeated: duplicates.length > 0 };
    const decoded = compileCodec(schemaOf(version)).decode(value ?? {}, options);
    const problems = [...repeatedKeys, ...report.problems];
    if (problems.length > 0) throw new ConfigurationError(strictDecodingError(problems));
    return decoded as unknown as JsonValue; // what the schema decodes is JSON
  } catch (cause) {
    if (cause instanceof DocumentError || cause instanceof DecodeError)
      throw new ConfigurationError(cause.message, { cause });
    throw cause;
  }
}

/** Decodes YAML or JSON of any kind. Throws a ConfigurationError with upstream's message. */
export function decodeYaml(text: string): JsonValue {
  try {
    return decodeJsonReporting(convertYaml(new TextEncoder().encode(text)).json).value;
  } catch (cause) {
    if (!(cause instanceof DocumentError)) throw cause;
    throw new ConfigurationError(cause.message, { cause });
  }
}

/** Returns the version of a document; throws if it is of another kind. */
function versionOf(value: JsonValue, text: string, wanted: string, defaultVersion: string | undefined): string {
  const { kind, apiVersion } = isObject(value) ? value : {};
  if (typeof kind !== "string" || kind === "") {
    if (defaultVersion !== undefined) return defaultVersion;
    throw new ConfigurationError(`Object 'Kind' is missing in '${text}'`);
  }
  if (typeof apiVersion !== "string" || apiVersion === "")
    throw new ConfigurationError(`Object 'apiVersion' is missing in '${text}'`);
  const version = apiVersion.slice(group.length + 1);
  if (!apiVersion.startsWith(`${group}/`) || kinds.get(kind)?.includes(version) !== true)
    throw new ConfigurationError(
      `no kind ${quoteGo(kind)} is registered for version ${quoteGo(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`,
    );
  if (kind !== wanted) throw new ConfigurationError(`expected ${wanted}, got *apiserver.${kind}`);
  return version;
}
