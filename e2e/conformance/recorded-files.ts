import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseRecordedCase, type RecordedCase } from "./recorded-case.ts";

/** All cases of a file or a folder of files, plain or gzipped, one a line. */
export function loadRecorded(path: string): readonly RecordedCase[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .map((file) => join(path, file))
    : [path];
  return files.filter((file) => /\.jsonl(\.gz)?$/.test(file)).flatMap((file) => readLines(file).map(parseRecordedCase));
}

/** The lines of a text file, plain or gzipped, empty ones left out. */
export function readLines(file: string): readonly string[] {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}
