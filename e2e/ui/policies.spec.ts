import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { paste, tab } from "./bench-page.ts";
import { ask, enterApp, goTo, openLog, rowWith } from "./open-page.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";

const deployment = (name: string, labels: object = {}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, labels },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "app", image: "app:1" }] } },
  },
});

const status = (page: Page) => page.locator(".kp-bench-bar").getByRole("status");
const cell = (page: Page, name: RegExp) =>
  page.getByRole("grid", { name: "Fixtures and policies" }).getByRole("button", { name });

/** Opens the workbench and waits until Monaco has loaded. */
async function openPolicy(page: Page, address: string): Promise<void> {
  await enterApp(page, address);
  await expect(page.locator(".kp-monaco").first()).toBeVisible();
}

test("a policy is drafted, tried, bound and explained", async ({ page }) => {
  await openPolicy(page, "#/policies/example/required-labels");
  for (const [name, labels] of [
    ["shop", {}],
    ["blog", { team: "web", tier: "front" }],
  ] as const)
    expect((await ask(page, "POST", deployments, deployment(name, labels))).status).toBe(201);
  await expect(status(page)).toHaveText("Valid, not in effect.");

  await test.step("its matrix is read", async () => {
    await expect(page.getByText("3 fixtures, all as expected.")).toBeVisible();
    await cell(page, /^one of them, this draft: deny: labels are missing: tier/).click();
    const explanation = page.getByRole("region", { name: "Explanation" });
    await expect(explanation).toContainText("The policy denies the request.");
    await expect(explanation).toContainText("code 422 and the reason Invalid");
    const evaluated = explanation.getByRole("listitem").filter({ hasText: "spec.validations[0].expression" });
    await expect(evaluated).toContainText("false");
    await expect(evaluated).toContainText(/cost \d+/);
  });

  await test.step("who would it hit?", async () => {
    await tab(page, "Who would").click();
    await expect(page.getByText("Of 2 live objects, the draft matches 2: 1 would be denied.")).toBeVisible();
    await expect(rowWith(page, "Hits", "default/shop")).toContainText("labels are missing: team, tier");
    await page.getByRole("button", { name: "Look again" }).dblclick(); // the second click cancels nothing
    await expect(page.getByText("Of 2 live objects, the draft matches 2: 1 would be denied.")).toBeVisible();
    await expect(page.getByText(/^Cancelled/)).toHaveCount(0);
    await page.getByRole("button", { name: "Explain shop" }).click();
    await expect(page.getByRole("region", { name: "Explanation" })).toContainText("labels are missing: team, tier");
    await expect(page.getByText("4 fixtures, all as expected.")).toBeVisible();
    await tab(page, "Who would").click();
    await page.getByRole("combobox", { name: "Over what" }).selectOption("the request log");
    await expect(page.getByText(/Of \d+ requests, the draft matches 2: 1 would be denied\./)).toBeVisible();
  });

  await test.step("it is bound, and a request is denied", async () => {
    await page.getByRole("button", { name: "Bind", exact: true }).click();
    await expect(status(page)).toHaveText("In effect, with no changes.");
    await expect.poll(async () => (await ask(page, "POST", deployments, deployment("late"))).status).toBe(422);
  });

  await test.step("the trace tells which expression, and why", async () => {
    await openLog(page);
    await rowWith(page, "Request log", "422").first().click();
    const exchange = page.getByRole("region", { name: "Exchange" });
    await expect(exchange.getByText("Policy").first()).toBeVisible();
    await expect(exchange).toContainText("ValidatingAdmissionPolicy");
    await expect(exchange).toContainText("labels are missing: team, tier");
    const expression = exchange.getByRole("listitem").filter({ hasText: "variables.missing.size() == 0" }).last();
    await expect(expression).toContainText("false");
    await expect(expression).toContainText(/cost \d+/);
  });
});

