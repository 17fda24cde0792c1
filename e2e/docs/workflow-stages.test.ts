import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { expect, it } from "vitest";
import { stages } from "../../.config/stages.mjs";

interface TestWorkflow {
  readonly jobs: {
    readonly stages: { readonly strategy: { readonly matrix: { readonly stages: readonly string[] } } };
  };
}

it("the workflow for pull requests runs each stage of npm test on one of its machines, with what it comes after", async () => {
  const workflow: TestWorkflow = parse(await readFile(".github/workflows/test.yml", "utf8"));
  const machines = workflow.jobs.stages.strategy.matrix.stages.map((names) => names.split(","));
  const needed = new Set(stages.flatMap(({ after = [] }) => after));
  for (const { name, parts = [name], after = [] } of stages)
    for (const part of parts) {
      const runs = machines.filter((names) => names.includes(part));
      expect(runs.length, part).toBeGreaterThan(0);
      expect(needed.has(part) || runs.length === 1, `${part} runs once`).toBe(true);
      for (const names of runs) expect(names, `before ${part}`).toEqual(expect.arrayContaining([...after]));
    }
  expect(machines.flat().filter((name) => !stages.some(({ name: of, parts = [of] }) => parts.includes(name)))).toEqual(
    [],
  );
});
