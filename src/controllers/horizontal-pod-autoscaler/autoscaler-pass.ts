import { messageOf } from "../../apimachinery/message-of.ts";
import type {
  AutoscalerCondition,
  AutoscalerStatus,
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  Scale,
  ScalingRules,
} from "../../api/autoscaling/v2.ts";
import type { Pod } from "../../api/core/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isConflict } from "../../apimachinery/errors.ts";
import { setStatusCondition } from "../../apimachinery/conditions.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";
import type { LabelSelector } from "../../apimachinery/labels/selector.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import { groupOf, type Kinds } from "../../client/kinds.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import type { ControllerKind } from "../framework/owners.ts";
import { equalJson } from "../framework/sorted-json.ts";
import { MetricError, proposeReplicas } from "./metric-proposal.ts";
import type { MetricsSource } from "./metrics.ts";
import { longestPeriodMs, normalizeReplicas } from "./normalize-replicas.ts";
import { ScalingHistory } from "./scaling-history.ts";

export interface PassOptions {
  readonly clock: Clock;
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly kind: ControllerKind;
  readonly kinds: Kinds;
  readonly source: MetricsSource;
  /** What is remembered of each autoscaler, by key. */
  readonly histories: Map<string, ScalingHistory>;
  readonly key: string;
  readonly autoscaler: HorizontalPodAutoscaler;
  /** The pods of the autoscaler's namespace. */
  readonly pods: () => Iterable<Pod>;
  /** Notes whose pods an autoscaler scales, and returns the keys of all that scale one of these pods. */
  readonly claim: (selector: LabelSelector, pods: readonly Pod[]) => readonly string[];
  readonly signal: AbortSignal;
}

/** --horizontal-pod-autoscaler-tolerance */
const defaultTolerance = 0.1;
/** How often a scale is written before a conflict counts. */
const updateTries = 5;

/** What is to be done: the replicas, whether they are to be written, and why. */
interface Decision {
  readonly replicas: number;
  readonly rescale: boolean;
  readonly reason: string;
  readonly metrics?: readonly MetricStatus[];
}

/** Nothing can be decided; conditions and events say why. */
class Undecided extends Error {
  readonly metrics: readonly MetricStatus[] | undefined;

  constructor(message: string, metrics?: readonly MetricStatus[]) {
    super(message);
    this.metrics = metrics;
  }
}

/** One pass over an autoscaler: reads scale and metrics, scales, and writes the status (reconcileAutoscaler). */
export class AutoscalerPass {
  readonly #options: PassOptions;
  #conditions: readonly AutoscalerCondition[];

  constructor(options: PassOptions) {
    this.#options = options;
    this.#conditions = options.autoscaler.status?.conditions ?? [];
  }

