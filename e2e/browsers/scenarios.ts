import { deepEqual, equal } from "node:assert/strict";
import { docsPage, DocsHost } from "../embed/docs-host.ts";
import { StaticHost } from "../worker/static-host.ts";
import type { Browser, Tab } from "./driver.ts";
import { Pad, serviceWorkerScript } from "./pad.ts";
import { commandLine, runCommand } from "./run-command.ts";
import type { Scenario } from "./scenario.ts";
import { awaitWelcome, meet, mostClicks, situations } from "./situations.ts";
import { Surface } from "./surface.ts";
import { until } from "./until.ts";
import { views } from "./views.ts";
import { worldScenarios } from "./world-scenarios.ts";

/** The folder of the build; programs run in the folder of the project. */
const builtApp = "dist";

const configMaps = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const answer = { role: "region", name: "Answer" } as const;
const send = { role: "button", name: "Send" } as const;

const firstStart: Scenario = {
  title: "a first visit starts a server that keeps its objects",
  async run(browser, pad) {
    const page = await pad.open(browser, "");
    await page.waitUntil({ role: "main" }, "A sample runs below.");
    const { role, persistent, reason } = await pad.leadership(page);
    deepEqual({ role, persistent, reason }, { role: "leader", persistent: true, reason: undefined });
  },
};

const write: Scenario = {
  title: "a request that writes is answered, and the object is listed",
  async run(browser, pad) {
    const body = encodeURIComponent(JSON.stringify(configMap("written")));
    const page = await pad.open(browser, `#/requests/new?m=POST&t=${configMaps}&b=${body}`);
    await page.click(send);
    await page.waitUntil(answer, "201 Created");
    await pad.goTo(page, "#/objects/core/v1/configmaps/default/written?tab=manifest");
    await page.waitUntil({ role: "region", name: "Manifest" }, "name: written");
  },
};

const watch: Scenario = {
  title: "a watch shows what happens while it is open",
  async run(browser, pad) {
    const page = await pad.open(browser, `#/requests/new?m=GET&t=${encodeURIComponent(`${configMaps}?watch=true`)}`);
    await page.click(send);
    await page.waitUntil(answer, "watching");
    await pad.create(page, "meanwhile");
    await page.waitUntil(answer, "default/meanwhile");
    await page.click({ role: "button", name: "End the watch" });
    await page.waitUntil(answer, "you ended the watch");
  },
};

const reload: Scenario = {
  title: "a reload finds the objects again",
  async run(browser, pad) {
    const page = await pad.open(browser);
    await pad.create(page, "kept");
    const { epoch } = await pad.leadership(page);
    await pad.reload(page);
    deepEqual(await pad.names(page), ["kept"]);
    equal((await pad.leadership(page)).epoch, (epoch ?? 0) + 1);
  },
};

const takeOver: Scenario = {
  title: "a second tab follows the first, and takes over when it is closed",
  async run(browser, pad) {
    const first = await pad.open(browser);
    const second = await pad.open(browser);
    await pad.create(first, "one");
    deepEqual(await pad.names(second), ["one"]);
    equal((await pad.leadership(second)).role, "follower");
    await pad.close(first);
    await until("the second tab leads", async () => (await pad.leadership(second)).role === "leader");
    await pad.create(second, "two");
    deepEqual(await pad.names(second), ["one", "two"]);
  },
};

const terminal: Scenario = {
  title: "kubectl creates, watches until it is interrupted, and completes names",
  async run(browser, pad) {
    const page = await pad.open(browser, "#/terminal");
    await runCommand(page, "kubectl create configmap one --from-literal=a=b", "configmap/one created");
    const watching = "kubectl get configmaps --watch-only";
    await page.fill(commandLine, watching);
    await page.press("Enter");
    await runCommand(page, "kubectl create configmap two", "configmap/two created");
    await page.waitUntil({ role: "article", name: watching }, "two");
    await page.press("Control", "c");
    await page.waitUntil({ role: "article", name: watching }, "exit code 130");
    await page.fill(commandLine, "kubectl get configmaps tw");
    await page.press("Tab");
    await page.waitUntil(commandLine, "kubectl get configmaps two");
  },
};

const lesson: Scenario = {
  title: "a lesson passes, step by step",
  async run(browser, pad) {
    const page = await pad.open(browser, "#/lessons/first-request");
    for (let number = 1; number <= 4; number += 1) {
      await page.click({ role: "button", name: `Run step ${number}` });
      await until(`step ${number} has passed`, async () => {
        const phase = await page.call((id) => document.getElementById(id)?.dataset["phase"], `kp-step-${number}`);
        if (phase === "failed") throw new Error("it failed");
        return phase === "passed";
      });
    }
  },
};

