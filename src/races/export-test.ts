import { base64OfBytes } from "../apimachinery/base64.ts";
import type { Race, RaceReport } from "../client/races.ts";
import type { ChosenSettings } from "../client/settings.ts";
import { usualLimit, usualSteps } from "./race.ts";

/** What the runs of a race had beside what the race says. */
export interface RaceSurroundings {
  /** The exported world that they began with, if the race goes on from a revision. */
  readonly world?: Uint8Array | undefined;
  /** The settings of their servers. */
  readonly settings?: Omit<ChosenSettings, "controllers">;
}

/**
 * Returns a race as a test of the package, which passes as it is: it runs the orders that were run, and expects what
 * was found in them.
 */
export function exportTest(race: Race, report: RaceReport, { world, settings }: RaceSurroundings = {}): string {
  const { name = "a race", objects, setup, steps, actors } = race;
  const kinds = [...new Set(report.outcomes.flatMap(({ findings }) => findings.map(({ kind }) => kind)))].toSorted();
  const options = [
    ...(world !== undefined ? ["seed"] : objects.length > 0 ? [`seed: ${indented(objects)}`] : []),
    ...Object.entries(settings ?? {})
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => `${key}: ${indented(value)}`),
    ...(setup.length > 0 ? [`setup: ${indented(setup)}`] : []),
    ...(JSON.stringify(steps) === JSON.stringify(usualSteps) ? [] : [`steps: ${JSON.stringify(steps)}`]),
    ...(report.isComplete
      ? report.ran > usualLimit
        ? [`limit: ${report.ran}`]
        : []
      : [`limit: ${report.ran}`, "allowCut: true"]),
  ];
  return `import { expect, test } from "vitest";
import { interleavings } from "kubepad/testing";

const actors = ${JSON.stringify(actors, null, 2)};
${world === undefined ? "" : `\n${seedOf(race.revision, world)}`}
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

const isEmpty = (value: unknown): boolean => value === undefined || Object.keys(Object(value)).length === 0;

/** The world as the option `seed` takes it: a snapshot, with revisions, uids and managers of fields. */
function seedOf(revision: number | undefined, world: Uint8Array): string {
  const lines = base64OfBytes(world).match(/.{1,110}/g) ?? [];
  return `/** The world at revision ${revision}. */
const seed = Buffer.from(
  \`
${lines.join("\n")}\`,
  "base64",
);
`;
}
