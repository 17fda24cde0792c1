import { messageOf } from "../../../apimachinery/message-of.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, objectAt, textAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { selectsName, withContainers, withPodSpec } from "../pods/pod-spec.ts";
import { dryRunOf } from "../write/write-options.ts";
import { checkLocal, checkSelection, localArguments, patchInfos, setInfos } from "./patch-infos.ts";

/** `kubectl set resources`. */
export async function setResources(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  dryRunOf(flags);
  if (flags.bool("local") && args.length > 0) throw new KubectlError(localArguments);
  const infos = await setInfos(invocation, args);
  checkLocal(invocation);
  checkSelection(invocation);
  const [limits, requests] = [flags.text("limits"), flags.text("requests")];
  if (limits === "" && requests === "")
    throw new KubectlError("you must specify an update to requests or limits (in the form of --requests/--limits)");
  const wanted = { limits: resourceList(limits), requests: resourceList(requests) };
  const pattern = flags.text("containers");
  const errors: unknown[] = [];
  const selects = (container: JsonValue): boolean => selectsName(textAt(container, "name"), pattern);
  const change = (object: JsonObject): JsonObject | undefined => {
    let found = false;
    const next = withPodSpec(object, (spec) => {
      found = [...itemsAt(spec, "containers"), ...itemsAt(spec, "initContainers")].some(selects);
      if (!found) errors.push(new KubectlError(`error: unable to find container named ${pattern}`));
      return withContainers(spec, selects, (container) => withResources(container, wanted));
    });
    return found ? next : undefined;
  };
  const failure = "failed to patch resources update to pod template ";
  const failed = await patchInfos(invocation, infos, { change, done: "resource requirements updated", failure });
  throwAll([...errors, ...failed]);
}

function withResources(container: JsonObject, wanted: Readonly<Record<string, JsonObject | undefined>>): JsonObject {
  const resources = { ...objectAt(container, "resources") };
  for (const [name, list] of Object.entries(wanted))
    if (list !== undefined) resources[name] = { ...objectAt(resources, name), ...list };
  return { ...container, resources };
}

/** The quantities of `cpu=1,memory=2Gi`; undefined for "". Throws a KubectlError (generate.populateResourceListV1). */
export function resourceList(text: string): JsonObject | undefined {
  if (text === "") return undefined;
  return Object.fromEntries(
    text.split(",").map((statement) => {
      const [name = "", value = "", ...more] = statement.split("=");
      if (more.length > 0 || !statement.includes("="))
        throw new KubectlError(`Invalid argument syntax ${statement}, expected <resource>=<value>`);
      try {
        return [name, parseQuantity(value).toString()];
      } catch (error) {
        throw new KubectlError(messageOf(error));
      }
    }),
  );
}
