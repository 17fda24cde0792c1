import { isRecord } from "../apimachinery/is-record.ts";
import type { Finding, MomentEntry, RaceMoment } from "../client/races.ts";
import { changedFields, changeInWords, leavesOf, valueInWords } from "./field-changes.ts";
import type { AnswerEntry, LogEntry, RaceRun, StepEntry } from "./race-run.ts";
import type { StepResult } from "./server-steps.ts";
import { keyInWords } from "./told-objects.ts";

/** The fields that runs have written, by the keys of their objects: what is of interest where they are read. */
export type WrittenPaths = ReadonlyMap<string, ReadonlySet<string>>;

/** Adds the fields that a run has written. */
export function changedPaths(log: readonly LogEntry[], known: Map<string, Set<string>>): void {
  for (const entry of log)
    for (const result of entry.kind === "step" ? entry.results : []) {
      if (result.kind !== "written" || result.before === undefined || result.after === undefined) continue;
      const paths = known.get(result.key) ?? new Set<string>();
      for (const { path } of changedFields(result.before.object, result.after.object)) paths.add(path);
      known.set(result.key, paths);
    }
}

/** Tells a run as plain data. */
export function momentOf(
  run: Pick<RaceRun, "log" | "decisions" | "next" | "ends">,
  findings: readonly Finding[] | undefined,
  known: WrittenPaths,
): RaceMoment {
  const { log, decisions, next, ends } = run;
  const written = new Map([...known].map(([key, paths]) => [key, new Set(paths)]));
  changedPaths(log, written);
  let at = 0;
  const entries = log.flatMap((entry): readonly MomentEntry[] => {
    if (entry.kind === "step" && entry.stops) at += 1;
    const words = wordsOf(entry, written);
    if (words === undefined) return [];
    const { actor, line, request } = entry;
    return [{ actor, line, request, at, kind: entry.kind === "step" ? entry.step : "answer", ...words }];
  });
  return {
    order: decisions.map(({ chosen }) => chosen),
    entries,
    next,
    waiting: findings === undefined ? [] : ends.filter(({ isDone }) => !isDone).map(({ name }) => name),
    findings,
  };
}

type Words = Pick<MomentEntry, "words" | "tone">;

/** Steps that nobody stops at are told only where they have read or written something. */
function wordsOf(entry: LogEntry, written: WrittenPaths): Words | undefined {
  if (entry.kind === "answer") return answerWords(entry);
  const told = entry.results.map((result) => resultWords(result, written));
  const tone = entry.results.some(isWrite) ? "written" : entry.results.some(isRaced) ? "refused" : "plain";
  if (told.length > 0) return { words: told.join("; "), tone };
  return entry.stops ? { words: plainWords(entry), tone } : undefined;
}

const isWrite = (result: StepResult): boolean => result.kind === "written";
const isRaced = (result: StepResult): boolean => result.kind === "raced";

function answerWords({ status, body }: AnswerEntry): Words {
  const { reason, message } = isRecord(body) && body["kind"] === "Status" ? body : {};
  if (status < 400) return { words: String(status), tone: "plain" };
  return { words: `${status} ${String(reason ?? "")}: ${String(message ?? "")}`, tone: "refused" };
}

function plainWords({ step, method, path }: StepEntry): string {
  switch (step) {
    case "begin":
      return `${method} ${path} arrives`;
    case "read":
      return "reads nothing";
    case "admission":
      return "is made, admitted and validated";
    case "write":
      return "is not swapped";
    case "commit":
      return "is committed";
    case "event":
      return "an event is delivered";
  }
}

function resultWords(result: StepResult, written: WrittenPaths): string {
  switch (result.kind) {
    case "object":
      return `reads ${stateInWords(result, written)}`;
    case "raced":
      return `the swap fails, and it reads ${stateInWords(result, written)}`;
    case "list":
      return `reads ${result.count} of ${result.prefix.split("/")[2] ?? ""} at revision ${result.revision}`;
    case "written":
      return writtenInWords(result);
    case "event":
      return `is told ${eventInWords(result.text)}`;
  }
}

function stateInWords({ key, stored }: StepResult & { kind: "object" | "raced" }, written: WrittenPaths): string {
  const name = keyInWords(key);
  if (stored === undefined) return `that there is no ${name}`;
  const leaves = leavesOf(stored.object);
  const fields = [...(written.get(key) ?? [])].map((path) => `${path} ${valueInWords(leaves.get(path))}`);
  return `${name} at revision ${stored.revision}${fields.length === 0 ? "" : `: ${fields.slice(0, 4).join(", ")}`}`;
}

function writtenInWords({ key, revision, before, after }: StepResult & { kind: "written" }): string {
  const name = keyInWords(key);
  if (after === undefined) return `deletes ${name} (revision ${revision})`;
  if (before === undefined) return `creates ${name} (revision ${revision})`;
  if (after.revision === before.revision) return `writes nothing: ${name} is as it is to be`;
  const changes = changedFields(before.object, after.object).slice(0, 4).map(changeInWords);
  return `writes ${name} (revision ${revision})${changes.length === 0 ? "" : `: ${changes.join(", ")}`}`;
}

/** `ADDED secrets/a at revision 7`. */
function eventInWords(text: string): string {
  const events = text.split("\n").filter((line) => line.startsWith("{"));
  return events
    .map((line) => {
      const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: unknown };
      const metadata = isRecord(object) && isRecord(object["metadata"]) ? object["metadata"] : {};
      return `${type} ${String(metadata["name"] ?? "")} at revision ${String(metadata["resourceVersion"] ?? "")}`;
    })
    .join(", ");
}
