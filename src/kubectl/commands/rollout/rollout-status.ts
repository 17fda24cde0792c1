import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { parseDuration } from "../../../apimachinery/duration.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { answerLines } from "../../../client/answer-text.ts";
import type { Invocation } from "../../invocation.ts";
import { conditionOf, itemsAt, nameOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { kubectlScheme, plan } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { watchQuery } from "../../rest/watch-until.ts";
import { requireResource } from "./change-rollout.ts";

/** How far a rollout is: what is said of it, and whether it is done. */
interface Progress {
  readonly text: string;
  readonly done: boolean;
}

type StatusViewer = (object: JsonObject, revision: number) => Progress;

const number = (object: JsonObject, ...path: readonly string[]): number => Number(textAt(object, ...path) || 0);
const waiting = (text: string): Progress => ({ text: `Waiting for ${text}...\n`, done: false });

/** The viewers of rollouts by kind (polymorphichelpers.StatusViewerFn). */
const viewers: Readonly<Record<string, StatusViewer>> = {
  Deployment: deploymentStatus,
  DaemonSet: daemonSetStatus,
  StatefulSet: statefulSetStatus,
};

/** `kubectl rollout status`: says how far a rollout is until it is done. */
export async function rolloutStatus(invocation: Invocation): Promise<void> {
  requireResource(invocation);
  const { args, flags, err, namespace } = invocation;
  if (flags.int("revision") < 0)
    throw new KubectlError(`revision must be a positive integer: ${flags.int("revision")}`);
  const find = await plan(invocation, { args, allowEmptySelector: true, scheme: kubectlScheme });
  const found = await find((info) => follow(invocation, info));
  throwAll(found.errors);
  if (found.infos.length === 0) err(`No resources found in ${namespace} namespace.\n`);
}

async function follow(invocation: Invocation, { resource, namespace, name }: Info): Promise<void> {
  const { rest, flags, out, session } = invocation;
  const viewer = resource.group === "apps" ? viewers[resource.kind] : undefined;
  if (viewer === undefined) {
    const kind = resource.group === "" ? resource.kind : `${resource.kind}.${resource.group}`;
    throw new KubectlError(`no status viewer has been implemented for ${kind}`);
  }
  const path = pathOf(resource, namespace);
  const selection = { fieldSelector: `metadata.name=${name}` };
  const isDone = (object: JsonObject): boolean => {
    const { text, done } = viewer(object, flags.int("revision"));
    out(text);
    return done || !flags.bool("watch");
  };
  const list = await rest.object({ method: "GET", path, query: { ...selection, limit: "500", resourceVersion: "0" } });
  const query = { ...selection, ...watchQuery(session, textAt(list, "metadata", "resourceVersion")) };
  const lines = answerLines((await rest.send({ method: "GET", path, query })).body)[Symbol.asyncIterator]();
  const timeout = Number(parseDuration(flags.text("timeout")) / 1_000_000n);
  let cancel = (): void => {};
  const ending = new Promise<undefined>((resolve) => {
    if (timeout > 0) cancel = session.clock.after(timeout, () => resolve(undefined));
  });
  try {
    for (const item of itemsAt(list, "items")) if (isObject(item) && isDone(item)) return;
    for (;;) {
      const next = await Promise.race([lines.next(), ending]);
      if (next === undefined) throw new KubectlError("timed out waiting for the condition");
      if (next.done === true) throw new KubectlError("watch closed before UntilWithoutRetry timeout");
      const events = next.value.filter((line) => line !== "").map((line) => decodeJson(line));
      if (events.some((event) => endsWatch(event, isDone))) return;
    }
  } finally {
    cancel();
    void lines.return?.(undefined);
  }
}

/** Reports whether an event is the last that is waited for. Throws a KubectlError if the object is gone. */
function endsWatch(event: JsonValue, isDone: (object: JsonObject) => boolean): boolean {
  const type = textAt(event, "type");
  if (type === "DELETED") throw new KubectlError("object has been deleted");
  return type !== "BOOKMARK" && isDone(objectAt(event, "object"));
}

function deploymentStatus(object: JsonObject, revision: number): Progress {
  const name = quoteGo(nameOf(object));
  if (revision > 0) {
    const running = number(object, "metadata", "annotations", "deployment.kubernetes.io/revision");
    if (running !== revision)
      throw new KubectlError(`desired revision (${revision}) is different from the running revision (${running})`);
  }
  if (number(object, "metadata", "generation") > number(object, "status", "observedGeneration"))
    return waiting("deployment spec update to be observed");
  const progressing = conditionOf(object, "Progressing");
  if (textAt(progressing, "reason") === "ProgressDeadlineExceeded")
    throw new KubectlError(`deployment ${name} exceeded its progress deadline`);
  const [updated, replicas] = [number(object, "status", "updatedReplicas"), number(object, "status", "replicas")];
  const available = number(object, "status", "availableReplicas");
  const wanted = number(object, "spec", "replicas");
  const finish = `deployment ${name} rollout to finish:`;
  if (updated < wanted) return waiting(`${finish} ${updated} out of ${wanted} new replicas have been updated`);
  if (replicas > updated) return waiting(`${finish} ${replicas - updated} old replicas are pending termination`);
  if (available < updated) return waiting(`${finish} ${available} of ${updated} updated replicas are available`);
  return { text: `deployment ${name} successfully rolled out\n`, done: true };
}

const onlyRolling = (object: JsonObject): void => {
  if (textAt(object, "spec", "updateStrategy", "type") !== "RollingUpdate")
    throw new KubectlError("rollout status is only available for RollingUpdate strategy type");
};

function daemonSetStatus(object: JsonObject): Progress {
  onlyRolling(object);
  if (number(object, "metadata", "generation") > number(object, "status", "observedGeneration"))
    return waiting("daemon set spec update to be observed");
  const name = quoteGo(nameOf(object));
  const wanted = number(object, "status", "desiredNumberScheduled");
  const updated = number(object, "status", "updatedNumberScheduled");
  const available = number(object, "status", "numberAvailable");
  const finish = `daemon set ${name} rollout to finish:`;
  if (updated < wanted) return waiting(`${finish} ${updated} out of ${wanted} new pods have been updated`);
  if (available < wanted) return waiting(`${finish} ${available} of ${wanted} updated pods are available`);
  return { text: `daemon set ${name} successfully rolled out\n`, done: true };
}

function statefulSetStatus(object: JsonObject): Progress {
  onlyRolling(object);
  const observed = number(object, "status", "observedGeneration");
  if (observed === 0 || number(object, "metadata", "generation") > observed)
    return waiting("statefulset spec update to be observed");
  const wanted = number(object, "spec", "replicas");
  const ready = number(object, "status", "readyReplicas");
  const updated = number(object, "status", "updatedReplicas");
  if (ready < wanted) return waiting(`${wanted - ready} pods to be ready`);
  if (isObject(valueAt(object, "spec", "updateStrategy", "rollingUpdate"))) {
    const some = wanted - number(object, "spec", "updateStrategy", "rollingUpdate", "partition");
    if (updated < some)
      return waiting(`partitioned roll out to finish: ${updated} out of ${some} new pods have been updated`);
    return { text: `partitioned roll out complete: ${updated} new pods have been updated...\n`, done: true };
  }
  const [next, current] = [textAt(object, "status", "updateRevision"), textAt(object, "status", "currentRevision")];
  if (next !== current)
    return {
      text: `waiting for statefulset rolling update to complete ${updated} pods at revision ${next}...\n`,
      done: false,
    };
  const replicas = number(object, "status", "currentReplicas");
  return { text: `statefulset rolling update complete ${replicas} pods at revision ${current}...\n`, done: true };
}
