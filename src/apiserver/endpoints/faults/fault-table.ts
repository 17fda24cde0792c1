import type { Clock } from "../../../apimachinery/clock.ts";
import { newConflict, newTimeoutError, newUnknownError } from "../../../apimachinery/errors.ts";
import { checkFaultRules } from "../../../client/check-fault-rules.ts";
import { createSeededRandom } from "../../../apimachinery/seeded-random.ts";
import type { Random } from "../../../apimachinery/random.ts";
import {
  faultAnnotation,
  faultHeader,
  type FaultKind,
  type FaultReport,
  type FaultRule,
} from "../../../client/faults.ts";
import { discardBody, type Answer } from "../../../component-base/exchange.ts";
import { sleep } from "../../../component-base/sleep.ts";
import { webhookTimedOut } from "../../../component-base/webhook.ts";
import { interpretListError, optimisticLockMessage } from "../../registry/storage-errors.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { errorAnswer } from "../filters/with-error-answers.ts";
import { tooManyRequestsAnswer } from "../filters/with-max-in-flight.ts";
import { textAnswer } from "../output/answers.ts";
import type { Handler } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";
import { ConfigurationError } from "../../../component-base/configuration-error.ts";
import { truncatedAfter } from "./cut-body.ts";
import { firstEvents, onlyError } from "./cut-events.ts";
import type { InjectedFaults } from "./fault-hook.ts";

const defaultDelayMs = 1000;
const defaultBytes = 100;
const chances = 2 ** 30;

/** A rule in effect. */
class ActiveRule {
  readonly id: number;
  readonly rule: FaultRule;
  readonly #random: Random;
  seen = 0;
  injected = 0;

  constructor(id: number, rule: FaultRule) {
    this.id = id;
    this.rule = rule;
    this.#random = createSeededRandom(rule.seed ?? 1);
  }

  get name(): string {
    return this.rule.name ?? this.rule.fault;
  }

  /** Counts a match of the rule, and reports whether the fault is injected. */
  takes(): boolean {
    const { nth, every, share, times = Infinity } = this.rule;
    this.seen++;
    const isShare = share === undefined || this.#random.int(chances) < share * chances;
    const isChosen = (nth?.includes(this.seen) ?? true) && this.seen % (every ?? 1) === 0 && isShare;
    if (!isChosen || this.injected >= times) return false;
    this.injected++;
    return true;
  }

  report(): FaultReport {
    return { id: this.id, rule: this.rule, seen: this.seen, injected: this.injected };
  }
}

const ofWebhooks: ReadonlySet<FaultKind> = new Set<FaultKind>(["WebhookDown", "WebhookSlow"]);

/** The rules of faults of a server. The first that takes a request decides what becomes of it. */
export class FaultTable implements InjectedFaults {
  readonly #clock: Clock;
  #rules: readonly ActiveRule[] = [];
  /** The errors of refused commits, and the rules that have refused them. */
  readonly #refusals = new WeakMap<StorageError, ActiveRule>();
  /** The rules that have taken calls of webhooks, by the requests that the webhooks were called for. */
  readonly #calls = new WeakMap<object, ActiveRule>();
  #lastId = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a rule. Throws a ConfigurationError with a line for each mistake. */
  add(rule: FaultRule): FaultReport {
    refuseMistakes([rule]);
    return this.#append(rule);
  }

  /** Replaces all rules. Throws a ConfigurationError with a line for each mistake. */
  replace(rules: readonly FaultRule[]): void {
    refuseMistakes(rules);
    this.#rules = [];
    for (const rule of rules) this.#append(rule);
  }

  /** Replaces a rule, if it is there, and else adds one. Throws as `add`. */
  change(id: number, rule: FaultRule): FaultReport {
    refuseMistakes([rule]);
    const changed = this.#next(rule);
    if (!this.#rules.some((known) => known.id === id)) this.#rules = [...this.#rules, changed];
    else this.#rules = this.#rules.map((known) => (known.id === id ? changed : known));
    return changed.report();
  }

  remove(id: number): void {
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
  }

  #next(rule: FaultRule): ActiveRule {
    return new ActiveRule(++this.#lastId, rule);
  }

  #append(rule: FaultRule): FaultReport {
    const active = this.#next(rule);
    this.#rules = [...this.#rules, active];
    return active.report();
  }

  get count(): number {
    return this.#rules.length;
  }

  report(): readonly FaultReport[] {
    return this.#rules.map((rule) => rule.report());
  }

  handle(ctx: RequestContext, next: Handler): Promise<Answer> {
    const taken = this.#take(({ rule }) => isOf(rule, ctx));
    return taken === undefined ? this.#withParts(ctx, next) : this.#inject(taken, ctx, next);
  }

  /** Handles a request, and marks its answer if a rule has taken its commit or the call of a webhook for it. */
  async #withParts(ctx: RequestContext, next: Handler): Promise<Answer> {
    try {
      const answer = await next(ctx);
      const called = this.#calls.get(ctx);
      if (called === undefined) return answer;
      note(ctx, called);
      return marked(answer, called);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const taken = (cause instanceof StorageError ? this.#refusals.get(cause) : undefined) ?? this.#calls.get(ctx);
      if (taken === undefined) throw error;
      note(ctx, taken);
      return marked(await errorAnswer(ctx, error), taken);
    }
  }

  refusedCommit(): Error | undefined {
    const taken = this.#take(({ rule }) => rule.fault === "StorageFull");
    // the message of etcd's alarm, which the storage gives to its clients
    if (taken === undefined) return undefined;
    const error = new StorageError({ code: "Unknown", message: "etcdserver: mvcc: database space exceeded" });
    this.#refusals.set(error, taken);
    return error;
  }

