import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, openApp, rowWith } from "./open-page.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data: { colour: "red" },
});

test("the audit shows what was asked, follows a policy that is written in the page, and goes into a file", async ({
  page,
}) => {
  await openApp(page, "#/server?tab=audit");
  await expect(page.getByText(/^No events (?:of these senders )?yet$/)).toBeVisible();
  await ask(page, "POST", configMaps, configMap("noted"));
  const created = rowWith(page, "Audit events", configMaps).filter({ hasText: "create" });
  await expect(created).toContainText("kubernetes-admin");
  await expect(created).toContainText("ResponseComplete");
  await expect(created).toContainText("201");
  await created.click();
  const event = page.getByRole("region", { name: "Audit event", exact: true });
  await expect(event).toContainText("kubernetes-admin asked to create configmaps noted in namespace default.");
  await expect(event).toContainText("authorization.k8s.io/decision");
  await event.getByRole("tab", { name: "Request object" }).click();
  await expect(event).toContainText("At level Metadata no objects are logged.");
  await event.getByRole("button", { name: "Choose a policy" }).click();

  const policy = page.getByRole("textbox", { name: "Audit policy" });
  const problems = page.getByRole("region", { name: "Problems" });
  await page.getByRole("button", { name: /^Secrets never/ }).click();
  await expect(problems).toContainText("No problems found.");
  await policy.fill((await policy.inputValue()).replace("- level: RequestResponse", "- level: All"));
  await expect(problems.getByRole("button", { name: /^Line 18 / })).toContainText(
    'rules[2].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
  );
  await expect(page.getByRole("button", { name: "Use this policy" })).toBeDisabled();
  await policy.fill((await policy.inputValue()).replace("- level: All", "- level: RequestResponse"));
  await page.getByRole("button", { name: "Use this policy" }).click();
  await expect(page.getByText("This policy is in force.")).toBeVisible();

  await page.getByRole("tab", { name: "Events" }).click();
  await ask(page, "POST", configMaps, configMap("kept"));
  await ask(page, "POST", "/api/v1/namespaces/default/secrets", {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "hidden" },
    stringData: { word: "sesame" },
  });
  await ask(page, "GET", "/api/v1/endpoints");
  await expect(rowWith(page, "Audit events", "/api/v1/endpoints")).toContainText("deprecated");
  await rowWith(page, "Audit events", "RequestResponse").filter({ hasText: "configmaps" }).click();
  await event.getByRole("tab", { name: "Response object" }).click();
  await expect(event.getByRole("region", { name: "Response object" })).toContainText('"colour": "red"');
  await page.getByLabel("Filter events").fill("secrets create");
  await expect(rowWith(page, "Audit events", "/secrets")).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save these events as JSON lines" }).click();
  const lines = (await readFile(await (await download).path(), "utf8"))
    .trimEnd()
    .split("\n")
    .map((line): { readonly level: string } => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      kind: "Event",
      level: "Metadata",
      verb: "create",
      objectRef: { resource: "secrets" },
      responseStatus: { code: 201 },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain("sesame");
});
