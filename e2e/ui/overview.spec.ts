import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, enterApp, goTo, rowWith } from "./open-page.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";

const deployment = (name: string, replicas: number, container: object, labels: object = { app: name }) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "app", image: "nginx:1.27", ...container }] } },
  },
});

const overview = (page: Page): Locator => page.getByRole("region", { name: "Overview" });
const state = (page: Page): Locator => overview(page).getByRole("region", { name: "State" });
/** The sheet of an action. Notifications are dialogs as well. */
const sheet = (page: Page): Locator => page.getByRole("dialog").and(page.locator(".kp-dialog"));

/** Opens the list of a kind in a world in which time passes faster, and waits until its nodes take pods. */
async function openWorld(page: Page, kind: string): Promise<void> {
  await enterApp(page, "#/world", "living");
  await page.getByRole("button", { name: "×10", exact: true }).click();
  const nodes = async (): Promise<string> => (await ask(page, "GET", "/api/v1/nodes")).text;
  await expect.poll(nodes).toContain('"node-2"');
  await expect.poll(nodes).not.toContain('"taints"');
  await goTo(page, `#/objects/${kind}`);
}

async function create(page: Page, target: string, object: unknown): Promise<void> {
  const { status, text } = await ask(page, "POST", target, object);
  expect(status, text).toBe(201);
}

/** Opens an object from its list: a click, after which its state is told. */
const openRow = (page: Page, kind: string, name: string): Promise<void> => rowWith(page, kind, name).first().click();

/** Opens the sheet of an action on the object of a name, once it has taken the place of the one before. */
async function act(page: Page, object: string | RegExp, name: string): Promise<void> {
  const own = page.getByRole("region", { name: object, exact: true });
  const actions = own.getByRole("region", { name: "Overview" }).getByRole("group", { name: "Actions" });
  // Which actions stand first depends on what is told of the object.
  await expect(own.getByRole("region", { name: "State" })).toHaveAttribute("aria-busy", "false");
  const button = actions.getByRole("button", { name });
  if (!(await button.isVisible())) await actions.getByRole("button", { name: "More" }).click();
  await ((await button.isVisible()) ? button : page.getByRole("menuitem", { name })).click();
}

test.describe("in a living world", () => {
  test.use({ world: "living" });

  test("the logs of a debug container are read beside those of its pod", async ({ page }) => {
    await openWorld(page, "core/v1/pods");
    const pods = "/api/v1/namespaces/default/pods";
    const annotations = { "simulation.kubepad.dev/logs.dbg": "looked around" };
    const spec = { containers: [{ name: "app", image: "nginx:1.27" }] };
    await create(page, pods, { metadata: { name: "looked-at", annotations }, spec });
    await expect(rowWith(page, "Pod", "looked-at")).toContainText("Running");
    const debug = { spec: { ephemeralContainers: [{ name: "dbg", image: "busybox:1" }] } };
    const patched = await ask(
      page,
      "PATCH",
      `${pods}/looked-at/ephemeralcontainers`,
      debug,
      "application/strategic-merge-patch+json",
    );
    expect(patched.status, patched.text).toBe(200);
    await openRow(page, "Pod", "looked-at");
    await overview(page).getByLabel("Container", { exact: true }).selectOption("dbg (debug)");
    await expect(overview(page).getByLabel("Logs of dbg")).toContainText("looked around");
  });

  test("a container that is crashed and runs again: the fault has a cause, and a way back", async ({ page }) => {
    await openWorld(page, "core/v1/pods");
    await create(page, deployments, deployment("web", 1, {}));
    await expect(rowWith(page, "Pod", "web-")).toContainText("Running");
    await openRow(page, "Pod", "web-");
    await act(page, /^web-/, "Crash a container…");
    await sheet(page).getByLabel("Exit code").fill("7");
    await expect(sheet(page)).toContainText("simulation.kubepad.dev/exit-code.app=7 --overwrite");
    await page.keyboard.press("Enter");
    await expect(state(page)).toContainText(/crashes: exit code 7/);
    await expect(overview(page).getByRole("region", { name: "Events" })).toContainText("BackOff");
    await overview(page)
      .getByRole("region", { name: "Owned by" })
      .getByRole("link", { name: "web", exact: true })
      .click();
    await expect(state(page)).toContainText(/waiting for web-\S+, which crashes: exit code 7/);
    await state(page)
      .getByRole("link", { name: /^Pod web-/ })
      .click();
    await expect(state(page)).not.toContainText("waiting for");
    await act(page, /^web-/, "Stop faults…");
    await page.keyboard.press("Enter");
    await expect(state(page)).toContainText("Running");
  });

  test("a budget blocks an eviction: the sheet says which, and more replicas let it through", async ({ page }) => {
    await openWorld(page, "core/v1/pods");
    await create(page, deployments, deployment("shop", 1, {}));
    await create(page, "/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
      metadata: { name: "always" },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "shop" } } },
    });
    await expect(rowWith(page, "Pod", "shop-")).toContainText("Running");
    await openRow(page, "Pod", "shop-");
    await act(page, /^shop-/, "Evict…");
    await sheet(page)
      .getByRole("button", { name: /^Evict shop-/ })
      .click();
    await expect(sheet(page)).toContainText("Cannot evict pod as it would violate the pod's disruption budget");
    await sheet(page).getByRole("button", { name: "Cancel" }).click();
    await expect(overview(page).getByRole("region", { name: "Referred to by" })).toContainText("always");
    await overview(page)
      .getByRole("region", { name: "Owned by" })
      .getByRole("link", { name: "shop", exact: true })
      .click();
    await act(page, "shop", "Scale…");
    await sheet(page).getByLabel("Replicas").fill("2");
    await page.keyboard.press("Enter");
    await expect(state(page)).toContainText("2 of 2");
    await overview(page)
      .getByRole("region", { name: "Owns" })
      .getByRole("link", { name: /^shop-\w+-/ })
      .first()
      .click();
    await act(page, /^shop-/, "Evict…");
    await sheet(page)
      .getByRole("button", { name: /^Evict shop-/ })
      .click();
    await expect(page.getByText(/shop-\S+ is evicted/).first()).toBeVisible();
  });

  test("a list tells why, and evidence leads to its place in the YAML", async ({ page }) => {
    await openWorld(page, "core/v1/pods");
    const container = { name: "app", image: "nginx", resources: { requests: { cpu: "500" } } };
    await create(page, "/api/v1/namespaces/default/pods", {
      metadata: { name: "huge" },
      spec: { containers: [container] },
    });
    await expect(rowWith(page, "Pod", "huge")).toContainText("Pending");
    await expect(rowWith(page, "Pod", "huge")).toContainText("0/2 nodes are available");
    await openRow(page, "Pod", "huge");
    await state(page).getByRole("link", { name: "500 cpu", exact: true }).click();
    await expect(page.locator(".kp-code-line[data-marked]")).toContainText("containers:");
    await expect(page.locator(".kp-code-line[data-marked]")).toBeInViewport();
  });
});

