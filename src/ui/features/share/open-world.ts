import { loadWorld, type ObjectReport } from "../../../share/create-objects.ts";
import type { World } from "../../../share/world.ts";
import { nameOf } from "../../kube/resource.ts";
import { identity } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import type { Content } from "./content.ts";
import { contentInWords } from "./share-words.ts";
import { entriesOf, historyEntries } from "./view-entries.ts";

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The User-Agent of requests that write what was shared. */
export const agent = "kubepad-share/0.1";

/**
 * Opens content on a server in memory and shows it in place of the own server. Rejects with a sentence if the server
 * could not be started.
 */
export async function openContent(
  page: Page,
  content: Content,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const { guests } = page;
  const world: World = content.kind === "world" ? content.world : { objects: [] };
  // the objects are as they were: controllers begin when all of them are there
  const { controllers, ...settings } = world.settings ?? {};
  const server = await guests.openServer({
    ...settings,
    ...(content.kind === "export" && { seed: content.bytes }),
  });
  try {
    const reports = await loadWorld({ handle: server.handle, userAgent: agent }, world, {
      onProgress,
      signal,
    });
    if (controllers !== undefined) {
      const { chosen } = await server.inspect.serverSettings();
      await server.inspect.changeSettings({ ...chosen, controllers });
    }
    signal.throwIfAborted();
    const entries = entriesOf(world.view);
    const guest = guests.show(
      world.view?.address ?? "#/objects",
      { server, words: contentInWords(content), entries: Object.keys(entries), rejected: reports.flatMap(rejectionOf) },
      { ...entries, ...historyEntries(world.requests ?? [], page.clock.now()) },
    );
    if (world.identity !== undefined) identity.of(guest).getState().act(world.identity);
  } catch (error) {
    server.close();
    throw error;
  }
}

const rejectionOf = ({ object, outcome, message = "" }: ObjectReport): readonly string[] =>
  outcome === "failed" ? [`${object.kind ?? ""} ${nameOf(object)}: ${message}`] : [];
