import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { newNotFound } from "../../../apimachinery/errors.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { answerLines, answerText } from "../../../client/answer-text.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { watchQuery } from "../../rest/watch-until.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { attachTo } from "./exec.ts";
import { typedList } from "../../rest/rest.ts";

const lists = ["initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"];

const stateOf = (pod: JsonObject, name: string): JsonValue | undefined =>
  valueAt(
    lists.flatMap((list) => itemsAt(pod, "status", list)).find((each) => textAt(each, "name") === name),
    "state",
  );

/** Waits until a debugging container runs and attaches to it; its log is printed if that fails. */
export async function attachWhenRunning(invocation: Invocation, pod: JsonObject, container: string): Promise<void> {
  const { err, out, rest } = invocation;
  const running = await waitForContainer(invocation, pod, container);
  try {
    if (valueAt(stateOf(running, container), "terminated") === undefined)
      return await attachTo(invocation, running, container, err);
  } catch (error) {
    err(`warning: couldn't attach to pod/${nameOf(pod)}, falling back to streaming logs: ${messageOf(error)}\n`);
  }
  const path = `/api/v1/namespaces/${namespaceOf(pod)}/pods/${nameOf(pod)}/log`;
  out(await answerText((await rest.send({ method: "GET", path, query: { container } })).body));
}

async function waitForContainer(invocation: Invocation, pod: JsonObject, container: string): Promise<JsonObject> {
  const { rest, session } = invocation;
  const path = `/api/v1/namespaces/${namespaceOf(pod)}/pods`;
  const fieldSelector = `metadata.name=${nameOf(pod)}`;
  const list = await rest.object({
    method: "GET",
    path,
    query: { ...typedList, fieldSelector, limit: "500", resourceVersion: "0" },
  });
  const query = { fieldSelector, ...watchQuery(session, textAt(list, "metadata", "resourceVersion"), true) };
  const [first] = itemsAt(list, "items");
  if (isObject(first) && isStarted(invocation, first, container)) return first;
  for await (const lines of answerLines((await rest.send({ method: "GET", path, query })).body)) {
    for (const event of lines.filter((line) => line !== "").map((line) => decodeJson(line))) {
      if (textAt(event, "type") === "DELETED") throw newNotFound({ group: "", resource: "pods" }, "");
      const object = objectAt(event, "object");
      if (isStarted(invocation, object, container)) return object;
    }
  }
  throw new KubectlError("watch closed before UntilWithoutRetry timeout");
}

function isStarted({ flags, err }: Invocation, pod: JsonObject, container: string): boolean {
  const state = stateOf(pod, container);
  if (valueAt(state, "running") !== undefined || valueAt(state, "terminated") !== undefined) return true;
  const message = textAt(state, "waiting", "message");
  if (message !== "" && !flags.bool("quiet")) err(`Warning: container ${container}: ${message}\n`);
  return false;
}
