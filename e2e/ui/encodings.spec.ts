import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, createConfigMap, goTo, openApp, rowWith } from "./open-page.ts";

const encoding = (page: Page, name: RegExp) =>
  page.getByRole("group", { name: "Encodings and their sizes" }).getByRole("button", { name });

test("an object is shown in every encoding that the server has, with its real bytes and size", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "settings", { colour: "red" });
  await goTo(page, "#/objects/core/v1/configmaps/default/settings");
  await page.getByRole("tab", { name: "Encodings" }).click();
  await expect(page).toHaveURL(/tab=encodings$/);
  await expect(page.getByRole("region", { name: "The object as JSON" })).toContainText('"colour": "red"');
  const { text } = await ask(page, "GET", "/api/v1/namespaces/default/configmaps/settings");
  await expect(page.getByRole("region", { name: "Encodings" })).toContainText(`${text.length} bytes`);
  await encoding(page, /^YAML/).click();
  await expect(page.getByRole("region", { name: "The object as YAML" })).toContainText("colour: red");
  await encoding(page, /^Protobuf .* % of JSON/).click();
  await expect(rowWith(page, "Protobuf bytes", "000000")).toContainText("6b 38 73 00");
  await expect(rowWith(page, "Protobuf bytes", "000000")).toContainText("k8s·");
  await encoding(page, /^CBOR not available/).click();
  await expect(page.getByText(/feature gate CBORServingAndStorage/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Available representations: application/json");
  await page.goBack();
  await expect(page.getByRole("region", { name: "Encodings" })).toBeHidden();
});

test("bytes follow the object, and custom resources say why they have no protobuf", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "live", { colour: "red" });
  await goTo(page, "#/objects/core/v1/configmaps/default/live?tab=encodings&enc=yaml");
  await expect(page.getByRole("region", { name: "The object as YAML" })).toContainText("colour: red");
  await ask(
    page,
    "PATCH",
    "/api/v1/namespaces/default/configmaps/live",
    { data: { colour: "green" } },
    "application/merge-patch+json",
  );
  await expect(page.getByRole("region", { name: "The object as YAML" })).toContainText("colour: green");
  await page.getByRole("button", { name: "Bytes" }).click();
  await expect(rowWith(page, "YAML bytes", "000000")).toContainText("apiVersion: v1");

  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "tides.sea.example.com" },
    spec: {
      group: "sea.example.com",
      scope: "Cluster",
      names: { plural: "tides", kind: "Tide" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { height: { type: "integer", description: "In centimetres." } },
            },
          },
        },
      ],
    },
  };
  expect((await ask(page, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)).status).toBe(
    201,
  );
  await expect
    .poll(
      async () =>
        (
          await ask(page, "POST", "/apis/sea.example.com/v1/tides", {
            apiVersion: "sea.example.com/v1",
            kind: "Tide",
            metadata: { name: "spring" },
            height: 5,
          })
        ).status,
    )
    .toBe(201);
  await page.reload();
  await goTo(page, "#/objects/sea.example.com/v1/tides/-/spring?tab=encodings&enc=protobuf");
  await expect(page.getByText("Custom resources have no protobuf encoding")).toBeVisible();
  await expect(encoding(page, /^JSON [0-9]+ B/)).toBeVisible();
});

test("the console shows an answer in every encoding: of reads the same once more, of writes what came of them", async ({
  page,
}) => {
  const configMaps = "/api/v1/namespaces/default/configmaps";
  const send = async (method: string, target: string, body = ""): Promise<void> => {
    await goTo(page, `#/requests/new?m=${method}&t=${encodeURIComponent(target)}&b=${encodeURIComponent(body)}`);
    await expect(page.getByRole("combobox", { name: "Path" })).toHaveValue(target);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page).toHaveURL(/#\/requests\/(?!new)/);
    await page.getByRole("tab", { name: "Encodings" }).click();
  };
  const panel = page.getByRole("region", { name: "Encodings" });
  await openApp(page);
  await send(
    "POST",
    configMaps,
    JSON.stringify({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { generateName: "made-" },
      data: { colour: "red" },
    }),
  );
  await expect(panel).toContainText("POST is not repeated");
  await encoding(page, /^YAML/).click();
  await expect(page.getByRole("region", { name: "The answer as YAML" })).toContainText("colour: red");
  await send("GET", `${configMaps}?limit=1`);
  await encoding(page, /^Protobuf .* % of JSON/).click();
  await expect(rowWith(page, "Protobuf bytes", "000000")).toContainText("k8s·");
  await encoding(page, /^CBOR not available/).click();
  await expect(panel.getByRole("alert")).toContainText("Available representations: application/json");
  await send("GET", `${configMaps}/none`);
  await expect(page.getByRole("region", { name: "The answer as JSON" })).toContainText('"reason": "NotFound"');
  await send("GET", "/livez");
  await encoding(page, /^YAML not available/).click();
  await expect(panel).toContainText("The server sends this as text/plain, whatever you ask for");
  await send("DELETE", `${configMaps}/none`);
  await expect(page.getByText("DELETE would repeat the change, or fail again")).toBeVisible();
});
