import { newUnauthorized } from "../../../apimachinery/errors.ts";
import type { Authenticator } from "../../request/authenticator.ts";
import { anonymousUser, type UserInfo } from "../../request/user.ts";
import type { Filter } from "../handler.ts";

/** Finds out who asks; wrong credentials are a 401 everywhere, none make an anonymous request (filters.WithAuthentication). */
export const withAuthentication = (authenticator: Authenticator): Filter => (next) => (ctx) => {
  ctx.trace?.stage("authentication");
  const result = authenticator.authenticate(ctx.exchange.headers);
  if (result.outcome === "refused") {
    ctx.trace?.decide("refused: the credentials are not known");
    return Promise.reject(newUnauthorized("Unauthorized"));
  }
  if (result.warning !== undefined) ctx.warn(result.warning);
  ctx.user = result.outcome === "user" ? result.user : anonymousUser;
  ctx.trace?.decide(describeUser(ctx.user));
  return next(ctx);
};

const describeUser = ({ name, groups }: UserInfo): string => (groups.length === 0 ? name : `${name} (${groups.join(", ")})`);
