import { chooseFile, readText } from "../../platform/files.ts";
import type { Page } from "../../state/page.ts";
import { navigate, withParameters } from "../../state/route.ts";
import { tellError } from "../../state/tell-error.ts";
import type { Bench } from "./bench.ts";
import { draftAddress, freePlace } from "../../workbench/draft-names.ts";
import { writeDefinition } from "./definition-requests.ts";
import { drafts, textsOf } from "./draft-store.ts";

/** Creates or updates the definition on the server, and reports the result. */
export async function install(page: Page, { manifest, live, definition }: Bench): Promise<boolean> {
  try {
    await writeDefinition(page, { manifest, live, dryRun: false });
    page.toasts.add({
      description: `${definition?.name ?? "The definition"} is ${live === undefined ? "installed" : "updated"}.`,
    });
    return true;
  } catch (error) {
    tellError(page, error);
    return false;
  }
}

/** Loads a file into a draft of its own. */
export async function openText(page: Page, file: File): Promise<void> {
  try {
    const text = await readText(file);
    const { drafts: known, edit } = drafts.of(page).getState();
    const place = freePlace(textsOf(known));
    edit(place, { text, document: -1 });
    navigate(draftAddress("#/definitions", place));
  } catch (error) {
    tellError(page, error);
  }
}

export async function openFile(page: Page): Promise<void> {
  const file = await chooseFile(".yaml,.yml,.json,application/yaml,application/json");
  if (file !== undefined) await openText(page, file);
}

/** Shows a part of the bench by changing the address. */
export function show({ route }: Bench, parameters: Readonly<Record<string, string | undefined>>, replace = true): void {
  navigate(withParameters(route, parameters), replace);
}

/** Encode a schema path for an address, and decode it. */
export const pathParameter = (path: readonly string[]): string => path.map(encodeURIComponent).join("/");
export const pathOfParameter = (text: string | undefined): readonly string[] =>
  text === undefined || text === "" ? [] : text.split("/").map(decodeURIComponent);

/** Opens the first of the files that were dropped. */
export async function openDropped(page: Page, reading: Promise<readonly File[]>): Promise<void> {
  try {
    const [file] = await reading;
    if (file !== undefined) await openText(page, file);
  } catch (error) {
    tellError(page, error);
  }
}
