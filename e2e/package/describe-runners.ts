import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { examplesOf, type ScratchProject } from "./scratch-project.ts";

const patient = { timeout: 300_000 };
/** Nothing but the time that a busy machine takes: without `--config`, Jest takes the project's file. */
const jestOptions = ["--config={}", "--testTimeout=120000"];
const inModules = { NODE_OPTIONS: "--experimental-vm-modules" };

/** A test that leaves a watch and a port open; `head` imports what it needs. */
const failing = (head: string, test: string): string => `${head}
${test}("fails", async () => {
  const server = await createTestServer({ controllers: ["*"] });
  const watch = await server.fetch("/api/v1/namespaces?watch=1");
  void (async () => { for await (const piece of watch.body) void piece; })();
  const overHttp = await fetch((await server.listen()) + "/api/v1/namespaces?watch=1");
  if (overHttp.status === 200) throw new Error("on purpose");
});
`;
const required = 'const { createTestServer } = require("kubepad/testing");';
const imported = 'import { createTestServer } from "kubepad/testing";';

/** The tests of users with other runners than Vitest, in a project beside the one that has the package installed. */
export function describeRunners(packed: () => ScratchProject): void {
  describe("with another runner", () => {
    let project: ScratchProject;
    /** Why the runners cannot be installed. */
    let missing: string | undefined;

    beforeAll(async () => {
      const prepared = await packed().withRunners();
      if (typeof prepared === "string") {
        missing = prepared;
        return;
      }
      project = prepared;
      for (const [name, code] of examplesOf("docs/package.md"))
        if (name.startsWith("jest/")) project.write(name.slice("jest/".length), code);
    }, patient.timeout);

    beforeEach(({ skip }) => skip(missing !== undefined, missing));

    afterAll(() => {
      if (missing === undefined) project.remove();
    });

    describe("Jest", () => {
      test("runs tests on the package without configuration, and with ES modules", patient, async () => {
        const { status, output } = await project.run(
          "jest",
          [...jestOptions, "mode.test.js", "esm.test.mjs"],
          inModules,
        );
        expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining("Tests:       2 passed") });
        const commonJs = await project.run("jest", [...jestOptions, "mode.test.js"]);
        expect(commonJs).toEqual({ status: 0, output: expect.stringContaining("Tests:       1 passed") });
      });

      test.each([
        { module: "commonjs", target: "es2022" },
        { module: "nodenext", target: "es2022", isolatedModules: true },
      ])("runs tests in TypeScript with the module $module", patient, async (options) => {
        const compilerOptions = { ...options, strict: true, esModuleInterop: true };
        project.write("tsconfig.json", JSON.stringify({ compilerOptions }));
        const { status, output } = await project.run("jest", ["--testTimeout=120000", "team.test.ts"]);
        expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining("Tests:       1 passed") });
      });
    });

    test.concurrent.each([
      { runner: "jest", args: [...jestOptions], file: "failing.test.js", text: failing(required, "test") },
      {
        runner: "jest",
        args: [...jestOptions],
        file: "failing.test.mjs",
        text: failing(imported, "test"),
        variables: inModules,
      },
      { runner: "mocha", args: ["--timeout=120000"], file: "failing.cjs", text: failing(required, "it") },
      { runner: "mocha", args: ["--timeout=120000"], file: "failing.mjs", text: failing(imported, "it") },
      {
        runner: "node",
        args: ["--test"],
        file: "failing-node.mjs",
        text: failing(`import { test } from "node:test";\n${imported}`, "test"),
      },
    ])("$runner ends after a failing test of $file", patient, async ({ runner, args, file, text, variables }) => {
      project.write(file, text);
      const { status, output } = await project.run(runner, [...args, file], variables);
      expect(output).toContain("on purpose");
      expect(status).toBe(1);
    });
  });
}
