import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseRecordedCase, type RecordedCase } from "./recorded-case.ts";

/** Returns all cases of a file or folder, plain or gzipped, one per line. */
export const loadRecorded = (path: string): readonly RecordedCase[] =>
  recordedPaths(path).flatMap((file) => readLines(file).map(parseRecordedCase));

/** Returns the files of records in a folder, or the file itself. */
export function recordedPaths(path: string): readonly string[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .map((file) => join(path, file))
    : [path];
  return files.filter((file) => /\.jsonl(\.gz)?$/.test(file));
}

/** Returns the non-empty lines of a text file, plain or gzipped. */
export function readLines(file: string): readonly string[] {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}
