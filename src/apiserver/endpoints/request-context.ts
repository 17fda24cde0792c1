import type { Clock } from "../../apimachinery/clock.ts";
import { parseQuery, type QueryValues } from "../../apimachinery/query.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { CelObserver } from "../../component-base/cel-observer.ts";
import type { Exchange } from "../../component-base/exchange.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { minimumCompatibility } from "../../component-base/versions/release.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import type { RequestAudit } from "../audit/request-audit.ts";
import type { StrategyContext } from "../registry/strategy.ts";
import type { RequestMetrics } from "./metrics/request-metrics.ts";
import type { MediaContext } from "./output/media-context.ts";
import type { RequestInfo } from "../request/request-info.ts";
import { anonymousUser, type UserInfo } from "../request/user.ts";

/** What is known of one request on its way through filters and handlers. */
export class RequestContext implements StrategyContext {
  readonly exchange: Exchange;
  readonly info: RequestInfo;
  readonly auditId: string;
  readonly clock: Clock;
  /** When it came, by the clock's monotonic reading. */
  readonly receivedAt: number;
  /** The forms that the server reads and writes. */
  readonly media: MediaContext;
  readonly gates: FeatureGates;
  /** Undefined when nobody listens. */
  readonly trace: TraceRecorder | undefined;
  readonly metrics: RequestMetrics;
  /** Set once something answers its path: what leads nowhere is not measured. */
  routed = false;
  /** What is noted of the request; undefined where nothing is. */
  audit: RequestAudit | undefined;
  /** It was decided whether it is noted. */
  audited = false;
  /**
   * The release without the version that is asked for, "" where none is known; undefined while that version is not
   * deprecated.
   */
  removedRelease: string | undefined;
  user: UserInfo = anonymousUser;
  namespace: string;
  dryRun = false;
  #query: QueryValues | undefined;
  #now: string | undefined;
  /** In the order they were given, each once. */
  #warnings: Set<string> | undefined;

  constructor(
    exchange: Exchange,
    info: RequestInfo,
    options: {
      readonly auditId: string;
      readonly clock: Clock;
      readonly receivedAt: number;
      readonly media: MediaContext;
      readonly trace: TraceRecorder | undefined;
      readonly metrics: RequestMetrics;
      readonly gates: FeatureGates;
    },
  ) {
    this.exchange = exchange;
    this.info = info;
    this.namespace = info.namespace;
    this.auditId = options.auditId;
    this.clock = options.clock;
    this.receivedAt = options.receivedAt;
    this.media = options.media;
    this.trace = options.trace;
    this.metrics = options.metrics;
    this.gates = options.gates;
  }

  /** The query of the target, parsed once. */
  get query(): QueryValues {
    if (this.#query === undefined) {
      const at = this.exchange.target.indexOf("?");
      this.#query = parseQuery(at < 0 ? "" : this.exchange.target.slice(at + 1));
    }
    return this.#query;
  }

  /** The version that is asked for is deprecated: who asks is told, and what counts and notes requests. */
  deprecated({
    deprecationWarning,
    removedRelease = "",
  }: {
    readonly deprecationWarning?: string;
    readonly removedRelease?: string;
  }): void {
    if (deprecationWarning === undefined) return;
    this.removedRelease = removedRelease;
    this.warn(deprecationWarning);
  }

  /** One time stamp for the whole request. */
  get now(): string {
    return (this.#now ??= formatTime(this.clock.now()));
  }

  get compatibility(): number {
    return minimumCompatibility(this.gates.release);
  }

  get cel(): CelObserver {
    return this.metrics.cel;
  }

  get warnings(): readonly string[] {
    return this.#warnings === undefined ? [] : [...this.#warnings];
  }

  warn(text: string): void {
    (this.#warnings ??= new Set()).add(text);
  }
}
