import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { readLines } from "../conformance/recorded-files.ts";
import type { RecordedAnswers } from "./sample-api-server.ts";
import type { ScenarioRecord } from "./scenario.ts";

const folder = "e2e/aggregation/recorded";

/** What was recorded of a scenario, and what its extension server answered, if that was recorded, too. */
export interface KeptRecord extends ScenarioRecord {
  readonly answers?: RecordedAnswers;
}

/** Returns what was recorded of a scenario. */
export function readRecord(name: string): KeptRecord {
  const [line = "null"] = readLines(`${folder}/${name}.jsonl.gz`);
  return JSON.parse(line) as KeptRecord;
}

/** Writes what was recorded of a scenario. */
export function writeRecord(name: string, record: KeptRecord): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.jsonl.gz`, gzipSync(`${JSON.stringify(record)}\n`));
}
