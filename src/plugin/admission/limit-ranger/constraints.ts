import type {
  Container,
  LimitRange,
  LimitRangeItem,
  PersistentVolumeClaim,
  Pod,
  ResourceListText,
} from "../../../api/core/v1.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../../apimachinery/quantity.ts";
import { podLimits, podRequests } from "../../../component-helpers/resource/pod-resources.ts";
import {
  noResources,
  parseResourceList,
  type ResourceList,
} from "../../../component-helpers/resource/resource-list.ts";

/** The greatest amount whose thousandths fit an int64 (resource.MaxMilliValue). */
const maxMilliValue = ((1n << 63n) - 1n) / 1000n;

const zero = parseQuantity("0");

/** Returns amounts at a common precision: thousandths where all of them fit (requestLimitEnforcedValues). */
function comparable(request: Quantity = zero, limit: Quantity = zero, enforced: Quantity = zero) {
  const whole = { asked: request.value, most: limit.value, bound: enforced.value };
  if (whole.asked > maxMilliValue || whole.most > maxMilliValue || whole.bound > maxMilliValue) return whole;
  return { asked: request.milliValue, most: limit.milliValue, bound: enforced.milliValue };
}

interface Asked {
  /** The type of the limit, as in the messages. */
  readonly type: string;
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** Returns why a constraint on a resource is violated (limitranger minConstraint and others). */
type Constraint = (asked: Asked, resource: string, enforced: Quantity) => string | undefined;

const minimum: Constraint = ({ type, requests, limits }, resource, enforced) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const { asked, most, bound } = comparable(request, limit, enforced);
  const head = `minimum ${resource} usage per ${type} is ${enforced.toString()}`;
  if (request === undefined) return `${head}.  No request is specified`;
  if (asked < bound) return `${head}, but request is ${request.toString()}`;
  if (limit !== undefined && most < bound) return `${head}, but limit is ${limit.toString()}`;
  return undefined;
};

const maximum: Constraint = ({ type, requests, limits }, resource, enforced) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const { asked, most, bound } = comparable(request, limit, enforced);
  const head = `maximum ${resource} usage per ${type} is ${enforced.toString()}`;
  if (limit === undefined) return `${head}.  No limit is specified`;
  if (most > bound) return `${head}, but limit is ${limit.toString()}`;
  if (request !== undefined && asked > bound) return `${head}, but request is ${request.toString()}`;
  return undefined;
};

/** For claims, which have requests only. */
const maximumRequest: Constraint = ({ type, requests }, resource, enforced) => {
  const request = requests.get(resource);
  const { asked, bound } = comparable(request, undefined, enforced);
  const head = `maximum ${resource} usage per ${type} is ${enforced.toString()}`;
  if (request === undefined) return `${head}.  No request is specified`;
  return asked > bound ? `${head}, but request is ${request.toString()}` : undefined;
};

const ratio: Constraint = ({ type, requests, limits }, resource, enforced) => {
  const { asked, most } = comparable(requests.get(resource), limits.get(resource), enforced);
  const head = `${resource} max limit to request ratio per ${type} is ${enforced.toString()}`;
  if (asked === 0n) return `${head}, but no request is specified or request is 0`;
  if (most === 0n) return `${head}, but no limit is specified or limit is 0`;
  const observed = Number(most) / Number(asked);
  const exceeds =
    enforced.value <= maxMilliValue ? observed * 1000 > Number(enforced.milliValue) : observed > Number(enforced.value);
  return exceeds ? `${head}, but provided ratio is ${observed.toFixed(6)}` : undefined;
};

const rows: readonly (readonly ["min" | "max" | "maxLimitRequestRatio", Constraint])[] = [
  ["min", minimum],
  ["max", maximum],
  ["maxLimitRequestRatio", ratio],
];

const problems = (item: LimitRangeItem, asked: Asked): readonly string[] =>
  rows.flatMap(([member, constraint]) =>
    [...parseResourceList(item[member])].flatMap(([resource, quantity]) => constraint(asked, resource, quantity) ?? []),
  );

const ofContainer = ({ resources }: Container): Omit<Asked, "type"> => ({
  requests: parseResourceList(resources?.requests),
  limits: parseResourceList(resources?.limits),
});

/** The resources of a pod as a whole that limit ranges know (limitranger supportedPodLevelResources). */
const podLevelResources: readonly string[] = ["cpu", "memory"];

const supported = (list: ResourceListText = {}): ResourceListText =>
  Object.fromEntries(Object.entries(list).filter(([name]) => podLevelResources.includes(name)));

function withSupportedResources(pod: Pod): Pod {
  const { resources } = pod.spec ?? {};
  if (resources === undefined) return pod;
  const { requests, limits } = resources;
  return { ...pod, spec: { ...pod.spec, resources: { requests: supported(requests), limits: supported(limits) } } };
}

/** Returns what a pod violates; overhead and the status do not count (limitranger PodValidateLimitFunc). */
export function podProblems({ spec }: LimitRange, pod: Pod, hasPodLevelResources: boolean): readonly string[] {
  const options = { excludeOverhead: true, skipPodLevelResources: !hasPodLevelResources };
  return (spec?.limits ?? []).flatMap((item) => {
    const { type } = item;
    if (type === "Container")
      return [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])].flatMap((container) =>
        problems(item, { type, ...ofContainer(container) }),
      );
    if (type !== "Pod") return [];
    const whole = withSupportedResources(pod);
    return problems(item, { type, requests: podRequests(whole, options), limits: podLimits(whole, options) });
  });
}

/** Returns what a claim violates (limitranger PersistentVolumeClaimValidateLimitFunc). */
export function claimProblems({ spec }: LimitRange, claim: PersistentVolumeClaim): readonly string[] {
  const requests = parseResourceList(claim.spec?.resources?.requests);
  return (spec?.limits ?? []).flatMap(({ type, min, max }) => {
    if (type !== "PersistentVolumeClaim") return [];
    const asked: Asked = { type, requests, limits: noResources };
    return [
      ...[...parseResourceList(min)].flatMap(([resource, quantity]) => minimum(asked, resource, quantity) ?? []),
      ...[...parseResourceList(max)].flatMap(([resource, quantity]) => maximumRequest(asked, resource, quantity) ?? []),
    ];
  });
}
