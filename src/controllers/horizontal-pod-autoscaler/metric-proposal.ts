import { messageOf } from "../../apimachinery/message-of.ts";
import type {
  MetricIdentifier,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from "../../api/autoscaling/v2.ts";
import { formatLabelSelector, type LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import { newMilliQuantity } from "../../apimachinery/quantity.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { MetricScope, MetricsSource } from "./metrics.ts";
import {
  averageReplicas,
  type CalculatorInput,
  perPodReplicas,
  type ReplicaProposal,
  resourceReplicas,
  valueReplicas,
} from "./replica-calculator.ts";

export interface ProposalInput extends CalculatorInput {
  readonly statusReplicas: number;
  readonly scope: MetricScope;
  readonly source: MetricsSource;
  readonly signal: AbortSignal;
}

/** What one metric proposes, what it is called, and its status. */
export interface MetricProposal {
  readonly replicas: number;
  readonly name: string;
  readonly status: MetricStatus;
}

/** A metric that proposes nothing: the reason and text of its event, and the text of the error about it. */
export class MetricError extends Error {
  readonly reason: string;
  readonly eventMessage: string;

  constructor(reason: string, eventMessage: string, message: string, cause: unknown) {
    super(message, { cause });
    this.name = "MetricError";
    this.reason = reason;
    this.eventMessage = eventMessage;
  }
}

/** Computes what a metric proposes (computeReplicasForMetric). Rejects with a MetricError. */
export function proposeReplicas(metric: MetricSpec, input: ProposalInput): Promise<MetricProposal> {
  const { object, pods, resource, containerResource, external } = metric;
  if (metric.type === "Object" && object !== undefined)
    return told("FailedGetObjectMetric", "failed to get object metric value", () => ofObject(object, input));
  if (metric.type === "Pods" && pods !== undefined)
    return told("FailedGetPodsMetric", "failed to get pods metric value", () => ofPods(pods, input));
  if (metric.type === "Resource" && resource !== undefined)
    return told("FailedGetResourceMetric", `failed to get ${resource.name} resource metric value`, async () => {
      const { current, name, replicas } = await ofResource(resource, "", input);
      return { name, replicas, status: { type: "Resource", resource: { name: resource.name, current } } };
    });
  if (metric.type === "ContainerResource" && containerResource !== undefined) {
    const { name: resourceName, container } = containerResource;
    const prefix = `failed to get ${container} container metric value`;
    return told("FailedGetContainerResourceMetric", prefix, async () => {
      const { current, name, replicas } = await ofResource(containerResource, container, input);
      const status = { type: "ContainerResource", containerResource: { name: resourceName, container, current } };
      return { name, replicas, status };
    });
  }
  if (metric.type === "External" && external !== undefined) {
    const prefix = `failed to get ${external.metric.name} external metric value`;
    return told("FailedGetExternalMetric", prefix, () => ofExternal(external, input));
  }
  const message = `unknown metric source type ${JSON.stringify(metric.type)}`;
  return Promise.reject(new MetricError("InvalidMetricSourceType", message, message, undefined));
}

/** An error whose event and condition tell its cause only, while the caller is told where it came from. */
class WrappedError extends Error {}

/** Turns any error into a MetricError. */
async function told(reason: string, prefix: string, act: () => Promise<MetricProposal>): Promise<MetricProposal> {
  try {
    return await act();
  } catch (error) {
    const inner = error instanceof WrappedError ? error.cause : error;
    throw new MetricError(reason, messageOf(inner), `${prefix}: ${messageOf(error)}`, error);
  }
}

/** Adds where an error came from to what the caller is told, and not to its event. */
const wrapped = (prefix: string, error: unknown): WrappedError =>
  new WrappedError(`${prefix}: ${messageOf(error)}`, { cause: error });

const milli = (value: number): string => newMilliQuantity(BigInt(value), "DecimalSI").toString();
/** A usage in the format that metrics-server tells it in (buildQuantity). */
const usageOf = (resource: string, value: number): string =>
  newMilliQuantity(BigInt(value), resource === "memory" ? "BinarySI" : "DecimalSI").toString();
const milliOf = (text: string): number => Number(parseQuantity(text).milliValue);

/** Rejects with the message of `act`, behind a prefix. */
async function prefixed<T>(prefix: string, act: () => Promise<T> | T): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new Error(`${prefix}: ${messageOf(error)}`, { cause: error });
  }
}

interface ResourceProposal {
  readonly replicas: number;
  readonly name: string;
  readonly current: MetricValueStatus;
}

/** Resource and ContainerResource (computeStatusForResourceMetricGeneric). */
async function ofResource(
  { name: resource, target }: { readonly name: string; readonly target: MetricTarget },
  container: string,
  input: ProposalInput,
): Promise<ResourceProposal> {
  const read = () =>
    prefixed(`unable to get metrics for resource ${resource}`, () =>
      input.source.resource(resource, input.scope, container, input.signal),
    );
  if (target.averageValue !== undefined) {
    const average = milliOf(target.averageValue);
    const { replicas, usage } = await prefixed(`failed to get ${resource} usage`, async () =>
      averageReplicas(await read(), input, { resource, target: average }),
    );
    return { replicas, name: `${resource} resource`, current: { averageValue: usageOf(resource, usage) } };
  }
  const { averageUtilization } = target;
  if (averageUtilization === undefined)
    throw new Error(
      "invalid resource metric source: neither an average utilization target nor an average value (usage) target was set",
    );
  const { replicas, usage, utilization } = await prefixed(`failed to get ${resource} utilization`, async () =>
    resourceReplicas(await read(), input, { resource, container, target: averageUtilization }),
  );
  return {
    replicas,
    name: `${resource} ${container === "" ? "" : "container "}resource utilization (percentage of request)`,
    current: {
      averageValue: usageOf(resource, usage),
      ...(utilization !== undefined && { averageUtilization: utilization }),
    },
  };
}

