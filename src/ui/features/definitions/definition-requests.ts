import { write, type Stored, type Write } from "../../data/write-object.ts";
import type { Page } from "../../state/page.ts";
import { definitionsTarget } from "./installed-store.ts";

/** Creates or updates a definition. */
export const writeDefinition = (page: Page, options: Omit<Write, "target">): Promise<Stored> =>
  write(page, { target: definitionsTarget, ...options });
