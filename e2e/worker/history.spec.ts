import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { create, list, openTab, waitForServer } from "./pad.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

/** The events that a watch from a revision begins with: type, name and revision. */
const eventsFrom = (page: Page, revision: number, count: number): Promise<string[]> =>
  page.evaluate(
    async ([path, from, wanted]) => {
      const control = new AbortController();
      const answer = await window.kubepad.fetch(`${path}?watch=1&resourceVersion=${from}`, { signal: control.signal });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (text.split("\n").length <= wanted) {
        const part = await reader?.read();
        if (part === undefined || part.done) break;
        text += part.value;
      }
      control.abort();
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
        .map(({ type, object }) => `${type} ${object.metadata?.name}@${object.metadata?.resourceVersion}`);
    },
    [configMaps, revision, count] as const,
  );

const patch = (page: Page, name: string, value: string): Promise<number> =>
  page.evaluate(
    async ([target, body]) => {
      const answer = await window.kubepad.fetch(target, {
        method: "PATCH",
        headers: { "Content-Type": "application/merge-patch+json" },
        body,
      });
      return Number((await answer.json()).metadata.resourceVersion);
    },
    [`${configMaps}/${name}`, JSON.stringify({ data: { content: value } })] as const,
  );

test("history survives a reload: a watch resumes from an old revision, and revisions go on", async ({ context }) => {
  const page = await openTab(context);
  const before = (await list(page)).revision;
  const created = (await create(page, "one")).revision;
  const changed = await patch(page, "one", "second");
  await page.reload();
  await waitForServer(page);
  const { revision } = await list(page);
  expect(revision).toBe(changed);
  const later = (await create(page, "two")).revision;
  expect(later).toBe(changed + 1);
  expect(await eventsFrom(page, before, 3)).toEqual([
    `ADDED one@${created}`,
    `MODIFIED one@${changed}`,
    `ADDED two@${later}`,
  ]);
  const exact = await page.evaluate(
    async ([path, at]) => {
      const target = `${path}?resourceVersion=${at}&resourceVersionMatch=Exact`;
      const { items } = await (await window.kubepad.fetch(target)).json();
      return items.map((item: { metadata: { resourceVersion: string } }) => item.metadata.resourceVersion);
    },
    [configMaps, created] as const,
  );
  expect(exact).toContain(String(created));
});

test("an object's history shows its revisions after a reload", async ({ context }) => {
  const page = await openTab(context);
  await create(page, "settings");
  await patch(page, "settings", "second");
  await patch(page, "settings", "third");
  const rows = page.getByRole("region", { name: "History" }).getByRole("listitem");
  const open = async (): Promise<void> => {
    await page.getByRole("tab", { name: /History/ }).click();
    await expect(rows).toHaveCount(3);
  };
  await page.goto("./#/objects/core/v1/configmaps/default/settings");
  await open();
  await page.reload();
  await open();
});
