import { decodeJsonReporting } from "../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { DocumentError } from "../../apiserver/codec/document.ts";
import { convertYaml } from "../../apiserver/codec/yaml/yaml-serializer.ts";
import type { ObjectSchema } from "../../apiserver/schema/schema.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { decodeStrictly, kindsBesides } from "../configuration/decode-strictly.ts";

const versions = ["v1", "v1beta1", "v1alpha1"];

/** The kinds of apiserver.config.k8s.io with their versions. */
const known: Readonly<Record<string, readonly string[]>> = {
  AdmissionConfiguration: ["v1"],
  AuthenticationConfiguration: versions,
  AuthorizationConfiguration: versions,
  EncryptionConfiguration: ["v1"],
  EgressSelectorConfiguration: ["v1beta1", "v1alpha1"],
  TracingConfiguration: versions,
};

/**
 * Decodes a file of the group apiserver.config.k8s.io in YAML or JSON, strictly: unknown and repeated fields are
 * errors. `schemaOf` gives the schema of a version. Throws a ConfigurationError with upstream's message.
 */
export function decodeConfiguration(text: string, kind: string, schemaOf: (version: string) => ObjectSchema): unknown {
  const wanted = (known[kind] ?? []).map((version) => [
    `apiserver.config.k8s.io/${version}/${kind}`,
    schemaOf(version),
  ]);
  const others = Object.entries(known)
    .filter(([name]) => name !== kind)
    .map(([name, of]) => kindsBesides([name], of));
  const { value, unexpected } = decodeStrictly(
    new TextEncoder().encode(text),
    Object.fromEntries(wanted),
    Object.assign({}, ...others),
    "",
  );
  if (unexpected === undefined) return value;
  const [, found = ""] = unexpected.split("Kind=");
  throw new ConfigurationError(`expected ${kind}, got *apiserver.${found}`);
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
