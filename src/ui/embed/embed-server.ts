import type { EmbedParameters } from "../../embed/protocol.ts";
import { FrameServer, type BringSeed } from "../../worker/frames/frame-server.ts";
import { connectFrameWorker } from "../../worker/frames/frame-worker.ts";
import { createKeptServer, type EmbeddedServer } from "../../worker/frames/kept-server.ts";
import { openKubepad } from "../../worker/kubepad.ts";
import { createRandomId } from "../../worker/browser-environment.ts";
import { OpenedServers } from "../../worker/tabs/opened-servers.ts";
import { TabWorker, type ServerThread } from "../../worker/tabs/tab-worker.ts";
import { browserClock } from "../platform/browser-clock.ts";
import type { OwnConnection } from "../state/page.ts";
import { settingsOf } from "./embed-options.ts";
import { frameWorker } from "./frame-worker-options.ts";

const connectThread = (): ServerThread => connectFrameWorker(frameWorker);

/** An embed's server, and a function that opens further ones in memory: those of lessons. */
export interface OpenedEmbed extends Pick<OwnConnection, "openServer"> {
  readonly server: EmbeddedServer;
}

/**
 * Opens an embed's server: one in memory, unless its page asks to keep the objects. Kept objects belong to the page
 * that embeds, by its origin, and never are those of the reader's own Kubepad.
 */
export async function openEmbeddedServer(
  parameters: EmbedParameters,
  seed: BringSeed,
  origin: string,
): Promise<OpenedEmbed> {
  const chosen = await settingsOf(parameters);
  if (parameters.storage === "browser") {
    const database = `kubepad-embed ${origin} ${parameters.server ?? ""}`;
    const { controllers, ...settings } = chosen;
    const newWorld = Array.isArray(controllers) ? { controllers, simulatedNodes: 0 } : undefined;
    const kubepad = openKubepad({ ...settings, newWorld, database, startWorker: connectThread });
    return { server: createKeptServer(kubepad, seed), openServer: kubepad.openServer };
  }
  const worker = new TabWorker({ startWorker: connectThread, locks: undefined, createId: createRandomId });
  const env = { worker, clock: browserClock, createId: createRandomId };
  const further = new OpenedServers(worker, browserClock, createRandomId);
  return {
    server: new FrameServer(env, { ...chosen, shared: parameters.server, seed }),
    openServer: (options) => further.open(options),
  };
}
