import { messageOf } from "../apimachinery/message-of.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import type { AuditCalls } from "../client/audit.ts";
import { StepProblem } from "./bounds.ts";
import { LessonError } from "./lesson-error.ts";
import type { Lesson, Step } from "./lesson.ts";
import type { ReceivedAnswer } from "./send.ts";
import { sleep } from "../component-base/sleep.ts";

/** The audit log of a lesson's server. */
export type AuditLog = Pick<AuditCalls, "auditEvents" | "setAuditPolicy">;

const expectsEntries = ({ expectations }: Step): boolean =>
  expectations.some(({ content }) => content?.kind === "audit");

/**
 * Turns auditing on, with the lesson's policy, or for a lesson that expects entries without one, with the metadata of
 * all requests. Rejects with a LessonError at the line of a policy that the server refuses.
 */
export async function startAudit({ file, lines, server, steps }: Lesson, log: AuditLog | undefined): Promise<void> {
  const policy = server.auditPolicy ?? (steps.some(expectsEntries) ? { rules: [{ level: "Metadata" }] } : undefined);
  if (policy === undefined) return;
  const line = lines.get("server.auditPolicy") ?? 1;
  if (log === undefined) throw new LessonError(file, line, "there is no audit log here");
  try {
    await log.setAuditPolicy(JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", ...policy }));
  } catch (error) {
    const words = messageOf(error);
    throw new LessonError(file, line, `server.auditPolicy: ${words}`, { cause: error });
  }
}

interface AuditReading {
  readonly log: AuditLog | undefined;
  readonly clock: Clock;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Returns the audit entries of the request that an answer is for, if the step expects any: as many as it expects, or
 * after a time those that there are.
 */
export async function auditEntries(
  step: Step,
  answer: ReceivedAnswer | undefined,
  { log, clock, waitMs, signal }: AuditReading,
): Promise<readonly JsonValue[]> {
  if (!expectsEntries(step) || answer === undefined) return [];
  if (log === undefined) throw new StepProblem("there is no audit log here");
  const [, id] = answer.headers.find(([name]) => name.toLowerCase() === "audit-id") ?? [];
  const counts = step.expectations.flatMap(({ content }) =>
    content?.kind === "audit" ? content.entries.items.filter(({ kind }) => kind !== "more").length : [],
  );
  const deadline = clock.monotonic() + waitMs;
  for (;;) {
    const entries = (await log.auditEvents(0))
      .map(({ text }) => decodeJson(text))
      .filter((entry) => isAbout(entry, id));
    if (entries.length >= Math.max(...counts) || clock.monotonic() >= deadline || signal.aborted) return entries;
    await sleep(clock, pollMs, signal);
  }
}

const pollMs = 20;

const isAbout = (entry: JsonValue, id: string | undefined): boolean =>
  typeof entry === "object" && entry !== null && "auditID" in entry && entry["auditID"] === id;
