import type { NamedWorld } from "../platform/named-worlds.ts";
import type { Route } from "../state/route.ts";

/** The part of the address that stands for the first world, whose id is empty. */
const first = "first-world";

/** Returns the id of the world that an address names to be compared with; undefined if it names none. */
export function worldOf({ parts: [, world] }: Route): string | undefined {
  return world === first ? "" : world;
}

/** Returns the address that compares the world that is shown with another one. */
export const compareAddress = ({ id }: NamedWorld): string => `#/compare/${id === "" ? first : id}`;
