import { openDB } from "idb";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { ChosenSettings } from "../../client/settings.ts";

/** What somebody chose, beyond the life of a worker. */
export interface KeptSettings {
  readonly chosen?: ChosenSettings | undefined;
  readonly auditPolicy?: string | undefined;
}

/** Where choices are kept. */
export interface SettingsMemory {
  load(): Promise<KeptSettings>;
  /** False where it could not be kept. */
  keep(settings: KeptSettings): Promise<boolean>;
}

/** Knows what a server is opened with, and keeps nothing beyond it. */
export const createShortMemory = (settings: KeptSettings): SettingsMemory => ({
  load: () => Promise.resolve(settings),
  keep: () => Promise.resolve(false),
});

const store = "settings";
const row = "server";

/**
 * Keeps choices in a database of their own beside the one of the objects: every worker that serves those finds them,
 * and exports and resets leave them alone.
 */
export function createIndexedDbMemory(database: string): SettingsMemory {
  const name = `${database}/settings`;
  let known = exists(name);
  known.catch(() => undefined); // whoever loads hears of it
  const open = () => openDB(name, 1, { upgrade: (made) => void made.createObjectStore(store) });
  return {
    async load() {
      try {
        if (!(await known)) return {};
        const opened = await open();
        const kept: unknown = await opened.get(store, row);
        opened.close();
        return readKept(kept);
      } catch {
        return {}; // a browser that gives no database has kept nothing
      }
    },
    async keep(settings) {
      try {
        const opened = await open();
        await opened.put(store, settings, row);
        opened.close();
        known = Promise.resolve(true);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Where nobody ever chose anything, nothing is made on the way to the first answer. */
const exists = async (name: string): Promise<boolean> =>
  !("databases" in indexedDB) || (await indexedDB.databases()).some((database) => database.name === name);

/** What another version of this program may have kept. */
function readKept(kept: unknown): KeptSettings {
  if (!isRecord(kept)) return {};
  const { chosen, auditPolicy } = kept;
  return { ...(isChosen(chosen) && { chosen }), ...(typeof auditPolicy === "string" && { auditPolicy }) };
}

const isChosen = (value: unknown): value is ChosenSettings =>
  isRecord(value) &&
  typeof value["runtimeConfig"] === "string" &&
  typeof value["emulatedVersion"] === "string" &&
  isRecord(value["featureGates"]) &&
  Object.values(value["featureGates"]).every((on) => typeof on === "boolean");
