import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { answer, textAnswer } from "../output/answers.ts";
import type { Handler } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";
import type { ObserveHealth } from "../metrics/health-metrics.ts";
import type { NonResourceRoute } from "./non-resource-route.ts";

/** A health check; `check` returns undefined if healthy, otherwise the error, at once if nothing has to be asked. */
export interface HealthCheck {
  readonly name: string;
  /** Whether the check applies to readyz only. */
  readonly onlyReady?: boolean;
  check(endpoint: HealthEndpoint): MaybeAsync<string | undefined>;
}

const endpoints = ["healthz", "livez", "readyz"] as const;

/** The health endpoints. */
export type HealthEndpoint = (typeof endpoints)[number];

/**
 * Serves /healthz, /livez and /readyz, including individual checks, for any method (healthz.InstallHandler). Requests
 * for all checks are recorded in metrics. Runs all checks once on creation.
 */
export function createHealth(checks: readonly HealthCheck[], observe: ObserveHealth): NonResourceRoute {
  observeAll(checks, observe);
  return (path, ctx) => {
    const [, first, ...rest] = path.split("/");
    const endpoint = endpoints.find((e) => e === first);
    if (endpoint === undefined) return undefined;
    const asked = asksOf(endpoint, checks);
    if (rest.length === 0) {
      ctx.routed = true;
      return allChecks(endpoint, asked, observe);
    }
    const name = rest.join("/");
    const check = asked.find((c) => c.name === name);
    return check === undefined ? undefined : oneCheck(endpoint, check);
  };
}

/** Returns the checks of an endpoint. */
const asksOf = (endpoint: HealthEndpoint, checks: readonly HealthCheck[]): readonly HealthCheck[] =>
  checks.filter((c) => endpoint === "readyz" || c.onlyReady !== true);

/** Runs every check for every endpoint, so that the metrics include all of them from the start. */
function observeAll(checks: readonly HealthCheck[], observe: ObserveHealth): void {
  for (const endpoint of endpoints)
    for (const { name, check } of asksOf(endpoint, checks))
      void afterwards(check(endpoint), (fault) => observe(name, endpoint, fault === undefined));
}

/** The health paths for the index. */
export const healthPaths = (checks: readonly HealthCheck[]): readonly string[] =>
  endpoints.flatMap((endpoint) => [
    `/${endpoint}`,
    ...asksOf(endpoint, checks).map(({ name }) => `/${endpoint}/${name}`),
  ]);

const oneCheck =
  (endpoint: HealthEndpoint, check: HealthCheck): Handler =>
  async (ctx) => {
    const fault = await check.check(endpoint);
    return fault === undefined
      ? answer(ctx, 200, "text/plain; charset=utf-8", "ok")
      : textAnswer(ctx, 500, `internal server error: ${fault}\n`);
  };

const allChecks =
  (endpoint: HealthEndpoint, checks: readonly HealthCheck[], observe: ObserveHealth): Handler =>
  async (ctx) => {
    const excluded = new Set(ctx.query.get("exclude"));
    let failed = false;
    let text = "";
    for (const { name, check } of checks) {
      if (excluded.delete(name)) {
        text += `[+]${name} excluded: ok\n`;
        continue;
      }
      const fault = await check(endpoint);
      observe(name, endpoint, fault === undefined);
      failed ||= fault !== undefined;
      text += fault === undefined ? `[+]${name} ok\n` : `[-]${name} failed: reason withheld\n`;
    }
    if (excluded.size > 0)
      text += `warn: some health checks cannot be excluded: no matches for ${[...excluded].sort().map(quoteGo).join(",")}\n`;
    if (failed) return textAnswer(ctx, 500, `${text}${endpoint} check failed\n`);
    return textAnswer(ctx, 200, isVerbose(ctx) ? `${text}${endpoint} check passed\n` : "ok");
  };

const isVerbose = (ctx: RequestContext): boolean => ctx.query.get("verbose") !== undefined;
