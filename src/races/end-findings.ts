import { isRecord } from "../apimachinery/is-record.ts";
import { answerText } from "../client/answer-text.ts";
import type { Finding } from "../client/races.ts";
import { PlainHeaders } from "../client/plain-headers.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { AnswerEntry, LogEntry } from "./race-run.ts";
import { toldBy } from "./told-objects.ts";

/** Finds what the world at the end of a run shows: quotas that are exceeded, and watches that missed something. */
export async function findingsAtEnd(handle: Handle, log: readonly LogEntry[]): Promise<readonly Finding[]> {
  return [...(await overshoots(handle)), ...(await watchGaps(handle, log))];
}

async function list(handle: Handle, target: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const headers = new PlainHeaders([["Accept", "application/json"]]);
  const answer = await handle({ method: "GET", target, headers, body: null, signal: new AbortController().signal });
  const body: unknown = answer.status === 200 ? JSON.parse(await answerText(answer.body)) : undefined;
  const items = isRecord(body) ? body["items"] : undefined;
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

/** Compares quotas of numbers of objects with the objects. */
async function overshoots(handle: Handle): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { metadata, spec } of await list(handle, "/api/v1/resourcequotas")) {
    const { name, namespace } = isRecord(metadata) ? metadata : {};
    const hard = isRecord(spec) && isRecord(spec["hard"]) ? spec["hard"] : {};
    for (const [counted, most] of Object.entries(hard)) {
      const [, resource, group] = /^count\/([^.]+)(?:\.(.+))?$/.exec(counted) ?? [];
      if (resource === undefined) continue;
      const api = group === undefined ? "/api/v1" : `/apis/${group}/v1`;
      const objects = await list(handle, `${api}/namespaces/${String(namespace)}/${resource}`);
      if (objects.length > Number(most))
        findings.push({
          kind: "quota-overshoot",
          sentence: `Quota overshoot: there are ${objects.length} ${resource}, and the quota ${String(name)} allows ${String(most)}.`,
        });
    }
  }
  return findings;
}

/** Compares what actors know that watch a collection with what is there. */
async function watchGaps(handle: Handle, log: readonly LogEntry[]): Promise<readonly Finding[]> {
  const watches = log.filter(
    (entry): entry is AnswerEntry =>
      entry.kind === "answer" && entry.status === 200 && /[?&]watch=(1|true)\b/.test(entry.path),
  );
  const findings: Finding[] = [];
  for (const { actor, path, request } of watches) {
    const collection = path.split("?")[0] ?? "";
    const known = new Map<string, number | undefined>();
    for (const entry of log) {
      if (entry.actor !== actor || entry.path.split("?")[0] !== collection || entry.request > request) continue;
      for (const told of toldBy(entry)) known.set(told.name, told.isGone ? undefined : told.revision);
    }
    const there = new Map((await list(handle, collection)).map(nameAndRevision));
    const missed = [...there].filter(([name, revision]) => known.get(name) !== revision).map(([name]) => name);
    const stale = [...known]
      .filter(([name, revision]) => revision !== undefined && !there.has(name))
      .map(([name]) => name);
    const what = [...missed, ...stale].join(", ");
    if (what !== "")
      findings.push({
        kind: "watch-gap",
        sentence: `Watch gap: ${actor} was never told of what became of ${what}, between its list and its watch.`,
      });
  }
  return findings;
}

function nameAndRevision({ metadata }: Readonly<Record<string, unknown>>): [string, number] {
  const { name, resourceVersion } = isRecord(metadata) ? metadata : {};
  return [String(name), Number(resourceVersion)];
}
