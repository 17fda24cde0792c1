import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { readLines } from "../conformance/recorded-files.ts";
import type { ScenarioRecord } from "./scenario.ts";

const folder = "e2e/aggregation/recorded";

/** Returns what was recorded of a scenario. */
export function readRecord(name: string): ScenarioRecord {
  const [line = "null"] = readLines(`${folder}/${name}.jsonl.gz`);
  return JSON.parse(line) as ScenarioRecord;
}

/** Writes what was recorded of a scenario. */
export function writeRecord(name: string, record: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.jsonl.gz`, gzipSync(`${JSON.stringify(record)}\n`));
}
