import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, createConfigMap, goTo, openApp } from "./open-page.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

/** Imports what is stored, together with a text from which no object can be decoded. */
const importUnreadable = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const kubepad = Reflect.get(globalThis, "kubepad");
    const maps = await (await kubepad.fetch("/api/v1/configmaps?limit=500")).json();
    const objects = maps.items.map(
      ({ metadata, data }: { metadata: { namespace: string; name: string }; data: object }) => ({
        key: `/registry/configmaps/${metadata.namespace}/${metadata.name}`,
        text: JSON.stringify({ metadata, data }).slice(1),
      }),
    );
    const broken = { key: "/registry/configmaps/default/broken", text: '"metadata":{"name":', unreadable: true };
    const file = JSON.stringify({ format: "kubepad-export/1", objects: [...objects, broken] });
    await kubepad.inspect.import(new TextEncoder().encode(file));
  });

test("a stored object that cannot be read is named where its list fails, shown, and deleted when asked", async ({
  page,
}) => {
  await openApp(page);
  await createConfigMap(page, "kept", { colour: "red" });
  await importUnreadable(page);
  await goTo(page, "#/objects/core/v1/configmaps");
  const main = page.getByRole("main");
  await expect(main.getByText("1 stored object cannot be read")).toBeVisible();
  await expect(main.getByText("default/broken")).toBeVisible();
  await main.getByText("What is stored").click();
  await expect(main.getByText('"metadata":{"name":')).toBeVisible();
  await expect(main.getByRole("button", { name: "Delete…" })).toHaveCount(0);
  await main.getByRole("link", { name: "server settings" }).click();

  await page.getByLabel("Filter feature gates").fill("AllowUnsafe");
  await page.getByLabel("Choice for AllowUnsafeMalformedObjectDeletion").selectOption("on");
  await page.getByRole("button", { name: "Restart with these settings" }).click();
  await expect(page.getByText("All objects are kept.")).toBeVisible();

  expect((await ask(page, "GET", `${configMaps}?limit=9`)).text).toContain(
    '"field":"/registry/configmaps/default/broken"',
  );
  await page.reload();
  await goTo(page, "#/objects/core/v1/configmaps");
  await main.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(main.getByText("kept")).toBeVisible();
  expect((await ask(page, "GET", configMaps)).status).toBe(200);
});
