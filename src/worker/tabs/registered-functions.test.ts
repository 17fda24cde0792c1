import { afterEach, describe, expect, it } from "vitest";
import type { Converter } from "../../client/converter.ts";
import { Browser, type Tab } from "../testing/fake-browser.ts";
import { settle } from "../testing/manual-clock.ts";

const definition = "lamps.lights.example.com";
let browser = new Browser();
afterEach(() => {
  for (const { leadership } of browser.tabs) leadership.close();
  browser = new Browser();
});

async function openTab(): Promise<Tab> {
  const tab = browser.open();
  await settle();
  return tab;
}

const request = { desiredAPIVersion: "lights.example.com/v2", objects: [{ kind: "Lamp" }] };
const saying =
  (word: string): Converter =>
  ({ objects, desiredAPIVersion }) =>
    objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion, word }));

/** What the leading worker's server would get; it lives in the first tab that is open. */
async function convert(leader: Tab): Promise<unknown> {
  const converter = leader.worker?.functions.converters.get(definition);
  return converter === undefined
    ? "nobody"
    : Promise.resolve(converter(request)).catch((error: unknown) => (error instanceof Error ? error.message : error));
}

const converted = (word: string) => [{ kind: "Lamp", apiVersion: "lights.example.com/v2", word }];

describe("a function that a page registers", () => {
  it("is asked by the worker until it is taken away", async () => {
    const tab = await openTab();
    expect(await convert(tab)).toBe("nobody");
    const takeAway = await tab.functions.registerConverter(definition, saying("mine"));
    expect(await convert(tab)).toEqual(converted("mine"));
    await takeAway();
    expect(await convert(tab)).toBe("nobody");
  });

  it("takes the place of an admission webhook beside a converter of the same name", async () => {
    const tab = await openTab();
    const review = { request: { name: "no" } };
    const ask = async () => tab.worker?.functions.admissionWebhooks.get(definition)?.(review) ?? "nobody";
    await tab.functions.registerConverter(definition, saying("mine"));
    expect(await ask()).toBe("nobody");
    const takeAway = await tab.functions.registerWebhook(definition, (asked) => ({
      allowed: JSON.stringify(asked) !== JSON.stringify(review),
    }));
    expect(await ask()).toEqual({ allowed: false });
    expect(await convert(tab)).toEqual(converted("mine"));
    await takeAway();
    expect(await ask()).toBe("nobody");
    expect(await convert(tab)).toEqual(converted("mine"));
  });

  it("may take its time, and what it throws is told", async () => {
    const tab = await openTab();
    await tab.functions.registerConverter(definition, async (asked) => (await settle(), saying("late")(asked)));
    expect(await convert(tab)).toEqual(converted("late"));
    await tab.functions.registerConverter(definition, () => {
      throw new Error("no such field");
    });
    expect(await convert(tab)).toBe("no such field");
  });

  it("is another one to the server when it is registered anew", async () => {
    const tab = await openTab();
    await tab.functions.registerConverter(definition, saying("first"));
    const before = tab.worker?.functions.converters.get(definition);
    expect(tab.worker?.functions.converters.get(definition)).toBe(before);
    await tab.functions.registerConverter(definition, saying("second"));
    expect(tab.worker?.functions.converters.get(definition)).not.toBe(before);
  });

  it("gets as long as a webhook", async () => {
    const tab = await openTab();
    await tab.functions.registerConverter(definition, () => new Promise(() => undefined));
    const answer = convert(tab);
    await browser.clock.sleep(30_000);
    expect(await answer).toBe("context deadline exceeded (Client.Timeout exceeded while awaiting headers)");
  });

  it("of another tab serves all, and goes with it", async () => {
    const leader = await openTab();
    const follower = await openTab();
    await leader.functions.registerConverter(definition, saying("leader"));
    await follower.functions.registerConverter(definition, saying("follower"));
    expect(await convert(leader)).toEqual(converted("follower"));
    await follower.functions.registerConverter(definition, () => new Promise(() => undefined));
    const hanging = convert(leader);
    await settle();
    follower.leadership.close();
    await settle();
    expect(await hanging).toBe("the tab of the function was closed");
    expect(await convert(leader)).toEqual(converted("leader"));
  });

  it("is known to the next server when a tab takes over", async () => {
    const leader = await openTab();
    const follower = await openTab();
    await follower.functions.registerConverter(definition, saying("stays"));
    leader.leadership.close();
    await browser.clock.pass(3000);
    expect(follower.role).toBe("leader");
    expect(await convert(follower)).toEqual(converted("stays"));
  });
});
