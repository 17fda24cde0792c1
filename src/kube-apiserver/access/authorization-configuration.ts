import { bool, field, list, object, scalar, text } from "../../apiserver/schema/document-schema.ts";
import { aggregateMessage, aggregateTexts } from "../../apimachinery/field-error.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { ObjectSchema } from "../../apiserver/schema/schema.ts";
import type { AuthorizationConfiguration } from "./authorization-types.ts";
import { decodeConfiguration } from "./decode-configuration.ts";
import { validateAuthorization, type LookAtFile } from "./validate-authorization.ts";

/**
 * Reads and validates an AuthorizationConfiguration in YAML or JSON. `requiredTypes` are those besides Webhook that it
 * must name, as the one before it did. Throws a ConfigurationError with upstream's message (LoadAndValidateData).
 */
export function loadAuthorization(
  content: string,
  lookAt: LookAtFile,
  requiredTypes: readonly string[] = [],
): AuthorizationConfiguration {
  const configuration = withDefaults(decode(content));
  const errors = validateAuthorization(configuration, lookAt);
  if (errors.length > 0) throw new ConfigurationError(aggregateMessage(errors));
  const others = (configuration.authorizers ?? []).filter(({ type }) => type !== "Webhook");
  const problems = others.flatMap(({ type = "", name = "" }) =>
    name === type.toLowerCase()
      ? []
      : [`expected name ${type.toLowerCase()} for authorizer ${type} instead of ${name}`],
  );
  const missing = requiredTypes.filter((type) => !others.some((one) => one.type === type)).toSorted();
  if (missing.length > 0) problems.push(`missing required types: [${missing.join(" ")}]`);
  if (problems.length > 0) throw new ConfigurationError(aggregateTexts(problems));
  return configuration;
}

/** A file without content is a configuration without authorizers. */
function decode(content: string): AuthorizationConfiguration {
  if (content.trim() === "") return {};
  try {
    return decodeConfiguration(content, "AuthorizationConfiguration", schemaOf) as AuthorizationConfiguration;
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    throw new ConfigurationError(`failed to load AuthorizationConfiguration from file: ${cause.message}`, { cause });
  }
}

/** Fills in what is left out (SetDefaults_WebhookConfiguration). */
const withDefaults = ({ authorizers = [] }: AuthorizationConfiguration): AuthorizationConfiguration => ({
  authorizers: authorizers.map((one) =>
    one.webhook === undefined
      ? one
      : {
          ...one,
          webhook: {
            ...one.webhook,
            authorizedTTL: unlessZero(one.webhook.authorizedTTL) ?? "5m0s",
            unauthorizedTTL: unlessZero(one.webhook.unauthorizedTTL) ?? "30s",
            cacheAuthorizedRequests: one.webhook.cacheAuthorizedRequests ?? true,
            cacheUnauthorizedRequests: one.webhook.cacheUnauthorizedRequests ?? true,
          },
        },
  ),
});

const unlessZero = (duration = "0s"): string | undefined => (duration === "0s" ? undefined : duration);

function schemaOf(version: string): ObjectSchema {
  const named = (goType: string, fields: Parameters<typeof object>[1]) => object(`${version}.${goType}`, fields);
  const duration = scalar("duration", "string");
  const connection = named("WebhookConnectionInfo", [field("type", text), field("kubeConfigFile", text, true)]);
  const condition = named("WebhookMatchCondition", [field("expression", text)]);
  const webhook = named("WebhookConfiguration", [
    field("authorizedTTL", duration),
    field("cacheAuthorizedRequests", bool, true),
    field("unauthorizedTTL", duration),
    field("cacheUnauthorizedRequests", bool, true),
    field("timeout", duration),
    field("subjectAccessReviewVersion", text),
    field("matchConditionSubjectAccessReviewVersion", text),
    field("failurePolicy", text),
    field("connectionInfo", connection),
    field("matchConditions", list(condition)),
  ]);
  const authorizer = named("AuthorizerConfiguration", [
    field("type", text),
    field("name", text),
    field("webhook", webhook, true),
  ]);
  return named("AuthorizationConfiguration", [
    field("kind", text),
    field("apiVersion", text),
    field("authorizers", list(authorizer)),
  ]);
}
