import type { Page } from "@playwright/test";
import type { Kubepad } from "../../src/worker/kubepad.ts";
import { openBrowserProfile } from "../browser-profile.ts";
import { openBenchSite } from "./bench-site.ts";
import { interleave, type Row } from "./row.ts";

const pods = 1_000;
const command = "kubectl get pods -A";

/** Measures a long list in the page's terminal, from Enter until it is laid out, beside its requests alone. */
export async function terminalRows(rounds: number, report: (row: Row) => void): Promise<void> {
  const site = await openBenchSite();
  const profile = await openBrowserProfile(site.chromium);
  try {
    const page = await profile.context.newPage();
    await page.goto(`${site.url}index.html#/terminal`);
    await page.getByRole("textbox", { name: "Command line" }).waitFor();
    await page.evaluate(createPods, pods);
    for (let warm = 0; warm < 3; warm += 1) await printed(page);
    const figures = await interleave(
      rounds,
      () => printed(page),
      () => page.evaluate(requestsAlone),
    );
    report({
      name: `${pods.toLocaleString("en-US")} pods in the terminal`,
      where: "page",
      backend: "IndexedDB",
      unit: "ms",
      ...figures,
      floorName: "its requests, answers read",
      goal: { atMost: 2 },
    });
  } finally {
    await profile.close();
    await site.close();
  }
}

/** Runs the command in an empty transcript. Returns the milliseconds from Enter until its output is laid out. */
async function printed(page: Page): Promise<number> {
  const line = page.getByRole("textbox", { name: "Command line" });
  await line.press("Control+l");
  await line.fill(command);
  const measured = page.evaluate(untilLaidOut, pods);
  await line.press("Enter");
  return measured;
}

// What follows runs inside the page.

/** Creates pods that nothing schedules, so that the world is quiet afterwards. */
async function createPods(count: number): Promise<void> {
  const { kubepad } = globalThis as unknown as { readonly kubepad: Kubepad };
  const target = "/api/v1/namespaces/default/pods";
  const headers = { "Content-Type": "application/json" };
  const made = async (i: number): Promise<void> => {
    const body = JSON.stringify({
      metadata: { name: `bench-${String(i).padStart(4, "0")}`, labels: { app: "bench" } },
      spec: {
        schedulerName: "none",
        containers: [{ name: "main", image: "nginx:1.29", ports: [{ containerPort: 80 }] }],
      },
    });
    const answer = await kubepad.fetch(target, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`pod ${i}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  for (let i = 0; i < count; i += 20) await Promise.all(Array.from({ length: 20 }, (_, j) => made(i + j)));
}

/** The requests of the command: tables of 500 rows. */
async function requestsAlone(): Promise<number> {
  const { kubepad } = globalThis as unknown as { readonly kubepad: Kubepad };
  const started = performance.now();
  const headers = { Accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };
  let token = "";
  do {
    const query = token === "" ? "" : `&continue=${encodeURIComponent(token)}`;
    const answer = await kubepad.fetch(`/api/v1/pods?limit=500${query}`, { headers });
    token = /"continue":"([^"]+)"/.exec((await answer.text()).slice(0, 2_000))?.[1] ?? "";
  } while (token !== "");
  return performance.now() - started;
}

function untilLaidOut(count: number): Promise<number> {
  let started = 0;
  document.addEventListener("keydown", () => (started = performance.now()), { capture: true, once: true });
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const output = document.querySelector<HTMLElement>(".kp-entry:not([data-running]) .kp-output");
      const lines = output?.textContent.split("\n").length ?? 0;
      if (started === 0 || lines <= count || output?.offsetHeight === 0) return;
      observer.disconnect();
      resolve(performance.now() - started);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}