const identifier = ({ name, selector }: MetricIdentifier): MetricIdentifier => ({
  name,
  ...(selector !== undefined && { selector }),
});

async function ofPods(
  { metric, target }: NonNullable<MetricSpec["pods"]>,
  input: ProposalInput,
): Promise<MetricProposal> {
  const metrics = await prefixed(`unable to get metric ${metric.name}`, () =>
    input.source.pods(metric, input.scope, input.signal),
  );
  const { replicas, usage } = averageReplicas(metrics, input, { target: milliOf(target.averageValue ?? "0") });
  const status = { type: "Pods", pods: { metric: identifier(metric), current: { averageValue: milli(usage) } } };
  return { replicas, name: `pods metric ${metric.name}`, status };
}

/** Object metrics. Upstream's message about one that is unknown has its parts in this order. */
async function ofObject(
  { describedObject, metric, target }: NonNullable<MetricSpec["object"]>,
  input: ProposalInput,
): Promise<MetricProposal> {
  const { namespace } = input.scope;
  const read = async (): Promise<number> => {
    try {
      return await input.source.object(metric, namespace, describedObject, input.signal);
    } catch (error) {
      const about = `${describedObject.kind} on ${namespace} ${describedObject.name}/${messageOf(error)}`;
      throw new Error(`unable to get metric ${metric.name}: ${about}`, { cause: error });
    }
  };
  if (target.type === "Value" && target.value !== undefined) {
    const { replicas, usage } = valueReplicas(await read(), milliOf(target.value), input);
    const object = { describedObject, metric: identifier(metric), current: { value: milli(usage) } };
    const name = `${describedObject.kind} metric ${metric.name}`;
    return { replicas, name, status: { type: "Object", object } };
  }
  if (target.type !== "AverageValue" || target.averageValue === undefined)
    throw new Error("invalid object metric source: neither a value target nor an average value target was set");
  const total = await read().catch((error: unknown) => {
    throw wrapped(`failed to get ${metric.name} object metric`, error);
  });
  const { replicas, usage } = perPodReplicas(total, milliOf(target.averageValue), input);
  // upstream leaves the described object out here
  const current = { averageValue: milli(usage) };
  const object = { describedObject: { kind: "", name: "" }, metric: identifier(metric), current };
  return { replicas, name: externalName(metric), status: { type: "Object", object } };
}

async function ofExternal(
  { metric, target }: NonNullable<MetricSpec["external"]>,
  input: ProposalInput,
): Promise<MetricProposal> {
  const { namespace } = input.scope;
  const read = async (): Promise<number> => {
    const selector = metric.selector === undefined ? "" : formatLabelSelector(metric.selector);
    const prefix = `unable to get external metric ${namespace}/${metric.name}/${printSelector(metric.selector)}`;
    const values = await prefixed(prefix, () =>
      input.source.external(metric.name, selector, input.scope, input.signal),
    );
    return values.reduce((sum, value) => sum + value, 0);
  };
  const proposed = async (prefix: string, act: (usage: number) => ReplicaProposal): Promise<ReplicaProposal> => {
    try {
      return act(await read());
    } catch (error) {
      throw wrapped(prefix, error);
    }
  };
  const done = ({ replicas }: ReplicaProposal, current: MetricValueStatus): MetricProposal => ({
    replicas,
    name: externalName(metric),
    status: { type: "External", external: { metric: identifier(metric), current } },
  });
  const { averageValue, value } = target;
  if (averageValue !== undefined) {
    const prefix = `failed to get ${metric.name} external metric`;
    const proposal = await proposed(prefix, (usage) => perPodReplicas(usage, milliOf(averageValue), input));
    return done(proposal, { averageValue: milli(proposal.usage) });
  }
  if (value === undefined)
    throw new Error("invalid external metric source: neither a value target nor an average value target was set");
  const prefix = `failed to get external metric ${metric.name}`;
  const proposal = await proposed(prefix, (usage) => valueReplicas(usage, milliOf(value), input));
  return done(proposal, { value: milli(proposal.usage) });
}

const externalName = ({ name, selector }: MetricIdentifier): string =>
  `external metric ${name}(${printSelector(selector)})`;

/** Prints a selector as Go prints a pointer to one with %+v. */
function printSelector(selector: LabelSelectorSpec | undefined): string {
  if (selector === undefined) return "nil";
  const labels = Object.entries(selector.matchLabels ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (selector.matchExpressions ?? []).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${(values ?? []).join(" ")}],},`,
  );
  const parts = [
    `MatchLabels:map[string]string{${labels.join("")}}`,
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}}`,
  ];
  return `&LabelSelector{${parts.join(",")},}`;
}
