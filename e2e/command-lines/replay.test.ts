import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { ownControllers } from "../../src/controllers/controller-names.ts";
import { createTestServer, type TestServer } from "../../src/envtest/test-server.ts";
import { controllersOf } from "./script-header.ts";
import { recordedLines } from "./records.ts";
import { replay } from "./replay.ts";

const knownFile = "e2e/command-lines/known-failures.json";
const known = existsSync(knownFile)
  ? (JSON.parse(readFileSync(knownFile, "utf8")) as Readonly<Record<string, readonly string[]>>)
  : {};
const lines = recordedLines();

const pauseMs = 4;

/** Resolves once nothing has been written for a moment. */
async function quiet({ inspect }: TestServer): Promise<void> {
  let before = -1;
  for (let { revision } = await inspect.stats(); revision !== before; { revision } = await inspect.stats()) {
    before = revision;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

describe("command lines print what kubectl printed", () => {
  test.each([...new Set(lines.map(({ script }) => script))])(
    "%s, except for the known failures",
    async (script) => {
      const controllers = controllersOf(readFileSync(`e2e/command-lines/scripts/${script}`, "utf8"));
      // By their names, the server is there when its controllers are.
      await using server = await createTestServer({ controllers: controllers ?? ownControllers() });
      const different = await replay(
        server.handle,
        createSystemClock(),
        lines.filter((line) => line.script === script),
        () => quiet(server),
      );
      expect(different).toEqual(known[script] ?? []);
    },
    120_000,
  );
});