  async webhook(name: string, timeoutMs: number, request: object): Promise<void> {
    const taken = this.#take(
      ({ rule }) => ofWebhooks.has(rule.fault) && (rule.webhooks?.some((known) => isLike(name, known)) ?? true),
    );
    if (taken === undefined) return;
    this.#calls.set(request, taken);
    const { fault, delayMs = defaultDelayMs } = taken.rule;
    if (fault === "WebhookDown") throw new Error("connect: connection refused");
    await sleep(this.#clock, Math.min(delayMs, timeoutMs));
    if (delayMs >= timeoutMs) throw new Error(webhookTimedOut);
  }

  #take(isMeant: (rule: ActiveRule) => boolean): ActiveRule | undefined {
    return this.#rules.find((rule) => isMeant(rule) && rule.takes());
  }

  async #inject(active: ActiveRule, ctx: RequestContext, next: Handler): Promise<Answer> {
    note(ctx, active);
    return marked(await this.#answer(active.rule, ctx, next), active);
  }

  async #answer(rule: FaultRule, ctx: RequestContext, next: Handler): Promise<Answer> {
    switch (rule.fault) {
      case "Conflict":
        return errorAnswer(ctx, newConflict(placeOf(ctx), ctx.info.name, optimisticLockMessage));
      case "Expired":
        return expiredAnswer(ctx, next);
      case "TooManyRequests":
        return tooManyRequestsAnswer(ctx, rule.retryAfterSeconds ?? 1);
      case "InternalError":
        return errorAnswer(ctx, newUnknownError("etcdserver: leader changed"));
      case "ServiceUnavailable":
        return textAnswer(ctx, 503, "service unavailable\n");
      case "TimeoutAfterCommit":
        discardBody(await next(ctx));
        return errorAnswer(ctx, newTimeoutError(timedOut, 0));
      case "Latency":
        await sleep(this.#clock, rule.delayMs ?? defaultDelayMs, ctx.exchange.signal);
        return next(ctx);
      case "TruncatedStream":
        return truncatedAfter(await next(ctx), rule.afterBytes ?? defaultBytes);
      case "DroppedWatch":
        ctx.changeEvents = (events) => firstEvents(events, rule.afterEvents ?? 0);
        return next(ctx);
      case "WebhookDown":
      case "WebhookSlow":
      case "StorageFull":
        return next(ctx);
    }
  }
}

/** Notes in the trace and the audit event of a request that a rule has taken it. */
function note(ctx: RequestContext, { name, rule }: ActiveRule): void {
  ctx.trace?.stage("fault");
  ctx.trace?.decide(name === rule.fault ? name : `${name}: ${rule.fault}`);
  ctx.audit?.annotate(faultAnnotation, name);
}

const marked = (made: Answer, { name }: ActiveRule): Answer => ({
  ...made,
  headers: [...made.headers, [faultHeader, name]],
});

function refuseMistakes(rules: readonly FaultRule[]): void {
  const problems = checkFaultRules(rules);
  if (problems.length > 0) throw new ConfigurationError(problems.join("\n"));
}

/** The message of a request whose context has ended (finisher.FinishRequest). */
const timedOut = "request did not complete within requested timeout - context deadline exceeded";

const placeOf = ({ info }: RequestContext) => ({ group: info.apiGroup, resource: info.resource });

/** Answers as if the revision that was asked for was compacted. */
async function expiredAnswer(ctx: RequestContext, next: Handler): Promise<Answer> {
  const { verb, apiGroup: group, resource } = ctx.info;
  const requested = Number(ctx.query.get("resourceVersion")?.[0] ?? "") || 1;
  const error = new StorageError({ code: "Expired", requested, compacted: requested + 1 });
  if (verb !== "watch") return errorAnswer(ctx, interpretListError(error, { group, resource, kind: "" }));
  ctx.changeEvents = (events) => onlyError(events, error);
  return next(ctx);
}

/** Whether the conditions of a rule hold of a request. */
function isOf(rule: FaultRule, { info, user, exchange }: RequestContext): boolean {
  if (ofWebhooks.has(rule.fault) || rule.fault === "StorageFull") return false;
  if (rule.fault === "DroppedWatch" && info.verb !== "watch") return false;
  if (!info.isResourceRequest && rule.resources === undefined && rule.verbs === undefined) return false;
  const agent = exchange.headers.get("User-Agent") ?? "";
  const resource = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  return (
    isSender(rule, user.name, agent) &&
    isAmong(rule.verbs, info.verb) &&
    isAmong(rule.resources, resource) &&
    isAmong(rule.groups, info.apiGroup) &&
    isAmong(rule.namespaces, info.namespace) &&
    isAmong(rule.names, info.name)
  );
}

function isSender({ users, userAgents }: FaultRule, user: string, agent: string): boolean {
  if (users === undefined && userAgents === undefined)
    return !ownUsers.some((known) => isLike(user, known)) && !ownAgents.some((known) => isLike(agent, known));
  return isAmong(users, user) && isAmong(userAgents, agent);
}

/** The server's own controllers, what the page's own views read, and the methods of a test server. */
const ownUsers = ["system:serviceaccount:kube-system:*", "system:kube-*", "system:node:*", "system:apiserver"];
const ownAgents = ["kubepad-testing*", "kubepad-ui/*"];

const isAmong = (wanted: readonly string[] | undefined, value: string): boolean =>
  wanted === undefined || wanted.some((known) => isLike(value, known));

const isLike = (value: string, known: string): boolean =>
  known.endsWith("*") ? value.startsWith(known.slice(0, -1)) : value === known;
