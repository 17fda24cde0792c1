import { expect, type Frame, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { docsPage, expectReady, frameOf } from "../embed/docs-host.ts";
import { DocsSites } from "../embed/docs-sites.ts";
import { createConfigMap, enterApp, goTo, openApp, rowWith } from "./open-page.ts";
import { commandLine, entryOf, run } from "./terminal-views.ts";

/** Where the terminal is: the page, or the frame of an embed. */
type Surface = Pick<Page | Frame, "getByRole" | "getByText">;

/** What somebody does who learns kubectl. */
async function newcomer(surface: Surface): Promise<void> {
  const created = await run(surface, "kubectl create deployment web --image=nginx --replicas=2");
  await expect(created).toContainText("deployment.apps/web created");

  await commandLine(surface).fill("kubectl get deployments -w");
  await commandLine(surface).press("Enter");
  const watch = entryOf(surface, "kubectl get deployments -w");
  await expect(watch).toContainText("0/2");
  await expect(await run(surface, "kubectl scale deployment/web --replicas=3")).toContainText("web scaled");
  await expect(watch).toContainText("0/3");
  await commandLine(surface).press("Control+c");
  await expect(watch).toContainText("^C");
  await expect(watch).toContainText("exit code 130");

  await expect(await run(surface, "kubectl apply -f settings.yaml")).toContainText("configmap/settings created");
  const refused = await run(surface, "kubectl apply --server-side -f web.yaml", 1);
  await expect(refused).toContainText("conflict");
  await expect(refused).toContainText("--force-conflicts");
  await expect(await run(surface, "kubectl apply --server-side --force-conflicts -f web.yaml")).toContainText(
    "deployment.apps/web serverside-applied",
  );
  await expect(await run(surface, "kubectl explain deployment.spec.replicas")).toContainText("FIELD: replicas");
  await expect(await run(surface, "kubectl auth can-i delete pods --as=jane", 1)).toContainText("no");
}

test("a newcomer's session, in the page", async ({ page }) => {
  await openApp(page, "#/terminal");
  await newcomer(page);
});

const web = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: nginx, image: nginx:1.29 }] }`;
const settings = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }`;

test("what a command says can be read as soon as it is there", async ({ page }) => {
  await openApp(page, "#/terminal");
  // Which a text that the browser skips is not, as innerText shows.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => node instanceof HTMLElement));
      for (const output of added.flatMap((node) => [node, ...node.querySelectorAll<HTMLElement>("pre")]))
        if (output.matches(".kp-output pre")) seen.push(output.innerText);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await run(page, "kubectl get ingress.extensions", 1);
  await run(page, "kubectl get pods.apps", 1);
  const seen = await page.evaluate(() => Reflect.get(globalThis, "seen") as string[]);
  expect(seen).toEqual([
    expect.stringContaining('resource type "ingress"'),
    expect.stringContaining('resource type "pods"'),
  ]);
});

test.describe("in an embed", () => {
  const sites = new DocsSites();
  test.beforeAll(() => sites.start());
  test.afterAll(() => sites.stop());

  const files = { "web.yaml": web, "settings.yaml": settings };

  async function open(page: Page, attributes: Readonly<Record<string, string>>): Promise<Frame> {
    await page.goto(sites.docs.add(docsPage(sites.site, [{ attributes: { view: "terminal", ...attributes }, files }])));
    const frame = await frameOf(page);
    await expectReady(frame);
    return frame;
  }

  test("a newcomer's session", async ({ page }) => {
    await newcomer(await open(page, {}));
  });

  test("given commands that read are run, one that writes waits for the reader", async ({ page }) => {
    const commands = "kubectl get configmaps\nkubectl apply -f settings.yaml\nkubectl get configmap settings -o name";
    const frame = await open(page, { commands });
    await expect(entryOf(frame, "kubectl get configmaps")).toContainText("No resources found in default namespace.");
    await expect(commandLine(frame)).toHaveValue("kubectl apply -f settings.yaml");
    await expect(frame.getByRole("log").getByRole("article")).toHaveCount(1);
    await commandLine(frame).press("Enter");
    await expect(entryOf(frame, "kubectl apply -f settings.yaml")).toContainText("created");
    await expect(entryOf(frame, "kubectl get configmap settings -o name")).toContainText("configmap/settings");
  });

  test("readers of a read-only embed change nothing", async ({ page }) => {
    const frame = await open(page, { readonly: "" });
    await expect(await run(frame, "kubectl apply -f settings.yaml", 1)).toContainText("does not change them");
    await expect(await run(frame, "kubectl auth can-i create pods")).toContainText("yes");
  });
});

