import type { TaskHunt } from "./hunt-case.ts";

/** What clients, controllers and the terminal do with large objects. */
export const taskHunts = (): readonly TaskHunt[] => [];
