import type { Clock } from "../../../apimachinery/clock.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { BoundedMap } from "../../../apimachinery/bounded-map.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import type { TokenContent, TokenVerdict } from "../../request/identity.ts";
import { printClaims, readClaims, type Claims } from "./claims.ts";
import { badSignature, type PublicJwk, type SigningKeys } from "./signing-keys.ts";
import { hasUnknownExtensions, readTokenHeader } from "./token-header.ts";
import { validateClaims, type FindObject } from "./validate-claims.ts";

/** The options of a token service. `keys` is undefined if WebCrypto is not available. */
export interface TokenServiceOptions {
  /** The issuers whose tokens are verified; the first one is that of new tokens. */
  readonly issuers: readonly [string, ...string[]];
  /** The audiences of this server, for which tokens without audiences are valid. */
  readonly audiences: readonly string[];
  readonly keys: SigningKeys | undefined;
  readonly find: FindObject;
  readonly clock: Clock;
  readonly uuid: () => string;
}

/** Issues and verifies service account tokens. */
export interface TokenService {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** The algorithms of the public keys. */
  readonly algorithms: readonly string[];
  issue(content: TokenContent): Promise<string>;
  publicKeys(): Promise<readonly PublicJwk[]>;
  /**
   * Verifies a token; returns undefined for tokens of other issuers. Synchronous if the signature was verified before.
   */
  verify(token: string, audiences: readonly string[]): MaybeAsync<TokenVerdict> | undefined;
}

const rememberedTokens = 1000;
/**
 * Created when needed: creating an error while a module is loaded makes V8 parse the whole script again to determine
 * the line.
 */
const unable = (): Error => new Error("this host has no WebCrypto: tokens need a secure context (https or localhost)");

export function createTokenService(options: TokenServiceOptions): TokenService {
  const { issuers, audiences: own, keys, find, clock, uuid } = options;
  const [issuer] = issuers;
  const seen = new BoundedMap<string, Claims>(rememberedTokens);
  const judge = (claims: Claims, audiences: readonly string[]): TokenVerdict =>
    judgeClaims(claims.audiences.length === 0 ? { ...claims, audiences: own } : claims, audiences, find, clock.now());
  const check = async (token: string, claims: Claims, audiences: readonly string[]): Promise<TokenVerdict> => {
    const problem = (await signatureProblem(keys, token)) ?? (await problemOfClaims(token));
    if (problem !== undefined) return { user: undefined, error: problem };
    seen.set(token, claims);
    return judge(claims, audiences);
  };
  return {
    issuer,
    audiences: own,
    algorithms: keys?.algorithms ?? [],
    issue: (content) => keys?.sign(printClaims(content, issuer, uuid())) ?? Promise.reject(unable()),
    publicKeys: () => keys?.publicKeys() ?? Promise.reject(unable()),
    verify(token, audiences) {
      const known = seen.get(token);
      if (known !== undefined) return judge(known, audiences);
      const claims = readClaims(token);
      return claims !== undefined && issuers.includes(claims.issuer) ? check(token, claims, audiences) : undefined;
    },
  };
}

/** The checks of claims are loaded with the first token whose signature is valid. */
async function problemOfClaims(token: string): Promise<string | undefined> {
  const { claimsProblem } = await import("./claims-problem.ts");
  return claimsProblem(token);
}

async function signatureProblem(keys: SigningKeys | undefined, token: string): Promise<string | undefined> {
  const header = readTokenHeader(token.slice(0, token.indexOf(".")));
  if (keys === undefined || header === undefined || hasUnknownExtensions(header)) return badSignature;
  return keys.signatureProblem(token);
}

function judgeClaims(claims: Claims, audiences: readonly string[], find: FindObject, now: number): TokenVerdict {
  const shared = claims.audiences.filter((audience) => audiences.includes(audience));
  if (shared.length === 0)
    return {
      user: undefined,
      error: `token audiences ${printList(claims.audiences)} is invalid for the target audiences ${printList(audiences)}`,
    };
  const user = validateClaims(claims, find, now);
  return typeof user === "string" ? { user: undefined, error: user } : { user, audiences: shared };
}

/** Formats a list of strings as Go's %q does. */
const printList = (texts: readonly string[]): string => `[${texts.map(quoteGo).join(" ")}]`;