test("a session by keyboard alone", async ({ page }) => {
  await openApp(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByPlaceholder("Search actions, kinds, objects")).toBeFocused();
  await page.keyboard.type("open terminal");
  await expect(page.getByRole("option", { name: /^Open terminal/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(commandLine(page)).toBeFocused();

  await page.keyboard.type("kubectl apply -f - <<EOF");
  await page.keyboard.press("Enter");
  await expect(commandLine(page)).toHaveValue("kubectl apply -f - <<EOF\n");
  await page.keyboard.type("apiVersion: v1\n");
  await page.keyboard.type("kind: ConfigMap\nmetadata:\n  name: typed\nEOF");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("configmap/typed created");

  await page.keyboard.type("kubectl get configmap ty");
  await page.keyboard.press("Tab");
  await expect(commandLine(page)).toHaveValue("kubectl get configmap typed ");
  await page.keyboard.type("-o name");
  await page.keyboard.press("Enter");
  await expect(entryOf(page, "kubectl get configmap typed -o name")).toContainText("configmap/typed");
  await page.keyboard.press("ArrowUp");
  await expect(commandLine(page)).toHaveValue("kubectl get configmap typed -o name");
  await page.keyboard.press("Control+c");
  await expect(commandLine(page)).toHaveValue("");

  const explain = entryOf(page, "kubectl get configmap typed -o name").getByRole("button", { name: "Explain" });
  for (let step = 0; step < 6 && !(await explain.evaluate((button) => button === document.activeElement)); step += 1)
    await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "What the command sent" })).toContainText(
    "GET /api/v1/namespaces/default/configmaps/typed HTTP/1.1",
  );
  await page.keyboard.press("Tab");
  await commandLine(page).focus();
  await page.keyboard.press("Control+l");
  await expect(page.getByRole("log").getByRole("article")).toHaveCount(0);
});

