import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

/** A recorded line: what the real kubectl printed for it, canonicalized. */
export interface RecordedLine {
  readonly script: string;
  readonly command: string;
  readonly bodies: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  /** The requests that were sent, as JSON text. */
  readonly requests: string;
}

const folder = "e2e/command-lines/recorded";

/** The recorded lines of all scripts, in order: a file for each script, so that they can be recorded apart. */
export const recordedLines = (): readonly RecordedLine[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString()
        .split("\n"),
    )
    .map((line) => JSON.parse(line) as RecordedLine);

/** Writes the lines of a script in place of those that were recorded of it. */
export function writeRecord(script: string, lines: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${script.replace(/\.txt$/, "")}.jsonl.gz`), gzipSync(lines.join("\n")));
}
