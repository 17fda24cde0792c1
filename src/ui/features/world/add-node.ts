import { consoleAgent, sendJson } from "../../data/send.ts";
import { simulatedNode } from "../../kube/simulated-node.ts";
import type { Page } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import { nameOf, type WorldObject } from "./world-kinds.ts";

/** Creates a simulated node under the first name that is free. */
export async function addNode(page: Page, objects: readonly WorldObject[]): Promise<void> {
  const names = new Set(objects.filter(({ kind }) => kind.kind === "Node").map(nameOf));
  let number = 1;
  while (names.has(`node-${number}`)) number++;
  const name = `node-${number}`;
  const call = {
    method: "POST",
    target: "/api/v1/nodes",
    body: JSON.stringify(simulatedNode(name)),
    headers: [["Content-Type", "application/json"]] as const,
  };
  try {
    await sendJson(page.handle, consoleAgent, call);
    page.toasts.add({ description: `The node ${name} is there.` });
  } catch (error) {
    tellError(page, error);
  }
}
