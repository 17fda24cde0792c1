import { expect, test } from "@playwright/test";
import { ask, goTo, openApp, rowWith } from "./open-page.ts";

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
  const acting = page.getByRole("group", { name: "Acting as somebody else" });
  await expect(acting).toContainText("as jane");
  await expect(who).toContainText("testers");
  await expect(who).toContainText("system:authenticated");
  await expect(who).not.toContainText("system:masters");
  await expect(may.getByRole("heading")).toHaveText("What may jane do?");
  await expect(may.getByRole("row", { name: /selfsubjectaccessreviews/ })).toContainText("create");
  await expect(may.getByRole("row", { name: /everything/ })).toHaveCount(0);

  await goTo(page, "#/requests/new?m=GET&t=%2Fapi%2Fv1%2Fsecrets&send=1");
  await expect(page.getByRole("alert")).toContainText('User "jane" cannot list resource "secrets"');
  await acting.getByRole("button", { name: "Be yourself again" }).click();
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
  await page.getByLabel("Namespace").selectOption("kube-system");
  await expect(page).toHaveURL(/identity\?ns=kube-system$/);
  await expect(rowWith(page, "Resources in kube-system and of the cluster", "deployments")).toContainText("only web");
});
