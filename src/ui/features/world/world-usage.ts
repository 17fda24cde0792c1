import { textAt } from "../../../diagnosis/fields.ts";
import type { Page } from "../../state/page.ts";
import { cpuWords, memoryWords, percent, shareOf, usage, usageKey, type Usage } from "../../state/usage.ts";
import type { ObjectUsage, WorldObject } from "./world-kinds.ts";

/** What is told of a usage: of a pod the amounts, of a node how much of what it has they are. */
function told({ kind, object }: WorldObject, { cpu, memory }: Usage): ObjectUsage {
  if (kind.kind === "Pod")
    return { short: cpuWords(cpu), words: `CPU ${cpuWords(cpu)}, memory ${memoryWords(memory)}`, share: undefined };
  const share = shareOf(cpu, textAt(object, "status.allocatable.cpu"));
  const ofMemory = percent(shareOf(memory, textAt(object, "status.allocatable.memory")));
  return { short: percent(share), words: `CPU ${percent(share)}, memory ${ofMemory}`, share: Math.min(share, 1) };
}

/** Keeps what pods and nodes use beside them, until the signal is aborted; `changed` is called when that changes. */
export function followWorldUsage(
  page: Page,
  objects: Map<string, WorldObject>,
  changed: () => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const store = usage.of(page);
  const take = (): void => {
    const { usages } = store.getState();
    let isOther = false;
    for (const [uid, one] of objects) {
      if (one.kind.kind !== "Pod" && one.kind.kind !== "Node") continue;
      const { namespace, name } = one.object.metadata;
      const used = usages.get(usageKey(namespace, name));
      const next = used && told(one, used);
      if (next?.words === one.usage?.words) continue;
      isOther = true;
      const { usage: _before, ...rest } = one;
      objects.set(uid, { ...rest, ...(next && { usage: next }) });
    }
    if (isOther) changed();
  };
  const ends = [store.getState().attend(), store.subscribe(take)];
  signal.addEventListener("abort", () => ends.forEach((end) => end()), { once: true });
}
