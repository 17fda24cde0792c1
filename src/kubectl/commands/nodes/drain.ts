import { pushAll } from "../../../apimachinery/long-lists.ts";
import { isForbidden, isNotFound, isTooManyRequests } from "../../../apimachinery/errors.ts";
import { findStatusCause } from "../../../apimachinery/errors.ts";
import { formatDuration, parseDuration } from "../../../apimachinery/duration.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isObject, type JsonObject } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, textAt, valueAt } from "../../json-access.ts";
import { aggregateText, KubectlError, KubectlErrors } from "../../kubectl-error.ts";
import { objectTitle } from "../../output/printer.ts";
import { doneText, dryRunOf } from "../write/write-options.ts";
import { nodesOf, setUnschedulable } from "./cordon.ts";
import { filterPods, type FilteredPods, isSkipped } from "./pod-filters.ts";
import { typedList } from "../../rest/rest.ts";

/** `kubectl drain`: cordons nodes and evicts their pods. */
export async function drain(invocation: Invocation): Promise<void> {
  const { flags, out, err } = invocation;
  const nodes = await nodesOf(invocation);
  await setUnschedulable(invocation, nodes, true);
  const failed: { readonly name: string; readonly error: unknown }[] = [];
  for (const { name, object } of nodes) {
    try {
      await emptyNode(invocation, name);
      out(`${objectTitle(object, name)} ${doneText("drained", dryRunOf(flags))}\n`);
    } catch (error) {
      err(
        `error: unable to drain node ${quoteGo(name)} due to error: ${aggregateText(error)}, continuing command...\n`,
      );
      failed.push({ name, error });
    }
  }
  if (failed.length > 0)
    err(`There are pending nodes to be drained:\n${failed.map(({ name }) => ` ${name}\n`).join("")}`);
  if (failed.length > 0) throw new KubectlErrors(failed.map(({ error }) => error));
}

async function emptyNode(invocation: Invocation, node: string): Promise<void> {
  const { flags, out, err } = invocation;
  const { pods, warning, errors } = await podsOf(invocation, node);
  if (errors.length > 0) throw new KubectlErrors(errors);
  if (warning !== "") err(`Warning: ${warning}\n`);
  if (dryRunOf(flags) === "client")
    return pods.forEach((pod) => out(`evicting pod ${namespaceOf(pod)}/${nameOf(pod)} (dry run)\n`));
  try {
    if (pods.length > 0) await (flags.bool("disable-eviction") ? deletePods : evictPods)(invocation, pods);
  } catch (error) {
    const pending = await podsOf(invocation, node);
    if (pending.pods.length > 0)
      err(
        `There are pending pods in node ${quoteGo(node)} when an error occurred: ${aggregateText(error)}\n` +
          pending.pods.map((pod) => `pod/${nameOf(pod)}\n`).join(""),
      );
    if (pending.errors.length > 0)
      err(
        `Following errors occurred while getting the list of pods to delete:\n${aggregateText(new KubectlErrors(pending.errors))}`,
      );
    throw error;
  }
}

async function podsOf(invocation: Invocation, node: string): Promise<FilteredPods> {
  const { rest, flags } = invocation;
  const found: JsonObject[] = [];
  for (let token = ""; ;) {
    const query = {
      ...typedList,
      fieldSelector: `spec.nodeName=${node}`,
      labelSelector: flags.text("pod-selector"),
      limit: flags.int("chunk-size") > 0 ? flags.text("chunk-size") : "",
      continue: token,
    };
    const page = await rest.object({ method: "GET", path: "/api/v1/pods", query });
    pushAll(found, itemsAt(page, "items").filter(isObject));
    token = textAt(page, "metadata", "continue");
    if (token === "") break;
  }
  return filterPods(invocation, found);
}

/** The members of DeleteOptions that flags ask for. */
const deleteOptions = ({ flags }: Invocation): JsonObject => ({
  ...(flags.int("grace-period") >= 0 && { gracePeriodSeconds: flags.int("grace-period") }),
  ...(dryRunOf(flags) === "server" && { dryRun: ["All"] }),
});

const pathOfPod = (pod: JsonObject): string => `/api/v1/namespaces/${namespaceOf(pod)}/pods/${nameOf(pod)}`;
const isTerminating = (error: unknown): boolean =>
  isForbidden(error) && findStatusCause(error, "NamespaceTerminating") !== undefined;

/** When a drain gives up, in milliseconds of the monotonic clock. */
function deadlineOf({ flags, session }: Invocation): number {
  const timeout = Number(parseDuration(flags.text("timeout")) / 1_000_000n);
  return timeout === 0 ? Number.POSITIVE_INFINITY : session.clock.monotonic() + timeout;
}

async function evictPods(invocation: Invocation, pods: readonly JsonObject[]): Promise<void> {
  const deadline = deadlineOf(invocation);
  const errors = await Promise.all(
    pods.map(async (pod) => {
      try {
        await evictPod(invocation, pod, deadline);
        return undefined;
      } catch (error) {
        return error;
      }
    }),
  );
  const failures = errors.filter((error) => error !== undefined);
  if (failures.length > 0) throw new KubectlErrors(failures);
}

