import { isAlreadyExists } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { withDefaultAccounts } from "../../client/default-accounts.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { controllerUserAgent } from "../../component-base/trace-source.ts";
import { simulatedNodes } from "./node-status.ts";

const core = { group: "", version: "v1" };

/** Makes simulated nodes, as the user of a token; those that are there already stay as they are. */
export const addNodes = (handle: Handle, token: string, count: number): Promise<void> =>
  createMissing(handle, token, "nodes", simulatedNodes(count));

/** Makes the account without which no pod is admitted, ahead of its controller. */
export const addDefaultAccount = (handle: Handle, token: string): Promise<void> =>
  createMissing(handle, token, "serviceaccounts", withDefaultAccounts([]));

async function createMissing(
  handle: Handle,
  token: string,
  resource: string,
  objects: readonly KubeObject[],
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const client = new Client({
    handle,
    userAgent: controllerUserAgent(resource === "nodes" ? "kubelet" : "serviceaccount"),
    headers,
  });
  for (const object of objects) {
    const { namespace } = object.metadata;
    const target = { ...core, resource, ...(namespace !== undefined && { namespace }) };
    await client.create(target, object).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  }
}
