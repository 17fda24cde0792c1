import type { Clock } from "../../../apimachinery/clock.ts";
import { isStream, type AnswerBody, type BodyPieces, type Exchange } from "../../../component-base/exchange.ts";
import { exponentialBounds, type Counter, type Gauge, type Histogram } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry, MetricVec } from "../../../component-base/metrics/metrics-registry.ts";
import type { CelObserver } from "../../../component-base/cel-observer.ts";
import type { DeclarativeObserver } from "../../../component-base/declarative-observer.ts";
import { isLongRunning } from "../../request/long-running.ts";
import type { RequestInfo } from "../../request/request-info.ts";
import type { ObserveList } from "./list-metrics.ts";
import { dryRunOf, isReadOnly, reportedVerb, scopeOf } from "./request-place.ts";
import { createRequestSeries, type RequestPlace, type RequestSeries } from "./request-series.ts";

/** Counts the requests in flight of one kind, and their maximum since the last call of `take`. */
class InflightPeak {
  now = 0;
  #most = 0;

  enter(): void {
    this.now += 1;
    if (this.now > this.#most) this.#most = this.now;
  }

  leave(): void {
    this.now -= 1;
  }

  /** Returns the maximum since the last call. */
  take(): number {
    const most = this.#most;
    this.#most = this.now;
    return most;
  }
}

/** The properties of a request that metrics use. */
export interface MeasuredRequest {
  readonly exchange: Exchange;
  readonly info: RequestInfo;
  readonly clock: Clock;
  /** Whether a route matches the path. */
  readonly routed: boolean;
  /** The release that removes the requested version; undefined if the version is not deprecated. */
  readonly removedRelease?: string | undefined;
}

/** The metrics of one open watch. */
export interface WatchMetrics {
  sent(events: number): void;
  /** Records the size of an event in bytes or characters. */
  sized(length: number): void;
  /** Records that all initial events were sent. */
  listed(): void;
  closed(): void;
}

/** Other metrics that handlers record. */
export interface HandlerMetrics {
  readonly listed: ObserveList;
  readonly cel: CelObserver;
  readonly declarative: DeclarativeObserver;
}

/**
 * Request metrics (apiserver endpoints/metrics). Series are looked up by a string key, and only if the labels differ
 * from those of the previous request.
 */
export class RequestMetrics {
  readonly #known = new Map<string, RequestSeries>();
  /** The labels and series of the previous request, as consecutive requests often have the same labels. */
  #last: { readonly place: RequestPlace; readonly series: RequestSeries } | undefined;
  readonly #make: (place: RequestPlace) => RequestSeries;
  readonly #deprecated: MetricVec<Gauge>;
  readonly #longRunning: MetricVec<Gauge>;
  readonly #watchEvents: MetricVec<Counter>;
  readonly #watchSizes: MetricVec<Histogram>;
  readonly #watchLists: MetricVec<Histogram>;
  readonly #terminations: MetricVec<Counter>;
  readonly #reading = new InflightPeak();
  readonly #writing = new InflightPeak();

  readonly listed: ObserveList;
  readonly cel: CelObserver;
  readonly declarative: DeclarativeObserver;