test.describe("drafts", () => {
  test.use({ world: "of drafts" });

  test("an expression is explained in the CEL lab with its variables, and the lab leads back", async ({ page }) => {
    await openPolicy(page, "#/policies/example/replica-limit");
    await cell(page, /^scaled to five, this draft: deny: at most 3 replicas are allowed here/).click();
    await page
      .getByRole("region", { name: "Explanation" })
      .getByRole("listitem")
      .filter({ hasText: "spec.validations[0].expression" })
      .getByRole("button", { name: "Explain in the CEL lab" })
      .click();
    await expect(page).toHaveURL(/#\/cel\/cost$/);
    await expect(page.getByRole("region", { name: "Result" })).toContainText("false");
    await expect(page.getByText("with 1 variable of its policy")).toBeVisible();
    await page.getByRole("link", { name: "Back to the policy" }).click();
    await expect(cell(page, /^three replicas, this draft: allow/)).toBeVisible();
  });

  test("every expression tells its cost and opens in the lab, a variable too", async ({ page }) => {
    await openPolicy(page, "#/policies/example/required-labels?tab=expressions");
    const message = page.getByRole("listitem", { name: "Message" });
    await expect(message).toContainText(/costs \d+ at most, over 3 evaluations/);
    await page
      .getByRole("listitem", { name: "Variable missing" })
      .getByRole("button", { name: "Explain in the CEL lab" })
      .click();
    await expect(page.getByText("with 1 variable of its policy")).toBeVisible();
    await expect(page.getByRole("region", { name: "Result" })).toContainText("list(string)");
  });

  test("without a pointer: the cells of the matrix by arrow keys, in a narrow window too", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enterApp(page, "#/policies/example/required-labels?tab=matrix");
    const first = cell(page, /^both labels, this draft: allow/);
    await first.focus();
    await page.keyboard.press("ArrowDown");
    await expect(cell(page, /^one of them, this draft: deny/)).toBeFocused();
    await expect(page.getByRole("region", { name: "Explanation" })).toContainText("labels are missing: tier");
    await page.keyboard.press("ArrowUp");
    await expect(first).toBeFocused();
  });
});

