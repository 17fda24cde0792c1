import { worldHere } from "./named-worlds.ts";

/** Whether the address that was opened named a world that is not there. */
export const lostWorldKey = "lost-world";

/** What is kept in a world is not found in another one. */
const nameOf = (key: string): string =>
  worldHere() === "" || key === lostWorldKey ? `kubepad.${key}` : `kubepad.@${worldHere()}.${key}`;

/** What a tab keeps for itself until it is closed, also when it is loaded again. */
export const tabMemory = {
  read(key: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null");
    } catch {
      return undefined;
    }
  },
  write(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(nameOf(key), JSON.stringify(value));
    } catch {
      // A full or forbidden store only costs the memory of the tab.
    }
  },
};
