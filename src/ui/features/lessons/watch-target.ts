import type { Lesson } from "../../../lessons/lesson.ts";
import { splitTarget, withParameter } from "../../kube/resource.ts";

/** What of a watch is the lesson's own business: where it begins, and what it is told besides changes. */
const left = [
  "resourceVersion",
  "resourceVersionMatch",
  "sendInitialEvents",
  "allowWatchBookmarks",
  "timeoutSeconds",
  "limit",
];

/** Returns what a watch beside a lesson follows: what the lesson's first watch does. Undefined if it has none. */
export function watchTargetOf({ steps }: Lesson): string | undefined {
  for (const { action } of steps) {
    if (action.kind !== "request" || action.request.method !== "GET") continue;
    const { target } = action.request;
    const watch = new URLSearchParams(splitTarget(target)[1]).get("watch");
    if (watch !== "1" && watch !== "true") continue;
    const plain = left.reduce((kept, name) => withParameter(kept, name, undefined), target);
    if (!plain.includes("${")) return withParameter(plain, "watch", "true");
  }
  return undefined;
}
