import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { answerLines } from "../../client/answer-text.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, kindOf, nameOf, objectAt, textAt, valueAt, withValueAt } from "../json-access.ts";
import { KubectlError, messageOf, throwAll } from "../kubectl-error.ts";
import { createPrinter, objectTitle } from "../output/printer.ts";
import { build, noResources } from "../resource/builder.ts";
import { groupResource, pathOf } from "../resource/mapper.ts";
import { threeWayPatch } from "./three-way-patch.ts";
import { doneText, dryRunOf, writeQuery } from "./write-options.ts";

type Change = (object: JsonObject) => JsonObject;

/** Changes the objects that arguments name by strategic patches and prints what was done. */
async function changeAll(invocation: Invocation, args: readonly string[], change: Change, done: string): Promise<void> {
  const { flags, rest } = invocation;
  const dryRun = dryRunOf(flags);
  const found = await build(invocation, { args, all: flags.bool("all") });
  const errors: unknown[] = [...found.errors];
  const print = await createPrinter(invocation);
  for (const { resource, namespace, name, object } of found.infos) {
    try {
      const next = change(object);
      const patch = threeWayPatch(object, next, object, true);
      if (Object.keys(patch).length === 0 && done.endsWith("updated")) continue;
      const path = pathOf(resource, namespace, name || nameOf(object));
      const contentType = "application/strategic-merge-patch+json";
      const local = dryRun === "client" || flags.bool("local");
      const query = writeQuery(flags);
      const after = local
        ? next
        : await rest.object({ method: "PATCH", path, query, body: encodeJson(patch), contentType });
      print(after, doneText(done, dryRun));
    } catch (error) {
      errors.push(
        error instanceof KubectlError
          ? new KubectlError(`error: ${groupResource(resource)} ${JSON.stringify(name)} ${messageOf(error)}`)
          : error,
      );
    }
  }
  throwAll(errors);
}

