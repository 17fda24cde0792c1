import { newUnauthorized } from "../../../apimachinery/errors.ts";
import type { Answer, Exchange } from "../../../component-base/exchange.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { withAuthenticatedGroup } from "../../auth/authenticators.ts";
import type { Authentication, Authenticator } from "../../request/authenticator.ts";
import { anonymousUser, type UserInfo } from "../../request/user.ts";
import type { Filter } from "../handler.ts";
import type { AccessMetrics } from "../metrics/access-metrics.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Authenticates requests. Invalid credentials are rejected with a 401 error on every path; requests without credentials
 * are anonymous (filters.WithAuthentication).
 */
export const withAuthentication =
  (authenticator: Authenticator, metrics: AccessMetrics): Filter =>
  (next) => {
    const go = (ctx: RequestContext, result: Authentication, start: number): Promise<Answer> => {
      if (result.outcome === "refused") {
        metrics.authenticated(undefined, ctx.clock.monotonic() - start);
        ctx.trace?.decide("refused: the credentials are not known");
        return Promise.reject(newUnauthorized("Unauthorized"));
      }
      if (result.warning !== undefined) ctx.warn(result.warning);
      metrics.authenticated(result.outcome === "user" ? result.user.name : undefined, ctx.clock.monotonic() - start);
      ctx.user = result.outcome === "user" ? result.user : anonymousUser;
      if (ctx.trace !== undefined) {
        ctx.trace.decide(describeUser(ctx.user));
        ctx.trace.end();
      }
      return next(ctx);
    };
    /** A certificate names the user before a token does; with one that is not valid a request is not anonymous. */
    const byCertificate = ({ headers, certificateUser }: Exchange, path: string): MaybeAsync<Authentication> => {
      if (certificateUser === undefined) return authenticator.authenticate(headers, path);
      if (certificateUser !== "invalid") return { outcome: "user", user: withAuthenticatedGroup(certificateUser) };
      return afterwards(authenticator.authenticate(headers, path), (found) =>
        found.outcome === "user" && found.user !== anonymousUser ? found : { outcome: "refused" },
      );
    };
    /** Lets a front proxy name the user; a request of which it names none has the credentials of its client. */
    const named = async ({ exchange, info }: RequestContext): Promise<Authentication> => {
      const { requestHeaderUser } = await import("../../auth/request-header.ts");
      const user = requestHeaderUser(exchange.headers);
      return user === undefined ? byCertificate(exchange, info.path) : { outcome: "user", user };
    };
    return (ctx) => {
      ctx.trace?.stage("authentication");
      const start = ctx.clock.monotonic();
      if (ctx.exchange.viaFrontProxy === true) return named(ctx).then((result) => go(ctx, result, start));
      const result = byCertificate(ctx.exchange, ctx.info.path);
      return result instanceof Promise ? result.then((late) => go(ctx, late, start)) : go(ctx, result, start);
    };
  };

/** Returns a user and its groups as text. */
export const describeUser = ({ name, groups }: UserInfo): string =>
  groups.length === 0 ? name : `${name} (${groups.join(", ")})`;
