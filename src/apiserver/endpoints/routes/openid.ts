import { messageOf } from "../../../apimachinery/message-of.ts";
import { newServiceUnavailable } from "../../../apimachinery/errors.ts";
import type { TokenService } from "../../auth/serviceaccount/token-service.ts";
import { matchesAccept, newRouteNotAcceptable } from "../../codec/negotiation/route-media-types.ts";
import { answer } from "../output/answers.ts";
import type { NonResourceRoute } from "./non-resource-route.ts";
import type { RequestContext } from "../request-context.ts";

const configurationPath = "/.well-known/openid-configuration";
const keysPath = "/openid/v1/jwks";

export const openidPaths: readonly string[] = [configurationPath, keysPath];

/**
 * Serves the OpenID configuration and the public keys, so that relying parties can verify service account
 * tokens (routes.OpenIDMetadataServer).
 */
export function createOpenidRoute(tokens: TokenService, serverAddress: string): NonResourceRoute {
  const { issuer, algorithms, publicKeys } = tokens;
  const configuration = JSON.stringify({
    issuer,
    jwks_uri: `https://${serverAddress}${keysPath}`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: algorithms,
  });
  return (path) => {
    const bare = path.endsWith("/") ? path.slice(0, -1) : path;
    if (bare === configurationPath) return async (ctx) => metadataAnswer(ctx, "application/json", configuration);
    if (bare === keysPath)
      return async (ctx) =>
        metadataAnswer(ctx, "application/jwk-set+json", JSON.stringify({ keys: await readKeys(publicKeys) }));
    return undefined;
  };
}

/** Returns the public keys; none on a host without WebCrypto. */
async function readKeys(publicKeys: TokenService["publicKeys"]): ReturnType<TokenService["publicKeys"]> {
  try {
    return await publicKeys();
  } catch (err) {
    throw newServiceUnavailable(messageOf(err));
  }
}

/** The response with OpenID metadata, which can be cached for an hour, unlike all other responses. */
function metadataAnswer(ctx: RequestContext, mediaType: string, body: string) {
  if (!matchesAccept(ctx.exchange.headers.get("Accept"), [mediaType])) throw newRouteNotAcceptable([mediaType]);
  const plain = answer(ctx, 200, mediaType, body);
  return {
    ...plain,
    headers: plain.headers.map(([name, value]) =>
      name === "Cache-Control" ? ([name, "public, max-age=3600"] as const) : ([name, value] as const),
    ),
  };
}
