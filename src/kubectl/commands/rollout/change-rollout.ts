import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { formatTime } from "../../../apimachinery/time.ts";
import type { Invocation } from "../../invocation.ts";
import { kindOf, valueAt, withValueAt } from "../../json-access.ts";
import { KubectlError, KubectlErrors, throwAll } from "../../kubectl-error.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { build, kubectlScheme } from "../../resource/builder.ts";
import { groupResource, pathOf } from "../../resource/mapper.ts";
import { withZeroValues } from "../../typed/typed-object.ts";
import { typedPatch } from "../../typed/typed-patch.ts";
import { writeQuery } from "../write/write-options.ts";

/** A change of a workload: it throws a KubectlError for what cannot be changed so. */
interface RolloutChange {
  readonly change: (object: JsonObject) => JsonObject;
  readonly done: string;
  /** What is said of an object that the change leaves as it is: an error, or what was done. */
  readonly unchanged: (name: string) => KubectlError | string;
}

/** Throws if a command was given neither arguments nor files. */
export function requireResource({ args, flags }: Invocation): void {
  if (args.length === 0 && flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("required resource not specified");
}

async function changeAll(invocation: Invocation, { change, done, unchanged }: RolloutChange): Promise<void> {
  requireResource(invocation);
  const { args, flags, rest, err, namespace } = invocation;
  const found = await build(invocation, { args, allowEmptySelector: true, scheme: kubectlScheme });
  const errors: unknown[] = found.errors.length > 1 ? [new KubectlErrors(found.errors)] : [...found.errors];
  if (found.infos.length + errors.length === 0) err(`No resources found in ${namespace} namespace.\n`);
  for (const info of found.infos) {
    const object = withZeroValues(info.object);
    let next: JsonObject;
    try {
      next = change(object);
    } catch (error) {
      errors.push(new KubectlError(`error: ${groupResource(info.resource)} ${quoteGo(info.name)} ${messageOf(error)}`));
      continue;
    }
    const patch = typedPatch(object, next);
    try {
      const other = Object.keys(patch).length === 0 ? unchanged(info.name) : undefined;
      if (other instanceof KubectlError) throw other;
      const print = await createTypedPrinter(invocation);
      if (other !== undefined) {
        print(object, other);
        continue;
      }
      const path = pathOf(info.resource, info.namespace, info.name);
      const contentType = "application/strategic-merge-patch+json";
      const request = { method: "PATCH", path, query: writeQuery(flags), body: encodeJson(patch), contentType };
      print(await rest.object(request).catch(failed), done);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

function failed(error: unknown): never {
  throw new KubectlError(`failed to patch: ${messageOf(error)}`);
}

/** Reports whether an object is a workload whose rollouts kubectl can restart. */
const isRestartable = (object: JsonObject): boolean =>
  ["Deployment", "DaemonSet", "StatefulSet"].includes(kindOf(object)) && object["apiVersion"] === "apps/v1";

/** `kubectl rollout restart`. */
export async function rolloutRestart(invocation: Invocation): Promise<void> {
  const now = formatTime(invocation.session.clock.now());
  const path = ["spec", "template", "metadata", "annotations", "kubectl.kubernetes.io/restartedAt"];
  await changeAll(invocation, {
    change(object) {
      if (!isRestartable(object)) throw new KubectlError("restarting is not supported");
      if (valueAt(object, "spec", "paused") === true)
        throw new KubectlError("can't restart paused deployment (run rollout resume first)");
      return withValueAt(object, path, now);
    },
    done: "restarted",
    unchanged: (name) =>
      new KubectlError(
        `failed to create patch for ${name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
      ),
  });
}

/** `kubectl rollout pause` and `resume`. */
export const rolloutPause = (invocation: Invocation): Promise<void> => setPaused(invocation, true);
export const rolloutResume = (invocation: Invocation): Promise<void> => setPaused(invocation, false);

async function setPaused(invocation: Invocation, paused: boolean): Promise<void> {
  await changeAll(invocation, {
    change(object) {
      if (kindOf(object) !== "Deployment")
        throw new KubectlError(`${paused ? "pausing" : "resuming"} is not supported`);
      if ((valueAt(object, "spec", "paused") === true) === paused)
        throw new KubectlError(paused ? "is already paused" : "is not paused");
      return withValueAt(object, ["spec", "paused"], paused ? true : undefined);
    },
    done: paused ? "paused" : "resumed",
    unchanged: () => (paused ? "already paused" : "already resumed"),
  });
}
