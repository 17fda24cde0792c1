import { expect, test, type Page } from "@playwright/test";
import { openBench, paste, tab } from "./bench-page.ts";
import { ask, createConfigMap, goTo, openApp } from "./open-page.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

const consoleLink = (method: string, target: string): string =>
  `#/requests/new?m=${method}&t=${encodeURIComponent(target)}&b=%7B%7D&send=1`;

test("a link fills in a request that writes and leaves it to people to send it", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "kept", {});
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  for (const method of ["DELETE", "PATCH", "PUT", "POST", "delete"]) {
    await goTo(page, consoleLink(method, `${configMaps}/kept`));
    await expect(page.getByRole("combobox", { name: "Path" })).toHaveValue(`${configMaps}/kept`);
  }
  await goTo(page, consoleLink("GET", `${configMaps}/kept`));
  await expect(answer).toContainText("200 OK");
  const history = page.getByRole("complementary", { name: "History" }).getByRole("link");
  await expect(history).toHaveCount(1);
  expect((await ask(page, "GET", `${configMaps}/kept`)).status).toBe(200);
});

test("a link to the apply bench sends no manifest until somebody asks for it", async ({ page }) => {
  await openApp(page);
  await createConfigMap(page, "kept", { a: "1" });
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kept\n  namespace: default\ndata:\n  a: linked\n";
  const patches = (): Promise<number> =>
    page.evaluate(async (path) => {
      const kubepad: unknown = Reflect.get(globalThis, "kubepad");
      const fetch: typeof globalThis.fetch = Reflect.get(Object(kubepad), "fetch");
      const lines = (await (await fetch(path)).text()).split("\n");
      const found = lines.filter((line) =>
        /^apiserver_request_total\{.*resource="configmaps".*verb="APPLY"/.test(line),
      );
      return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
    }, "/metrics");
  await goTo(page, `#/apply/new?n1=mallory&m1=${encodeURIComponent(text)}`);
  const outcome = page.getByRole("region", { name: "What if mallory applies this" });
  await expect(outcome.getByRole("status")).toHaveText("Not sent to the server yet.");
  // The live object is shown, so what follows from the link has been read and could have been sent.
  await expect(page.getByRole("region", { name: "The object now" })).toContainText("ConfigMap default/kept");
  await page.reload();
  await expect(outcome.getByRole("status")).toHaveText("Not sent to the server yet.");
  expect(await patches()).toBe(0);
  await page.getByRole("button", { name: "Show what applying would do" }).click();
  await expect(outcome.getByRole("status")).toContainText("Applying as mallory would");
  expect(await patches()).toBeGreaterThan(0);
});

const seen = "#/objects/core/v1/configmaps/default/seen";

// oxfmt-ignore
const views: readonly string[] = [
  "#/world", "#/requests", consoleLink("GET", configMaps), "#/watches?open=/api/v1/namespaces?watch=true",
  "#/objects", "#/objects/core/v1/configmaps", seen, `${seen}?tab=manifest`, `${seen}?tab=history`, `${seen}?tab=ownership`, `${seen}?tab=encodings`,
  "#/apply", "#/lessons/handover", "#/cel", "#/cel/why", "#/explain/core/v1/Pod", "#/identity",
  "#/policies", "#/policies/example/required-labels", "#/policies/example/webhook-function?tab=function",
  "#/definitions", "#/definitions/own", "#/definitions/gallery/autoscaler?tab=schema",
  "#/server", "#/server?tab=health", "#/server?tab=metrics", "#/server?tab=audit", "#/server?tab=settings",
];

test("no view does what the content security policy forbids", async ({ page }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|EvalError|Refused to/.test(message.text())) refused.push(message.text());
  });
  page.on("pageerror", (error) => refused.push(String(error)));
  const response = await page.goto("/");
  const policy = response?.headers()["content-security-policy"];
  expect(policy).toContain("script-src 'self';");
  const written = await page.locator('meta[http-equiv="Content-Security-Policy"]').first().getAttribute("content");
  expect(`${written}; frame-ancestors *`).toBe(policy); // browsers heed frame-ancestors in headers only
  await openApp(page);
  await createConfigMap(page, "seen", { a: "b" });
  for (const view of views) {
    await goTo(page, view);
    await expect(page.locator("main, [role=main], #root > *").first()).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
  }
  await openBench(page);
  expect(refused).toEqual([]);
  const evaluated = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.injected = true";
    document.body.append(script);
    return Reflect.get(globalThis, "injected");
  });
  expect(evaluated).toBeUndefined();
});

test("the theme that was chosen stands before the page's scripts run", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("kubepad.settings", JSON.stringify({ theme: "dark" })));
  await page.route("**/assets/index-*.js", (route) => route.abort());
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

const gauges = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: gauges.example.com
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Gauge, plural: gauges }
  conversion:
    strategy: Webhook
    webhook:
      clientConfig: { url: "https://convert.example.com" }
      conversionReviewVersions: [v1]
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
  - name: v2
    served: true
    storage: false
    schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;

/** Tries every way out that a worker has, and writes down what it reached. */
const hostile = `const global = globalThis;
const chain = [];
for (let scope = global; scope; scope = Object.getPrototypeOf(scope)) chain.push(scope);
const ways = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "importScripts", "indexedDB", "caches",
  "BroadcastChannel", "Worker", "SharedWorker", "navigator", "location", "self", "postMessage", "URL", "Blob", "eval", "Function",
  "WebAssembly", "setTimeout", "cookieStore", "storage", "locks", "addEventListener", "dispatchEvent"];
function convert(object, apiVersion) {
  const reached = ways.filter((way) => chain.some((scope) => way in scope));
  for (const made of [convert, async () => 1, function* () {}]) {
    try { reached.push(typeof made.constructor("return 1")); } catch {}
  }
  return { ...object, apiVersion, reached: "reached: " + (reached.join(" ") || "nothing") };
}`;

const trialOf = (page: Page) => page.getByRole("region", { name: "Trial of the conversion" });

test("a conversion function reaches neither the network nor storage, and is ended when it does not end", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await openBench(page);
  await paste(page, "Definition", gauges);
  await tab(page, "Conversion").click();
  await paste(page, "Conversion function", hostile);
  await expect(trialOf(page).getByRole("region", { name: "In version v2" })).toContainText("reached: nothing");
  await paste(page, "Conversion function", "const convert = (object) => import('/leak?' + object.kind);");
  await expect(trialOf(page)).toContainText("a function loads nothing");
  await paste(page, "Conversion function", "function convert() { for (;;); }");
  await expect(trialOf(page)).toContainText("the function did not answer within 10 seconds");
  expect(requested.filter((url) => url.includes("leak"))).toEqual([]);
});
