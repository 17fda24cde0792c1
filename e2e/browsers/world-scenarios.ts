import { deepEqual, equal, rejects } from "node:assert/strict";
import { asking } from "./ask.ts";
import { commandLine, runCommand } from "./run-command.ts";
import type { Scenario } from "./scenario.ts";
import { until } from "./until.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

const past: Scenario = {
  title: "an address shows a revision of the past in lists and the terminal, and leads back to now",
  async run(browser, pad) {
    const page = await pad.open(browser, "#/objects/core/v1/configmaps");
    const table = { role: "table", name: "ConfigMap" } as const;
    const band = { role: "region", name: "Past revision" } as const;
    await pad.create(page, "early");
    const list = (await asking(page)("GET", configMaps)) as { metadata: { resourceVersion: string } };
    await pad.create(page, "later");
    await page.waitUntil(table, "later");
    await page.call((revision) => {
      const url = new URL(location.href);
      url.searchParams.set("revision", revision);
      history.replaceState(null, "", url);
    }, list.metadata.resourceVersion);
    await pad.reload(page);
    await page.waitUntil(band, "As of revision");
    await until("the list is of then", async () => {
      const shown = (await page.read(table)) ?? "";
      return shown.includes("early") && !shown.includes("later");
    });
    await pad.goTo(page, "#/terminal");
    const line = { ...commandLine, name: "Command line, reads revision", starts: true };
    await runCommand(page, "kubectl get configmaps -o name", "configmap/early", line);
    equal((await page.read({ role: "article", name: "kubectl get configmaps -o name" }))?.includes("later"), false);
    await page.click({ role: "button", name: "Back to now" });
    await pad.goTo(page, "#/objects/core/v1/configmaps");
    await page.waitUntil(table, "later");
  },
};

const worlds: Scenario = {
  title: "a second world has objects of its own, and the first is found again as it was",
  async run(browser, pad) {
    const page = await pad.open(browser);
    await pad.create(page, "mine");
    await page.click({ role: "button", name: "World: ", starts: true });
    await page.click({ role: "menuitem", name: "New world…" });
    await page.fill({ role: "textbox", name: "Name" }, "Staging");
    await page.click({ role: "button", name: "Create", within: { role: "dialog" } });
    await until("the new world is shown", () => page.call(() => document.title.endsWith(" · Staging · Kubepad")));
    await until("it is empty", async () => (await pad.names(page)).length === 0);
    await pad.create(page, "theirs");
    await pad.reload(page);
    deepEqual(await pad.names(page), ["theirs"]);
    await page.click({ role: "button", name: "World: Staging" });
    await page.click({ role: "menuitem", name: "My world" });
    await until("the first world is shown", async () => (await pad.names(page)).includes("mine"));
    deepEqual(await pad.names(page), ["mine"]);
  },
};

const sharing: Scenario = {
  title: "a world travels by a link, is looked at beside one's own, and kept when asked",
  async run(browser, pad) {
    const page = await pad.open(browser);
    await pad.create(page, "travels");
    await page.click({ role: "button", name: "Share" });
    await page.click({ role: "menuitem", name: "Share a link or file…" });
    let link = "";
    await until("there is a link", async () => {
      link = (await page.read({ role: "textbox", name: "Link" })) ?? "";
      return link.startsWith("http");
    });
    await asking(page)("DELETE", `${configMaps}/travels`);
    const reader = await pad.open(browser, new URL(link).hash);
    await reader.click({ role: "button", name: "Open", within: { role: "region", name: "Shared with you" } });
    const guest = { role: "region", name: "Shared server" } as const;
    await reader.waitUntil(guest, "1 object");
    deepEqual(await pad.names(reader), []);
    await reader.click({ role: "button", name: "Keep it…", within: guest });
    await reader.click({ role: "button", name: "Keep", within: { role: "dialog" } });
    await reader.waitUntil({ role: "dialog" }, "1 object created.");
    deepEqual(await pad.names(page), ["travels"]);
  },
};

const race: Scenario = {
  title: "a race runs all orders of its requests, and one of them is replayed",
  async run(browser, pad) {
    const page = await pad.open(browser, "#/races");
    await page.click({ role: "link", name: "Lost update", starts: true });
    await page.waitUntil({ role: "main" }, "All 20 orders were run, with 3 outcomes.");
    await page.click({ role: "button", name: "Replay", starts: true });
    await page.click({ role: "button", name: "Next step" });
    await page.waitUntil({ role: "status", name: "Position" }, "1 of 6 steps are done");
  },
};

const fault: Scenario = {
  title: "a rule of faults refuses what it names, until it is switched off",
  async run(browser, pad) {
    const page = await pad.open(browser, "#/server?tab=faults");
    await page.click({ role: "button", name: "Presets" });
    await page.click({ role: "menuitem", name: "The storage is full" });
    await page.click({ role: "button", name: "Add the rule" });
    await page.waitUntil({ role: "button", name: "Remove ", starts: true }, "Remove");
    await rejects(pad.create(page, "full"), /: 500 /);
    await page.click({ role: "button", name: "Switch off all" });
    await page.waitUntil({ role: "main" }, "No rule is in effect");
    await pad.create(page, "fits");
    deepEqual(await pad.names(page), ["fits"]);
  },
};

const recording: Scenario = {
  title: "what a reader does is recorded as steps",
  async run(browser, pad) {
    const page = await pad.open(browser, "#/terminal");
    const sign = (steps: string) => ({ role: "button", name: `Recording, ${steps}`, starts: true }) as const;
    await page.click({ role: "button", name: "Record what you do" });
    await page.waitUntil(sign("0 steps"), "");
    await runCommand(page, "kubectl create configmap recorded", "configmap/recorded created");
    await page.click(sign("1 step"));
    await page.click({ role: "menuitem", name: "Stop and show the steps" });
    await page.waitUntil({ role: "main" }, "kubectl create configmap recorded");
  },
};

const goal: Scenario = {
  title: "a goal of a lesson is reached in the terminal",
  async run(browser, pad) {
    const page = await pad.open(browser, "#/lessons/tainted-node");
    await page.waitUntil({ role: "main" }, "not yet reached");
    await runCommand(page, "kubectl taint node one maintenance:NoSchedule-", "untainted");
    await page.waitUntil({ role: "main" }, "Both pods of the Deployment web are available.");
    await until("the goal is reached", async () => !(await page.read({ role: "main" }))?.includes("not yet reached"));
  },
};

/** What only worlds that are the reader's own allow: time, copies, races, faults, recordings. */
export const worldScenarios: readonly Scenario[] = [past, worlds, sharing, race, fault, recording, goal];
