import { expect } from "@playwright/test";
import type { BrowserContext, Page, Worker } from "@playwright/test";
import type { Kubepad, openKubepad } from "../../src/worker/kubepad.ts";
import type { LeadershipState } from "../../src/worker/tabs/leadership.ts";

declare global {
  interface Window {
    readonly kubepad: Kubepad;
    readonly openKubepad: typeof openKubepad;
  }
}

/** A ConfigMap as used by these tests. */
export interface Item {
  readonly name: string;
  readonly resourceVersion: number;
  readonly data: string;
}

const configMaps = "/api/v1/namespaces/default/configmaps";

/** Returns the content of an object, long enough that a partial write is detected. */
export const contentOf = (name: string): string => `${name} `.repeat(200);

/** Opens the app in a new tab and waits until a server is ready. No controllers of workloads write beside the test. */
export async function openTab(context: BrowserContext, url = "./?controllers="): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await waitForServer(page);
  return page;
}

export async function waitForServer(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      window.kubepad?.leadership.get().leaderId !== undefined && window.kubepad.leadership.get().role !== "starting",
  );
}

/** Returns the server's worker of a leading tab. Editors may have other workers. */
export function serverWorkerOf(page: Page): Worker {
  const worker = page.workers().find((each) => each.url().includes("/entry-"));
  if (worker === undefined) throw new Error("this tab has no server");
  return worker;
}

export const stateOf = (page: Page): Promise<LeadershipState> => page.evaluate(() => window.kubepad.leadership.get());

export async function expectRole(page: Page, role: LeadershipState["role"]): Promise<void> {
  await expect.poll(async () => (await stateOf(page)).role).toBe(role);
}

/** Creates an object and returns its resource version, or the status if it was rejected. */
export function create(page: Page, name: string): Promise<{ status: number; revision: number }> {
  return page.evaluate(
    async ([path, object]) => {
      const answer = await window.kubepad.fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: object,
      });
      const { metadata } = await answer.json();
      return { status: answer.status, revision: Number(metadata?.resourceVersion ?? 0) };
    },
    [
      configMaps,
      JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { content: contentOf(name) } }),
    ] as const,
  );
}

/** Returns all ConfigMaps, except for those that the server creates, with the resource version of the list. */
export async function list(page: Page): Promise<{ revision: number; items: readonly Item[] }> {
  const text = await page.evaluate(async (path) => (await window.kubepad.fetch(path)).text(), configMaps);
  const { metadata, items } = JSON.parse(text);
  return {
    revision: Number(metadata.resourceVersion),
    items: items.map(readItem).filter(({ name }: Item) => name !== "kube-root-ca.crt"),
  };
}

const readItem = (object: {
  metadata: { name: string; resourceVersion: string };
  data?: { content?: string };
}): Item => ({
  name: object.metadata.name,
  resourceVersion: Number(object.metadata.resourceVersion),
  data: object.data?.content ?? "",
});

export const namesOf = async (page: Page): Promise<string[]> => (await list(page)).items.map(({ name }) => name).sort();

/** Starts a watch whose events are stored in the page under `name`. */
export async function watch(page: Page, name: string): Promise<void> {
  await page.evaluate(
    async ([path, key]) => {
      const seen = { names: [] as string[], ended: false };
      Object.assign(window, { [key]: seen });
      const answer = await window.kubepad.fetch(`${path}?watch=1`);
      const lines = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      const read = async (): Promise<void> => {
        let text = "";
        for (let part = await lines?.read(); part !== undefined && !part.done; part = await lines?.read()) {
          const parts = (text + part.value).split("\n");
          text = parts.pop() ?? "";
          seen.names.push(...parts.map((line) => JSON.parse(line).object.metadata.name));
        }
        seen.ended = true;
      };
      void read();
    },
    [configMaps, name] as const,
  );
}

export const seenBy = (page: Page, name: string): Promise<{ names: string[]; ended: boolean }> =>
  page.evaluate((key) => Reflect.get(window, key), name);
