import { namedWorldOfAddress } from "./address.ts";

/** A world that this browser keeps besides the first one, in a database of its own. */
export interface NamedWorld {
  readonly id: string;
  readonly name: string;
  /** When it was made; undefined for one whose entry was lost. */
  readonly madeAt: number | undefined;
  /** What it was made of; absent for one that began by itself. */
  readonly origin?: WorldOrigin | undefined;
}

/** The world that another one was made of, and the revision until which both have the same history. */
export interface WorldOrigin {
  readonly id: string;
  readonly revision: number;
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

/** The longest name of a world, in UTF-16 units as fields count them. */
export const longestName = 60;

/** What cannot be seen, or changes the order of the text around it. */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** Returns a name as it is kept; undefined for one of which nothing would be seen. */
export function tidyName(name: string): string | undefined {
  const tidy = cut(name.replace(unseen, " ").trim().replace(/\s+/g, " "), longestName);
  return /[^\p{Z}\p{C}\p{M}]/u.test(tidy) ? tidy : undefined;
}

/** Returns the name of a copy, which differs from the name also where that is as long as can be. */
export const nameOfCopy = (name: string): string => withAddition(name, ", copy");

/** Returns the name of a world that goes on from a revision of another one. */
export const nameOfFork = (name: string, revision: number): string => withAddition(name, ` from ${revision}`);

const withAddition = (name: string, addition: string): string => cut(name, longestName - addition.length) + addition;

/** Returns a text with at most so many units, and no half of a character. */
const cut = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();

/** Returns a name for a new world that no other one has. */
export function newName(names: readonly string[]): string {
  let number = names.length + 1;
  while (names.includes(`World ${number}`)) number++;
  return `World ${number}`;
}
