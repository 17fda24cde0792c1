import type { Clock } from "../../../apimachinery/clock.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { BoundedMap } from "../../../apimachinery/bounded-map.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import type { TokenContent, TokenVerdict } from "../../request/identity.ts";
import { printClaims, readClaims, type Claims } from "./claims.ts";
import type { PublicJwk, SigningKeys } from "./signing-keys.ts";
import { validateClaims, type FindObject } from "./validate-claims.ts";

/** What tokens of service accounts are made with. `keys` is absent where the host has no WebCrypto. */
export interface TokenServiceOptions {
  readonly issuer: string;
  readonly keys: SigningKeys | undefined;
  readonly find: FindObject;
  readonly clock: Clock;
  readonly uuid: () => string;
}

/** Issues tokens of service accounts and accepts them again. */
export interface TokenService {
  readonly issuer: string;
  issue(content: TokenContent): Promise<string>;
  publicKeys(): Promise<readonly PublicJwk[]>;
  /** Undefined for tokens that somebody else issued. At once for a signature that was seen before. */
  verify(token: string, audiences: readonly string[]): MaybeAsync<TokenVerdict> | undefined;
}

const rememberedTokens = 1000;
const badSignature = "go-jose/go-jose: error in cryptographic primitive";
/** Made when needed: an error made while a module is loaded has V8 read the whole script again, to know the line. */
const unable = (): Error => new Error("this host has no WebCrypto: tokens need a secure context (https or localhost)");

export function createTokenService({ issuer, keys, find, clock, uuid }: TokenServiceOptions): TokenService {
  const seen = new BoundedMap<string, Claims>(rememberedTokens);
  const judge = (claims: Claims, audiences: readonly string[]): TokenVerdict =>
    judgeClaims(claims, audiences, find, clock.now());
  const check = async (token: string, claims: Claims, audiences: readonly string[]): Promise<TokenVerdict> => {
    if (keys === undefined || !(await keys.verify(token))) return { user: undefined, error: badSignature };
    seen.set(token, claims);
    return judge(claims, audiences);
  };
  return {
    issuer,
    issue: (content) => keys?.sign(printClaims(content, issuer, uuid())) ?? Promise.reject(unable()),
    publicKeys: () => keys?.publicKeys() ?? Promise.reject(unable()),
    verify(token, audiences) {
      const known = seen.get(token);
      if (known !== undefined) return judge(known, audiences);
      const claims = readClaims(token);
      return claims?.issuer === issuer ? check(token, claims, audiences) : undefined;
    },
  };
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

/** A list of texts as Go's %q prints it. */
const printList = (texts: readonly string[]): string => `[${texts.map(quoteGo).join(" ")}]`;
