import { onLeaving } from "./leaving.ts";

/** Where a page keeps what the user has chosen and entered. */
export interface Memory {
  /** Reads a setting; undefined if it is not set or invalid. */
  read<T>(key: string, fits: (value: unknown) => value is T): T | undefined;
  /** Keeps a setting, and returns whether it is kept: the browser may have no room for it. */
  write(key: string, value: unknown): boolean;
  /** Calls `listener` when another tab changed a setting, for the lifetime of the page. */
  onChange(key: string, listener: () => void): void;
  /** Registers a function that writes state which is not written with each change. */
  onSave(write: () => void): void;
  /** Writes all state that is not written yet. */
  save(): void;
}

const prefix = "kubepad.";

/** What the reader has chosen and reached, whatever the world. */
const keysOfAllWorlds = new Set(["settings", "frame", "lesson-draft", "lessons", "course", "reader"]);
const isOfAllWorlds = (key: string): boolean => keysOfAllWorlds.has(key) || key.startsWith("lesson.");

/** The names of what is entered in a world begin with this. None begins with that of another world. */
const prefixOf = (world: string): string => (world === "" ? "" : `@${world}.`);

/** Returns the name under which a setting is kept. */
const nameIn = (world: string, key: string): string => (isOfAllWorlds(key) ? key : prefixOf(world) + key);

/** The memory of the tab's own page, which is kept in this browser if it allows that. */
export interface BrowserMemory extends Memory {
  /** Ignores later writes: the page is about to be loaded again with other settings. */
  detach(): void;
  /** Forgets everything, and ignores later writes: the page is about to be loaded again. */
  clear(): void;
}

/** Creates the memory of the page of a world; "" is the first one. */
export function createBrowserMemory(world: string): BrowserMemory {
  const writers: (() => void)[] = [];
  let detached = false;
  const save = (): void => writers.forEach((write) => write());
  onLeaving(save);
  return {
    read(key, fits) {
      const value = parsed(settingsStorage.getItem(nameIn(world, key)));
      return fits(value) ? value : undefined;
    },
    write: (key, value) => !detached && settingsStorage.setItem(nameIn(world, key), JSON.stringify(value)),
    onChange: (key, listener) =>
      addEventListener("storage", (event) => {
        if (event.key === prefix + nameIn(world, key)) listener();
      }),
    onSave: (write) => void writers.push(write),
    save,
    detach: () => void (detached = true),
    clear() {
      detached = true;
      clearEntries(world);
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}

/** A memory that lasts as long as its page and is seen by no other. */
export function createPageMemory(initial: Readonly<Record<string, unknown>>): Memory {
  const values = new Map(Object.entries(initial));
  const writers: (() => void)[] = [];
  return {
    read(key, fits) {
      const value = values.get(key);
      return fits(value) ? value : undefined;
    },
    write(key, value) {
      values.set(key, value);
      return true;
    },
    onChange: () => undefined,
    onSave: (write) => void writers.push(write),
    save: () => writers.forEach((write) => write()),
  };
}

/**
 * Forgets what was entered in a world. With the first one, that is everything but what was entered in the others.
 */
export function clearEntries(world: string): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of entriesIn(storage, world)) storage.removeItem(key);
  } catch {
    // A forbidden store has nothing.
  }
}

/** Gives a new world a copy of what was entered in another one. Throws a sentence if there is no room for it. */
export function copyEntries(from: string, to: string): void {
  const storage = permittedStorage();
  if (storage === undefined) return; // a forbidden store has nothing
  for (const key of entriesIn(storage, from)) {
    const name = key.slice(prefix.length + prefixOf(from).length);
    if (isOfAllWorlds(name)) continue;
    try {
      storage.setItem(prefix + nameIn(to, name), storage.getItem(key) ?? "");
    } catch (cause) {
      throw new Error("This browser has no room for a copy of what was entered in this world.", { cause });
    }
  }
}

function permittedStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

const entriesIn = (storage: Storage, world: string): readonly string[] =>
  Object.keys(storage).filter((key) =>
    world === "" ? key.startsWith(prefix) && !key.startsWith(`${prefix}@`) : key.startsWith(prefix + prefixOf(world)),
  );

/** The browser's storage for components that serialize their settings themselves. */
export const settingsStorage = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(prefix + key);
    } catch {
      return null;
    }
  },
  /** Returns whether it is kept: a full or forbidden store only costs the memory of settings. */
  setItem(key: string, value: string): boolean {
    try {
      localStorage.setItem(prefix + key, value);
      return true;
    } catch {
      return false;
    }
  },
};
