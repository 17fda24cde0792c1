import { isAlreadyExists } from "../apimachinery/errors.ts";
import { type AddonName, addonObjects } from "./addons.ts";
import { type Client, isNotFound } from "./client.ts";
import { ObjectClient } from "./object-client.ts";

/** Creates the objects of an addon; those that are there stay as they are. Rejects with the server's error. */
export async function installAddon(client: Client, name: AddonName): Promise<void> {
  const objects = new ObjectClient(client);
  for (const object of addonObjects(name))
    await objects.create(object).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
}

/**
 * Deletes the objects of an addon, the last one first: its APIService goes before what answers for it. Rejects with the
 * server's error.
 */
export async function removeAddon(client: Client, name: AddonName): Promise<void> {
  const objects = new ObjectClient(client);
  for (const object of addonObjects(name).toReversed())
    await objects.delete(object).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
}
