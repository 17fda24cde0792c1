import {
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import { isDns1035Label, isDns1123Subdomain, isValidPortNumber } from "../../../apimachinery/validation/names.ts";
import type {
  ServiceReference,
  WebhookClientConfig,
} from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { caBundleProblem } from "../ca-bundle.ts";
import type { Definition } from "../definition.ts";
import { hasRecognizedReviewVersion, type DefinitionRules } from "./options.ts";

type Conversion = NonNullable<Definition["spec"]["conversion"]>;

/** Validates the conversion of a definition (validateCustomResourceConversion). */
export function validateConversion(
  conversion: Conversion | undefined,
  rules: DefinitionRules,
  path: FieldPath,
): readonly FieldError[] {
  if (conversion === undefined) return [];
  const { strategy, webhook } = conversion;
  const client = path.child("webhookClientConfig");
  const versions = webhook?.conversionReviewVersions ?? [];
  if (strategy === "Webhook")
    return [
      ...validateClient(webhook?.clientConfig, client),
      ...validateCaBundle(webhook?.clientConfig, rules, client.child("caBundle")),
      ...validateReviewVersions(versions, rules.recognizedReviewVersion, path.child("conversionReviewVersions")),
    ];
  return [
    ...(strategy === ""
      ? [required(path.child("strategy"))]
      : strategy === "None"
        ? []
        : [notSupported(path.child("strategy"), strategy, ["None", "Webhook"])]),
    ...(webhook?.clientConfig === undefined
      ? []
      : [forbidden(client, "should not be set when strategy is not set to Webhook")]),
    ...(versions.length === 0
      ? []
      : [forbidden(path.child("conversionReviewVersions"), "should not be set when strategy is not set to Webhook")]),
  ];
}

function validateClient(config: WebhookClientConfig | undefined, path: FieldPath): readonly FieldError[] {
  if (config === undefined) return [required(path, "required when strategy is set to Webhook")];
  const { url, service } = config;
  if ((url === undefined) === (service === undefined))
    return [required(path, "exactly one of url or service is required")];
  if (url !== undefined) return validateUrl(url, path.child("url"));
  return service === undefined ? [] : validateService(service, path.child("service"));
}

function validateCaBundle(
  { caBundle = "" }: WebhookClientConfig = {},
  { anyCaBundle }: DefinitionRules,
  path: FieldPath,
): readonly FieldError[] {
  const problem = anyCaBundle ? undefined : caBundleProblem(caBundle);
  return problem === undefined ? [] : [invalid(path, caBundle, problem)];
}

function validateReviewVersions(
  versions: readonly string[],
  requireRecognized: boolean,
  path: FieldPath,
): readonly FieldError[] {
  if (versions.length === 0) return [required(path)];
  const errors = versions.flatMap((version, i) =>
    versions.indexOf(version) < i
      ? [invalid(path.index(i), version, "duplicate version")]
      : isDns1035Label(version).map((message) => invalid(path.index(i), version, message)),
  );
  return requireRecognized && !hasRecognizedReviewVersion(versions)
    ? [...errors, invalid(path, versions, "must include at least one of v1, v1beta1")]
    : errors;
}

const form = "; desired format: https://host[/path]";
const urlParts = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/(?:([^/?#]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/;

/** webhook.ValidateWebhookURL */
function validateUrl(url: string, path: FieldPath): readonly FieldError[] {
  const [, scheme = "", user, host = "", query = "", fragment = ""] = urlParts.exec(url) ?? [];
  return [
    ...(scheme.toLowerCase() === "https"
      ? []
      : [invalid(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`)]),
    ...(host === "" ? [invalid(path, host, `host must be specified${form}`)] : []),
    ...(user === undefined ? [] : [invalid(path, user, "user information is not permitted in the URL")]),
    ...(fragment === "" ? [] : [invalid(path, fragment, "fragments are not permitted in the URL")]),
    ...(query === "" ? [] : [invalid(path, query, "query parameters are not permitted in the URL")]),
  ];
}

/** webhook.ValidateWebhookService; upstream passes name and namespace to it in the wrong order. */
function validateService(
  { name, namespace, port = 443, path: urlPath = "" }: ServiceReference,
  path: FieldPath,
): readonly FieldError[] {
  const ports = isValidPortNumber(port);
  return [
    ...(namespace ? [] : [required(path.child("name"))]),
    ...(name ? [] : [required(path.child("namespace"))]),
    ...(ports.length === 0 ? [] : [invalid(path.child("port"), port, `port is not valid: ${ports.join(", ")}`)]),
    ...(urlPath === "" || urlPath === "/" ? [] : validateUrlPath(urlPath, path.child("path"))),
  ];
}

function validateUrlPath(text: string, path: FieldPath): readonly FieldError[] {
  if (text === "//") return [invalid(path, text, "segment[0] may not be empty")];
  const start = text.startsWith("/") ? [] : [invalid(path, text, "must start with a '/'")];
  const inner = text.slice(1);
  const steps = (inner.endsWith("/") ? inner.slice(0, -1) : inner).split("/");
  const wrong = steps.flatMap((step, i) =>
    step === ""
      ? [`segment[${i}] may not be empty`]
      : isDns1123Subdomain(step).map((message) => `segment[${i}]: ${message}`),
  );
  return [...start, ...wrong.map((detail) => invalid(path, text, detail))];
}
