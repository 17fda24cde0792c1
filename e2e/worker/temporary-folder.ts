import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";

/** Tests with a temporary folder of their own, which is removed after each, also after one that fails. */
export const test = base.extend<{ temporaryFolder: string }>({
  // oxlint-disable-next-line no-empty-pattern
  temporaryFolder: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), "kubepad-test-"));
    await provide(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});
