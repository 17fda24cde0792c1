import { openDB } from "idb";
import { isRecord } from "../../apimachinery/is-record.ts";
import { unchangedSettings, type ChosenSettings } from "../../client/settings.ts";

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

/**
 * Persists settings in an IndexedDB database of their own, next to the one for objects. Every worker on the same
 * storage reads them, and exports and resets do not affect them.
 */
export function createIndexedDbMemory(database: string): SettingsMemory {
  const name = `${database}/settings`;
  let known = exists(name);
  known.catch(() => undefined); // load() reports this error
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

/** Checks whether the database exists, so that it is not created on the path to the first response. */
const exists = async (name: string): Promise<boolean> =>
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
