import { isRecord } from "../apimachinery/is-record.ts";
import type { ForkReport, ForkTrial, RaceCalls } from "../client/races.ts";
import { lineProblems } from "./race.ts";

const members = new Set(["revision", "lines"]);

/** Returns what keeps a value from being a trial in a fork; none for one. */
function problemsOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  const unknown = Object.keys(value).filter((key) => !members.has(key));
  const { revision, lines = [] } = value;
  const isRevision = revision === undefined || (/^\d+$/.test(String(revision)) && Number(revision) > 0);
  return [
    ...unknown.map((key) => `${key}: there is no such member; known are revision, lines.`),
    ...(isRevision ? [] : ["revision: must be a revision of this server."]),
    ...lineProblems(lines, "lines"),
  ];
}

/**
 * Does the lines of a value, `{revision, lines}`, in a fork of the server's world. Rejects with the problems of a value
 * that is none, and with a sentence if there is no such fork.
 */
export async function tryForkOf(calls: Pick<RaceCalls, "tryFork">, value: unknown): Promise<ForkReport> {
  const given = value ?? {};
  const problems = isRecord(given) ? problemsOf(given) : ["A fork is a mapping with lines."];
  if (!isRecord(given) || problems.length > 0) throw new Error(problems.join(" "));
  const { revision, lines = [] } = given;
  const trial = { revision: revision === undefined ? undefined : Number(revision), lines } as ForkTrial;
  return calls.tryFork(trial);
}