  constructor(registry: MetricsRegistry, { listed, cel, declarative }: HandlerMetrics) {
    this.listed = listed;
    this.cel = cel;
    this.declarative = declarative;
    this.#make = createRequestSeries(registry);
    this.#deprecated = registry.gauge({
      name: "apiserver_requested_deprecated_apis",
      stability: "STABLE",
      labels: ["group", "version", "resource", "subresource", "removed_release"],
      help: "Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.",
    });
    this.#longRunning = registry.gauge({
      name: "apiserver_longrunning_requests",
      stability: "STABLE",
      labels: ["verb", "group", "version", "resource", "subresource", "scope", "component"],
      help: "Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.",
    });
    this.#watchEvents = registry.counter({
      name: "apiserver_watch_events_total",
      stability: "ALPHA",
      labels: ["group", "version", "resource"],
      help: "Number of events sent in watch clients",
    });
    this.#watchSizes = registry.histogram(
      {
        name: "apiserver_watch_events_sizes",
        stability: "ALPHA",
        labels: ["group", "version", "resource"],
        help: "Watch event size distribution in bytes",
      },
      exponentialBounds(1024, 2, 8),
    );
    this.#watchLists = registry.histogram(
      {
        name: "apiserver_watch_list_duration_seconds",
        stability: "ALPHA",
        labels: ["group", "version", "resource", "scope"],
        help: "Response latency distribution in seconds for watch list requests broken by group, version, resource and scope.",
      },
      [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60],
    );
    this.#terminations = registry.counter({
      name: "apiserver_request_terminations_total",
      stability: "ALPHA",
      labels: ["verb", "group", "version", "resource", "subresource", "scope", "component", "code"],
      help: "Number of requests which apiserver terminated in self-defense.",
    });
    registry.collected(
      "gauge",
      {
        name: "apiserver_current_inflight_requests",
        stability: "STABLE",
        labels: ["request_kind"],
        help: "Maximal number of currently used inflight request limit of this apiserver per request kind in last second.",
      },
      () => [
        { values: ["readOnly"], value: this.#reading.take() },
        { values: ["mutating"], value: this.#writing.take() },
      ],
    );
  }

  /** The number of requests in flight. */
  get underWay(): number {
    return this.#reading.now + this.#writing.now;
  }

  /** Records the arrival of a request; returns undefined for long-running requests. */
  begin(ctx: MeasuredRequest): InflightPeak | undefined {
    if (isLongRunning(ctx.info)) return undefined;
    const peak = isReadOnly(ctx.info) ? this.#reading : this.#writing;
    peak.enter();
    return peak;
  }

  /**
   * Records the response, except of long-running requests, which end later. Only requests that match a route are
   * recorded, to bound the number of series.
   */
  answered(ctx: MeasuredRequest, status: number, body: AnswerBody, seconds: number): void {
    const streams = isStream(body);
    if (!ctx.routed || (streams && isLongRunning(ctx.info))) return;
    const series = this.#seriesOf(ctx);
    series.counter(status).inc();
    series.duration.observe(seconds);
    series.sli.observe(seconds);
    if (!streams) series.sizes?.observe(lengthOf(body));
    const sent = ctx.exchange.body;
    if (sent instanceof Uint8Array) series.bodies?.observe(sent.length);
    if (ctx.removedRelease !== undefined) this.#noteDeprecated(ctx.info, ctx.removedRelease);
  }

  /** Yields the pieces of a body and records its size at its end. */
  async *measured(ctx: MeasuredRequest, pieces: BodyPieces): AsyncGenerator<string | Uint8Array> {
    let length = 0;
    for await (const piece of pieces) {
      length += piece.length;
      yield piece;
    }
    if (ctx.routed) this.#seriesOf(ctx).sizes?.observe(length);
  }

  #noteDeprecated({ apiGroup, apiVersion, resource, subresource }: RequestInfo, removedRelease: string): void {
    this.#deprecated.with(apiGroup, apiVersion, resource, subresource, removedRelease).set(1);
  }

  /** Records a request rejected by the in-flight limits (metrics.RecordDroppedRequest). */
  dropped(ctx: MeasuredRequest): void {
    this.#seriesOf(ctx, ctx.info.subresource).counter(429).inc();
  }

  /** Records a request that the server terminated in self-defense (metrics.RecordRequestTermination). */
  terminated({ exchange, info }: MeasuredRequest, code: number): void {
    const scope = scopeOf(info);
    const subresource = info.isResourceRequest ? info.subresource : info.path;
    this.#terminations
      .with(
        reportedVerb(exchange, info, scope),
        info.apiGroup,
        info.apiVersion,
        info.resource,
        subresource,
        scope,
        "apiserver",
        String(code),
      )
      .inc();
  }

  /** Records the start of a watch. */
  watch(ctx: MeasuredRequest): WatchMetrics {
    const { apiGroup, apiVersion, resource, subresource } = ctx.info;
    const start = ctx.clock.monotonic();
    const open = this.#longRunning.with(
      "WATCH",
      apiGroup,
      apiVersion,
      resource,
      subresource,
      scopeOf(ctx.info),
      "apiserver",
    );
    const events = this.#watchEvents.with(apiGroup, apiVersion, resource);
    const sizes = this.#watchSizes.with(apiGroup, apiVersion, resource);
    open.inc();
    return {
      sent: (count) => events.inc(count),
      sized: (length) => sizes.observe(length),
      listed: () =>
        this.#watchLists
          .with(apiGroup, apiVersion, resource, scopeOf(ctx.info))
          .observe((ctx.clock.monotonic() - start) / 1000),
      closed: () => {
        open.dec();
        const series = this.#seriesOf(ctx);
        series.counter(200).inc();
        series.duration.observe((ctx.clock.monotonic() - start) / 1000);
        if (ctx.removedRelease !== undefined) this.#noteDeprecated(ctx.info, ctx.removedRelease);
      },
    };
  }

  #seriesOf(
    { exchange, info }: MeasuredRequest,
    subresource = info.isResourceRequest ? info.subresource : info.path,
  ): RequestSeries {
    const scope = scopeOf(info);
    const verb = reportedVerb(exchange, info, scope);
    const dryRun = dryRunOf(exchange.target);
    const last = this.#last;
    if (
      last !== undefined &&
      isAt(last.place, info, subresource) &&
      last.place.verb === verb &&
      last.place.scope === scope &&
      last.place.dryRun === dryRun
    )
      return last.series;
    const place = {
      verb,
      dryRun,
      group: info.apiGroup,
      version: info.apiVersion,
      resource: info.resource,
      subresource,
      scope,
    };
    const key = `${verb} ${info.apiGroup}/${info.apiVersion}/${info.resource}/${subresource} ${scope} ${dryRun}`;
    const series = this.#known.get(key) ?? this.#add(key, place);
    this.#last = { place, series };
    return series;
  }

  #add(key: string, place: RequestPlace): RequestSeries {
    const series = this.#make(place);
    this.#known.set(key, series);
    return series;
  }
}

const isAt = ({ resource, group, version, subresource }: RequestPlace, info: RequestInfo, sub: string): boolean =>
  resource === info.resource && subresource === sub && version === info.apiVersion && group === info.apiGroup;

function lengthOf(body: Exclude<AnswerBody, AsyncIterable<unknown>>): number {
  if (typeof body === "string" || body instanceof Uint8Array) return body.length;
  let length = 0;
  for (const text of body) length += text.length;
  return length;
}
