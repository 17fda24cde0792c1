import type { HeaderReader } from "../../component-base/exchange.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import type { Authentication, Authenticator } from "../request/authenticator.ts";
import {
  anonymousUser,
  groupAuthenticated,
  groupSystemMasters,
  groupUnauthenticated,
  type UserInfo,
} from "../request/user.ts";
import type { TokenVerdict } from "../request/identity.ts";
import type { TokenService } from "./serviceaccount/token-service.ts";

/** The bearer token in an Authorization header, if any, and a warning if the header is malformed. */
interface Bearer {
  readonly token?: string;
  readonly warning?: string;
}

const nothing: Bearer = {};
const doubledSpace: Bearer = {
  warning: "the provided Authorization header contains extra space before the bearer token, and is ignored",
};

/**
 * Extracts the token of `Bearer TOKEN`. The scheme is case-insensitive, and anything after the token is ignored.
 * Another scheme, an empty token or two consecutive spaces count as no credentials (bearertoken.Authenticator).
 */
function bearerToken(authorization: string | null): Bearer {
  const header = authorization?.trim() ?? "";
  if (header.length < 7 || header[6] !== " " || header.slice(0, 6).toLowerCase() !== "bearer") return nothing;
  const end = header.indexOf(" ", 7);
  if (end === 7) return doubledSpace;
  return { token: end < 0 ? header.slice(7) : header.slice(7, end) };
}

const refused: Authentication = { outcome: "refused" };
const none: Authentication = { outcome: "none" };

/** The user of the server's own requests, authenticated by the loopback token (server.AuthorizeClientBearerToken). */
export const loopbackUser: UserInfo = {
  name: "system:apiserver",
  uid: "system:apiserver",
  groups: [groupAuthenticated, groupSystemMasters],
  extra: {},
};

/** The user of all requests to a server without authentication, as on the insecure port of kube-apiserver. */
const unsecuredUser: UserInfo = {
  name: "system:unsecured",
  uid: "",
  groups: [groupSystemMasters, groupAuthenticated],
  extra: {},
};

/**
 * Authenticates users by static bearer tokens, or else by those that `tokens` verifies, and rejects unknown tokens.
 * Users are added to the group system:authenticated.
 */
export function createTokenAuthenticator(users: ReadonlyMap<string, UserInfo>, tokens?: TokenService): Authenticator {
  const known = new Map<string, Authentication>();
  for (const [token, user] of users) known.set(token, { outcome: "user", user: withAuthenticatedGroup(user) });
  const judge = (token: string): MaybeAsync<Authentication> => known.get(token) ?? verified(token, tokens);
  const byBearer = ({ token, warning }: Bearer): MaybeAsync<Authentication> => {
    if (token !== undefined) return judge(token);
    return warning === undefined ? none : { outcome: "none", warning };
  };
  return {
    authenticate(headers) {
      const found = byBearer(bearerToken(headers.get("Authorization")));
      if (headers.get("Sec-WebSocket-Protocol") === null) return found;
      return afterwards(found, (first) => (first.outcome === "user" ? first : byProtocol(headers, first, judge)));
    },
  };
}

/** Authenticates by the token among the protocols of a websocket, if there is one; else it is as found before. */
async function byProtocol(
  headers: HeaderReader,
  found: Authentication,
  judge: (token: string) => MaybeAsync<Authentication>,
): Promise<Authentication> {
  const { websocketToken } = await import("./websocket-token.ts");
  const token = websocketToken(headers);
  if (token === undefined) return found;
  return token === "invalid" ? refused : judge(token.token);
}

const anonymous: Authentication = { outcome: "user", user: anonymousUser };

/** Authenticates every request as system:anonymous; the last authenticator of a chain. */
export const anonymousAuthenticator: Authenticator = { authenticate: () => anonymous };

/** Refuses every request; the last authenticator of a chain without anonymous requests. */
export const refusingAuthenticator: Authenticator = { authenticate: () => refused };

/** Authenticates requests for some paths as system:anonymous and refuses others (anonymous.NewAuthenticator). */
export const createAnonymousAuthenticator = (paths: ReadonlySet<string>): Authenticator => ({
  authenticate: (_, path) => (paths.has(path) ? anonymous : refused),
});

/** Verifies a token that is not static; the answer is late if its signature was not verified before. */
function verified(token: string, tokens: TokenService | undefined): MaybeAsync<Authentication> {
  const verdict = tokens?.verify(token, tokens.audiences);
  return verdict === undefined ? refused : afterwards(verdict, authenticationOf);
}

const authenticationOf = ({ user }: TokenVerdict): Authentication =>
  user === undefined ? refused : { outcome: "user", user: withAuthenticatedGroup(user) };

/**
 * Authenticates every request as a member of system:masters, except requests with a token that `known` accepts, which
 * keep their user.
 */
export function createAlwaysMastersAuthenticator(known: Authenticator): Authenticator {
  const master: Authentication = { outcome: "user", user: unsecuredUser };
  const orMaster = (found: Authentication): Authentication => (found.outcome === "user" ? found : master);
  return {
    authenticate(headers, path) {
      if (headers.get("Authorization") === null) return master;
      return afterwards(known.authenticate(headers, path), orMaster);
    },
  };
}

/**
 * Tries the authenticators in order. The first one that authenticates or rejects the request decides; warnings of the
 * preceding ones are kept (union.NewFailOnError).
 */
export function unionAuthenticators(authenticators: readonly Authenticator[]): Authenticator {
  return { authenticate: (headers, path) => firstOpinion(authenticators, 0, { headers, path }, undefined) };
}

function firstOpinion(
  authenticators: readonly Authenticator[],
  at: number,
  request: { readonly headers: HeaderReader; readonly path: string },
  earlier: string | undefined,
): MaybeAsync<Authentication> {
  const authenticator = authenticators[at];
  if (authenticator === undefined) return earlier === undefined ? none : { outcome: "none", warning: earlier };
  return afterwards(
    authenticator.authenticate(request.headers, request.path),
    (found) => opinion(found, earlier) ?? firstOpinion(authenticators, at + 1, request, earlier ?? warningOf(found)),
  );
}

const warningOf = (found: Authentication): string | undefined =>
  found.outcome === "refused" ? undefined : found.warning;

/** Returns a rejection, or a user with the first warning; undefined if the authenticator has no opinion. */
function opinion(found: Authentication, earlier: string | undefined): Authentication | undefined {
  if (found.outcome !== "user") return found.outcome === "refused" ? found : undefined;
  const warning = earlier ?? found.warning;
  return warning === undefined ? found : { ...found, warning };
}

/** Adds the group system:authenticated to an authenticated user (group.AuthenticatedGroupAdder). */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  const settled =
    user.name === anonymousUser.name ||
    user.groups.includes(groupAuthenticated) ||
    user.groups.includes(groupUnauthenticated);
  return settled ? user : { ...user, groups: [...user.groups, groupAuthenticated] };
}
