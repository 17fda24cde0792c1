import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { chromiumArguments, ensureChromium } from "../../.config/chromium.mjs";
import { startServer, type ChildProgram } from "../child-program.ts";

/** Pages of other origins, and of a host name that leads to this machine, against `kubepad serve`. */
const friendOrigin = (port: number): string => `http://friend.test:${port}`;
const configMaps = "/api/v1/namespaces/default/configmaps";

let folder = "";
let pages: Server;
let pagesPort = 0;
let open: ChildProgram;
let shared: ChildProgram;

test.use({
  launchOptions: {
    executablePath: ensureChromium(),
    args: [...chromiumArguments, "--host-resolver-rules=MAP *.test 127.0.0.1"],
  },
});

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-foreign-"));
  const tokenFile = join(folder, "tokens.csv");
  writeFileSync(tokenFile, 'admin-token,admin,admin-uid,"system:masters"\n');
  pages = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<!doctype html><p>page"));
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  const address = pages.address();
  pagesPort = address !== null && typeof address === "object" ? address.port : 0;
  open = await startServer(["--port", "0"]);
  const origins = ["--cors-allowed-origins", `^${friendOrigin(pagesPort).replaceAll(".", "\\.")}$`];
  shared = await startServer(["--port", "0", "--token-auth-file", tokenFile, ...origins]);
});
test.afterAll(async () => {
  pages.close();
  rmSync(folder, { recursive: true, force: true });
  expect([await open.stop(), await shared.stop()]).toEqual([0, 0]);
});

/** The names of the config maps that a server has, as a program sees them. */
async function namesOn(url: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { items } = await (await fetch(`${url}${configMaps}`, { headers })).json();
  return items.map(({ metadata }: { readonly metadata: { readonly name: string } }) => metadata.name);
}

/** What a page gets to read at an address: the status, or that the browser gave it nothing. */
const read = (page: Page, url: string, init: RequestInit = {}): Promise<string> =>
  page.evaluate(
    ([address, options]) =>
      fetch(address, options).then(
        async (answer) => `${answer.status} ${(await answer.json()).kind}`,
        () => "nothing",
      ),
    [url, init] as const,
  );

/** Sends objects in every way that a browser has without a preflight; resolves when all requests have ended. */
const write = (page: Page, url: string): Promise<void> =>
  page.evaluate(async (address) => {
    const body = (name: string): string => JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
    const ignore = (): undefined => undefined;
    navigator.sendBeacon(address, new Blob([body("beacon")]));
    await fetch(address, { method: "POST", mode: "no-cors", keepalive: true, body: body("as-beacon") }).catch(ignore);
    await fetch(address, { method: "POST", body: new Blob([body("typeless")]) }).catch(ignore);
    await fetch(address, { method: "POST", mode: "no-cors", body: new Blob([body("no-cors")]) }).catch(ignore);
    await fetch(address, { method: "POST", mode: "no-cors", body: body("plain") }).catch(ignore);
    const frame = document.createElement("iframe");
    frame.name = "sink";
    document.body.append(frame);
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, { method: "POST", action: address, enctype: "text/plain", target: "sink" });
    const field = form.appendChild(document.createElement("input"));
    field.name = body("form").slice(0, -1);
    field.value = "}";
    const sent = new Promise((resolve) => frame.addEventListener("load", resolve));
    form.submit();
    await sent;
  }, url);

for (const [name, pageUrl] of [
  ["another host", () => friendOrigin(pagesPort)],
  ["another port", () => `http://127.0.0.1:${pagesPort}`],
] as const) {
  test(`a page of ${name} neither reads from nor writes to a server without tokens`, async ({ page }) => {
    await page.goto(pageUrl());
    await write(page, `${open.url}${configMaps}`);
    expect(await namesOn(open.url)).toEqual([]);
    expect(await read(page, `${open.url}${configMaps}`)).toBe("nothing");
    expect(await read(page, `${open.url}${configMaps}`, { headers: { "Content-Type": "application/json" } })).toBe(
      "nothing",
    );
  });
}

test("a page whose host name is rebound to this machine reads nothing but why", async ({ page }) => {
  const url = open.url.replace("127.0.0.1", "rebound.test");
  await page.goto(`${url}/version`);
  expect(await read(page, `${url}/api/v1/secrets`)).toBe("403 Status");
  await write(page, `${url}${configMaps}`);
  expect(await namesOn(open.url)).toEqual([]);
});

test("a page of an allowed origin uses a server with its token, others do not", async ({ page }) => {
  const url = `${shared.url}${configMaps}`;
  const headers = { Authorization: "Bearer admin-token", "Content-Type": "application/json" };
  const body = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "from-a-page" } });
  await page.goto(`http://stranger.test:${pagesPort}`);
  expect(await read(page, url, { headers })).toBe("nothing");
  expect(await read(page, url, { method: "POST", headers, body })).toBe("nothing");
  await write(page, url);
  await page.goto(friendOrigin(pagesPort));
  expect(await read(page, url)).toBe("403 Status");
  expect(await read(page, url, { method: "POST", headers, body })).toBe("201 ConfigMap");
  expect(await read(page, url, { headers })).toBe("200 ConfigMapList");
  expect(await namesOn(shared.url, headers)).toEqual(["from-a-page"]);
});
