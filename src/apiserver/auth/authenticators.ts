import type { HeaderReader } from "../../component-base/exchange.ts";
import type { Authentication, Authenticator } from "../request/authenticator.ts";
import { anonymousUser, groupAuthenticated, groupSystemMasters, groupUnauthenticated, type UserInfo } from "../request/user.ts";
import { bearerToken } from "./bearer-token.ts";

const refused: Authentication = { outcome: "refused" };
const none: Authentication = { outcome: "none" };

/** The server's own user behind the loopback token (server.AuthorizeClientBearerToken). */
export const loopbackUser: UserInfo = { name: "system:apiserver", uid: "system:apiserver", groups: [groupAuthenticated, groupSystemMasters], extra: {} };

/** Whoever asks a server that knows no identities, as on kube-apiserver's insecure port. */
export const unsecuredUser: UserInfo = { name: "system:unsecured", uid: "", groups: [groupSystemMasters, groupAuthenticated], extra: {} };

/** Knows users by bearer token; an unknown token is refused. Users get the group system:authenticated. */
export function createTokenAuthenticator(users: ReadonlyMap<string, UserInfo>): Authenticator {
  const known = new Map<string, Authentication>();
  for (const [token, user] of users) known.set(token, { outcome: "user", user: withAuthenticatedGroup(user) });
  return {
    authenticate(headers) {
      const bearer = bearerToken(headers.get("Authorization"));
      if (bearer.token !== undefined) return known.get(bearer.token) ?? refused;
      return bearer.warning === undefined ? none : { outcome: "none", warning: bearer.warning };
    },
  };
}

/** Everyone whom nobody else knew is system:anonymous. */
export const anonymousAuthenticator: Authenticator = { authenticate: () => ({ outcome: "user", user: anonymousUser }) };

/** Everyone is system:masters, except who shows a known token: those keep their own name in traces. */
export function createAlwaysMastersAuthenticator(users: ReadonlyMap<string, UserInfo>): Authenticator {
  const tokens = createTokenAuthenticator(users);
  const master: Authentication = { outcome: "user", user: unsecuredUser };
  return {
    authenticate(headers) {
      const known = headers.get("Authorization") === null ? none : tokens.authenticate(headers);
      return known.outcome === "user" ? known : master;
    },
  };
}

/** Asks one after the other: the first user or refusal counts, warnings of those before are kept (union.NewFailOnError). */
export function unionAuthenticators(authenticators: readonly Authenticator[]): Authenticator {
  return { authenticate: (headers) => firstOpinion(authenticators, headers) };
}

function firstOpinion(authenticators: readonly Authenticator[], headers: HeaderReader): Authentication {
  let warning: string | undefined;
  for (const authenticator of authenticators) {
    const found = authenticator.authenticate(headers);
    if (found.outcome === "refused") return found;
    warning ??= found.warning;
    if (found.outcome === "user") return warning === undefined ? found : { ...found, warning };
  }
  return warning === undefined ? none : { outcome: "none", warning };
}

/** Adds system:authenticated to whoever has proved to be somebody (group.AuthenticatedGroupAdder). */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  const settled = user.name === anonymousUser.name || user.groups.includes(groupAuthenticated) || user.groups.includes(groupUnauthenticated);
  return settled ? user : { ...user, groups: [...user.groups, groupAuthenticated] };
}
