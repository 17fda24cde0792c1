import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { expectRole, openTab } from "./pad.ts";
import { definitionOf, versionOf } from "../../src/apiextensions/testing/definition-of.ts";

const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const definition = definitionOf("Note", "example.com", [versionOf("v1", schema), versionOf("v2", schema)], {
  scope: "Cluster",
  conversion: {
    strategy: "Webhook",
    webhook: { clientConfig: { url: "https://convert.example.com" }, conversionReviewVersions: ["v1"] },
  },
});

interface Reply {
  readonly status: number;
  readonly text: string;
}

const ask = (page: Page, method: string, path: string, body?: object): Promise<Reply> =>
  page.evaluate(
    async ([verb, target, text]) => {
      const answer = await window.kubepad.fetch(target, {
        method: verb,
        ...(text !== "" && { body: text, headers: { "Content-Type": "application/json" } }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, body === undefined ? "" : JSON.stringify(body)] as const,
  );

const read = (page: Page): Promise<Reply> => ask(page, "GET", "/apis/example.com/v2/notes/one");

/** Registers a function that signs what it converts. */
const register = (page: Page, name: string): Promise<void> =>
  page.evaluate(async (signature) => {
    await window.kubepad.registerConverter("notes.example.com", ({ objects, desiredAPIVersion }) =>
      objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion, by: signature })),
    );
  }, name);

test("a function of any tab stands in for a webhook, as long as its tab is open and whoever leads", async ({
  context,
}) => {
  const first = await openTab(context);
  await expectRole(first, "leader");
  const second = await openTab(context);
  await expectRole(second, "follower");
  expect((await ask(first, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)).status).toBe(
    201,
  );
  const note = { apiVersion: "example.com/v1", kind: "Note", metadata: { name: "one" } };
  await expect.poll(async () => (await ask(first, "POST", "/apis/example.com/v1/notes", note)).status).toBe(201);
  expect(await read(second)).toMatchObject({
    status: 500,
    text: expect.stringContaining("conversion webhook for example.com/v1, Kind=Note failed: Post"),
  });
  await register(first, "first");
  expect(JSON.parse((await read(second)).text)).toMatchObject({ apiVersion: "example.com/v2", by: "first" });
  await register(second, "second");
  expect(JSON.parse((await read(first)).text)).toMatchObject({ by: "second" });
  await first.close();
  await expectRole(second, "leader");
  await expect.poll(async () => (await read(second)).text).toContain('"by":"second"');
  const third = await openTab(context);
  await second.close();
  await expectRole(third, "leader");
  expect(await read(third)).toMatchObject({
    status: 500,
    text: expect.stringContaining("conversion webhook for example.com/v1, Kind=Note failed: Post"),
  });
});
