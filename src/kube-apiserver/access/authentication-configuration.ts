import { bool, field, list, object, scalar, text, texts } from "../../apiserver/schema/document-schema.ts";
import { aggregateMessage, fieldPath, forbidden } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { ObjectSchema } from "../../apiserver/schema/schema.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { AuthenticationConfiguration, JwtIssuer } from "./authentication-types.ts";
import { decodeConfiguration } from "./decode-configuration.ts";
import { createJwtUsers, type ResolveUser } from "./jwt-user.ts";
import { validateAuthentication, validateAuthenticator } from "./validate-authentication.ts";

/** An issuer with what tells the user of the claims of its tokens. */
export interface LoadedIssuer {
  readonly issuer: JwtIssuer;
  readonly resolveUser: ResolveUser;
}

/**
 * Reads an AuthenticationConfiguration in YAML or JSON. Throws a ConfigurationError with upstream's message
 * (loadAuthenticationConfigFromData).
 */
export function decodeAuthentication(content: string): AuthenticationConfiguration {
  if (content === "") throw new ConfigurationError("empty config data");
  return decodeConfiguration(content, "AuthenticationConfiguration", schemaOf) as AuthenticationConfiguration;
}

/** Throws a ConfigurationError that lists the errors of a configuration when the server starts. */
export function checkAuthentication(configuration: AuthenticationConfiguration): void {
  const errors = validateAuthentication(configuration, []);
  if (errors.length > 0)
    throw new ConfigurationError(`invalid authentication configuration: ${aggregateMessage(errors)}`);
}

/**
 * Throws a ConfigurationError that lists the errors of a configuration that is to follow another, whose part for
 * anonymous requests stays as it was when the server started.
 */
export function checkNextAuthentication(
  configuration: AuthenticationConfiguration,
  first: AuthenticationConfiguration,
  disallowedIssuers: readonly string[],
): void {
  const changed = JSON.stringify(configuration.anonymous) !== JSON.stringify(first.anonymous);
  const errors = [
    ...validateAuthentication(configuration, disallowedIssuers),
    ...(changed ? [forbidden(fieldPath("anonymous"), "changed from initial configuration file")] : []),
  ];
  if (errors.length > 0) throw new ConfigurationError(aggregateMessage(errors));
}

/**
 * Returns the issuers of a configuration with what tells the users of their tokens. `disallowedIssuers` are those of
 * service accounts. Throws a ConfigurationError for an issuer that cannot be used (oidc.New).
 */
export const loadIssuers = (
  { jwt = [] }: AuthenticationConfiguration,
  disallowedIssuers: readonly string[],
): readonly LoadedIssuer[] =>
  jwt.map((authenticator) => {
    const errors = validateAuthenticator(authenticator, disallowedIssuers);
    if (errors.length > 0) throw new ConfigurationError(aggregateMessage(errors));
    const { issuer = {} } = authenticator;
    const { egressSelectorType: egress = "" } = issuer;
    if (egress !== "")
      throw new ConfigurationError(`oidc: egress lookup required with egress selector type ${quoteGo(egress)}`);
    return { issuer, resolveUser: createJwtUsers(authenticator) };
  });

function schemaOf(version: string): ObjectSchema {
  const named = (goType: string, fields: Parameters<typeof object>[1]) => object(`${version}.${goType}`, fields);
  const kindOfText = (goType: string) => scalar("string", `${version}.${goType}`);
  const issuer = named("Issuer", [
    field("url", text),
    field("discoveryURL", text, true),
    field("certificateAuthority", text),
    field("audiences", texts),
    field("audienceMatchPolicy", kindOfText("AudienceMatchPolicyType")),
    field("egressSelectorType", kindOfText("EgressSelectorType")),
  ]);
  const claimRule = named("ClaimValidationRule", [
    field("claim", text),
    field("requiredValue", text),
    field("expression", text),
    field("message", text),
  ]);
  const prefixed = named("PrefixedClaimOrExpression", [
    field("claim", text),
    field("prefix", text, true),
    field("expression", text),
  ]);
  const plain = named("ClaimOrExpression", [field("claim", text), field("expression", text)]);
  const extra = named("ExtraMapping", [field("key", text), field("valueExpression", text)]);
  const mappings = named("ClaimMappings", [
    field("username", prefixed),
    field("groups", prefixed),
    field("uid", plain),
    field("extra", list(extra)),
  ]);
  const userRule = named("UserValidationRule", [field("expression", text), field("message", text)]);
  const jwt = named("JWTAuthenticator", [
    field("issuer", issuer),
    field("claimValidationRules", list(claimRule)),
    field("claimMappings", mappings),
    field("userValidationRules", list(userRule)),
  ]);
  const condition = named("AnonymousAuthCondition", [field("path", text)]);
  const anonymous = named("AnonymousAuthConfig", [field("enabled", bool), field("conditions", list(condition))]);
  return named("AuthenticationConfiguration", [
    field("kind", text),
    field("apiVersion", text),
    field("jwt", list(jwt)),
    field("anonymous", anonymous, true),
  ]);
}
