import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, createConfigMap, openApp, rowWith } from "./open-page.ts";

test("the server tells its health, what it counts and how it is set", async ({ page }) => {
  await openApp(page, "#/server");
  await expect(page.getByText("Running for")).toBeVisible();
  await page.getByRole("tab", { name: "Health" }).click();
  const checks = page.getByRole("region", { name: "Ready" }).getByRole("listitem");
  await expect(checks.filter({ hasText: "ping" })).toContainText("ok");
  const told = (await ask(page, "GET", "/readyz?verbose")).text
    .split("\n")
    .filter((line) => line.startsWith("[")).length;
  await expect(checks).toHaveCount(told);
  await page.getByRole("tab", { name: "Metrics" }).click();
  await page.getByLabel("Filter metrics").fill("apiserver_request_total configmaps post");
  await expect(rowWith(page, "Metrics", "apiserver_request_total")).toHaveCount(0);
  await ask(page, "POST", "/api/v1/namespaces/default/configmaps", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "counted" },
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(rowWith(page, "Metrics", 'resource="configmaps"')).toHaveCount(1);
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page).toHaveURL(/server\?tab=settings$/);
  await page.getByText("The versions that are served").click();
  await expect(page.getByRole("group", { name: "Group versions" })).toContainText("apps/v1");
  await page.getByLabel("Filter feature gates").fill("CBORServing");
  await expect(rowWith(page, "Feature gates", "CBORServingAndStorage")).toContainText("alpha since 1.32");
});

const emulated = async (page: Page): Promise<unknown> =>
  JSON.parse((await ask(page, "GET", "/version")).text).emulationMinor;

test("a tab that follows sets the server otherwise: it starts anew with every object, is found so by the tab that leads next, and is reset", async ({
  page: leader,
  context,
}) => {
  await openApp(leader, "#/server?tab=settings");
  await createConfigMap(leader, "kept", { colour: "red" });
  const page = await context.newPage();
  await openApp(page, "#/server?tab=settings");
  await expect(page.locator(".kp-state")).toContainText("another tab leads");
  const settings = page.getByRole("region", { name: "Settings", exact: true });
  const change = page.getByRole("region", { name: "What changes" });
  await page.getByLabel("Acts as").selectOption("1.33");
  await expect(change).toContainText("The release changes from 1.34 to 1.33.");
  await expect(change).toContainText("resource.k8s.io/v1 is no longer served");
  await page.getByLabel("Filter feature gates").fill("CBORServing");
  await page.getByLabel("Choice for CBORServingAndStorage").selectOption("on");
  await expect(change).toContainText("CBORServingAndStorage is on (was off).");
  await page.getByLabel("Served APIs").fill("example.com/v1=true");
  await expect(change).toContainText("unknown api groups example.com");
  await expect(change.getByRole("button", { name: "Restart with these settings" })).toBeDisabled();
  await page.getByLabel("Served APIs").fill("apps/v1/replicasets=false");
  await expect(change).toContainText("apps/v1 no longer serves replicasets.");
  await fetchInPage(leader, "/api/v1/namespaces?watch=true", "watched");
  await change.getByRole("button", { name: "Restart with these settings" }).click();
  await expect(page.getByText("All objects are kept.")).toBeVisible();
  expect(await leader.evaluate(() => Reflect.get(globalThis, "watched"))).toContain('"name":"kube-system"');
  await expect(leader.getByRole("region", { name: "Settings", exact: true })).toContainText("acting as 1.33");
  expect([await emulated(page), await emulated(leader)]).toEqual(["33", "33"]);
  expect((await ask(page, "GET", "/api/v1/namespaces/default/configmaps/kept")).text).toContain('"colour":"red"');

  await leader.close();
  await expect(page.locator(".kp-state")).toContainText("this tab leads");
  expect(await emulated(page)).toBe("33");
  await page.reload();
  await expect(settings).toContainText("saved on this device");
  expect([await emulated(page), (await ask(page, "GET", "/apis/apps/v1/replicasets")).status]).toEqual(["33", 404]);
  expect((await ask(page, "GET", "/apis/resource.k8s.io")).text).not.toContain('resource.k8s.io/v1"');
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(settings).toContainText("All settings are at their defaults.");
  expect([await emulated(page), (await ask(page, "GET", "/apis/apps/v1/replicasets")).status]).toEqual(["34", 200]);
  expect((await ask(page, "GET", "/api/v1/namespaces/default/configmaps/kept")).status).toBe(200);
});

test("an admission plugin is disabled, and stays so after a reload", async ({ page }) => {
  await openApp(page, "#/server?tab=settings");
  await ask(page, "POST", "/api/v1/namespaces", {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "guarded", labels: { "pod-security.kubernetes.io/enforce": "baseline" } },
  });
  const pods = "/api/v1/namespaces/guarded/pods";
  const refused = await ask(page, "POST", pods, privilegedPod("refused"));
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("violates PodSecurity")]);

  await page.getByText(/^Admission plugins:/).click();
  const plugins = page.getByRole("list", { name: "Admission plugins" });
  await expect(plugins.getByRole("listitem").filter({ hasText: "ImagePolicyWebhook" })).toContainText("not available");
  await page.getByLabel("Choice for PodSecurity").selectOption("off");
  const change = page.getByRole("region", { name: "What changes" });
  await expect(change).toContainText("The admission plugin PodSecurity is off (was on).");
  await change.getByRole("button", { name: "Restart with these settings" }).click();
  await expect(page.getByText("All objects are kept.")).toBeVisible();
  expect((await ask(page, "POST", pods, privilegedPod("first"))).status).toBe(201);

  await page.reload();
  await expect(page.getByText(/^Admission plugins:.*off: PodSecurity/)).toBeVisible();
  expect((await ask(page, "POST", pods, privilegedPod("second"))).status).toBe(201);
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(page.getByText("All settings are at their defaults.")).toBeVisible();
  expect((await ask(page, "POST", pods, privilegedPod("third"))).status).toBe(403);
});

const privilegedPod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: { containers: [{ name: "app", image: "app", securityContext: { privileged: true } }] },
});

/** Has the page ask for something; a promise of the whole text stands under a name there. */
const fetchInPage = (page: Page, target: string, name: string): Promise<void> =>
  page.evaluate(
    async ([path, key]) => {
      const kubepad: unknown = Reflect.get(globalThis, "kubepad");
      const fetch: typeof globalThis.fetch = Reflect.get(Object(kubepad), "fetch");
      const answer = await fetch(path);
      Reflect.set(globalThis, key, answer.text());
    },
    [target, name] as const,
  );