test("expressions are completed by the types that they see, and their problems stand at their lines", async ({
  page,
}) => {
  await openPolicy(page, "#/policies/own");
  const text = (expression: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: mine
spec:
  matchConstraints:
    resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE]
      resources: [deployments]
  variables:
  - name: wanted
    expression: object.spec.replicas
  validations:
  - expression: ${expression}`;
  await paste(page, "Policy", text("object.spec.replica < 5"));
  const problems = page.getByRole("list", { name: "Problems" });
  await expect(problems.getByRole("button", { name: /Line 16/ })).toContainText("undefined field 'replica'");
  await paste(page, "Policy", text("variables.wan"));
  await page.keyboard.press("Control+Space");
  await expect(page.locator(".suggest-widget").getByText("wanted", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await paste(page, "Policy", text("object.spec.repl"));
  await page.keyboard.press("Control+Space");
  await expect(page.locator(".suggest-widget").getByText("replicas", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type(" < 5");
  await expect(status(page)).toHaveText("Valid, not in effect.");
  await page.getByRole("button", { name: "Add a binding" }).click();
  await expect(page.getByRole("button", { name: "Bind", exact: true })).toBeEnabled();
});

test("a policy of the server is opened, changed, unbound and deleted", async ({ page }) => {
  await openPolicy(page, "#/policies/example/no-latest");
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  await expect(status(page)).toHaveText("In effect, with no changes.");
  await goTo(page, "#/objects/admissionregistration.k8s.io/v1/validatingadmissionpolicies/-/no-latest");
  await page.getByRole("link", { name: "Workbench", exact: true }).click();
  await expect(page).toHaveURL(/#\/policies\/installed\/ValidatingAdmissionPolicy\/no-latest$/);
  await expect(status(page)).toHaveText("In effect, with no changes.");
  await expect(page.getByText("No fixtures yet")).toBeVisible();
  const pods = "/api/v1/namespaces/default/pods";
  const pod = { metadata: { name: "moving" }, spec: { containers: [{ name: "app", image: "app" }] } };
  expect((await ask(page, "POST", pods, pod)).status).toBe(201);
  await page.getByRole("button", { name: "Add a fixture" }).click();
  await page.getByRole("menuitem", { name: "Create an object" }).click();
  await expect(cell(page, /^create 1, this draft: warn: these images may change/)).toBeVisible();
  await page.getByRole("combobox", { name: "Expected of the draft" }).selectOption("warn");
  await expect(page.getByText("1 fixture, all as expected.")).toBeVisible();
  const more = async (entry: string) => {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await more("Delete the bindings");
  await expect(status(page)).toHaveText("Valid, with changes that are not in effect.");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(status(page)).toHaveText("In effect, with no changes.");
  await more("Delete the policy and its bindings");
  await expect(status(page)).toHaveText("Valid, not in effect.");
  expect(
    (await ask(page, "GET", "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings")).text,
  ).toContain('"items":[]');
});

test("a mutating policy shows its change step by step, and is bound once its API is on", async ({ page }) => {
  await openPolicy(page, "#/policies/example/sidecar");
  await cell(page, /^asks for it, this draft: change/).click();
  const explanation = page.getByRole("region", { name: "Explanation" });
  await expect(
    explanation.getByRole("list", { name: "What spec.mutations[0].applyConfiguration.expression changes" }),
  ).toContainText("mesh-proxy");
  await expect(
    explanation.getByRole("list", { name: "What spec.mutations[1].jsonPatch.expression changes" }),
  ).toContainText("injected");
  await expect(page.getByRole("button", { name: "Bind", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Turn both on and restart the server" }).click();
  await expect(status(page)).toHaveText("Valid, not in effect.");
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  await expect(status(page)).toHaveText("In effect, with no changes.");
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "meshed", labels: { mesh: "enabled" } },
    spec: { containers: [{ name: "app", image: "app:1" }] },
  };
  await expect
    .poll(async () => (await ask(page, "POST", "/api/v1/namespaces/default/pods?dryRun=All", pod)).text)
    .toContain("mesh-proxy");
  await goTo(page, "#/policies");
  await expect(page.getByRole("link", { name: /sidecar MutatingAdmissionPolicy in effect/ })).toBeVisible();
});

test("a function of the page takes the place of a mutating webhook, and the log tells what it changed", async ({
  page,
}) => {
  await openPolicy(page, "#/policies/example/webhook-function");
  await expect(cell(page, /^a new pod, this draft: deny: .*expected change/)).toBeVisible();
  await tab(page, "Function").click();
  await expect(page.getByText("so the webhook fails: a browser cannot call it")).toBeVisible();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("The server uses this function.")).toBeVisible();
  await tab(page, "Matrix").click();
  await cell(page, /^a new pod, this draft: change/).click();
  await expect(page.getByRole("list", { name: "What changes" })).toContainText("metadata.annotations");
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(status(page)).toHaveText("In effect, with no changes.");
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "owned" },
    spec: { containers: [{ name: "app", image: "app:1" }] },
  };
  await expect
    .poll(async () => (await ask(page, "POST", "/api/v1/namespaces/default/pods", pod)).text)
    .toContain('"owner":"kubernetes-admin"');
  await openLog(page);
  await rowWith(page, "Request log", "/api/v1/namespaces/default/pods").first().click();
  const exchange = page.getByRole("region", { name: "Exchange" });
  const webhook = exchange.getByRole("listitem").filter({ hasText: "owner.example.com" }).last();
  await webhook.getByRole("button", { name: "Show the change" }).click();
  await expect(webhook.getByRole("list", { name: "What owner.example.com changed" })).toContainText("annotations");
  await page.goBack();
  await page.reload();
  await tab(page, "Function").click();
  await expect(page.getByText("The server uses this function.")).toBeVisible();
  await page.getByRole("button", { name: "Unregister" }).click();
  await expect
    .poll(
      async () =>
        (await ask(page, "POST", "/api/v1/namespaces/default/pods?dryRun=All", { ...pod, metadata: { name: "next" } }))
          .status,
    )
    .toBe(500);
});

test("a long search shows how far it is, can be cancelled, and leaves the page free", async ({ page }) => {
  await openPolicy(page, "#/policies/own");
  await page.evaluate(async () => {
    const fetch: typeof globalThis.fetch = Reflect.get(Object(Reflect.get(globalThis, "kubepad")), "fetch");
    const create = (i: number) =>
      fetch("/api/v1/namespaces/default/configmaps", {
        method: "POST",
        body: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: `map-${i}` } }),
        headers: { "Content-Type": "application/json" },
      });
    await Promise.all(Array.from({ length: 600 }, (_, i) => create(i)));
  });
  await page.getByRole("button", { name: "Begin with an outline" }).click();
  await expect(status(page)).toHaveText("Valid, not in effect.");
  await tab(page, "Who would").click();
  await expect(page.getByText(/^Of 6\d\d live objects, the draft matches 6\d\d: none would be hit\.$/)).toBeVisible();
  const list = (length: number): string => JSON.stringify(Array.from({ length }, (_, i) => i));
  await paste(
    page,
    "Policy",
    `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: costly
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}
  validations:
  - expression: "${list(400)}.all(a, ${list(60)}.all(b, a + b >= 0))"
`,
  );
  await expect(page.getByRole("progressbar", { name: "Progress" })).toBeVisible();
  await expect(page.getByText(/^Looking… \d+ of 6\d\d live objects/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/^Cancelled\. Of \d+ live objects?/)).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Progress" })).toBeHidden();
});
