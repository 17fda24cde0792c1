import { afterEach, expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { pluginFacts } from "../../kube-apiserver/admission.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createMemoryBackend, createMemoryMedium } from "../../apiserver/storage/backend/memory.ts";
import type { AuditEvent } from "../../component-base/audit/audit-event.ts";
import { unchangedSettings, type ChosenSettings } from "../../client/settings.ts";
import { createFetch } from "../../client/fetch-adapter.ts";
import { ServerWithSettings } from "./hosted-server.ts";
import type { KeptSettings } from "./kept-settings.ts";
import { PageFunctions } from "./page-functions.ts";
import { noRaces } from "../testing/no-races.ts";
import { choicesOf } from "./server-choices.ts";
import { viewServer } from "./settings-view.ts";

const clock = createSystemClock();
const random = createSystemRandom();
const defaults: ChosenSettings = unchangedSettings;
const older: ChosenSettings = { ...defaults, emulatedVersion: "1.33" };
const configMaps = "/api/v1/namespaces/default/configmaps";

/** One worker after the other on the same storage and memory. */
class Device {
  readonly #medium = createMemoryMedium();
  kept: KeptSettings = {};
  restarts: (number | undefined)[] = [];
  lost = 0;
  failsWith: (chosen: ChosenSettings) => string | undefined = () => undefined;

  async open(): Promise<{ readonly hosted: ServerWithSettings; readonly fetch: ReturnType<typeof createFetch> }> {
    const { hosted } = await ServerWithSettings.open(
      {
        defaults,
        functions: new PageFunctions(clock),
        memory: { load: async () => this.kept, keep: async (kept) => ((this.kept = kept), true) },
        start: (chosen) => this.#start(chosen),
        view: async (chosen) => {
          const server = await createApiServer({ backend: createMemoryBackend(), clock, random, ...choicesOf(chosen) });
          return viewServer(server.handle, chosen, { plugins: pluginFacts(chosen), controllers: [] }).finally(() =>
            server.close(),
          );
        },
      },
      clock,
      { restarted: ({ epoch }) => this.restarts.push(epoch), lost: () => (this.lost += 1) },
    );
    opened.push(hosted);
    return { hosted, fetch: createFetch(hosted.handle) };
  }

  async #start(chosen: ChosenSettings) {
    const failure = this.failsWith(chosen);
    if (failure !== undefined) throw new Error(failure);
    const server = await createApiServer({
      backend: createMemoryBackend(this.#medium),
      clock,
      random,
      ...choicesOf(chosen),
    });
    return {
      handle: server.handle,
      inspect: server.inspect,
      races: noRaces,
      epoch: server.store.epoch,
      persistent: true,
      shared: true,
      reason: undefined,
      close: () => server.close(),
    };
  }
}

const opened: ServerWithSettings[] = [];
afterEach(async () => {
  for (const hosted of opened.splice(0)) await hosted.close();
});

const post = (name: string): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ metadata: { name } }),
});
const emulated = async (fetch: ReturnType<typeof createFetch>): Promise<unknown> =>
  (await (await fetch("/version")).json()).emulationMinor;

