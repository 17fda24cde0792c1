import { expect, test, type BrowserContext, type Worker } from "@playwright/test";
import { create, expectRole, list, namesOf, openTab, seenBy, serverWorkerOf, stateOf, watch } from "./pad.ts";

test("a second tab sees the first one's objects and what happens to them", async ({ context }) => {
  const first = await openTab(context);
  await create(first, "one");
  const second = await openTab(context);
  await Promise.all([expectRole(first, "leader"), expectRole(second, "follower")]);
  expect(await namesOf(second)).toEqual(["one"]);
  await watch(second, "events");
  await create(first, "two");
  await create(second, "three");
  await expect
    .poll(async () => (await seenBy(second, "events")).names)
    .toEqual(expect.arrayContaining(["two", "three"]));
  expect(await namesOf(first)).toEqual(["one", "three", "two"]);
  expect((await stateOf(second)).leaderId).toBe((await stateOf(first)).leaderId);
});

test("the server survives the closing of the tab that leads", async ({ context }) => {
  const first = await openTab(context);
  const [second, third] = [await openTab(context), await openTab(context)];
  const { revision } = await create(first, "one");
  await watch(second, "events");
  const { epoch } = await stateOf(second);
  await first.close();
  await expect
    .poll(async () => [(await stateOf(second)).role, (await stateOf(third)).role].sort())
    .toEqual(["follower", "leader"]);
  await expect.poll(async () => (await seenBy(second, "events")).ended).toBe(true);
  expect(await namesOf(second)).toEqual(["one"]);
  expect((await create(third, "two")).revision).toBeGreaterThan(revision);
  expect(await namesOf(second)).toEqual(["one", "two"]);
  expect((await stateOf(second)).epoch).toBeGreaterThan(epoch ?? 0);
});

test("a reload finds everything again", async ({ context }) => {
  const page = await openTab(context);
  await create(page, "one");
  await page.reload();
  expect(await namesOf(page)).toEqual(["one"]);
});

/** Has a worker wait for an answer, as one that computes, until the returned function is called. */
async function block(context: BrowserContext, worker: Worker): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  await context.route("**/held", async (route) => {
    ask();
    await released;
    await route.fulfill({ body: "" });
  });
  await worker.evaluate(() => {
    setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open("GET", "/held", false);
      request.send();
    });
  });
  await asked;
  return release;
}

test("a worker that was stuck writes nothing once another leads", async ({ context }) => {
  const first = await openTab(context);
  const second = await openTab(context);
  await create(first, "before");
  const release = await block(context, serverWorkerOf(first));
  const late = create(first, "late");
  await expectRole(second, "leader");
  const during = await create(second, "during");
  release();
  expect((await late).status).toBe(503);
  await expectRole(first, "follower");
  const { items, revision } = await list(first);
  expect(items.map(({ name }) => name).sort()).toEqual(["before", "during"]);
  expect(revision).toBeGreaterThanOrEqual(during.revision);
});
