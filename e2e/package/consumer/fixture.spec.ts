import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "kubepad/playwright";

const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { mode: "dark" } };
const path = "/api/v1/namespaces/default/configmaps";

const app = createServer((_request, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end("<!doctype html><title>App</title>");
});

test.beforeAll(() => new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve)));
test.afterAll(() => {
  app.closeAllConnections();
  app.close();
});

/** Opens the empty page of an application on this machine, whose origin is not that of the API. */
const openApp = async (page: Page): Promise<void> => {
  await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`);
};

const readModes = (page: Page, url: string): Promise<readonly string[]> =>
  page.evaluate(async (target) => {
    const list = (await (await fetch(target)).json()) as { items: { data?: { mode?: string } }[] };
    return list.items.flatMap(({ data }) => data?.mode ?? []);
  }, url);

/** Starts a watch in the page, which keeps the names of the objects in its title. */
const watch = (page: Page, url: string): Promise<void> =>
  page.evaluate(async (target) => {
    const answer = await fetch(`${target}?watch=true&fieldSelector=metadata.name!=kube-root-ca.crt`);
    document.title = `${answer.status}`;
    const read = async (): Promise<void> => {
      const decoder = new TextDecoder();
      for (const reader = answer.body?.getReader(); reader !== undefined;) {
        const { value, done } = await reader.read();
        if (done) return;
        for (const [, name] of decoder.decode(value).matchAll(/"metadata":\{"name":"([^"]+)"/g))
          document.title += ` ${name}`;
      }
    };
    void read();
  }, url);

for (const transport of ["route", "http"] as const) {
  test.describe(`with the transport ${transport}`, () => {
    test.use({ kubepadOptions: { transport, seed: [settings] } });

    test("requests and watches of the page reach the server of the test", async ({ kubepad, page }) => {
      await openApp(page);
      expect(await readModes(page, kubepad.url + path)).toEqual(["dark"]);
      await watch(page, kubepad.url + path);
      await expect(page).toHaveTitle("200 settings");
      await kubepad.create({ ...settings, metadata: { name: "more" } });
      await expect(page).toHaveTitle("200 settings more");
      await expect(kubepad).toHaveRequested({ method: "GET", path, status: 200 });
      await expect(kubepad).not.toHaveRequested({ method: "DELETE" });
    });

    test("no other test has changed it, and a snapshot restores it", async ({ kubepad, page }) => {
      await openApp(page);
      const snapshot = await kubepad.snapshot();
      await kubepad.delete(settings);
      expect(await readModes(page, kubepad.url + path)).toEqual([]);
      await kubepad.restore(snapshot);
      expect(await readModes(page, kubepad.url + path)).toEqual(["dark"]);
    });
  });
}

test.describe("at a path of the page's own origin", () => {
  test.use({ kubepadOptions: { url: "/k8s", seed: [settings] } });

  test("requests and watches below the path reach the server, others do not", async ({ kubepad, page }) => {
    await openApp(page);
    expect(await readModes(page, kubepad.url + path)).toEqual(["dark"]);
    await watch(page, kubepad.url + path);
    await expect(page).toHaveTitle("200 settings");
    await page.route(`**/k8s-other${path}`, (route) => route.fulfill({ json: { items: [] } }));
    expect(await readModes(page, `/k8s-other${path}`)).toEqual([]);
    expect(kubepad.requests.matching({ path })).toHaveLength(2);
  });
});

test("a request that was expected and did not come is reported with those that came", async ({ kubepad, page }) => {
  await openApp(page);
  await readModes(page, kubepad.url + path);
  const missed = expect(kubepad).toHaveRequested({ method: "POST" }, { timeoutMs: 1 });
  await expect(missed).rejects.toThrow(`GET ${path} → 200 (another method)`);
});
