import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, textAt, withValueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { dryRunOf } from "../write/write-options.ts";
import { UnknownContainerError } from "../pods/containers.ts";
import { withContainers, withPodSpec } from "../pods/pod-spec.ts";
import { pairsOf, splitPairs } from "./pairs.ts";
import { localArguments, patchInfos, setInfos } from "./patch-infos.ts";

/** `kubectl set image`. */
export async function setImage(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  dryRunOf(flags);
  const { resources, changes } = splitPairs(args, "image");
  const images = pairsOf(changes, "image");
  if (flags.bool("local") && resources.length > 0) throw new KubectlError(localArguments);
  const infos = await setInfos(invocation, resources);
  validate(invocation, resources, images);
  const errors: unknown[] = [];
  const change = (object: JsonObject): JsonObject =>
    withPodSpec(object, (spec) =>
      [...images].reduce((next, [name, image]) => {
        const selects = (container: JsonValue): boolean => name === "*" || textAt(container, "name") === name;
        if (![...itemsAt(next, "initContainers"), ...itemsAt(next, "containers")].some(selects))
          errors.push(unknownContainer(object, next, name));
        return withContainers(next, selects, (container) => withValueAt(container, ["image"], image || undefined));
      }, spec),
    );
  const failure = "failed to patch image update to pod template: ";
  const failed = await patchInfos(invocation, infos, { change, done: "image updated", failure });
  throwAll([...errors, ...failed]);
}

/** Says that an object has no container of a name, with the pod that it makes for hints. */
function unknownContainer(object: JsonObject, spec: JsonObject, name: string): UnknownContainerError {
  const pod = { metadata: { name: nameOf(object) }, spec };
  return new UnknownContainerError(pod, name, `error: unable to find container named ${quoteGo(name)}`);
}

function validate({ flags }: Invocation, resources: readonly string[], images: ReadonlyMap<string, string>): void {
  const problems: string[] = [];
  const hasFiles = flags.list("filename").length > 0 || flags.text("kustomize") !== "";
  if (flags.bool("all") && flags.text("selector") !== "")
    problems.push("cannot set --all and --selector at the same time");
  if (resources.length === 0 && !hasFiles)
    problems.push("one or more resources must be specified as <resource> <name> or <resource>/<name>");
  if (images.size === 0) problems.push("at least one image update is required");
  else if (images.size > 1 && images.has("*"))
    problems.push(
      "all containers are already specified by *, but saw more than one container_name=container_image pairs",
    );
  if (flags.bool("local") && dryRunOf(flags) === "server")
    problems.push("cannot specify --local and --dry-run=server - did you mean --dry-run=client?");
  throwAll(problems.map((problem) => new KubectlError(problem)));
}
