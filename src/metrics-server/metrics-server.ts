import type { ControllerOptions } from "../client/controller.ts";
import type { Answer, Exchange } from "../component-base/exchange.ts";
import { answerMetrics, type MetricsRequest } from "./answers.ts";
import { customMetrics } from "./custom-api.ts";
import { externalMetrics } from "./external-api.ts";
import { MeteredWorld } from "./metered-world.ts";
import { createMetricsOpenApi } from "./openapi.ts";
import { resourceMetrics } from "./resource-api.ts";

/** An extension API server that runs until it is closed. */
export interface MetricsServer {
  /** Answers a request that was sent on because of an APIService. */
  readonly handle: (exchange: Exchange, apiService: string) => Promise<Answer>;
  close(): void;
}

type MetricsApi = (world: MeteredWorld, request: MetricsRequest) => Promise<object | undefined>;

const apis: ReadonlyMap<string, MetricsApi> = new Map([
  ["metrics.k8s.io", resourceMetrics],
  ["custom.metrics.k8s.io", customMetrics],
  ["external.metrics.k8s.io", externalMetrics],
]);

/**
 * Starts the extension API server for the metrics of the simulated world: metrics.k8s.io as metrics-server serves it,
 * custom.metrics.k8s.io and external.metrics.k8s.io as adapters do. What pods use follows from annotations, PodBehavior
 * objects and commands (docs/metrics.md). It reads by informers, which begin with the first request.
 */
export function createMetricsServer(options: ControllerOptions): MetricsServer {
  const world = new MeteredWorld(options);
  world.start();
  const openApi = createMetricsOpenApi(world.client);
  return {
    handle: async (exchange, apiService) =>
      (await openApi(exchange, apiService)) ??
      answerMetrics(exchange, async (request) => apis.get(request.group)?.(world, request)),
    close: () => world.close(),
  };
}