function requireResource({ args, flags }: Invocation): void {
  if (args.length === 0 && flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("required resource not specified");
}

const isRestartable = (kind: string): boolean => ["Deployment", "DaemonSet", "StatefulSet"].includes(kind);

/** `kubectl rollout restart`. */
export async function rolloutRestart(invocation: Invocation): Promise<void> {
  requireResource(invocation);
  const now = formatTime(invocation.session.clock.now());
  const path = ["spec", "template", "metadata", "annotations", "kubectl.kubernetes.io/restartedAt"];
  const restart: Change = (object) => {
    if (!isRestartable(kindOf(object))) throw new KubectlError("restarting is not supported");
    if (valueAt(object, "spec", "paused") === true)
      throw new KubectlError("can't restart paused deployment (run rollout resume first)");
    return withValueAt(object, path, now);
  };
  await changeAll(invocation, invocation.args, restart, "restarted");
}

/** `kubectl rollout pause` and `resume`. */
export const rolloutPause = (invocation: Invocation): Promise<void> => setPaused(invocation, true);
export const rolloutResume = (invocation: Invocation): Promise<void> => setPaused(invocation, false);

async function setPaused(invocation: Invocation, paused: boolean): Promise<void> {
  requireResource(invocation);
  const change: Change = (object) => {
    const words = paused ? "pausing" : "resuming";
    if (kindOf(object) !== "Deployment") throw new KubectlError(`${words} is not supported`);
    if ((valueAt(object, "spec", "paused") === true) === paused)
      throw new KubectlError(paused ? "is already paused" : "is not paused");
    return withValueAt(object, ["spec", "paused"], paused ? true : undefined);
  };
  await changeAll(invocation, invocation.args, change, paused ? "paused" : "resumed");
}

/** `kubectl rollout status`: says how far a rollout is until it is done. */
export async function rolloutStatus(invocation: Invocation): Promise<void> {
  requireResource(invocation);
  const { args, rest, out, flags } = invocation;
  const found = await build(invocation, { args });
  throwAll(found.errors);
  for (const { resource, namespace, name, object } of found.infos) {
    const first = statusOf(object);
    out(first.text);
    if (first.done || !flags.bool("watch")) continue;
    const query = {
      fieldSelector: `metadata.name=${name}`,
      watch: "true",
      resourceVersion: textAt(object, "metadata", "resourceVersion"),
    };
    const answer = await rest.send({ method: "GET", path: pathOf(resource, namespace), query });
    let done = false;
    for await (const lines of answerLines(answer.body)) {
      for (const line of lines.filter((each) => each !== "" && !done)) {
        const next = statusOf(objectAt(decodeJson(line), "object"));
        out(next.text);
        done = next.done;
      }
      if (done) break;
    }
  }
}

interface Progress {
  readonly text: string;
  readonly done: boolean;
}

/** How far the rollout of a workload is (polymorphichelpers.StatusViewer). */
function statusOf(object: JsonObject): Progress {
  const name = nameOf(object);
  const number = (...path: readonly string[]): number => Number(textAt(object, ...path) || 0);
  const kind = kindOf(object);
  if (!isRestartable(kind)) throw new KubectlError(`no status viewer has been implemented for ${kind}`);
  const waiting = (text: string): Progress => ({ text: `Waiting for ${text}\n`, done: false });
  if (number("status", "observedGeneration") < number("metadata", "generation"))
    return waiting(
      `${kind === "Deployment" ? "deployment" : kind === "DaemonSet" ? "daemon set" : "statefulset"} spec update to be observed...`,
    );
  const title = `${kind === "Deployment" ? "deployment" : "daemon set"} ${JSON.stringify(name)}`;
  const wanted = kind === "DaemonSet" ? number("status", "desiredNumberScheduled") : number("spec", "replicas");
  const updated = number("status", kind === "DaemonSet" ? "updatedNumberScheduled" : "updatedReplicas");
  const available = number("status", kind === "DaemonSet" ? "numberAvailable" : "availableReplicas");
  if (updated < wanted)
    return waiting(
      `${title} rollout to finish: ${updated} out of ${wanted} new ${kind === "DaemonSet" ? "pods" : "replicas"} have been updated...`,
    );
  if (number("status", "replicas") > updated && kind === "Deployment")
    return waiting(
      `${title} rollout to finish: ${number("status", "replicas") - updated} old replicas are pending termination...`,
    );
  if (available < (kind === "DaemonSet" ? wanted : updated))
    return waiting(
      `${title} rollout to finish: ${available} of ${kind === "DaemonSet" ? wanted : updated} updated ${kind === "DaemonSet" ? "pods" : "replicas"} are available...`,
    );
  return { text: `${title} successfully rolled out\n`, done: true };
}

/** `kubectl set image`. */
export async function setImage(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  const at = args.findIndex((arg) => arg.includes("="));
  const types = at < 0 ? args : args.slice(0, at);
  const images = (at < 0 ? [] : args.slice(at)).map(
    (pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const,
  );
  if (types.length === 0 && flags.list("filename").length === 0) throw new KubectlError(noResources);
  if (images.length === 0) throw new KubectlError("at least one image update is required");
  const change: Change = (object) => {
    const root =
      kindOf(object) === "Pod"
        ? ["spec"]
        : kindOf(object) === "CronJob"
          ? ["spec", "jobTemplate", "spec", "template", "spec"]
          : ["spec", "template", "spec"];
    return images.reduce((next, [container, image]) => withImage(next, root, container, image), object);
  };
  await changeAll(invocation, types, change, "image updated");
}

function withImage(object: JsonObject, root: readonly string[], container: string, image: string): JsonObject {
  const lists = ["containers", "initContainers"];
  const matches = (item: JsonValue): boolean => container === "*" || textAt(item, "name") === container;
  if (!lists.some((list) => itemsAt(object, ...root, list).some(matches)))
    throw new PlainMissing(`unable to find container named ${JSON.stringify(container)}`);
  return lists.reduce((next, list) => {
    const items = itemsAt(next, ...root, list);
    if (items.length === 0) return next;
    return withValueAt(
      next,
      [...root, list],
      items.map((item) => (isObject(item) && matches(item) ? { ...item, image } : item)),
    );
  }, object);
}

class PlainMissing extends Error {}

/** `kubectl cordon` and `uncordon`. */
export const cordon = (invocation: Invocation): Promise<void> => setUnschedulable(invocation, true);
export const uncordon = (invocation: Invocation): Promise<void> => setUnschedulable(invocation, false);

async function setUnschedulable(invocation: Invocation, wanted: boolean): Promise<void> {
  const { args, flags, rest, out, path } = invocation;
  if (args.length === 0 && flags.text("selector") === "")
    throw new KubectlError(
      `USAGE: ${path.replace("kubectl ", "")} NODE [flags]\nSee '${path} -h' for help and examples`,
    );
  const dryRun = dryRunOf(flags);
  const types = args.map((arg) => (arg.includes("/") ? arg : `node/${arg}`));
  const { infos, errors } = await build(invocation, { args: types.length > 0 ? types : ["nodes"] });
  for (const { resource, name, object } of infos) {
    const words = wanted ? "cordoned" : "uncordoned";
    const already = (valueAt(object, "spec", "unschedulable") === true) === wanted;
    if (!already && dryRun !== "client") {
      const body = encodeJson({ spec: { unschedulable: wanted ? true : null } });
      await rest.object({
        method: "PATCH",
        path: pathOf(resource, "", name),
        body,
        contentType: "application/strategic-merge-patch+json",
      });
    }
    out(
      `${objectTitle(object, name)} ${already ? `already ${words}` : words}${dryRun === "none" ? "" : ` (${dryRun === "server" ? "server dry run" : "dry run"})`}\n`,
    );
  }
  throwAll(errors);
}
