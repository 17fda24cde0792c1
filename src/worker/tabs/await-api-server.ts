import type { Clock } from "../../apimachinery/clock.ts";
import { isAlreadyExists } from "../../apimachinery/errors.ts";
import { apiServerObjects } from "../../client/api-server-objects.ts";
import { Client } from "../../client/client.ts";
import { conditionOf } from "../../client/established.ts";
import { ObjectClient } from "../../client/object-client.ts";
import type { Handle } from "../../component-base/exchange.ts";

/** How long an APIService may take to become available. */
const patienceMs = 10_000;

/**
 * Creates the objects by which a function is registered as the API server of an APIService, unless they exist, and
 * resolves once the APIService is available. Rejects with what its condition says if it does not become so.
 */
export async function awaitApiServer(name: string, handle: Handle, clock: Clock): Promise<void> {
  const objects = new ObjectClient(new Client({ handle, userAgent: "kubepad-page" }));
  const [service, apiService] = apiServerObjects(name);
  for (const object of [service, apiService]) await objects.create(object).catch(unlessExisting);
  const ending = new AbortController();
  const cancel = clock.after(patienceMs, () => ending.abort());
  let why = "it has no condition";
  try {
    for await (const object of objects.changes(apiService, ending.signal)) {
      const available = object && conditionOf(object, "Available");
      if (available?.["status"] === "True") return;
      if (available !== undefined) why = `${String(available["reason"])}: ${String(available["message"])}`;
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    cancel();
    ending.abort();
  }
  throw new Error(`the APIService ${name} is not available: ${why}`);
}

function unlessExisting(error: unknown): void {
  if (!isAlreadyExists(error)) throw error;
}
