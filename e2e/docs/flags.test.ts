import { join } from "node:path";
import { expect, test } from "vitest";
import { flagTable } from "../../src/node/flags/flag-table.ts";
import { flagsDocument } from "../../src/node/flags/flags-document.ts";

test("the page of the flags is that of the table: npx vitest run e2e/docs/flags.test.ts -u writes it anew", async () => {
  const page = join(import.meta.dirname, "../../docs/kube-apiserver-flags.md");
  await expect(flagsDocument(flagTable)).toMatchFileSnapshot(page);
});