test.describe("in a world without controllers", () => {
  test.use({ world: "plain" });

  test("several objects of a list are changed together, and those that need no change are named", async ({ page }) => {
    await enterApp(page, "#/objects/apps/v1/deployments");
    for (const name of ["one", "two", "three"]) await create(page, deployments, deployment(name, 1, {}));
    await ask(page, "PATCH", `${deployments}/three`, { spec: { paused: true } }, "application/merge-patch+json");
    await expect(rowWith(page, "Deployment", "three")).toContainText("Paused");
    await page.getByRole("checkbox", { name: "Choose all" }).check();
    await page.getByRole("group", { name: "Chosen objects" }).getByRole("button", { name: "Pause…" }).click();
    await expect(sheet(page)).toContainText("2 requests");
    await expect(sheet(page)).toContainText("Left out: three (it is paused already)");
    await sheet(page).getByRole("button", { name: "Pause 3 Deployments" }).click();
    for (const name of ["one", "two"]) await expect(rowWith(page, "Deployment", name)).toContainText("Paused");
    await page.getByRole("button", { name: "Take back" }).click();
    await expect(rowWith(page, "Deployment", "one")).not.toContainText("Paused");
    await expect(rowWith(page, "Deployment", "three")).toContainText("Paused");
  });

  test("what an object refers to and lacks is told, and what refers to it", async ({ page }) => {
    await enterApp(page, "#/objects/apps/v1/deployments");
    const from = [{ configMapRef: { name: "settings" } }, { secretRef: { name: "key", optional: true } }];
    await create(page, deployments, deployment("web", 1, { envFrom: from }));
    await create(page, "/api/v1/namespaces/default/services", {
      metadata: { name: "front" },
      spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
    });
    await openRow(page, "Deployment", "web");
    const refersTo = overview(page).getByRole("region", { name: "Refers to" });
    await expect(refersTo).toContainText("lacks 1");
    await expect(refersTo.getByRole("listitem").filter({ hasText: "settings" })).toContainText("not found");
    await expect(refersTo.getByRole("listitem").filter({ hasText: "key" })).toContainText("optional");
    await expect(overview(page).getByRole("region", { name: "Referred to by" })).toContainText("front");
    await create(page, "/api/v1/namespaces/default/configmaps", { metadata: { name: "settings" }, data: { a: "1" } });
    await goTo(page, "#/objects/core/v1/configmaps/default/settings");
    await expect(overview(page).getByRole("region", { name: "Referred to by" })).toContainText("web");
  });

  test("a custom resource tells its state by its conditions, and what it owns", async ({ page }) => {
    await enterApp(page, "#/objects/apiextensions.k8s.io/v1/customresourcedefinitions");
    const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    await create(page, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: "lamps.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Lamp", plural: "lamps" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    });
    const conditions = [
      {
        type: "Ready",
        status: "False",
        reason: "NoBulb",
        message: "the bulb is missing",
        lastTransitionTime: "2030-01-01T00:00:00Z",
      },
    ];
    const lamp = { apiVersion: "example.com/v1", kind: "Lamp", metadata: { name: "desk" }, status: { conditions } };
    const lamps = "/apis/example.com/v1/namespaces/default/lamps";
    await expect.poll(async () => (await ask(page, "POST", lamps, lamp)).status).toBe(201);
    const uid = /"uid":"([^"]+)"/.exec((await ask(page, "GET", `${lamps}/desk`)).text)?.[1];
    await create(page, "/api/v1/namespaces/default/configmaps", {
      metadata: {
        name: "desk-settings",
        ownerReferences: [{ apiVersion: "example.com/v1", kind: "Lamp", name: "desk", uid, controller: true }],
      },
    });
    await goTo(page, "#/objects/example.com/v1/lamps/default/desk");
    await expect(state(page)).toContainText("Not ready: the bulb is missing");
    await expect(overview(page).getByRole("region", { name: "Owns" })).toContainText("desk-settings");
    await expect(rowWith(page, "Lamp", "desk")).toContainText("Not ready");
    await goTo(page, "#/objects/apiextensions.k8s.io/v1/customresourcedefinitions/-/lamps.example.com");
    await expect(overview(page).getByRole("region", { name: "Its objects" })).toContainText("desk");
    await goTo(page, "#/objects/core/v1/configmaps/default/desk-settings");
    await expect(overview(page).getByRole("region", { name: "Owned by" })).toContainText("desk");
  });
});
