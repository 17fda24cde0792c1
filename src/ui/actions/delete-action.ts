import { asNew } from "../kube/resource.ts";
import { nameOfSubject, pathOf, type Action, type Subject, type WayBack } from "./action.ts";
import { controllerWords } from "./controller-words.ts";
import { createIn, deleteOf, kubectlLine, typeName } from "./requests.ts";

const policies = [
  ["Background", "Delete its dependents afterwards"],
  ["Foreground", "Delete its dependents first"],
  ["Orphan", "Keep its dependents, without an owner"],
] as const;

const cascades: Readonly<Record<string, string>> = { Foreground: "foreground", Orphan: "orphan" };

function wayBack(subject: Subject): WayBack {
  const { kind, object } = subject;
  if (kind.group === "" && kind.resource === "namespaces")
    return {
      words:
        "None for what is in it: everything inside the namespace is deleted with it. Export or share it before (Server, Share).",
    };
  const controller = controllerWords(object);
  if (controller !== "") return { words: `${controller} makes another one in its place.` };
  const isDefinition = kind.resource === "customresourcedefinitions";
  return {
    words: isDefinition
      ? "Creating it again from its last state; its objects are deleted with it and do not come back."
      : "Creating it again from its last state, with another uid.",
    requests: [createIn(pathOf(subject), asNew(object))],
  };
}

/** Deletes an object of any kind. */
export const deleteAction: Action = {
  id: "delete",
  label: "Delete",
  words: "Deletes the object. One with finalizers stays until they are removed.",
  icon: "clear",
  tone: "danger",
  refuses: ({ metadata: { deletionTimestamp } }) =>
    deletionTimestamp === undefined ? undefined : "it is being deleted",
  inputs: () => [{ id: "propagation", label: "What it owns", kind: "choice", value: "Background", options: policies }],
  plan(subject, { propagation = "Background" }) {
    const name = nameOfSubject(subject);
    const cascade = cascades[propagation];
    const { finalizers = [] } = subject.object.metadata;
    return {
      requests: [deleteOf(pathOf(subject), propagation)],
      kubectl: kubectlLine(
        subject,
        "delete",
        typeName(subject.kind),
        name,
        ...(cascade === undefined ? [] : [`--cascade=${cascade}`]),
      ),
      done:
        finalizers.length === 0
          ? `${name} is deleted`
          : `${name} is being deleted; it waits for ${finalizers.join(", ")}`,
      back: wayBack(subject),
    };
  },
};
