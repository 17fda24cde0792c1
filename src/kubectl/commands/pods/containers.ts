import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Output } from "../../command-output.ts";
import { itemsAt, nameOf, namespaceOf, textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";

const lists = ["containers", "initContainers", "ephemeralContainers"] as const;
const defaultContainer = "kubectl.kubernetes.io/default-container";

/** A container of a pod by its name (podcmd.FindContainerByName). */
export const findContainer = (pod: JsonObject, name: string): JsonValue | undefined =>
  lists.flatMap((list) => itemsAt(pod, "spec", list)).find((container) => textAt(container, "name") === name);

/** A command names a container that its pod does not have: `message` is what kubectl says of it. */
export class UnknownContainerError extends KubectlError {
  readonly pod: JsonObject;
  readonly container: string;
  constructor(pod: JsonObject, container: string, message: string) {
    super(message);
    [this.pod, this.container] = [pod, container];
  }
}

/** The names of all containers, with what they are (podcmd.AllContainerNames). */
export const containerNames = (pod: JsonObject): string =>
  [
    ...itemsAt(pod, "spec", "containers").map((each) => textAt(each, "name")),
    ...itemsAt(pod, "spec", "ephemeralContainers").map((each) => `${textAt(each, "name")} (ephem)`),
    ...itemsAt(pod, "spec", "initContainers").map((each) => `${textAt(each, "name")} (init)`),
  ].join(", ");

/** The container that a pod names as its default, "" for none. */
export const annotatedContainer = (pod: JsonObject): string => textAt(pod, "metadata", "annotations", defaultContainer);

/** Says which container is meant where a pod has several and none was named. */
export function noteDefault({ err }: Pick<Output, "err">, pod: JsonObject, name: string): void {
  if (lists.flatMap((list) => itemsAt(pod, "spec", list)).length > 1)
    err(`Defaulted container ${quoteGo(name)} out of: ${containerNames(pod)}\n`);
}

/** The container of a name, or the default one (podcmd.FindOrDefaultContainerByName). Throws a KubectlError. */
export function containerOrDefault(
  output: Pick<Output, "err">,
  pod: JsonObject,
  name: string,
  quiet: boolean,
): JsonValue {
  if (name !== "") {
    const found = findContainer(pod, name);
    if (found === undefined)
      throw new UnknownContainerError(pod, name, `container ${name} not found in pod ${nameOf(pod)}`);
    return found;
  }
  const [first] = itemsAt(pod, "spec", "containers");
  if (first === undefined)
    throw new KubectlError(`pod ${namespaceOf(pod)}/${nameOf(pod)} does not have any containers`);
  const annotated = annotatedContainer(pod);
  const chosen = annotated === "" ? undefined : findContainer(pod, annotated);
  if (chosen === undefined && !quiet) noteDefault(output, pod, textAt(first, "name"));
  return chosen ?? first;
}
