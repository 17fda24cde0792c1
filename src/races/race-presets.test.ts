import { describe, expect, test } from "vitest";
import { mendedText, racePresets } from "../scenarios/races/race-presets.ts";
import type { RaceReport } from "../client/races.ts";
import { openRace, raceOf } from "./testing/open-race.ts";

async function explored(text: string): Promise<RaceReport> {
  const lab = await openRace(raceOf(text));
  try {
    return await lab.explore(() => false);
  } finally {
    await lab.close();
  }
}

const kindsOf = ({ outcomes }: RaceReport): readonly string[] => [
  ...new Set(outcomes.flatMap(({ findings }) => findings.map(({ kind }) => kind))),
];

describe.each(racePresets)("the race $id", (preset) => {
  test("comes to what it promises", async () => {
    const report = await explored(preset.text);
    expect(kindsOf(report)).toContain(preset.promises);
    expect(kindsOf(report)).not.toContain("failed");
    expect(report.isComplete).toBe(true);
  });

  test("does not once it is mended", async () => {
    for (const [from] of preset.mending.changes) expect(preset.text).toContain(from);
    const report = await explored(mendedText(preset));
    expect(kindsOf(report)).not.toContain(preset.promises);
    expect(kindsOf(report)).not.toContain("failed");
    expect(report.outcomes.filter(({ isHarm }) => isHarm)).toEqual([]);
    expect(report.isComplete).toBe(true);
  });
});