test.describe("one transcript", () => {
  test.use({ world: "of the terminal" });

  test("the requests of a command are in the log, and are told as HTTP and as code", async ({ page }) => {
    await enterApp(page, "#/terminal");
    await createConfigMap(page, "settings", { colour: "red" });
    const entry = await run(page, "kubectl label configmap settings team=blue");
    await entry.getByRole("button", { name: /^\d+ requests?$/ }).click();
    const table = page.getByRole("table", { name: "Request log" });
    await expect(rowWith(page, "Request log", "PATCH")).toContainText("kubectl");
    await expect(table.getByRole("row").filter({ hasText: "POST" })).toHaveCount(0);
    await page.getByRole("button", { name: "Only those of kubectl label configmap settings team=blue" }).click();
    await expect(page.getByRole("group", { name: "Show requests from" })).toBeVisible();

    await entry.getByRole("button", { name: "Explain this command" }).click();
    const sent = entry.getByRole("region", { name: "What the command sent" });
    await expect(sent).toContainText("PATCH /api/v1/namespaces/default/configmaps/settings?fieldManager=kubectl-label");
    await expect(sent).toContainText("Content-Type: application/merge-patch+json");
    await sent.getByRole("button", { name: "fetch", exact: true }).click();
    await expect(sent).toContainText('method: "PATCH"');
    await sent.getByRole("link", { name: "In the console" }).last().click();
    await expect(page).toHaveURL(/#\/requests\/new\?m=PATCH/);
  });

  test("Tab lists what may follow, and leaves the line where there is nothing to complete", async ({ page }) => {
    await enterApp(page, "#/terminal");
    const line = commandLine(page);
    await line.press("Tab");
    await expect(line).not.toBeFocused();
    await line.fill("kubectl rollout re");
    await line.press("Tab");
    await expect(page.getByRole("listbox", { name: "Completions" }).getByRole("option")).toHaveText([
      "restart",
      "resume",
    ]);
    await expect(line).toHaveValue("kubectl rollout res");
    await line.press("ArrowDown");
    await expect(page.getByRole("option", { name: "resume", selected: true })).toBeVisible();
    await line.press("Enter");
    await expect(line).toHaveValue("kubectl rollout resume ");
    await line.press("Escape");
    await line.press("Tab");
    await expect(line).not.toBeFocused();
  });

  test("kubepad why tells the state of an object and its cause, with the requests that it read", async ({ page }) => {
    await enterApp(page, "#/terminal");
    const role = await run(page, "kubectl create rolebinding grant --role=absent --user=ann");
    await expect(role).toContainText("created");
    const entry = await run(page, "kubepad why rolebinding grant");
    await expect(entry).toContainText(
      "Without effect: it binds the Role absent, which does not exist, so it grants nothing",
    );
    await expect(entry).toContainText("Role default/absent: not found");
    await expect(entry.getByRole("button", { name: /^\d+ requests?$/ })).toBeVisible();
  });

  test("long output is shown whole, by few elements, and keeps its end in sight", async ({ page }) => {
    await enterApp(page, "#/terminal");
    const text = Array.from({ length: 10_000 }, (_, i) => `line ${i + 1}\n`).join("");
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload a file" }).click();
    await (await chosen).setFiles({ name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    const entry = await run(page, "cat long.txt");
    await expect(entry).toContainText("10,000 lines");
    await expect(entry.getByText("line 10000")).toBeInViewport();
    expect(await entry.locator("pre").count()).toBeLessThan(150);
    expect((await entry.locator(".kp-output").evaluate((output) => output.textContent)).split("\n")).toHaveLength(
      10_001,
    );
    await expect(await run(page, "cat long.txt | tail -n 1")).toContainText("line 10000");
  });
});

test("commands read the files of the folder, and write them", async ({ page }) => {
  await openApp(page, "#/terminal");
  const files = page.getByRole("region", { name: "Files" });
  const chosen = page.waitForEvent("filechooser");
  await files.getByRole("button", { name: "Upload a file" }).click();
  await (await chosen).setFiles({ name: "own.yaml", mimeType: "text/yaml", buffer: Buffer.from(settings) });
  await expect(files.getByRole("combobox", { name: "File" })).toHaveValue("own.yaml");
  await expect(await run(page, "kubectl apply -f own.yaml")).toContainText("configmap/settings created");

  await files.getByRole("textbox", { name: "File own.yaml" }).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\ndata: { colour: green }\n");
  await expect(await run(page, "kubectl apply -f own.yaml")).toContainText("configmap/settings configured");
  await run(page, "kubectl get configmap settings -o jsonpath='{.data}' > out/data.json");
  await files.getByRole("combobox", { name: "File" }).selectOption("out/data.json");
  await expect(await run(page, "cat out/data.json | wc -c")).toContainText("18");
  await files.getByRole("button", { name: "More for files" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download" }).click();
  expect((await saved).suggestedFilename()).toBe("data.json");

  await page.reload();
  await expect(await run(page, "cat out/data.json")).toContainText('{"colour":"green"}');
});

test("kubectl edit opens the text in the page's editor", async ({ page }) => {
  await openApp(page, "#/terminal");
  await createConfigMap(page, "settings", { colour: "red" });
  const edit = "kubectl edit configmap settings";
  const editor = page.getByRole("region", { name: "Files" }).getByRole("textbox", { name: "Text to edit" });
  await commandLine(page).fill(edit);
  await commandLine(page).press("Enter");
  await expect(editor).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(entryOf(page, edit)).toContainText("Edit cancelled");

  await commandLine(page).fill(edit);
  await commandLine(page).press("Enter");
  await expect(editor).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("immutable: true\n");
  await page.getByRole("button", { name: "Save and go on" }).click();
  await expect(entryOf(page, edit)).toContainText("configmap/settings edited");
  await expect(await run(page, "kubectl get configmap settings -o jsonpath='{.immutable}'")).toContainText("true");

  await commandLine(page).fill(edit);
  await commandLine(page).press("Enter");
  await expect(editor).toBeFocused();
  await commandLine(page).press("Control+c");
  await expect(editor).toHaveCount(0);
  await expect(entryOf(page, edit)).toContainText("exit code 130");
});

test("a link fills in what it brings, and runs nothing that writes", async ({ page }) => {
  await openApp(page, `#/terminal?line=${encodeURIComponent("kubectl get namespaces")}`);
  await expect(commandLine(page)).toHaveValue("kubectl get namespaces");
  await expect(page).toHaveURL(/#\/terminal$/);
  await expect(page.getByRole("log").getByRole("article")).toHaveCount(0);
  await commandLine(page).fill("");
  const lines = "kubectl get namespaces -o name\nkubectl -n get delete namespace default";
  await goTo(page, `#/terminal?run=1&line=${encodeURIComponent(lines)}`);
  await expect(entryOf(page, "kubectl get namespaces -o name")).toContainText("namespace/default");
  await expect(commandLine(page)).toHaveValue("kubectl -n get delete namespace default");
  await expect(page.getByRole("log").getByRole("article")).toHaveCount(1);
});

test("a shared terminal brings its files and the line, and runs nothing", async ({ page }) => {
  await openApp(page, "#/terminal");
  await run(page, "echo shared > note.txt");
  await commandLine(page).fill("cat note.txt");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Share a link/ }).click();
  const link = page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: /link/i });
  const address = await link.inputValue();
  await page.goto("about:blank");
  await page.goto(address);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(commandLine(page)).toHaveValue("cat note.txt");
  await expect(page.getByRole("log").getByRole("article")).toHaveCount(0);
  await commandLine(page).press("Enter");
  await expect(entryOf(page, "cat note.txt")).toContainText("shared");
});

test("the HTML of an embed has the commands that were run, and their files", async ({ page }) => {
  await openApp(page, "#/terminal");
  await run(page, "kubectl apply -f settings.yaml");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Embed this view/ }).click();
  const html = page.getByRole("region", { name: "HTML of the embed" });
  await expect(html).toContainText('<kubepad-embed view="terminal" commands="kubectl apply -f settings.yaml">');
  await expect(html).toContainText('<pre data-file="settings.yaml"><code class="language-yaml">');
  await expect(html).not.toContainText("pod-reader.yaml");
});

