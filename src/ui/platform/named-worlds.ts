import { namedWorldOfAddress } from "./address.ts";

/** A world that this browser keeps besides the first one, in a database of its own. */
export interface NamedWorld {
  readonly id: string;
  readonly name: string;
  /** When it was made; undefined for one whose entry was lost. */
  readonly madeAt: number | undefined;
}

/** The id and the name of the world that is there without being made. */
export const firstWorld: NamedWorld = { id: "", name: "My world", madeAt: undefined };

const prefix = "kubepad/world/";
const form = /^[a-z0-9]{1,32}$/;

/** Reports whether a text is the id of a world other than the first one. */
export const isWorldId = (text: unknown): text is string => typeof text === "string" && form.test(text);

/** Returns the id of the world that has a database; undefined for other databases, and for the first world. */
export function worldOfDatabase(name: string): string | undefined {
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  return isWorldId(id) ? id : undefined;
}

/** The database of a world. */
export const databaseOf = (id: string): string => (id === "" ? "kubepad" : prefix + id);

/** The database of the settings of a world (worker/host/kept-settings.ts). */
export const settingsDatabaseOf = (id: string): string => `${databaseOf(id)}/settings`;

/** The world that the page's URL names; the first one if it names none, or nothing that is one. */
export function worldHere(): string {
  const id = namedWorldOfAddress() ?? "";
  return isWorldId(id) ? id : "";
}

/** The longest name of a world. */
export const longestName = 60;

/** Returns a name as it is kept; undefined for one that says nothing. */
export function tidyName(name: string): string | undefined {
  const tidy = name.trim().replace(/\s+/g, " ").slice(0, longestName);
  return tidy === "" ? undefined : tidy;
}
