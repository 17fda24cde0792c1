import { expect, test } from "@playwright/test";
import { create, openTab } from "./pad.ts";

test("data of a newer version is left alone: a reason in words, and a 503 for every request", async ({ page }) => {
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: "<p>nothing yet</p>" }));
  await page.goto("./empty");
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("kubepad", 99);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
  );
  await page.goto("./");
  await page.waitForFunction(() => window.kubepad?.leadership.get().reason !== undefined);
  const { state, code, message } = await page.evaluate(async () => {
    const answer = await window.kubepad.fetch("/api/v1/namespaces");
    return { state: window.kubepad.leadership.get(), code: answer.status, message: (await answer.json()).message };
  });
  expect([state.role, code]).toEqual(["starting", 503]);
  expect(state.reason).toContain("newer version");
  expect(message).toBe(state.reason);
});

test("a server with a token file knows its users", async ({ context }) => {
  const page = await openTab(context);
  const statuses = await page.evaluate(async () => {
    const kubepad = window.openKubepad({
      storage: "memory",
      tokenAuthFile: 'secret,alice,1,"system:masters"\nother,bob,2\n',
    });
    const ask = async (headers: Record<string, string>): Promise<number> =>
      (await kubepad.fetch("/api/v1/namespaces", { headers })).status;
    const found = [
      await ask({}),
      await ask({ Authorization: "Bearer secret" }),
      await ask({ Authorization: "Bearer other" }),
      await ask({ Authorization: "Bearer wrong" }),
    ];
    kubepad.close();
    return [...found, (await kubepad.fetch("/api/v1/namespaces")).status];
  });
  expect(statuses).toEqual([403, 200, 403, 401, 503]);
});

test("traces reach a following tab and go on after a take-over", async ({ context }) => {
  const first = await openTab(context);
  const second = await openTab(context);
  await second.evaluate(async () => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    await window.kubepad.inspect.subscribe((traces) =>
      seen.push(...traces.filter(({ method }) => method === "POST").map(({ target }) => target)),
    );
  });
  const seen = (): Promise<string[]> => second.evaluate(() => Reflect.get(window, "seen"));
  await create(first, "one");
  await expect.poll(async () => (await seen()).length).toBe(1);
  await first.close();
  await expect.poll(() => second.evaluate(() => window.kubepad.leadership.get().role)).toBe("leader");
  await create(second, "two");
  await expect.poll(async () => (await seen()).length).toBe(2);
  expect(await second.evaluate(async () => (await window.kubepad.inspect.stats()).backend)).toBe("indexeddb");
});

test("an exported state comes back in another server", async ({ context }) => {
  const page = await openTab(context);
  await create(page, "one");
  const names = await page.evaluate(async () => {
    const file = await window.kubepad.inspect.export();
    const other = window.openKubepad({ storage: "memory" });
    await other.inspect.import(file);
    const list = await (await other.fetch("/api/v1/namespaces/default/configmaps")).json();
    other.close();
    return list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  });
  expect(names).toContain("one");
});

test("requests keep their headers, targets and bodies on the way to the worker", async ({ context }) => {
  const page = await openTab(context);
  const { missing, agent, body } = await page.evaluate(async () => {
    const traces = async (): Promise<string | undefined> =>
      (await window.kubepad.inspect.traces(0)).find(({ target }) => target.startsWith("/api/v1/namespaces/none"))
        ?.source.kind;
    await window.kubepad.inspect.subscribe(() => undefined);
    const missing = await window.kubepad.fetch("/api/v1/namespaces/none%2Fsuch?x=a%20b", {
      headers: { "User-Agent": "kubepad-console/0.1" },
    });
    const body = new Blob([
      JSON.stringify({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "streamed" },
        data: { x: "y".repeat(600_000) },
      }),
    ]).stream();
    const made = await window.kubepad.fetch("/api/v1/namespaces/default/configmaps", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return { missing: missing.status, agent: await traces(), body: [made.status, (await made.json()).data.x.length] };
  });
  expect([missing, agent, body]).toEqual([404, "console", [201, 600_000]]);
});