const conflict: Scenario = {
  title: "two appliers conflict over a field, and force decides it",
  async run(browser, pad) {
    const page = await pad.open(browser, "#/apply");
    const actor = (name: string) => ({ role: "region", name: `Actor ${name}` }) as const;
    const outcome = (name: string) => ({ role: "region", name: `What if ${name} applies this` }) as const;
    await page.waitUntil(outcome("alice"), "Applying as alice would create the object.");
    await page.click({ role: "button", name: "Apply", within: actor("alice") });
    await page.waitUntil(outcome("bob"), "Applying as bob would conflict on 1 field.");
    await page.click({ role: "radio", name: "Force", starts: true, within: actor("bob") });
    await page.click({ role: "button", name: "Apply with force", within: actor("bob") });
    await page.waitUntil(outcome("alice"), "Applying as alice would conflict on 1 field.");
  },
};

/** Opens a page of another site with embeds of this one. */
async function openDocs(browser: Browser, pad: Pad, html: string): Promise<Tab> {
  const host = new DocsHost();
  await host.start();
  pad.atEnd(() => host.stop());
  return pad.openTab(browser, host.add(html));
}

const causes: Scenario = {
  title: "what is wrong in a world is found from the welcome, and mended where it is told",
  async run(browser, pad) {
    const page = await pad.open(browser, "", "living");
    await awaitWelcome(page);
    for (const situation of situations)
      equal((await meet(page, situation)) <= mostClicks, true, `${situation.title}: too many clicks`);
  },
};

const embed: Scenario = {
  title: "an embed in a page of another site runs a server of its own",
  async run(browser, pad) {
    const docs = await openDocs(browser, pad, docsPage(pad.otherSite, [{ attributes: { view: "terminal" } }]));
    const frame = new Surface(docs, 0);
    await runCommand(frame, "kubectl create configmap embedded", "configmap/embedded created");
    await runCommand(frame, "kubectl get configmaps -o name", "configmap/embedded");
  },
};

const movedEmbed: Scenario = {
  title: "when the frame with the worker is removed, embeds start again from their seeds",
  async run(browser, pad) {
    const object = { attributes: { view: "object", target: `${configMaps}/seeded` }, seed: [configMap("seeded")] };
    const docs = await openDocs(browser, pad, docsPage(pad.otherSite, [object]));
    const manifest = { role: "region", name: "Manifest" } as const;
    await new Surface(docs, 0).waitUntil(manifest, "name: seeded");
    await docs.evaluate('document.querySelector("html > iframe").remove()');
    await new Surface(docs, 0).waitUntil({ role: "status" }, "The server was started again");
    await new Surface(docs, 0).waitUntil(manifest, "name: seeded");
  },
};

const offline: Scenario = {
  title: "a reload without the network finds the page and its objects",
  async run(browser) {
    const host = new StaticHost(builtApp);
    const pad = new Pad(host, await host.start());
    try {
      const page = await pad.open(browser);
      await pad.create(page, "online");
      await pad.goTo(page, "#/server");
      await page.waitUntil({ role: "main" }, "The page and the server work offline.");
      await host.stop();
      await pad.reload(page);
      deepEqual(await pad.names(page), ["online"]);
      await pad.goTo(page, "#/definitions/gallery/certificate"); // its code has not been loaded yet
      await page.waitUntil({ role: "main" }, "dnsNames");
    } finally {
      await pad.end();
    }
  },
};

const narrow: Scenario = {
  title: "every view has room in a narrow frame",
  async run(browser, pad) {
    // a frame, since the window of WebKit's small browser cannot be this narrow
    const html = `<!doctype html><iframe src="${pad.otherSite}?controllers=" width="390" height="844">`;
    const page = new Surface(await openDocs(browser, pad, html), 0);
    for (const [view, address] of Object.entries(views)) {
      await pad.goTo(page, address);
      const isDrawn = (hash: string) =>
        location.hash.split(/[/?]/)[1] === hash.split(/[/?]/)[1] && // views rewrite the rest
        document.querySelector(".kp-skeleton") === null &&
        (document.querySelector("main")?.innerText ?? "") !== "";
      await until(`${view} is drawn`, () => page.call(isDrawn, address));
      const [width, room] = await page.call(() => [document.documentElement.scrollWidth, innerWidth] as const);
      equal(room, 390);
      equal(width <= room, true, `${view} is ${width} wide`);
    }
  },
};

/** All scenarios. Each begins on an origin that has not been visited. */
export const scenarios: readonly Scenario[] = [
  firstStart,
  write,
  watch,
  reload,
  takeOver,
  terminal,
  lesson,
  conflict,
  causes,
  ...worldScenarios,
  embed,
  movedEmbed,
  offline,
  narrow,
];

/** Runs a scenario on a host of its own, and closes what it opened. */
export async function runScenario({ run }: Scenario, browser: Browser): Promise<void> {
  const host = new StaticHost(builtApp, "/pad/", [serviceWorkerScript]);
  const pad = new Pad(host, await host.start());
  try {
    await run(browser, pad);
  } finally {
    await pad.end();
  }
}