async function evictPod(invocation: Invocation, pod: JsonObject, deadline: number): Promise<void> {
  const { flags, rest, out, err, session } = invocation;
  const [name, namespace] = [nameOf(pod), namespaceOf(pod)];
  const which = `pods/${quoteGo(name)} -n ${quoteGo(namespace)}`;
  const dryRun = dryRunOf(flags);
  for (;;) {
    if (dryRun !== "server" && flags.int("v") >= 2) out(`pod/${name} eviction started\n`);
    out(`evicting pod ${namespace}/${name}${dryRun === "server" ? " (server dry run)" : ""}\n`);
    if (session.clock.monotonic() >= deadline)
      throw new KubectlError(
        `error when evicting ${which}: global timeout reached: ${formatDuration(parseDuration(flags.text("timeout")))}`,
      );
    try {
      const body = {
        apiVersion: "policy/v1",
        deleteOptions: deleteOptions(invocation),
        kind: "Eviction",
        metadata: { name, namespace },
      };
      await rest.object({ method: "POST", path: `${pathOfPod(pod)}/eviction`, body });
      break;
    } catch (error) {
      if (isNotFound(error)) return;
      const again = isTooManyRequests(error)
        ? `error when evicting ${which}`
        : isTerminating(error)
          ? `error when evicting pod ${quoteGo(name)} from terminating namespace ${quoteGo(namespace)}`
          : undefined;
      if (isTerminating(error) && valueAt(pod, "metadata", "deletionTimestamp") !== undefined) break;
      if (again === undefined) throw new KubectlError(`error when evicting ${which}: ${messageOf(error)}`);
      err(`${again} (will retry after 5s): ${messageOf(error)}\n`);
      await pause(invocation, 5000);
    }
  }
  if (dryRun === "server") return;
  try {
    await waitForDeletion(invocation, [pod], deadline, "evicted", "eviction failed");
  } catch (error) {
    const where = `pod ${quoteGo(name)} in namespace ${quoteGo(namespace)}`;
    throw new KubectlError(`error when waiting for ${where} to terminate: ${messageOf(error)}`);
  }
}

async function deletePods(invocation: Invocation, pods: readonly JsonObject[]): Promise<void> {
  const { rest, flags, out } = invocation;
  for (const pod of pods) {
    try {
      await rest.object({ method: "DELETE", path: pathOfPod(pod), body: deleteOptions(invocation) });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    if (flags.int("v") >= 2) out(`pod/${nameOf(pod)} ${doneText("deletion started", dryRunOf(flags))}\n`);
  }
  await waitForDeletion(invocation, pods, deadlineOf(invocation), "deleted", "deletion failed");
}

/** Asks every second for pods until they are gone, and prints each that is. */
async function waitForDeletion(
  invocation: Invocation,
  pods: readonly JsonObject[],
  deadline: number,
  done: string,
  failure: string,
): Promise<void> {
  const { flags, out, session } = invocation;
  const finished = (pod: JsonObject, text: string): void =>
    out(`pod/${nameOf(pod)} ${doneText(text, dryRunOf(flags))}\n`);
  let pending = pods;
  for (;;) {
    const left: JsonObject[] = [];
    for (const pod of pending) {
      const state = await stateOf(invocation, pod).catch((error: unknown): never => {
        finished(pod, failure);
        throw error;
      });
      if (state === "gone") finished(pod, done);
      if (state === "there") left.push(pod);
    }
    pending = left;
    if (pending.length === 0) return;
    const remaining = deadline - session.clock.monotonic();
    await pause(invocation, Math.min(1000, Math.max(0, remaining)));
    if (session.clock.monotonic() >= deadline) throw new KubectlError("context deadline exceeded");
  }
}

/** Whether a pod is still there; one that was deleted too long ago is skipped, which is printed. */
async function stateOf(
  { rest, flags, session, out }: Invocation,
  pod: JsonObject,
): Promise<"gone" | "skipped" | "there"> {
  const seconds = flags.int("skip-wait-for-delete-timeout");
  let now: JsonObject;
  try {
    now = await rest.object({ method: "GET", path: pathOfPod(pod) });
  } catch (error) {
    if (isNotFound(error)) return "gone";
    throw error;
  }
  if (textAt(now, "metadata", "uid") !== textAt(pod, "metadata", "uid")) return "gone";
  if (!isSkipped(now, seconds, session.clock.now())) return "there";
  out(`pod ${quoteGo(nameOf(pod))} has DeletionTimestamp older than ${seconds} seconds, skipping\n`);
  return "skipped";
}

/** Waits for a time, or until the command is aborted, which rejects. */
function pause({ session, signal }: Invocation, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(new KubectlError("interrupted"));
    };
    const cancel = session.clock.after(ms, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    signal.addEventListener("abort", abort);
  });
}
