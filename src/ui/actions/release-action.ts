import { nameOfSubject, type Action } from "./action.ts";
import { kubectlLine, patchOf, typedName } from "./requests.ts";

/** Lets an object go that is deleted and kept by its finalizers. */
export const releaseAction: Action = {
  id: "release",
  label: "Remove the finalizers of",
  words:
    "The object is deleted at once. Whoever set the finalizers does not clean up what they stand for: do this when nobody will.",
  icon: "clear",
  refuses: ({ metadata: { deletionTimestamp, finalizers = [] } }) =>
    deletionTimestamp === undefined
      ? "it is not being deleted"
      : finalizers.length === 0
        ? "it has no finalizers"
        : undefined,
  plan(subject) {
    const body = { metadata: { finalizers: null } };
    const name = nameOfSubject(subject);
    return {
      requests: [patchOf(subject, body)],
      kubectl: kubectlLine(subject, "patch", typedName(subject), "--type=merge", "-p", JSON.stringify(body)),
      done: `${name} is deleted`,
      back: { words: "None: it was deleted before, and is gone then." },
    };
  },
};
