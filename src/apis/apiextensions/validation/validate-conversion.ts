import { keptObject } from "../../../component-base/work.ts";
import { firstPlaces, isBefore } from "../../../apimachinery/first-places.ts";
import {
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import { isDns1035Label } from "../../../apimachinery/validation/names.ts";
import type { WebhookClientConfig } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { validateWebhookService, validateWebhookUrl } from "../../webhook-client-config.ts";
import { caBundleProblem } from "../../../apimachinery/ca-bundle.ts";
import type { Definition } from "../definition.ts";
import { hasRecognizedReviewVersion, type DefinitionRules } from "./options.ts";
import { errorsOfEach } from "../../validation/fields.ts";

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
  if (url !== undefined) return validateWebhookUrl(url, path.child("url"));
  return service === undefined ? [] : validateWebhookService(service, path.child("service"));
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
  const places = keptObject(() => firstPlaces(versions));
  const errors = errorsOfEach(versions, (version, i) =>
    isBefore(places, version, i)
      ? [invalid(path.index(i), version, "duplicate version")]
      : isDns1035Label(version).map((message) => invalid(path.index(i), version, message)),
  );
  return requireRecognized && !hasRecognizedReviewVersion(versions)
    ? [...errors, invalid(path, versions, "must include at least one of v1, v1beta1")]
    : errors;
}
