import { defaultAccountsFor } from "../../../client/default-accounts.ts";
import { createObjects, loadWorld, type ObjectReport } from "../../../share/create-objects.ts";
import { isPrerequisite } from "../../../share/object-order.ts";
import type { World } from "../../../share/world.ts";
import type { OpenedServer } from "../../../worker/tabs/opened-servers.ts";
import { newWorld } from "../../kube/new-world.ts";
import { keepWorld, keptWorld, type WorldSource } from "../../platform/kept-worlds.ts";
import { identity } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { acceptedBy } from "./accepted-settings.ts";
import { readFile, readLink, type Content } from "./content.ts";
import { contentInWords, objectInWords } from "./share-words.ts";
import { entriesOf, historyEntries } from "./view-entries.ts";

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What is counted: objects that are created, or the work on a history that is restored. */
  readonly of?: "history";
}

/** What is opened: content, and where it comes from. */
export interface Opening {
  readonly content: Content;
  readonly source: WorldSource;
  /** The id by which the page's URL names the world already, where it is opened again at the place of the URL. */
  readonly again?: string;
}

/** The User-Agent of requests that write what was shared. */
export const agent = "kubepad-share/0.1";

/**
 * Opens content on a server in memory and shows it in place of the own server. Rejects with a sentence if the server
 * could not be started.
 */
export async function openContent(
  page: Page,
  { content, source, again }: Opening,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const { guests } = page;
  const { content: known, leftOut } = await withKnownSettings(page, content);
  const world: World = known.kind === "world" ? known.world : { objects: [] };
  const server = await openServer(page, { content: known, source }, onProgress, signal);
  try {
    const isPlain = content.kind === "world" && content.isPlain;
    const reports = await fill(server, world, isPlain, onProgress, signal);
    const id = again ?? page.newId();
    const isKept = again !== undefined || (await keepWorld(id, source, page.clock.now()));
    signal.throwIfAborted();
    const entries = entriesOf(world.view);
    const words = contentInWords(content) + leftOutInWords(leftOut);
    const visit = { server, words, entries: Object.keys(entries), rejected: reports.flatMap(rejectionOf) };
    const guest = guests.show(
      again === undefined ? (world.view?.address ?? "#/objects") : location.hash,
      { ...visit, ...(again !== undefined && { isAgain: true }) },
      { ...entries, ...historyEntries(world.requests ?? [], page.clock.now()) },
      id,
    );
    if (world.identity !== undefined) identity.of(guest).getState().act(world.identity);
    if (!isKept) guest.toasts.add({ description: notKept });
  } catch (error) {
    server.close();
    throw error;
  }
}

const leftOutInWords = (leftOut: readonly string[]): string =>
  leftOut.length === 0 ? "" : ` This version of Kubepad does not take: ${leftOut.join(", ")}.`;

/** Returns content with the settings that a server here accepts, and the names of the others. */
async function withKnownSettings({ guests }: Page, content: Content) {
  const none: readonly string[] = [];
  if (content.kind === "export" || content.isPlain || content.world.settings === undefined)
    return { content, leftOut: none };
  const server = await guests.openServer({});
  try {
    const { accepted, leftOut } = await acceptedBy(server.inspect, content.world.settings);
    return { content: { ...content, world: { ...content.world, settings: accepted } }, leftOut };
  } finally {
    server.close();
  }
}

const notKept = "This browser does not keep what was opened: it is gone when the page is loaded again.";

/**
 * Opens a world again that this browser keeps under an id. Resolves to false if it keeps none; rejects with a sentence
 * as `openContent`.
 */
export async function reopenWorld(
  page: Page,
  id: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const source = await keptWorld(id);
  if (source === undefined) return false;
  const content = source.kind === "link" ? await readLink(source.text) : await readFile(source.bytes, { signal });
  await openContent(page, { content, source, again: id }, onProgress, signal);
  return true;
}

/** Opens the server. What says nothing of its server opens in a new world, as a first visit has it. */
function openServer(
  { guests }: Page,
  { content, source }: Opening,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<OpenedServer> {
  const opening = { onProgress: (progress: Progress) => onProgress({ ...progress, of: "history" }), signal };
  if (content.kind === "export") return guests.openServer({ seed: content.bytes, ...opening });
  const { objects, settings = {} } = content.world;
  if (content.isPlain)
    return guests.openServer({
      newWorld: objects.some(({ kind }) => kind === "Node") ? { ...newWorld, simulatedNodes: 0 } : newWorld,
      ...opening,
    });
  const { controllers: _begin, pace: _later, ...others } = settings;
  const hasHistory = content.world.versions !== undefined && source.kind === "file";
  return guests.openServer({ ...others, ...(hasHistory && { seed: source.bytes }), ...opening });
}

/** Writes the objects of a world, sets its time, and lets the controllers begin that it asks for. */
async function fill(
  server: OpenedServer,
  world: World,
  isPlain: boolean,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<readonly ObjectReport[]> {
  const options = { handle: server.handle, userAgent: agent };
  const { controllers, pace } = world.settings ?? {};
  // pods need their account at once, which a controller makes too late
  const accounts = defaultAccountsFor(world.objects);
  const begun = world.versions !== undefined; // the server began with what the file holds
  if (isPlain) await createObjects(options, [...world.objects.filter(isPrerequisite), ...accounts], { signal });
  const reports = begun ? [] : await loadWorld(options, world, { onProgress, signal });
  if (pace !== undefined) await server.inspect.changeWorldTime(pace);
  if (controllers === undefined) return reports;
  // the objects are as they were: controllers begin when all of them are there
  if (!begun) await createObjects(options, accounts, { signal });
  const { chosen } = await server.inspect.serverSettings();
  await server.inspect.changeSettings({ ...chosen, controllers });
  return reports;
}

const rejectionOf = ({ object, outcome, message = "" }: ObjectReport): readonly string[] =>
  outcome === "failed" ? [`${objectInWords(object)}: ${message}`] : [];
