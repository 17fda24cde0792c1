import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { ask, createConfigMap, goTo, openApp, rowWith } from "./open-page.ts";

test("whoever acts as somebody else sees it everywhere, is refused what they may not do, and is back with one click", async ({
  page,
}) => {
  await openApp(page);
  await page.getByRole("link", { name: "Identity: you" }).click();
  const who = page.getByRole("region", { name: "Who am I" });
  const may = page.getByRole("region", { name: "What may I do" });
  await expect(who).toContainText("kubernetes-admin");
  await expect(who).toContainText("system:masters");
  await expect(may.getByRole("row", { name: /everything/ })).toContainText("all verbs");

  await page.getByLabel("User", { exact: true }).fill("jane");
  await page.getByLabel("Groups", { exact: true }).fill("developers, testers");
  await page.getByRole("button", { name: "Act as jane" }).click();
  const acting = page.getByRole("group", { name: "Acting as another user" });
  await expect(acting).toContainText("as jane");
  await expect(who).toContainText("testers");
  await expect(who).toContainText("system:authenticated");
  await expect(who).not.toContainText("system:masters");
  await expect(may.getByRole("heading")).toHaveText("What may jane do?");
  await expect(may.getByRole("row", { name: /selfsubjectaccessreviews/ })).toContainText("create");
  await expect(may.getByRole("row", { name: /everything/ })).toHaveCount(0);

  await goTo(page, "#/requests/new?m=GET&t=%2Fapi%2Fv1%2Fsecrets&send=1");
  await expect(page.getByRole("main").getByRole("alert")).toContainText('User "jane" cannot list resource "secrets"');
  await acting.getByRole("button", { name: "Stop acting" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("200 OK").first()).toBeVisible();
});

test("what may be done is told for each namespace, as roles come", async ({ page }) => {
  await openApp(page);
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system";
  const apiVersion = "rbac.authorization.k8s.io/v1";
  expect(
    (
      await ask(page, "POST", `${rbac}/roles`, {
        apiVersion,
        kind: "Role",
        metadata: { name: "reader" },
        rules: [{ apiGroups: ["apps"], resources: ["deployments"], resourceNames: ["web"], verbs: ["get"] }],
      })
    ).status,
  ).toBe(201);
  expect(
    (
      await ask(page, "POST", `${rbac}/rolebindings`, {
        apiVersion,
        kind: "RoleBinding",
        metadata: { name: "readers" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "readers" }],
      })
    ).status,
  ).toBe(201);
  await goTo(page, "#/identity");
  await page.getByLabel("User", { exact: true }).fill("joe");
  await page.getByLabel("Groups", { exact: true }).fill("readers");
  await page.getByRole("button", { name: "Act as joe" }).click();
  const table = page.getByRole("table", { name: /^Resources in/ });
  await expect(table).toContainText("selfsubjectaccessreviews");
  await expect(table).not.toContainText("deployments");
  // Who may not list namespaces writes the name.
  await page.getByLabel("Namespace").fill("kube-system");
  await page.getByLabel("Namespace").press("Enter");
  await expect(page).toHaveURL(/identity\?ns=kube-system$/);
  await expect(rowWith(page, "Resources in kube-system and of the cluster", "deployments")).toContainText("only web");
});

async function actAs(page: Page, user: string): Promise<void> {
  await goTo(page, "#/identity");
  await page.getByLabel("User", { exact: true }).fill(user);
  await page.getByRole("button", { name: `Act as ${user}` }).click();
  await expect(page.getByRole("group", { name: "Acting as another user" })).toContainText(`as ${user}`);
}

test("lists, counts, objects and watches are those of whoever one acts as, and what the user before saw is gone", async ({
  page,
}) => {
  await openApp(page, "#/objects/core/v1/configmaps/default/secret-plan");
  await createConfigMap(page, "secret-plan", { where: "north" });
  await expect(rowWith(page, "ConfigMap", "secret-plan")).toBeVisible();
  const kinds = page.getByRole("navigation", { name: "Kinds" });
  const configMaps = kinds.getByRole("link", { name: /^ConfigMap/ });
  await expect(configMaps).toContainText(/\d/);

  await actAs(page, "jane");
  await goTo(page, "#/objects/core/v1/configmaps");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    'User "jane" cannot list resource "configmaps"',
  );
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "list configmaps of the core group in the whole cluster",
  );
  await expect(page.getByText("secret-plan")).toHaveCount(0);
  await expect(configMaps).toHaveText("ConfigMap");
  await goTo(page, "#/objects/core/v1/configmaps/default/secret-plan");
  await expect(page.getByRole("region", { name: "secret-plan" }).getByRole("alert")).toContainText(
    "cannot get resource",
  );
  await expect(page.getByText("north")).toHaveCount(0);
  await goTo(page, `#/watches?open=${encodeURIComponent("/api/v1/configmaps?watch=true")}`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    'User "jane" cannot watch resource "configmaps"',
  );

  await page.getByRole("button", { name: "Stop acting" }).click();
  await expect(page.getByRole("button", { name: /ADDED default\/secret-plan/ })).toBeVisible();
  await goTo(page, "#/objects/core/v1/configmaps");
  await expect(rowWith(page, "ConfigMap", "secret-plan")).toBeVisible();
});

test("what would grant a forbidden request is prepared, and sent by who may, it does", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "shared", {});
  for (const kind of ["ClusterRole", "ClusterRoleBinding"]) {
    await actAs(page, "jane");
    await goTo(page, "#/objects/core/v1/configmaps");
    await page.getByText("What would grant it").click();
    await page.getByRole("link", { name: `${kind} in the console` }).click();
    await page.getByRole("button", { name: "Stop acting" }).click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("201 Created").first()).toBeVisible();
  }
  await actAs(page, "jane");
  await goTo(page, "#/objects/core/v1/configmaps");
  await expect(rowWith(page, "ConfigMap", "shared")).toBeVisible();
});

test("a watch and the policies that may not be read say so, and stay so while they are tried again", async ({
  page,
}) => {
  await openApp(page, "#/identity");
  await page
    .getByRole("group", { name: "Act at once as" })
    .getByRole("button", { name: "a developer without rights" })
    .click();
  await expect(page.getByRole("group", { name: "Acting as another user" })).toContainText("as jane");
  await goTo(page, `#/watches?open=${encodeURIComponent("/api/v1/secrets?watch=true")}`);
  const watch = page.getByRole("region", { name: "Watch on /api/v1/secrets?watch=true" });
  await expect(watch.getByText("403 Forbidden")).toBeVisible();
  await expect(watch.getByRole("alert")).toContainText('User "jane" cannot watch resource "secrets"');
  await expect(watch).not.toContainText("Nothing happened yet");
  await goTo(page, "#/policies");
  await expect(page.getByRole("region", { name: "On the server" })).toContainText('User "jane" cannot list resource');
});
