import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseQuery, type QueryValues } from "../../apimachinery/query.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { CelObserver } from "../../component-base/cel-observer.ts";
import type { DeclarativeObserver } from "../../component-base/declarative-observer.ts";
import type { Exchange, RequestSteps } from "../../component-base/exchange.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { minimumCompatibility } from "../../component-base/versions/release.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import type { RequestAudit } from "../audit/request-audit.ts";
import type { StrategyContext } from "../registry/strategy.ts";
import type { WatchEvent } from "../storage/interface.ts";
import type { Turns } from "../../component-base/event-loop.ts";
import { Work } from "../../component-base/work.ts";
import type { WriteAuthors } from "../../component-base/write-authors.ts";
import { managerOrUserAgent } from "../managedfields/manager-name.ts";
import type { RequestMetrics } from "./metrics/request-metrics.ts";
import type { MediaContext } from "./output/media-context.ts";
import type { Authorizer } from "../request/authorizer.ts";
import type { RequestInfo } from "../request/request-info.ts";
import { anonymousUser, type UserInfo } from "../request/user.ts";

/** Returns the last committed state of an object. */
type Find = NonNullable<StrategyContext["find"]>;
type ResourceOf = NonNullable<StrategyContext["resourceOf"]>;

/** The batches of events of a watch. */
export type WatchEvents<T> = AsyncIterable<readonly WatchEvent<T>[]>;

/** The state of one request, passed through filters and handlers. */
export class RequestContext implements StrategyContext {
  readonly exchange: Exchange;
  readonly info: RequestInfo;
  readonly auditId: string;
  readonly clock: Clock;
  /** The time of the objects: of their timestamps and ages. */
  readonly world: Clock;
  /** The time of arrival, by the monotonic clock. */
  readonly receivedAt: number;
  /** The media types that the server supports. */
  readonly media: MediaContext;
  readonly gates: FeatureGates;
  /** Undefined if the request is not traced. */
  readonly trace: TraceRecorder | undefined;
  readonly metrics: RequestMetrics;
  /** The turns of long work. */
  readonly turns: Turns;
  readonly find: Find;
  readonly resourceOf: ResourceOf;
  readonly authorizer: Authorizer;
  readonly #authors: WriteAuthors;
  /** Whether a route matches the path; other requests are not included in metrics. */
  routed = false;
  /**
   * Whether the handler of a resource was found. Its errors are answered in all media types of resources; those of
   * filters, routes and discovery in the types that do not depend on feature gates.
   */
  handled = false;
  /** The audit data of the request; undefined if it is not audited. */
  audit: RequestAudit | undefined;
  /** Whether the audit policy has been evaluated for the request. */
  audited = false;
  /** The release that removes the requested version, "" if not known; undefined if the version is not deprecated. */
  removedRelease: string | undefined;
  user: UserInfo = anonymousUser;
  namespace: string;
  dryRun = false;
  /** Whether the body or the stored object is large. */
  isLarge = false;
  lostMetadata = "";
  /** When the request times out, by the monotonic clock; undefined for long-running requests. */
  deadline: number | undefined;
  /** What takes the place of the events of a watch, if rules of faults change them. */
  changeEvents: ((events: WatchEvents<KubeObject>) => WatchEvents<KubeObject>) | undefined;
  #work: Work | undefined;
  #query: QueryValues | undefined;
  #now: string | undefined;
  /** The warnings in the order in which they were added, without duplicates. */
  #warnings: Set<string> | undefined;

  constructor(
    exchange: Exchange,
    info: RequestInfo,
    options: {
      readonly auditId: string;
      readonly clock: Clock;
      readonly world: Clock;
      readonly receivedAt: number;
      readonly media: MediaContext;
      readonly trace: TraceRecorder | undefined;
      readonly metrics: RequestMetrics;
      readonly gates: FeatureGates;
      readonly turns: Turns;
      readonly find: Find;
      readonly resourceOf: ResourceOf;
      readonly authorizer: Authorizer;
      readonly authors: WriteAuthors;
    },
  ) {
    this.exchange = exchange;
    this.info = info;
    this.namespace = info.namespace;
    this.auditId = options.auditId;
    this.clock = options.clock;
    this.world = options.world;
    this.receivedAt = options.receivedAt;
    this.media = options.media;
    this.trace = options.trace;
    this.metrics = options.metrics;
    this.gates = options.gates;
    this.turns = options.turns;
    this.find = options.find;
    this.resourceOf = options.resourceOf;
    this.authorizer = options.authorizer;
    this.#authors = options.authors;
  }

  /** The query parameters, parsed once. */
  get query(): QueryValues {
    if (this.#query === undefined) {
      const at = this.exchange.target.indexOf("?");
      this.#query = parseQuery(at < 0 ? "" : this.exchange.target.slice(at + 1));
    }
    return this.#query;
  }

  get work(): Work {
    return (this.#work ??= new Work());
  }

  /** Records that the requested version is deprecated: in a warning, the metrics and the audit event. */
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

  /** The timestamp of the request. */
  get now(): string {
    return (this.#now ??= formatTime(this.world.now()));
  }

  get signal(): AbortSignal {
    return this.exchange.signal;
  }

  get steps(): RequestSteps | undefined {
    return this.exchange.steps;
  }

  get upgrades(): boolean {
    return this.exchange.headers.get("Connection")?.toLowerCase().includes("upgrade") === true;
  }

  get readsRoot(): boolean {
    const { method } = this.exchange;
    return (method === "GET" || method === "HEAD") && this.info.parts.length <= 3 && !this.info.path.endsWith("/");
  }

  get compatibility(): number {
    return minimumCompatibility(this.gates.release);
  }

  get cel(): CelObserver {
    return this.metrics.cel;
  }

  get declarative(): DeclarativeObserver {
    return this.metrics.declarative;
  }

  get subresource(): string {
    return this.info.subresource;
  }

  get warnings(): readonly string[] {
    return this.#warnings === undefined ? [] : [...this.#warnings];
  }

  wrote(revision: number): void {
    const agent = this.exchange.headers.get("User-Agent") ?? "";
    this.#authors.note(revision, this.user.name, managerOrUserAgent(this.query.get("fieldManager")?.[0] ?? "", agent));
  }

  warn(text: string): void {
    (this.#warnings ??= new Set()).add(text);
  }
}
