import { messageOf } from "../../apimachinery/message-of.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { parseUrl } from "../../apimachinery/go-url.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";

/**
 * Checks the issuers of service account tokens; throws a ConfigurationError with upstream's text
 * (BuiltInAuthenticationOptions.Validate).
 */
export function checkAccountIssuers(issuers: readonly string[]): void {
  for (const [at, issuer] of issuers.entries()) {
    if (issuer === "") throw new ConfigurationError("service-account-issuer should not be an empty string");
    if (issuer.includes(":")) checkUrl(issuer);
    if (issuers.indexOf(issuer) < at)
      throw new ConfigurationError(`service-account-issuer ${quoteGo(issuer)} is already specified`);
  }
}

function checkUrl(issuer: string): void {
  try {
    parseUrl(issuer);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new ConfigurationError(
      `service-account-issuer ${quoteGo(issuer)} contained a ':' but was not a valid URL: ${reason}`,
      { cause },
    );
  }
}