test("commands act as the user of the page, in the namespace of their context", async ({ page }) => {
  await openApp(page, "#/terminal");
  await run(page, "kubectl create namespace demo");
  await page.getByRole("combobox", { name: "Namespace of the context" }).selectOption("demo");
  await expect(entryOf(page, "kubectl config set-context --current --namespace=demo")).toContainText("modified");
  await run(page, "kubectl create configmap here --from-literal=a=b");
  await expect(await run(page, "kubectl get configmap here -o jsonpath='{.metadata.namespace}'")).toContainText("demo");
  await goTo(page, "#/identity");
  await page.getByLabel("User", { exact: true }).fill("jane");
  await page.getByRole("button", { name: "Act as jane" }).click();
  await goTo(page, "#/terminal");
  const refused = await run(page, "kubectl get configmap here", 1);
  await expect(refused).toContainText('User "jane" cannot get resource "configmaps"');
  await expect(await run(page, "kubectl auth whoami -o jsonpath='{.status.userInfo.username}' --as=bob")).toContainText(
    "bob",
  );
});

test("the terminal stands beside the request log, and is the same everywhere", async ({ page }) => {
  await openApp(page, "#/objects");
  await page.getByRole("button", { name: "Terminal", exact: true }).click();
  await expect(commandLine(page)).toBeFocused();
  await expect(await run(page, "kubectl get namespaces -o name")).toContainText("namespace/default");
  await expect(page.getByRole("region", { name: "Request log" })).toBeVisible();
  await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: "Terminal" }).click();
  await expect(page.getByRole("region", { name: "Terminal" })).toHaveCount(1);
  await expect(entryOf(page, "kubectl get namespaces -o name")).toContainText("namespace/default");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the terminal and its files take turns", async ({ page }) => {
    await openApp(page, "#/terminal");
    await page.getByRole("tab", { name: "Files" }).click();
    await expect(page.getByRole("textbox", { name: "File web.yaml" })).toBeVisible();
    await page.getByRole("tab", { name: "Commands" }).click();
    await expect(await run(page, "kubectl apply -f web.yaml")).toContainText("service/web created");
  });
});
