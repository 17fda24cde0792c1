import { newNotFound } from "../../../apimachinery/errors.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { answerText } from "../../../client/answer-text.ts";
import type { Invocation } from "../../invocation.ts";
import { isReady, itemsAt, nameOf, namespaceOf, textAt, valueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { lookUp } from "../../resource/mapper-of.ts";
import { pathOf } from "../../resource/mapper.ts";
import { watchUntil } from "../../rest/watch-until.ts";
import { createUnplaced } from "../create/create-generators.ts";
import { attachTo, commandOf } from "./exec.ts";
import { runningTimeout } from "./pods-of.ts";

const isOver = (pod: JsonObject): boolean => ["Succeeded", "Failed"].includes(textAt(pod, "status", "phase"));
const isRunning = (pod: JsonObject): boolean => textAt(pod, "status", "phase") === "Running" && isReady(pod);

/** A pod whose shell was left has ended: nothing is waited for as it is deleted. */
const over = { gracePeriodSeconds: 0 };

/** Creates a pod, attaches to it when it runs, and ends as it ends (`run --attach`). Throws a KubectlError. */
export async function runAttached(invocation: Invocation, pod: JsonObject): Promise<void> {
  const { flags, out, rest, namespace } = invocation;
  await createUnplaced({ ...invocation, out: () => {} }, pod);
  let isOpen = false;
  const end = async (): Promise<void> => {
    if (flags.bool("rm")) {
      const path = `/api/v1/namespaces/${namespace}/pods/${nameOf(pod)}`;
      const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background", ...(isOpen && over) };
      await rest.object({ method: "GET", path });
      await rest.object({ method: "DELETE", path, body });
      if (!flags.bool("quiet")) out(`pod "${nameOf(pod)}" deleted from ${namespace} namespace\n`);
    }
  };
  try {
    isOpen = await follow(invocation, nameOf(pod), end);
  } finally {
    if (!isOpen) await end();
  }
}

/** Resolves with true if the pod's container is a shell that goes on, which calls `left` as it ends. */
async function follow(invocation: Invocation, name: string, left: () => Promise<void>): Promise<boolean> {
  const { flags, rest, namespace, err, out } = invocation;
  const resource = await lookUp(invocation, (mapper) => mapper.find("pods"));
  const info = { resource, namespace, name, object: {}, source: "" };
  const until = async (isDone: (pod: JsonObject) => boolean): Promise<JsonObject> => {
    const look = (state: JsonObject | undefined): boolean => {
      if (state === undefined) throw newNotFound(resource, "");
      return isDone(state);
    };
    const found = await watchUntil(invocation, info, runningTimeout(invocation), look, true).catch(
      (error: unknown): never => {
        const isLate = messageOf(error).startsWith("timed out waiting for the condition");
        throw isLate ? new KubectlError("timed out waiting for the condition") : error;
      },
    );
    return found ?? {};
  };
  const running = await until((pod) => isOver(pod) || isRunning(pod));
  const printLog = async (): Promise<void> => {
    const container = textAt(itemsAt(running, "spec", "containers")[0], "name");
    const path = pathOf(resource, namespace, name, "log");
    out(await answerText((await rest.send({ method: "GET", path, query: { container } })).body));
  };
  const simulated = await runSimulated(invocation, running, left);
  if (simulated === "open") return true;
  if (simulated === undefined && isOver(running)) await printLog();
  else if (simulated === undefined)
    await attachTo(invocation, running, "", err).catch(async (error: unknown) => {
      err(`warning: couldn't attach to pod/${name}, falling back to streaming logs: ${messageOf(error)}\n`);
      await printLog();
    });
  const restart = textAt(running, "spec", "restartPolicy");
  if (flags.bool("leave-stdin-open") || restart === "Always") return false;
  const done = (pod: JsonObject): boolean =>
    restart === "Never" ? isOver(pod) : textAt(pod, "status", "phase") === "Succeeded";
  endAs(await until(done));
  return false;
}

/** Runs what the pod's first container runs, if it is on a simulated node: a program that ends, or a shell. */
async function runSimulated(
  invocation: Invocation,
  pod: JsonObject,
  left: () => Promise<void>,
): Promise<"open" | "ended" | undefined> {
  const { session, signal, flags, stdin } = invocation;
  const containers = await session.containers?.load();
  if (containers === undefined || !(await containers.has(session, pod, signal))) return undefined;
  const container = textAt(itemsAt(pod, "spec", "containers")[0], "name");
  const request = { pod, container, command: commandOf(pod, container), interactive: flags.bool("stdin") };
  await containers.run(session, { ...request, input: flags.bool("stdin") ? stdin : "" }, invocation, signal, left);
  return containers.isInside ? "open" : "ended";
}

/** Throws if a pod failed, with its exit code. */
function endAs(pod: JsonObject): void {
  if (textAt(pod, "status", "phase") !== "Failed") return;
  const which = `pod ${namespaceOf(pod)}/${nameOf(pod)}`;
  const ended = valueAt(itemsAt(pod, "status", "containerStatuses")[0], "state", "terminated");
  const code = Number(textAt(ended, "exitCode") || 0);
  if (code === 0) throw new KubectlError(`${which} failed with unknown exit code`);
  throw new KubectlError(`${which} terminated (${textAt(ended, "reason")})\n${textAt(ended, "message")}`, code);
}
