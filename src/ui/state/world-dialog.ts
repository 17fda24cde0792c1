import { createStore } from "zustand/vanilla";
import type { NamedWorld } from "../platform/named-worlds.ts";
import { defineSlice, type Moment, type Page, type Visit } from "./page.ts";

/** What the reader is asked about a world. */
export type WorldQuestion =
  | { readonly kind: "new" }
  | { readonly kind: "rename" | "duplicate" | "delete"; readonly world: NamedWorld }
  | { readonly kind: "keep"; readonly visit: Visit }
  /** The world of a page is to go on from a revision, as another one. */
  | { readonly kind: "fork"; readonly of: Page; readonly moment: Moment };

interface WorldDialog {
  readonly asked: WorldQuestion | undefined;
}

/** The question about a world that is open. */
export const worldDialog = defineSlice<WorldDialog>(() => createStore<WorldDialog>(() => ({ asked: undefined })));

/** Asks about a world, in a dialog. */
export const askAboutWorld = (page: Page, asked: WorldQuestion | undefined): void =>
  worldDialog.of(page).setState({ asked });
