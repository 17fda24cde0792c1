import { createStore } from "zustand/vanilla";
import type { Folder } from "../data/virtual-files.ts";
import { defineSlice } from "./page.ts";

/** A request of a command line; the request log knows it by its id. */
interface LineRequest {
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly status: number;
}

/** A command line of the terminal that has ended. */
export interface DoneLine {
  readonly text: string;
  /** The user that it was run as; undefined for the page's own. */
  readonly as: string | undefined;
  /** The namespace of the context before it ran. */
  readonly namespace: string;
  readonly output: string;
  readonly code: number;
  readonly requests: readonly LineRequest[];
  /** The folder before it ran. */
  readonly files: Folder;
}

/** The command line of the terminal that has ended last. */
export const doneLines = defineSlice<{ readonly last: DoneLine | undefined }>(() =>
  createStore(() => ({ last: undefined })),
);
