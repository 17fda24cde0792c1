import { expect, test } from "vitest";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import type { ActorLine } from "../client/races.ts";
import { unchangedSettings } from "../client/settings.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { interleavings } from "../envtest/interleavings.ts";
import { createApiServer } from "../kube-apiserver/server.ts";
import { racePresets } from "../scenarios/races/race-presets.ts";
import { choicesOf } from "../worker/host/server-choices.ts";
import { createRaceHost } from "../worker/race-host.ts";
import { performLines } from "./actor-lines.ts";
import { exploreValue } from "./explore-value.ts";
import { exportTest } from "./export-test.ts";
import { openRace, raceOf } from "./testing/open-race.ts";

type Body = () => Promise<void>;

/** Runs the test in a text as a runner does, with what it imports. */
async function runExported(text: string): Promise<string> {
  const body = text.replaceAll(/^import .*$/gm, "");
  const run = new Function("test", "expect", "interleavings", body);
  const tests: [string, Body][] = [];
  run((name: string, act: Body) => tests.push([name, act]), expect, interleavings);
  for (const [, act] of tests) await act();
  return tests.map(([name]) => name).join(", ");
}

/** Those that set up a world, run kubectl, or wait for events; all others are exported in the same way. */
const chosen = racePresets.filter(({ id }) => ["lost-update", "quota-overshoot", "watch-gap", "kubectl"].includes(id));

test.each(chosen)("the race $id passes as a test of the package without an edit", async ({ text }) => {
  const race = raceOf(text);
  const lab = await openRace(race);
  const report = await lab.explore(() => false);
  await lab.close();
  expect(await runExported(exportTest(race, report))).toBe(race.name);
});

test("a race of more orders than are run by default is exported with their number", () => {
  const report = { ran: 1680, about: 1680, isComplete: true, isCut: false, outcomes: [] };
  const text = exportTest(raceOf(racePresets[0]?.text ?? ""), report);
  expect(text).toContain("limit: 1680,\n");
  expect(text).not.toContain("allowCut");
});

test("a race that goes on from a world is exported with it and its settings", async () => {
  const clock = createSystemClock();
  const chosen = { ...unchangedSettings, disableAdmissionPlugins: ["ResourceQuota"] };
  const options = { clock, random: createSeededRandom(1), backend: createMemoryBackend() };
  const server = await createApiServer({ ...options, ...choicesOf(chosen) });
  await performLines(worldBefore, { handle: server.handle, clock, signal: new AbortController().signal, name: "ci" });
  const { revision } = await server.inspect.stats();
  await performLines(worldAfter, { handle: server.handle, clock, signal: new AbortController().signal, name: "ci" });
  const { store } = server;
  const host = createRaceHost({ store, world: new WorldClock({ host: clock }), clock, chosen, subtle: crypto.subtle });
  const race = raceOf(`revision: ${revision}\n${ofTheWorld}`);
  const report = await exploreValue(host, race);
  const surroundings = { world: await host.exportRaceWorld(race), settings: chosen };
  host.close();
  await server.close();
  const exported = exportTest(race, report, surroundings);
  expect(exported).toContain('toEqual(["apply-conflict","quota-overshoot"])');
  await runExported(exported);
  const without = exportTest(race, report, { ...surroundings, settings: unchangedSettings });
  await expect(runExported(without)).rejects.toThrow("over-quota");
});

test("a race of which some orders were run is exported with as many", async () => {
  const race = raceOf(racePresets[0]?.text ?? "");
  const lab = await openRace(race);
  const report = await lab.explore(() => true);
  await lab.close();
  expect(report).toMatchObject({ ran: 1, about: 20, isComplete: false });
  const text = exportTest(race, report);
  expect(text).toContain("limit: 1,\n  allowCut: true");
  await runExported(text);
});

const quota = { metadata: { name: "one" }, spec: { hard: { "count/secrets": "1" } } };
const namespaced = "/api/v1/namespaces/default";
const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "shared" }, data: { mode: "dark" } };

/** What stands in a world at the revision that a race goes on from: a quota, and an object with a manager. */
const worldBefore: readonly ActorLine[] = [
  { method: "POST", path: `${namespaced}/resourcequotas`, body: quota },
  {
    method: "PATCH",
    path: `${namespaced}/resourcequotas/one/status`,
    type: "application/merge-patch+json",
    body: { status: { ...quota.spec, used: { "count/secrets": "0" } } },
  },
  {
    method: "PATCH",
    path: `${namespaced}/configmaps/shared?fieldManager=ci`,
    type: "application/apply-patch+yaml",
    body: applied,
  },
];
const worldAfter: readonly ActorLine[] = [{ method: "DELETE", path: `${namespaced}/configmaps/shared` }];

const ofTheWorld = `
actors:
  alice:
  - method: POST
    path: ${namespaced}/secrets
    body: {metadata: {name: first}}
  - method: POST
    path: ${namespaced}/secrets
    body: {metadata: {name: second}}
  bob:
  - method: PATCH
    path: ${namespaced}/configmaps/shared?fieldManager=bob
    type: application/apply-patch+yaml
    body: ${JSON.stringify({ ...applied, data: { mode: "light" } })}
`;
