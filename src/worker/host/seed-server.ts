import { withDefaultAccounts } from "../../client/default-accounts.ts";
import { Client } from "../../client/client.ts";
import type { ServerInspector } from "../../client/inspector.ts";
import { ObjectClient } from "../../client/object-client.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { Seed } from "./worker-messages.ts";

/** A server that is not reachable by other clients yet, and a token with full permissions on it. */
export interface SeededServer {
  readonly handle: Handle;
  readonly inspect: Pick<ServerInspector, "import">;
  readonly token: string;
  /** Whether pods need service accounts, which no controller has made yet. */
  readonly needsAccounts?: boolean;
}

/**
 * Loads a seed into a new server. Objects are created in order, as any client would create them; custom resources may
 * follow their CustomResourceDefinition. Rejects with the server's message for the first object that it rejects.
 */
export async function seedServer(server: SeededServer, seed: Seed): Promise<void> {
  const { handle, inspect, token, needsAccounts = false } = server;
  if (seed instanceof Uint8Array) return inspect.import(seed);
  const client = new Client({ handle, userAgent: "kubepad-seed", headers: { Authorization: `Bearer ${token}` } });
  const objects = new ObjectClient(client);
  for (const object of needsAccounts ? withDefaultAccounts(seed) : seed) await objects.create(object);
}
