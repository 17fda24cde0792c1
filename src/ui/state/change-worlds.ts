import type { KeptWorldTime } from "../../component-base/world-clock.ts";
import type { RevisionEntry } from "../../client/history.ts";
import { collectVersions } from "../../share/collect-versions.ts";
import { beginWith } from "../../worker/host/kept-settings.ts";
import { leaderLock, tabLock } from "../../worker/tabs/tab-channel.ts";
import { urlOfWorld } from "../platform/address.ts";
import { copyDatabase } from "../platform/copy-database.ts";
import {
  databaseOf,
  firstWorld,
  settingsDatabaseOf,
  tidyName,
  worldHere,
  type NamedWorld,
  type WorldOrigin,
} from "../platform/named-worlds.ts";
import { clearEntries, copyEntries } from "../platform/storage.ts";
import { deleteWorld, hasWorld, leaveForGood, makeWorld, rename } from "../platform/world-registry.ts";
import type { Connection, Page, Visit } from "./page.ts";
import { firstPlace } from "./route.ts";
import { tellOfChange } from "./worlds.ts";

const newGone = ({ name }: NamedWorld): Error => new Error(`${name} was deleted in another tab.`);

/** Gives a world another name. Rejects if it is not there any more. */
export async function renameWorld(page: Page, world: NamedWorld, name: string): Promise<void> {
  const tidy = tidyName(name);
  if (tidy === undefined) return;
  const isThere = await rename({ ...world, name: tidy });
  await tellOfChange(page);
  if (!isThere) throw newGone(world);
}

/** Makes a world and opens it. */
export async function createWorld(page: Page, name: string, begin: "empty" | "sample"): Promise<void> {
  open(page, await make(page, name, () => Promise.resolve()), firstPlace, begin);
}

/** Makes a copy of a world, with what was entered in it, and opens it. */
export async function duplicateWorld(page: Page, source: NamedWorld, name: string): Promise<void> {
  const isHere = source.id === worldHere();
  if (!(await hasWorld(source.id))) throw newGone(source);
  // what is written until the copy is made is the same in both
  const origin = isHere
    ? { id: source.id, revision: (await page.inspect.revisions({ limit: 1 })).revision }
    : undefined;
  const fill = async (copy: NamedWorld): Promise<void> => {
    await copyDatabase(databaseOf(source.id), databaseOf(copy.id));
    await copyDatabase(settingsDatabaseOf(source.id), settingsDatabaseOf(copy.id));
    if (isHere) page.memory.save();
    copyEntries(source.id, copy.id);
  };
  open(page, await make(page, name, fill, origin), isHere ? location.hash : firstPlace);
}

/** Makes a world of a shared one that is open, as it is now, and opens it. `report` is told the share that is done. */
export const keepVisit = (page: Page, visit: Visit, name: string, report: (share: number) => void): Promise<void> =>
  makeFrom(page, visit.server, { name, report });

/**
 * Makes a world that goes on from a revision of the one that is open, with the history until then, its settings and the
 * time at the revision, and opens it. Rejects with a sentence if the revision is compacted.
 */
export const forkWorld = (
  page: Page,
  name: string,
  { revision, at }: Pick<RevisionEntry, "revision" | "at">,
  report: (share: number) => void,
): Promise<void> => {
  // a shared world that is open is none of those that this browser keeps
  const origin = page.visit === undefined ? { id: worldHere(), revision } : undefined;
  return makeFrom(page, page, { name, report, upTo: revision, at, origin });
};

/** How a world is made of a server. */
interface Making {
  readonly name: string;
  readonly report: (share: number) => void;
  /** The revision that it goes on from, and the time of the world then. */
  readonly upTo?: number;
  readonly at?: number | undefined;
  readonly origin?: WorldOrigin | undefined;
}

/** Makes a world of what a server has, and opens it. */
async function makeFrom(
  page: Page,
  server: Pick<Connection, "inspect">,
  { name, report, upTo, at, origin }: Making,
): Promise<void> {
  const half = (first: number) => ({
    onProgress: ({ done, total }: { readonly done: number; readonly total: number }) =>
      report(first + done / Math.max(1, total) / 2),
  });
  const fill = async ({ id }: NamedWorld): Promise<void> => {
    const { chosen } = await server.inspect.serverSettings();
    const everything = { objects: [], all: true, secrets: true, upTo };
    const versions = await collectVersions(server.inspect, everything, half(0));
    const { restoreDatabase } = await import("../../worker/restore-database.ts");
    await beginWith(databaseOf(id), chosen, await timeOf(page, server, at));
    await restoreDatabase(databaseOf(id), versions, { at: page.clock.now(), ...half(0.5) });
  };
  open(page, await make(page, name, fill, origin), location.hash);
}

/** Times of a world and of the machine that differ by less are taken for the same. */
const sameTimeMs = 1000;

/** Returns the time of a server, or an earlier one, as a world keeps it; undefined if it is the machine's. */
async function timeOf(
  { clock }: Page,
  { inspect }: Pick<Connection, "inspect">,
  at?: number,
): Promise<KeptWorldTime | undefined> {
  const { now: present, paused, speed } = await inspect.worldTime();
  const now = at ?? present;
  const host = clock.now();
  const isOwn = paused || speed !== 1 || Math.abs(now - host) > sameTimeMs;
  return isOwn ? { now, host, paused, speed } : undefined;
}

/** Reports whether several tabs have a world open. */
async function isInSeveralTabs({ id }: NamedWorld): Promise<boolean> {
  const prefix = tabLock(databaseOf(id), "");
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name = "" }) => name.startsWith(prefix)).length > 1;
}

/**
 * Deletes all of a world; of the one that is open here, once the first one is opened in its place. Resolves to whether
 * that was done: another tab may have it open.
 */
export async function removeWorld(page: Page, world: NamedWorld): Promise<boolean> {
  if (world.id === worldHere()) {
    if (await isInSeveralTabs(world)) return false;
    await leaveForGood(world);
    page.memory.save();
    page.guests.memory.detach();
    clearEntries(world.id);
    open(page, firstWorld, firstPlace);
    return true;
  }
  const isDone = await deleteWorld(world, leaderLock(databaseOf(world.id)));
  if (!isDone) return false;
  await tellOfChange(page);
  return true;
}

/** Makes a world; nothing of it stays if that does not succeed. */
async function make(
  page: Page,
  name: string,
  fill: (world: NamedWorld) => Promise<void>,
  origin?: WorldOrigin,
): Promise<NamedWorld> {
  const made = { id: page.newId(), name: tidyName(name) ?? "New world", madeAt: page.clock.now() };
  const world = { ...made, ...(origin && { origin }) };
  await makeWorld(world, leaderLock(databaseOf(world.id)), () => fill(world));
  return world;
}

function open(page: Page, { id }: NamedWorld, address: string, begin?: "empty" | "sample"): void {
  page.memory.save();
  void tellOfChange(page);
  location.assign(urlOfWorld(id, address, begin));
}
