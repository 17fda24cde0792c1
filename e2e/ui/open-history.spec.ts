import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { writeKubepadFile } from "../../src/share/kubepad-file.ts";
import { goTo, openApp } from "./open-page.ts";
import { guestBar, offer } from "./share-views.ts";

test("a file with history says how far it is opened, and stops where that is asked for", async ({ page }) => {
  const count = 4_000;
  const name = (i: number): string => `c${String(i).padStart(5, "0")}`;
  const of = (i: number) => ({ name: name(i), namespace: "default", uid: `u${i}` });
  const bytes = await writeKubepadFile({
    objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: of(0) }],
    versions: {
      compacted: 1,
      versions: Array.from({ length: count }, (_, i) => ({
        key: `/registry/configmaps/default/${name(i)}`,
        revision: i + 2,
        text: `"metadata":${JSON.stringify(of(i))},"data":{"long":"${`${i} `.repeat(600)}"}}`,
      })),
    },
  });
  await openApp(page);
  await goTo(page, "#/shared");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a file" }).click();
  await (
    await chooser
  ).setFiles({ name: "a.kubepad", mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  const open = offer(page).getByRole("button", { name: "Open", exact: true });
  /** Opens the file, and returns what the page says meanwhile. With `cancels`, it is cancelled at the first share. */
  const opened = async (cancels: boolean): Promise<readonly string[]> => {
    await expect(open).toBeVisible(); // the file is read
    const said = page.evaluate(
      (stops) =>
        new Promise<readonly string[]>((resolve) => {
          const words = new Set<string>();
          const watch = new MutationObserver(() => {
            const status = document.querySelector('[aria-label="Shared with you"] [role="status"]:has(progress)');
            if (status !== null) words.add(status.querySelector("span")?.textContent ?? "");
            const share = [...words].some((text) => text.includes("%"));
            if (stops && share) status?.querySelector("button")?.click();
            if (words.size === 0 || (status !== null && !(stops && share))) return;
            watch.disconnect();
            resolve([...words]);
          });
          watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        }),
      cancels,
    );
    await open.click();
    return said;
  };
  await opened(true);
  await expect(open).toBeVisible();
  await expect(offer(page).getByRole("alert")).toHaveCount(0);
  const words = await opened(false);
  await expect(guestBar(page)).toBeVisible();
  expect(words.filter((text) => /^Opening: \d+ %$/.test(text))).not.toEqual([]);
});
