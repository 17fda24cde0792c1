import type { Race, RaceReport } from "../client/races.ts";
import { usualSteps } from "./race.ts";

/**
 * Returns a race as a test of the package, which passes as it is: it runs the orders that were run, and expects what
 * was found in them.
 */
export function exportTest(race: Race, report: RaceReport): string {
  const { name = "a race", objects, setup, steps, actors } = race;
  const kinds = [...new Set(report.outcomes.flatMap(({ findings }) => findings.map(({ kind }) => kind)))].toSorted();
  const options = [
    ...(objects.length > 0 ? [`seed: ${indented(objects)}`] : []),
    ...(setup.length > 0 ? [`setup: ${indented(setup)}`] : []),
    ...(JSON.stringify(steps) === JSON.stringify(usualSteps) ? [] : [`steps: ${JSON.stringify(steps)}`]),
    ...(report.isComplete ? [] : [`limit: ${report.ran}`, "allowCut: true"]),
  ];
  return `import { expect, test } from "vitest";
import { interleavings } from "kubepad/testing";

const actors = ${JSON.stringify(actors, null, 2)};

const options = {${options.length === 0 ? "" : `\n  ${options.join(",\n  ")},\n`}};

test(${JSON.stringify(name)}, async () => {
  const found = new Set();
  for await (const world of interleavings(actors, options))
    for (const { kind } of await world.findings()) found.add(kind);
  expect([...found].sort()).toEqual(${JSON.stringify(kinds)});
}, 120_000);
`;
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
