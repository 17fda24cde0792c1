import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { paste } from "./bench-page.ts";
import { goTo, openApp } from "./open-page.ts";
import { run } from "./terminal-views.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const deployments = "/apis/apps/v1/namespaces/default/deployments";

const deployment = (name: string, lines = ""): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
${lines}  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: app
        image: nginx
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: gates.example.com
spec:
  group: example.com
  names: {kind: Gate, plural: gates}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              hosts:
                type: array
                items: {type: string, maxLength: 20}
            x-kubernetes-validations:
            - rule: self.hosts.all(a, self.hosts.all(b, a == b || a + b != b + a))
`;

const requestTo = (method: string, target: string, body = "", type = "application/json"): string =>
  `#/requests/new?m=${method}&t=${encodeURIComponent(target)}&b=${encodeURIComponent(body)}&c=${encodeURIComponent(type)}`;

const answerOf = (page: Page) => page.getByRole("region", { name: "Answer", exact: true });
const helpIn = (page: Page) => answerOf(page).getByRole("group", { name: "What would work" });

async function send(page: Page, address: string): Promise<void> {
  await goTo(page, address);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** Requests that are refused, what is said, and the button that makes them work. */
// oxfmt-ignore
const mistakes = [
  ["an unknown resource", requestTo("GET", "/api/v1/namespaces/default/pod"), "did you mean pods?", "Use /api/v1/namespaces/default/pods"],
  ["an unknown field", requestTo("POST", `${deployments}?fieldValidation=Strict`, deployment("a", "  replcas: 1\n")), "did you mean replicas?", "Write spec.replicas"],
  ["a field that is dropped with a warning", requestTo("POST", `${deployments}?dryRun=All`, deployment("b", "  replcas: 1\n")), "did you mean replicas?", "Write spec.replicas"],
  ["a rule over its budget", requestTo("POST", definitions, definition), "nothing bounds spec.hosts (no maxItems)", /^Add maxItems: \d+ at spec.hosts/],
  ["a value that is not supported", requestTo("POST", deployments, deployment("c").replace("    spec:\n", "    spec:\n      restartPolicy: always\n")), "", "Write spec.template.spec.restartPolicy: Always"],
] as const;

test("requests that are refused are told with what would work", async ({ page }) => {
  await openApp(page);
  for (const [title, address, words, button] of mistakes) {
    await test.step(`${title} is told with what would work, and one click makes the request work`, async () => {
      await send(page, address);
      await expect(helpIn(page)).toContainText(words);
      await helpIn(page).getByRole("button", { name: button }).click();
      if (!address.includes("m=GET")) await page.getByRole("button", { name: "Send", exact: true }).click();
      await expect(answerOf(page)).toContainText(/20[01] (?:OK|Created)/);
      await expect(helpIn(page)).toBeHidden();
    });
  }

  await test.step("a body of another media type is sent again as one that is read", async () => {
    await send(page, requestTo("PATCH", `${deployments}/a`, '{"spec": {"replicas": 2}}', "application/json"));
    await helpIn(page).getByRole("button", { name: "Send it as application/merge-patch+json" }).click();
    await expect(answerOf(page)).toContainText("200 OK");
  });

  await test.step("a version that was removed is told once, with the request rewritten", async () => {
    await send(page, requestTo("GET", "/apis/extensions/v1beta1/ingresses"));
    const note = page.getByRole("region", { name: "Moving to a newer version" });
    await note.getByRole("button", { name: "Rewrite the request for networking.k8s.io/v1" }).click();
    await expect(helpIn(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(answerOf(page)).toContainText("200 OK");
  });

  await test.step("a conflict says whose field it is, and can be forced or avoided", async () => {
    const type = "application/apply-patch+yaml";
    const target = (manager: string) => `${deployments}/owned?fieldManager=${manager}`;
    await send(page, requestTo("PATCH", target("helm"), deployment("owned", "  replicas: 1\n"), type));
    await expect(answerOf(page)).toContainText("201 Created");
    await send(page, requestTo("PATCH", target("me"), deployment("owned", "  replicas: 3\n"), type));
    await expect(helpIn(page)).toContainText(".spec.replicas belongs to helm");
    await expect(helpIn(page).getByRole("button", { name: "Force: take it over" })).toBeVisible();
    await helpIn(page).getByRole("button", { name: "Leave it out" }).click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(answerOf(page)).toContainText("200 OK");
  });
});

test("a mistake in a new object is mended beside its dry run", async ({ page }) => {
  await openApp(page, "#/objects/apps/v1/deployments?create=1");
  await paste(page, "New object", deployment("typed", "  replcas: 1\n"));
  const help = page.getByRole("group", { name: "What would work" });
  await help.getByRole("button", { name: "Write spec.replicas" }).click();
  await expect(page.getByRole("region", { name: "Dry run result" })).toContainText("the server would create it");
  await expect(help).toBeHidden();
});

test("the terminal hints at what would work", async ({ page }) => {
  await openApp(page, "#/terminal");
  await expect(await run(page, "kubectl get pod1", 1)).toContainText("hint: did you mean pods?");
});
