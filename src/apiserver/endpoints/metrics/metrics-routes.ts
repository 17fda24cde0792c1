import { textFormatMediaType } from "../../../component-base/metrics/text-format.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import { answer } from "../output/answers.ts";
import { acceptsGzip, gzip } from "../output/compress.ts";
import type { Handler } from "../handler.ts";
import type { NonResourceRoute } from "../routes/non-resource-route.ts";

/** The paths for the index. */
export const metricsPaths: readonly string[] = ["/metrics", "/metrics/slis"];

/** Serves /metrics and /metrics/slis for any method and any Accept header. */
export const createMetricsRoutes =
  (metrics: MetricsRegistry, slis: MetricsRegistry): NonResourceRoute =>
  (path) => {
    if (path === "/metrics") return exposition(metrics);
    return path === "/metrics/slis" ? exposition(slis) : undefined;
  };

const exposition =
  (registry: MetricsRegistry): Handler =>
  async (ctx) => {
    await registry.prepare();
    const text = registry.expose();
    if (!acceptsGzip(ctx.exchange.headers.get("Accept-Encoding"))) return answer(ctx, 200, textFormatMediaType, text);
    return answer(ctx, 200, textFormatMediaType, await gzip(text), [["Content-Encoding", "gzip"]]);
  };
