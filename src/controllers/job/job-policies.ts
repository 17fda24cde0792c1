import type { Job, PodFailurePolicyRule } from "../../api/batch/v1.ts";
import type { ContainerStatus, Pod } from "../../api/core/v1.ts";
import { parseIndexes } from "./indexes.ts";

/** What the pod failure policy says about a failed pod. */
export interface FailureMatch {
  readonly action: string;
  /** Why the job fails, for FailJob. */
  readonly message: string;
}

function matchingContainer(rule: PodFailurePolicyRule, pod: Pod): ContainerStatus | undefined {
  const { onExitCodes } = rule;
  if (onExitCodes === undefined) return undefined;
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
  return statuses.find(({ name, state }) => {
    const exitCode = state?.terminated?.exitCode ?? 0;
    if (exitCode === 0 || (onExitCodes.containerName !== undefined && onExitCodes.containerName !== name)) return false;
    const isListed = onExitCodes.values?.includes(exitCode) === true;
    return onExitCodes.operator === "In" ? isListed : !isListed;
  });
}

/** Returns what the first matching rule says; undefined if none matches (matchPodFailurePolicy). */
export function matchFailurePolicy(job: Job, pod: Pod): FailureMatch | undefined {
  const name = `${pod.metadata.namespace ?? ""}/${pod.metadata.name ?? ""}`;
  for (const [i, rule] of (job.spec?.podFailurePolicy?.rules ?? []).entries()) {
    const container = matchingContainer(rule, pod);
    if (container !== undefined) {
      const code = container.state?.terminated?.exitCode ?? 0;
      const what = `Container ${container.name} for pod ${name} failed with exit code ${code}`;
      return { action: rule.action, message: `${what} matching ${rule.action} rule at index ${i}` };
    }
    const condition = pod.status?.conditions?.find((one) =>
      rule.onPodConditions?.some(({ type, status = "True" }) => type === one.type && status === one.status),
    );
    if (condition !== undefined) {
      const what = `Pod ${name} has condition ${condition.type} matching ${rule.action} rule at index ${i}`;
      return { action: rule.action, message: what };
    }
  }
  return undefined;
}

/** Returns the message of the first rule of the success policy that is met (matchSuccessPolicy). */
export function matchSuccessPolicy(job: Job, succeeded: ReadonlySet<number>): string | undefined {
  for (const [i, rule] of (job.spec?.successPolicy?.rules ?? []).entries()) {
    const wanted = rule.succeededIndexes === undefined ? undefined : parseIndexes(rule.succeededIndexes);
    const found = wanted === undefined ? succeeded.size : [...wanted].filter((index) => succeeded.has(index)).length;
    if (found >= (rule.succeededCount ?? wanted?.size ?? Infinity)) return `Matched rules at index ${i}`;
  }
  return undefined;
}

const failureCountAnnotation = "batch.kubernetes.io/job-index-failure-count";
const ignoredCountAnnotation = "batch.kubernetes.io/job-index-ignored-failure-count";

const countOf = ({ metadata }: Pod, name: string): number => {
  const text = metadata.annotations?.[name] ?? "";
  return /^\d+$/.test(text) ? Number(text) : 0;
};

/** The failures of an index before this pod. */
const failureCountOf = (pod: Pod): number => countOf(pod, failureCountAnnotation);

/** The failures of an index before this pod, also those that the policy ignores (getIndexAbsoluteFailureCount). */
export const allFailuresOf = (pod: Pod): number => failureCountOf(pod) + countOf(pod, ignoredCountAnnotation);

/** Whether the index of a failed pod has failed for good (isIndexFailed). */
export function isIndexFailed(job: Job, pod: Pod): boolean {
  const action = matchFailurePolicy(job, pod)?.action;
  if (action === "FailIndex") return true;
  return action !== "Ignore" && failureCountOf(pod) >= (job.spec?.backoffLimitPerIndex ?? Infinity);
}

/** The annotations of the pod that replaces a failed one of its index. */
export function failureAnnotations(job: Job, failed: Pod | undefined): Readonly<Record<string, string>> {
  if (job.spec?.backoffLimitPerIndex === undefined) return {};
  if (failed === undefined) return { [failureCountAnnotation]: "0" };
  const isIgnored = matchFailurePolicy(job, failed)?.action === "Ignore";
  const ignored = countOf(failed, ignoredCountAnnotation) + (isIgnored ? 1 : 0);
  return {
    [failureCountAnnotation]: String(failureCountOf(failed) + (isIgnored ? 0 : 1)),
    ...(ignored > 0 && { [ignoredCountAnnotation]: String(ignored) }),
  };
}
