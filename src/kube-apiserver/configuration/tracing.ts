import { messageOf } from "../../apimachinery/message-of.ts";
import { aggregateMessage, fieldPath, invalid, type FieldError } from "../../apimachinery/field-error.ts";
import { documentSchema, field, scalar, text } from "../../apiserver/schema/document-schema.ts";
import { parseUrl } from "../../apimachinery/go-url.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { decodeStrictly, kindsBesides } from "./decode-strictly.ts";

interface WrittenTracing {
  readonly endpoint?: string;
  readonly samplingRatePerMillion?: number;
}

const configuration = documentSchema("v1.TracingConfiguration", [
  field("endpoint", text, true),
  field("samplingRatePerMillion", scalar("int32", "int32"), true),
]);

const kinds = Object.fromEntries(
  ["v1", "v1beta1", "v1alpha1"].map((version) => [
    `apiserver.config.k8s.io/${version}/TracingConfiguration`,
    configuration,
  ]),
);

const otherKinds = kindsBesides(
  ["AdmissionConfiguration", "AuthenticationConfiguration", "AuthorizationConfiguration", "EncryptionConfiguration"],
  ["v1"],
);

/**
 * Checks a TracingConfiguration (options.ReadTracingConfiguration and its validation). Throws a ConfigurationError in
 * upstream's words.
 */
export function checkTracing(body: Uint8Array): void {
  if (body.length === 0) return; // upstream decodes nothing into the defaults
  const reading = "failed to read tracing config: unable to decode tracing configuration data";
  const { value, unexpected } = decodeStrictly(body, kinds, otherKinds, reading);
  if (unexpected !== undefined) {
    const [, kind = ""] = unexpected.split("Kind=");
    throw new ConfigurationError(
      `${reading}: converting (v1.${kind}) to (apiserver.TracingConfiguration): unknown conversion`,
    );
  }
  const { endpoint, samplingRatePerMillion } = value as WrittenTracing;
  const errors = [...validateRate(samplingRatePerMillion), ...validateEndpoint(endpoint)];
  if (errors.length > 0)
    throw new ConfigurationError(`failed to validate tracing configuration: ${aggregateMessage(errors)}`);
}

const million = 1_000_000;

function validateRate(rate = 0): readonly FieldError[] {
  const path = fieldPath("samplingRatePerMillion");
  if (rate < 0) return [invalid(path, rate, "sampling rate must be positive")];
  if (rate <= million) return [];
  return [invalid(path, rate, "sampling rate per million must be less than or equal to one million")];
}

function validateEndpoint(written: string | undefined): readonly FieldError[] {
  if (written === undefined) return [];
  const path = fieldPath("endpoint");
  const endpoint = written.includes("//") ? written : `dns://${written}`;
  try {
    const { scheme } = parseUrl(endpoint);
    if (["dns", "unix", "unix-abstract"].includes(scheme)) return [];
    const detail = `unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`;
    return [invalid(path, endpoint, detail)];
  } catch (error) {
    return [invalid(path, endpoint, messageOf(error))];
  }
}
