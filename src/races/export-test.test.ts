import { expect, test } from "vitest";
import { interleavings } from "../envtest/interleavings.ts";
import { racePresets } from "../scenarios/races/race-presets.ts";
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