it("other settings start the server anew: objects stay, what is under way is finished, what comes meanwhile waits, watches end", async () => {
  const device = new Device();
  const { hosted, fetch } = await device.open();
  expect((await fetch(configMaps, post("before"))).status).toBe(201);
  const watch = (await fetch("/api/v1/namespaces?watch=true")).text();
  const underWay = fetch(configMaps, post("under-way"));
  const change = hosted.inspect.changeSettings(older);
  await new Promise((resolve) => setImmediate(resolve));
  const meanwhile = Promise.all(Array.from({ length: 5 }, (_, i) => fetch(configMaps, post(`meanwhile-${i}`))));
  const report = await change;
  expect((await underWay).status).toBe(201);
  expect((await meanwhile).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(await watch).toContain('"name":"kube-system"');
  expect(await emulated(fetch)).toBe("33");
  expect((await fetch(`${configMaps}/before`)).status).toBe(200);
  expect((await fetch(`${configMaps}/under-way`)).status).toBe(200);
  expect(report).toMatchObject({ chosen: older, release: 33, defaults, remembered: true, releases: [34, 33, 32, 31] });
  expect(device.restarts).toEqual([expect.any(Number)]);
});

it("the choice is found by the next worker, and taken back", async () => {
  const device = new Device();
  await (
    await device.open()
  ).hosted.inspect.changeSettings({
    ...older,
    featureGates: { CBORServingAndStorage: true },
    runtimeConfig: "apps/v1/deployments=false",
  });
  const { hosted, fetch } = await device.open();
  const { gates, served, chosen } = await hosted.inspect.serverSettings();
  expect(chosen.emulatedVersion).toBe("1.33");
  expect(gates.find(({ name }) => name === "CBORServingAndStorage")).toMatchObject({ enabled: true, byDefault: false });
  expect(served.find(({ groupVersion }) => groupVersion === "apps/v1")?.resources).not.toContain("deployments");
  expect((await fetch("/apis/apps/v1/deployments")).status).toBe(404);
  expect((await hosted.inspect.changeSettings(undefined)).chosen).toEqual(defaults);
  expect([await emulated(fetch), (await fetch("/apis/apps/v1/deployments")).status]).toEqual(["34", 200]);
});

it.each([
  [{ ...defaults, featureGates: { Nonsense: true } }, "unrecognized feature gate: Nonsense"],
  [{ ...defaults, runtimeConfig: "example.com/v1=true" }, "unknown api groups example.com"],
  [{ ...defaults, emulatedVersion: "1.30" }, "emulation version 1.30 is not between [1.31, 1.34.0]"],
  [{ ...defaults, enableAdmissionPlugins: ["Nonsense"] }, 'enable-admission-plugins plugin "Nonsense" is unknown'],
  [{ ...defaults, disableAdmissionPlugins: ["Nonsense"] }, 'disable-admission-plugins plugin "Nonsense" is unknown'],
])("what cannot be is refused before anything stops: %j", async (chosen, message) => {
  const device = new Device();
  const { hosted } = await device.open();
  await expect(hosted.inspect.trySettings(chosen)).rejects.toThrow(message);
  await expect(hosted.inspect.changeSettings(chosen)).rejects.toThrow(message);
  expect([device.restarts, (await hosted.inspect.serverSettings()).chosen]).toEqual([[], defaults]);
});

it("plugins are told with their defaults, and those that are not there cannot be enabled", async () => {
  const { hosted } = await new Device().open();
  const disabled = { ...defaults, disableAdmissionPlugins: ["PodSecurity"] };
  const { plugins } = await hosted.inspect.trySettings(disabled);
  const told = new Map(plugins.map(({ name, ...facts }) => [name, facts]));
  expect(told.get("PodSecurity")).toEqual({ present: true, byDefault: true, enabled: false });
  expect(told.get("LimitRanger")).toEqual({ present: true, byDefault: true, enabled: true });
  expect(told.get("ServiceAccount")).toEqual({ present: true, byDefault: false, enabled: false });
  expect(told.get("ImagePolicyWebhook")).toEqual({ present: false, byDefault: false, enabled: false });
  const unsupported = { ...defaults, enableAdmissionPlugins: ["ImagePolicyWebhook"] };
  await expect(hosted.inspect.trySettings(unsupported)).rejects.toThrow(
    'enable-admission-plugins plugin "ImagePolicyWebhook" is not supported',
  );
});

it("settings that keep the server from starting bring back those before", async () => {
  const device = new Device();
  const { hosted, fetch } = await device.open();
  device.failsWith = ({ emulatedVersion }) => (emulatedVersion === "1.33" ? "the disk is full" : undefined);
  await expect(hosted.inspect.changeSettings(older)).rejects.toThrow("the disk is full");
  expect([await emulated(fetch), device.kept.chosen, device.lost]).toEqual(["34", undefined, 0]);
});

it("a server that does not come back at all answers 503 with the reason, and the worker is given up", async () => {
  const device = new Device();
  const { hosted, fetch } = await device.open();
  device.failsWith = () => "the disk is gone";
  await expect(hosted.inspect.changeSettings(older)).rejects.toThrow("the disk is gone");
  const answer = await fetch("/version");
  expect([answer.status, await answer.text(), device.lost]).toEqual([
    503,
    expect.stringContaining("the disk is gone"),
    1,
  ]);
});

it("kept settings that cannot be any more are left aside, and that is said", async () => {
  const device = new Device();
  const chosen = { ...defaults, featureGates: { Removed: true } };
  device.kept = { chosen };
  const { hosted } = await device.open();
  expect(await hosted.inspect.serverSettings()).toMatchObject({
    chosen: defaults,
    refused: { chosen, message: "unrecognized feature gate: Removed" },
  });
});

it("who reads the audit without a policy is known to the next server", async () => {
  const { hosted, fetch } = await new Device().open();
  await hosted.inspect.auditEvents(0);
  await hosted.inspect.changeSettings(older);
  await fetch("/api/v1/namespaces/kube-public");
  expect(
    (await hosted.inspect.auditEvents(0)).map(({ text }) => (JSON.parse(text) as AuditEvent).objectRef?.name),
  ).toContain("kube-public");
});

it("the audit's policy, events that nobody has read and who listens to traces outlive a change, and the policy the worker", async () => {
  const device = new Device();
  const { hosted, fetch } = await device.open();
  const policy = "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Request}]\n";
  const heard: string[] = [];
  await hosted.inspect.setAuditPolicy(policy);
  await hosted.inspect.subscribe((traces) => heard.push(...traces.map(({ target }) => target)));
  await fetch("/api/v1/namespaces/default");
  const [, read] = await hosted.inspect.auditEvents(0);
  await fetch("/api/v1/namespaces/kube-system");
  await hosted.inspect.changeSettings(older);
  await fetch("/api/v1/namespaces/kube-public");
  const unread = (await hosted.inspect.auditEvents(read?.id ?? 0)).map(({ text }): AuditEvent => JSON.parse(text));
  expect(unread.filter(({ stage }) => stage === "ResponseComplete").map(({ objectRef }) => objectRef?.name)).toEqual([
    "kube-system",
    "kube-public",
  ]);
  await expect.poll(() => heard).toContain("/api/v1/namespaces/kube-public");
  expect(await hosted.inspect.auditPolicy()).toBe(policy);
  expect(await (await device.open()).hosted.inspect.auditPolicy()).toBe(policy);
});
