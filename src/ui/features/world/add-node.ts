import { consoleAgent, RefusedError, sendJson } from "../../data/send.ts";
import { simulatedNode } from "../../kube/simulated-node.ts";
import type { Page } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import { nameOf, type WorldObject } from "./world-kinds.ts";

/**
 * Creates a simulated node under the first name that is free. What is shown may lag behind: a name that turns out to be
 * taken is passed over.
 */
export async function addNode(page: Page, objects: readonly WorldObject[]): Promise<void> {
  const names = new Set(objects.filter(({ kind }) => kind.kind === "Node").map(nameOf));
  try {
    for (let number = 1; ; number++) {
      const name = `node-${number}`;
      if (names.has(name) || !(await create(page, name))) continue;
      page.toasts.add({ description: `The node ${name} is there.` });
      return;
    }
  } catch (error) {
    tellError(page, error);
  }
}

/** Returns false if there is a node of this name. */
async function create({ handle }: Page, name: string): Promise<boolean> {
  const call = {
    method: "POST",
    target: "/api/v1/nodes",
    body: JSON.stringify(simulatedNode(name)),
    headers: [["Content-Type", "application/json"]] as const,
  };
  try {
    await sendJson(handle, consoleAgent, call);
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.status.reason === "AlreadyExists") return false;
    throw error;
  }
}
