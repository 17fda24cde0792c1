import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordedLines } from "./records.ts";
import { replay } from "./replay.ts";
import { startScriptServer } from "./script-server.ts";

const knownFile = "e2e/command-lines/known-failures.json";
const known = existsSync(knownFile)
  ? (JSON.parse(readFileSync(knownFile, "utf8")) as Readonly<Record<string, readonly string[]>>)
  : {};
const lines = recordedLines();

/** Matches bounds of time of a line, most of which it waits for. */
const bounded = /timeout=[1-9]/;
const boundedLines = (script: string): number =>
  lines.filter((line) => line.script === script && bounded.test(line.command)).length;

/** Those that wait longest are first, so that the others run meanwhile. */
const scripts = [...new Set(lines.map(({ script }) => script))].toSorted((a, b) => boundedLines(b) - boundedLines(a));

/**
 * Tests a part of the scripts, every `of`th, so that files can run beside each other. Many lines wait for timeouts of
 * theirs: the scripts of a file wait beside each other too.
 */
export function describeReplay(part: number, of: number): void {
  describe.concurrent("command lines print what kubectl printed", () => {
    test.each(scripts.filter((_, index) => index % of === part))(
      "%s, except for the known failures",
      async (script) => {
        await using server = await startScriptServer(readFileSync(`e2e/command-lines/scripts/${script}`, "utf8"));
        const different = await replay(
          server,
          lines.filter((line) => line.script === script),
        );
        const told = different.map((line) => `${line.command}\nrecorded:\n${line.recorded}\ngot:\n${line.got}`);
        expect(
          different.map(({ command }) => command),
          told.join("\n\n"),
        ).toEqual(known[script] ?? []);
      },
      600_000,
    );
  });
}
