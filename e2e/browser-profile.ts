import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type BrowserContextOptions } from "@playwright/test";

/** A started Chromium with a profile on disk, whose storage is that of a window which is not private. */
export interface BrowserProfile {
  readonly context: BrowserContext;
  /** Ends the browser and removes the profile. */
  close(): Promise<void>;
}

/** What Chromium is started with; `preferences` are those of its settings that are not the usual ones. */
export interface ProfileOptions extends BrowserContextOptions {
  readonly executablePath: string;
  readonly args: string[];
  readonly preferences?: Readonly<Record<string, unknown>>;
}

/** Starts Chromium with a new profile in a temporary folder. */
export async function openBrowserProfile({ preferences, ...options }: ProfileOptions): Promise<BrowserProfile> {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-profile-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (preferences !== undefined) {
    mkdirSync(join(folder, "Default"));
    writeFileSync(join(folder, "Default/Preferences"), JSON.stringify(preferences));
  }
  try {
    const context = await chromium.launchPersistentContext(folder, options);
    return {
      context,
      async close() {
        await context.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
