import { type IDBPDatabase, openDB } from "idb";
import { isRecord } from "../../apimachinery/is-record.ts";
import { unchangedSettings, type ChosenSettings } from "../../client/settings.ts";
import { readKeptTime } from "../../component-base/keep-world-time.ts";
import type { KeptWorldTime } from "../../component-base/world-clock.ts";

/** Settings that persist beyond the lifetime of a worker. */
export interface KeptSettings {
  readonly chosen?: ChosenSettings | undefined;
  readonly auditPolicy?: string | undefined;
  /** What the storage began with; undefined until a server was started on it. */
  readonly begun?: Begun | undefined;
}

/** The choice that was made for a storage when it was new, or when it was found with objects of earlier versions. */
export interface Begun {
  /** The controllers that run by default; absent for those that the API server depends on. */
  readonly controllers?: readonly string[];
}

/** Persists settings. */
export interface SettingsMemory {
  load(): Promise<KeptSettings>;
  /** Stores the settings. Resolves to false if they could not be persisted. */
  keep(settings: KeptSettings): Promise<boolean>;
}

/** Returns the given initial settings and persists nothing. */
export const createShortMemory = (settings: KeptSettings): SettingsMemory => ({
  load: () => Promise.resolve(settings),
  keep: () => Promise.resolve(false),
});

const store = "settings";
const row = "server";
const timeRow = "world-time";

/**
 * Persists settings in an IndexedDB database of their own, next to the one for objects. Every worker on the same
 * storage reads them, and exports and resets do not affect them.
 */
export function createIndexedDbMemory(database: string): SettingsMemory {
  const name = `${database}/settings`;
  let known = exists(name);
  known.catch(() => undefined); // load() reports this error
  const open = () => openSettings(name);
  return {
    async load() {
      try {
        if (!(await known)) return {};
        const opened = await open();
        const kept: unknown = await opened.get(store, row);
        opened.close();
        return readKept(kept);
      } catch {
        return {}; // if the browser refuses to open a database, nothing was persisted
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

/** Keeps the time of the world beside the settings of a database. */
export interface TimeMemory {
  /** Resolves to undefined if no time was kept, or none that this version knows. */
  load(): Promise<KeptWorldTime | undefined>;
  /** Keeps a time; it is lost if the browser refuses. Times are kept in the order of the calls. */
  keep(time: KeptWorldTime): Promise<void>;
}

/** Keeps nothing, for a world that ends with its worker. */
export const createShortTimeMemory = (): TimeMemory => ({
  load: () => Promise.resolve(undefined),
  keep: () => Promise.resolve(),
});

/** Keeps the time in the database of the settings. */
export function createIndexedDbTimeMemory(database: string): TimeMemory {
  const name = `${database}/settings`;
  let keeping: Promise<void> = Promise.resolve();
  const inStore = async <T>(act: (opened: IDBPDatabase) => Promise<T>): Promise<T> => {
    const opened = await openSettings(name);
    try {
      return await act(opened);
    } finally {
      opened.close();
    }
  };
  return {
    async load() {
      try {
        await keeping;
        return (await exists(name)) ? readKeptTime(await inStore((opened) => opened.get(store, timeRow))) : undefined;
      } catch {
        return undefined; // if the browser refuses to open a database, nothing was persisted
      }
    },
    keep(time) {
      keeping = keeping
        .then(() => inStore((opened) => opened.put(store, time, timeRow)))
        .then(
          () => undefined,
          () => undefined,
        );
      return keeping;
    },
  };
}

/**
 * Gives the new database of a world its settings, and its time if it has one of its own, before a server is started on
 * it: the controllers among the settings are those that it begins with. Rejects if that is not kept.
 */
export async function beginWith(database: string, chosen: ChosenSettings, time?: KeptWorldTime): Promise<void> {
  const { controllers } = chosen;
  const begun: Begun = controllers === undefined ? {} : { controllers };
  const opened = await openSettings(`${database}/settings`);
  try {
    await opened.put(store, { chosen, begun } satisfies KeptSettings, row);
    if (time !== undefined) await opened.put(store, time, timeRow);
  } finally {
    opened.close();
  }
}

const openSettings = (name: string): Promise<IDBPDatabase> =>
  openDB(name, 1, { upgrade: (made) => void made.createObjectStore(store) });

/** Checks whether the database exists, so that it is not created on the path to the first response. */
export const exists = async (name: string): Promise<boolean> =>
  !("databases" in indexedDB) || (await indexedDB.databases()).some((database) => database.name === name);

/** Reads persisted settings, which another version of this program may have written. */
function readKept(kept: unknown): KeptSettings {
  if (!isRecord(kept)) return {};
  const { chosen, auditPolicy, begun } = kept;
  const read = readChosen(chosen);
  return {
    ...(read !== undefined && { chosen: read }),
    ...(typeof auditPolicy === "string" && { auditPolicy }),
    ...(isRecord(begun) && areTexts(begun["controllers"] ?? []) && { begun }),
  };
}

/** Reads chosen settings; earlier versions had no admission plugins among them. */
function readChosen(kept: unknown): ChosenSettings | undefined {
  if (!isRecord(kept)) return undefined;
  const { enableAdmissionPlugins, disableAdmissionPlugins } = unchangedSettings;
  const chosen = { enableAdmissionPlugins, disableAdmissionPlugins, ...kept };
  return isChosen(chosen) ? chosen : undefined;
}

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === "string");

const isChosen = (value: unknown): value is ChosenSettings =>
  isRecord(value) &&
  areTexts(value["enableAdmissionPlugins"]) &&
  areTexts(value["disableAdmissionPlugins"]) &&
  areTexts(value["controllers"] ?? []) &&
  typeof value["runtimeConfig"] === "string" &&
  typeof value["emulatedVersion"] === "string" &&
  isRecord(value["featureGates"]) &&
  Object.values(value["featureGates"]).every((on) => typeof on === "boolean");