  async run(): Promise<void> {
    const { autoscaler, clock, histories, key } = this.#options;
    const found = await this.#scale();
    if (found === undefined) return this.#write(autoscaler.status ?? {});
    this.#set("AbleToScale", "True", {
      reason: "SucceededGetScale",
      message: "the HPA controller was able to get the target's current scale",
    });
    const current = found.scale.spec?.replicas ?? 0;
    if (!histories.has(key)) histories.set(key, new ScalingHistory(current, clock.now()));
    let decision: Decision;
    try {
      decision = await this.#decide(found.scale, current);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      await this.#writeCounts(current, autoscaler.status?.desiredReplicas ?? 0, error.metrics);
      return this.#event("Warning", "FailedComputeMetricsReplicas", error.message);
    }
    const { replicas, rescale, reason, metrics } = decision;
    if (rescale && !(await this.#rescale(found.target, found.scale, replicas, reason)))
      return this.#writeCounts(current, autoscaler.status?.desiredReplicas ?? 0, metrics);
    return this.#writeCounts(current, rescale ? replicas : current, metrics, rescale);
  }

  /** Returns the scale of the target; notes why there is none. */
  async #scale(): Promise<{ readonly target: ResourceTarget; readonly scale: Scale } | undefined> {
    const { autoscaler, client, kinds, signal } = this.#options;
    const { apiVersion = "", kind = "", name = "" } = autoscaler.spec?.scaleTargetRef ?? {};
    let first: unknown;
    try {
      if (apiVersion.split("/").length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`);
      for (const mapping of await kinds.mappings(groupOf(apiVersion), kind, signal)) {
        const target = { ...mapping, namespace: autoscaler.metadata.namespace ?? "" };
        try {
          return { target, scale: await client.getSubresource<Scale>(target, name, "scale", signal) };
        } catch (error) {
          first ??= error;
        }
      }
      throw first;
    } catch (error) {
      signal.throwIfAborted();
      this.#event("Warning", "FailedGetScale", messageOf(error));
      const message = `the HPA controller was unable to get the target's current scale: ${messageOf(error)}`;
      this.#set("AbleToScale", "False", { reason: "FailedGetScale", message });
      return undefined;
    }
  }

  async #decide(scale: Scale, current: number): Promise<Decision> {
    const { minReplicas = 1, maxReplicas = 0, behavior } = this.#options.autoscaler.spec ?? {};
    if (current === 0 && minReplicas !== 0) {
      const message = "scaling is disabled since the replica count of the target is zero";
      this.#set("ScalingActive", "False", { reason: "ScalingDisabled", message });
      return { replicas: 0, rescale: false, reason: "" };
    }
    if (current > maxReplicas)
      return { replicas: maxReplicas, rescale: true, reason: "Current number of replicas above Spec.MaxReplicas" };
    if (current < minReplicas)
      return { replicas: minReplicas, rescale: true, reason: "Current number of replicas below Spec.MinReplicas" };
    const { replicas: desired, name, metrics } = await this.#proposed(scale, current);
    const { histories, key, clock } = this.#options;
    const normalized = normalizeReplicas({
      history: histories.get(key) ?? new ScalingHistory(current, clock.now()),
      behavior,
      minReplicas,
      maxReplicas,
      currentReplicas: current,
      desiredReplicas: desired,
      now: clock.now(),
    });
    this.#set("AbleToScale", "True", normalized.able);
    this.#set("ScalingLimited", normalized.limited.isLimited ? "True" : "False", normalized.limited);
    const { replicas } = normalized;
    const reason = desired > current ? `${name} above target` : desired < current ? "All metrics below target" : "";
    return { replicas, rescale: replicas !== current, reason, metrics };
  }

  /** Returns the highest proposal of the metrics (computeReplicasForMetrics). */
  async #proposed(scale: Scale, current: number) {
    const { autoscaler } = this.#options;
    const { selector, pods } = this.#select(scale.status?.selector ?? "");
    const specs = autoscaler.spec?.metrics ?? [];
    const metrics: MetricStatus[] = [];
    let best: { readonly replicas: number; readonly name: string } | undefined;
    let failure: MetricError | undefined;
    let failures = 0;
    for (const spec of specs)
      try {
        const proposal = await this.#propose(spec, scale, { current, selector, pods });
        metrics.push(proposal.status);
        if (best === undefined || best.replicas === 0 || proposal.replicas > best.replicas) best = proposal;
      } catch (error) {
        if (!(error instanceof MetricError)) throw error;
        this.#options.signal.throwIfAborted();
        this.#event("Warning", error.reason, error.eventMessage);
        metrics.push({ type: "" });
        failure ??= error;
        failures += 1;
      }
    // a metric that is not known may be the one that asks for the most
    if (best === undefined || (failure !== undefined && best.replicas < current)) {
      const cause = failure === undefined ? "" : `, first error is: ${failure.message}`;
      if (failure !== undefined) {
        const message = `the HPA was unable to compute the replica count: ${failure.eventMessage}`;
        this.#set("ScalingActive", "False", { reason: failure.reason, message });
      }
      throw new Undecided(`invalid metrics (${failures} invalid out of ${specs.length})${cause}`, metrics);
    }
    const message = `the HPA was able to successfully calculate a replica count from ${best.name}`;
    this.#set("ScalingActive", "True", { reason: "ValidMetricFound", message });
    return { ...best, metrics };
  }

  #propose(
    spec: MetricSpec,
    scale: Scale,
    { current, selector, pods }: { readonly current: number; readonly selector: string; readonly pods: readonly Pod[] },
  ) {
    const { autoscaler, clock, source, signal } = this.#options;
    const { namespace = "" } = autoscaler.metadata;
    const { behavior } = autoscaler.spec ?? {};
    return proposeReplicas(spec, {
      currentReplicas: current,
      statusReplicas: scale.status?.replicas ?? 0,
      tolerances: { scaleUp: toleranceOf(behavior?.scaleUp), scaleDown: toleranceOf(behavior?.scaleDown) },
      pods,
      now: clock.now(),
      scope: { namespace, selector },
      source,
      signal,
    });
  }

  /** Returns the pods of the scale, which no other autoscaler may scale (validateAndParseSelector). */
  #select(text: string): { readonly selector: string; readonly pods: readonly Pod[] } {
    if (text === "") {
      this.#event("Warning", "SelectorRequired", "selector is required");
      const message = "the HPA target's scale is missing a selector";
      this.#set("ScalingActive", "False", { reason: "InvalidSelector", message });
      throw new Undecided("selector is required");
    }
    const refuse = (reason: string, message: string): Undecided => {
      this.#event("Warning", reason, message);
      this.#set("ScalingActive", "False", { reason, message });
      return new Undecided(message);
    };
    let selector: LabelSelector;
    try {
      selector = parseLabelSelector(text);
    } catch (error) {
      const prefix = "couldn't convert selector into a corresponding internal selector object";
      throw refuse("InvalidSelector", `${prefix}: ${messageOf(error)}`);
    }
    const pods = [...this.#options.pods()].filter(({ metadata }) => selector.matches(metadata.labels ?? {}));
    const keys = this.#options.claim(selector, pods);
    if (keys.length > 1) {
      const message = `pods by selector ${text} are controlled by multiple HPAs: [${keys.join(" ")}]`;
      throw refuse("AmbiguousSelector", message);
    }
    return { selector: text, pods };
  }

  /** Writes the scale; returns false if that is refused. */
  async #rescale(target: ResourceTarget, scale: Scale, replicas: number, reason: string): Promise<boolean> {
    const { autoscaler, clock, histories, key, signal } = this.#options;
    const before = scale.spec?.replicas ?? 0;
    try {
      await this.#updateScale(target, scale, replicas);
    } catch (error) {
      signal.throwIfAborted();
      const text = messageOf(error);
      this.#event("Warning", "FailedRescale", `New size: ${replicas}; reason: ${reason}; error: ${text}`);
      const message = `the HPA controller was unable to update the target scale: ${text}`;
      this.#set("AbleToScale", "False", { reason: "FailedUpdateScale", message });
      return false;
    }
    const message = `the HPA controller was able to update the target scale to ${replicas}`;
    this.#set("AbleToScale", "True", { reason: "SucceededRescale", message });
    this.#event("Normal", "SuccessfulRescale", `New size: ${replicas}; reason: ${reason}`);
    const behavior = autoscaler.spec?.behavior;
    if (behavior !== undefined) {
      const period = longestPeriodMs(replicas > before ? behavior.scaleUp : behavior.scaleDown);
      histories.get(key)?.changed(before, replicas, clock.now(), clock.now() - period);
    }
    return true;
  }

  /** Writes the scale, which is read again where another has changed it meanwhile (retry.DefaultRetry). */
  async #updateScale(target: ResourceTarget, scale: Scale, replicas: number): Promise<void> {
    const { client, signal } = this.#options;
    let latest = scale;
    for (let left = updateTries - 1; ; left -= 1)
      try {
        await client.update(target, { ...latest, spec: { ...latest.spec, replicas } }, "scale", signal);
        return;
      } catch (error) {
        if (left === 0 || !isConflict(error)) throw error;
        const { name = "" } = scale.metadata;
        const read = client.getSubresource<Scale>(target, name, "scale", signal);
        latest = await read.catch(() => {
          throw error;
        });
      }
  }

  #set(type: string, status: "True" | "False", { reason, message }: { reason: string; message: string }): void {
    const lastTransitionTime = formatTime(this.#options.clock.now());
    this.#conditions = setStatusCondition(this.#conditions, { type, status, lastTransitionTime, reason, message });
  }

  /** Writes a status that is made anew (setStatus). */
  #writeCounts(
    currentReplicas: number,
    desiredReplicas: number,
    currentMetrics: readonly MetricStatus[] | undefined,
    rescaled = false,
  ): Promise<void> {
    const { autoscaler, clock } = this.#options;
    const lastScaleTime = rescaled ? formatTime(clock.now()) : autoscaler.status?.lastScaleTime;
    return this.#write({
      ...(lastScaleTime !== undefined && { lastScaleTime }),
      currentReplicas,
      desiredReplicas,
      ...(currentMetrics !== undefined && { currentMetrics }),
    });
  }

  /** Writes the status if it is another one (updateStatusIfNeeded). */
  async #write(counts: AutoscalerStatus): Promise<void> {
    const { autoscaler, client, kind, signal } = this.#options;
    const status = { ...counts, conditions: this.#conditions };
    if (equalJson(presentOf(status), presentOf(autoscaler.status ?? {}))) return;
    const target = { ...kind.target, namespace: autoscaler.metadata.namespace ?? "" };
    const update = { ...autoscaler, apiVersion: kind.apiVersion, kind: kind.kind, status };
    try {
      await client.update(target, update, "status", signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#event("Warning", "FailedUpdateStatus", messageOf(error));
    }
  }

  #event(type: "Normal" | "Warning", reason: string, message: string): void {
    const { autoscaler, kind, recorder } = this.#options;
    recorder.event(kind, autoscaler, type, reason, message);
  }
}

const toleranceOf = (rules: ScalingRules | undefined): number =>
  rules?.tolerance === undefined ? defaultTolerance : parseQuantity(rules.tolerance).asApproximateFloat64();

/** What the server keeps of a status: it leaves out empty lists and a current count of zero. */
const presentOf = ({ currentReplicas = 0, desiredReplicas = 0, currentMetrics = [], ...rest }: AutoscalerStatus) => ({
  ...rest,
  currentReplicas,
  desiredReplicas,
  currentMetrics,
});
