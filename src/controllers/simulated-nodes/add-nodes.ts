import { isAlreadyExists } from "../../apimachinery/errors.ts";
import { Client } from "../../client/client.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { simulatedNodes } from "./node-status.ts";

/** Makes simulated nodes, as the user of a token; those that are there already stay as they are. */
export async function addNodes(handle: Handle, token: string, count: number): Promise<void> {
  const client = new Client({ handle, userAgent: "kubepad-setup", headers: { Authorization: `Bearer ${token}` } });
  for (const node of simulatedNodes(count))
    await client.create({ group: "", version: "v1", resource: "nodes" }, node).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
}
