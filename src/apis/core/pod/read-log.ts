import { newBadRequest } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { parseTime } from "../../../apimachinery/time.ts";
import type { ConnectContext, RegistryAccess } from "../../../apiserver/registry/resource-definition.ts";
import { logsOf, podBehaviorKind } from "../../../component-helpers/pod-simulation/pod-scripts.ts";
import { isSimulatedNode } from "../../../component-helpers/simulation.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import { decodeLogOptions, refuseInvalidLogOptions, type PodLogOptions } from "./log-options.ts";
import { namedContainer } from "./named-container.ts";
import { addressOfNode, unreachable } from "./unreachable.ts";

/**
 * Answers the log of a container: nothing while the pod is not scheduled (registry/core/pod LogLocation). On a
 * simulated node, it is what its kubelet would answer, with the text of `logsOf` for each run of the container.
 */
export async function readLog(
  name: string,
  access: RegistryAccess,
  ctx: ConnectContext,
): Promise<string | AsyncIterable<string>> {
  const options = decodeLogOptions(ctx.query);
  refuseInvalidLogOptions(options, name, ctx.gates.enabled("PodLogsQuerySplitStreams"));
  const pod = await access.get("pods", ctx.namespace, name);
  const container = namedContainer(pod, options.container);
  const node = stringAt(recordAt(pod, "spec"), "nodeName");
  if (node === "") return "";
  const host = await access.get("nodes", "", node);
  if (!isSimulatedNode(host)) throw unreachable(addressOfNode(host));
  const containerName = stringAt(container, "name");
  const run = loggedRun(pod, containerName, options.previous);
  const described = { ...container, name: containerName };
  const text = logsOf(pod, described, await access.listKind(podBehaviorKind, ctx.namespace));
  const chosen = chosenPart(options.stream === "Stderr" ? "" : text, run.startedAt, parseTime(ctx.now), options);
  if (!options.follow || !run.isRunning) return chosen;
  return followed(chosen, run.id, containerName, access.follow("pods", ctx.namespace, name, ctx.signal));
}

/** A run of a container, from its start to its end. */
interface ContainerRun {
  readonly id: string;
  readonly startedAt: string;
  readonly isRunning: boolean;
}

const statusLists = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];

const statusOf = (pod: KubeObject, container: string): JsonRecord | undefined =>
  statusLists
    .flatMap((list) => recordsAt(recordAt(pod, "status"), list))
    .find((status) => stringAt(status, "name") === container);

/** Words for why a container waits, by the reason in its status. */
const waitingFor: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: "trying and failing to pull image",
};

/**
 * Returns the run of a container whose log is asked for: the present one, or the last; throws a 400 error if there is
 * none (kubelet validateContainerLogStatus).
 */
function loggedRun(pod: KubeObject, container: string, previous: boolean): ContainerRun {
  const about = `container ${quoteGo(container)} in pod ${quoteGo(pod.metadata.name ?? "")}`;
  const status = statusOf(pod, container);
  if (status === undefined) throw newBadRequest(`${about} is not available`);
  const [state, lastState] = [recordAt(status, "state"), recordAt(status, "lastState")];
  const last = recordAt(lastState, "terminated");
  if (previous) {
    if (stringAt(last, "containerID") === "") throw newBadRequest(`previous terminated ${about} not found`);
    return endedRun(last);
  }
  if (state["running"] !== undefined)
    return {
      id: stringAt(status, "containerID"),
      startedAt: stringAt(recordAt(state, "running"), "startedAt"),
      isRunning: true,
    };
  const ended = [recordAt(state, "terminated"), last].find((one) => stringAt(one, "containerID") !== "");
  if (ended !== undefined) return endedRun(ended);
  if (state["terminated"] !== undefined || lastState["terminated"] !== undefined)
    throw newBadRequest(`${about} is terminated`);
  const reason = stringAt(recordAt(state, "waiting"), "reason");
  throw newBadRequest(
    state["waiting"] === undefined
      ? `${about} is waiting to start - no logs yet`
      : `${about} is waiting to start: ${waitingFor[reason] ?? reason}`,
  );
}

const endedRun = (state: JsonRecord): ContainerRun => ({
  id: stringAt(state, "containerID"),
  startedAt: stringAt(state, "startedAt"),
  isRunning: false,
});

/**
 * Returns the part of a log that options ask for (kubelet's kuberuntime/logs ReadLogs). All of it is written when the
 * container starts.
 */
function chosenPart(text: string, startedAt: string, now: number, options: PodLogOptions): string {
  const { sinceSeconds, sinceTime, tailLines, timestamps, limitBytes } = options;
  const since = sinceSeconds === undefined ? sinceTime : now - Number(sinceSeconds) * 1000;
  if (since !== undefined && startedAt !== "" && parseTime(startedAt) < since) return "";
  let lines = text.split(/(?<=\n)/);
  if (tailLines !== undefined) lines = tailLines === 0n ? [] : lines.slice(-Number(tailLines));
  if (timestamps) lines = lines.map((line) => `${nanoseconds(startedAt)} ${line}`);
  const chosen = lines.join("");
  return limitBytes === undefined ? chosen : firstBytes(chosen, Number(limitBytes));
}

/** Writes a time as the kubelet does before a line: with nine digits of the second. */
const nanoseconds = (time: string): string => time.replace(/Z$/, ".000000000Z");

const firstBytes = (text: string, limit: number): string =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, limit));

/** Yields a text, and ends with the run of the container, or with the pod. */
async function* followed(
  text: string,
  id: string,
  container: string,
  pods: AsyncIterable<KubeObject | undefined>,
): AsyncGenerator<string> {
  if (text !== "") yield text;
  for await (const pod of pods) {
    const status = pod && statusOf(pod, container);
    if (status === undefined || stringAt(status, "containerID") !== id) return;
    if (recordAt(status, "state")["running"] === undefined) return;
  }
}
