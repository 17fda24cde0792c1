import { createSystemClock } from "../../apimachinery/system-clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { watchLines } from "../../client/watch-lines.ts";
import { answerText } from "../../client/answer-text.ts";
import { discover } from "../../client/discovery.ts";
import { Client } from "../../client/client.ts";
import { PlainHeaders } from "../../client/plain-headers.ts";
import { isListed, type AnswerBody, type Exchange, type Handle } from "../../component-base/exchange.ts";
import { enabledControllers } from "../../controllers/controller-names.ts";
import { createTestServer, type TestServerOptions } from "../../envtest/test-server.ts";
import { LessonFiles } from "../../lessons/lesson-files.ts";
import { createCommandLine } from "../../lessons/run-command-line.ts";
import { listObjects } from "../../share/collect-objects.ts";
import type { WorldSettings } from "../../share/world.ts";
import {
  isWatched,
  keptHeaders,
  type RecordedEvent,
  type RecordedRequest,
  type RecordedStep,
  type Recording,
} from "../recording.ts";
import { startingObjects } from "../starting-objects.ts";

/** Something that is done while a test records. */
export type Deed =
  | { readonly events: number; readonly of: number }
  | { readonly line: string; readonly files?: Readonly<Record<string, string>> }
  | {
      readonly method: string;
      readonly target: string;
      readonly body?: unknown;
      readonly type?: string;
      readonly as?: string;
    };

/** What follows from the answers so far. */
export type Deeds = readonly (Deed | ((done: readonly RecordedStep[]) => Deed))[];

interface Session {
  /** What stands in the world before. */
  readonly before?: readonly KubeObject[];
  readonly settings?: WorldSettings;
  readonly deeds: Deeds;
}

const decoder = new TextDecoder();
const never = new AbortController().signal;

/** Does things on a server of its own, and records them as the page does. */
export async function recordSession({ before = [], settings = {}, deeds }: Session): Promise<Recording> {
  const { pace, ...others } = settings;
  const options: TestServerOptions = { seed: before, ...others, ...(pace && { world: { speed: pace.speed } }) };
  await using server = await createTestServer(options);
  const sent: RecordedRequest[] = [];
  const handle = noting(server.handle, sent);
  const objects = await listObjects({ handle: server.handle, userAgent: "recorder" });
  const revision = (await server.inspect.stats()).revision;
  const { resources } = await discover(new Client({ handle: server.handle, userAgent: "recorder" }));
  const folder = new LessonFiles();
  const run = createCommandLine({ handle, clock: createSystemClock(), files: folder });
  const steps: RecordedStep[] = [];
  const watches = new Map<number, TakeEvents>();
  for (const [i, each] of deeds.entries()) {
    const deed = typeof each === "function" ? each(steps) : each;
    const part = { id: `step-${i}`, title: "", claims: {} };
    sent.length = 0;
    if ("events" in deed) {
      const events = await watches.get(deed.of)?.(deed.events);
      steps.push({ ...part, kind: "events", of: `step-${deed.of}`, events: events ?? [] });
      continue;
    }
    if ("line" in deed) {
      const { line: text, files = {} } = deed;
      for (const [path, content] of Object.entries(files)) await folder.write(path, content);
      const { output, exitCode: code } = await run(text, never);
      steps.push({ ...part, kind: "line", text, namespace: "default", output, code, requests: [...sent], files });
      continue;
    }
    const headers = new PlainHeaders([
      ...(deed.body === undefined ? [] : [["Content-Type", deed.type ?? "application/json"] as const]),
      ...(deed.as === undefined ? [] : [["Impersonate-User", deed.as] as const]),
    ]);
    const body = deed.body === undefined ? null : new TextEncoder().encode(JSON.stringify(deed.body));
    const answer = await handle({ method: deed.method, target: deed.target, headers, body, signal: never });
    if (isWatched(deed.target)) watches.set(i, eventsOf(answer.body));
    const [request] = sent;
    if (request !== undefined) steps.push({ ...part, kind: "request", request });
  }
  const running = enabledControllers(settings.controllers);
  return {
    id: "test",
    name: "A session",
    begun: 0,
    revision,
    settings,
    objects: await startingObjects(steps, { objects, resources, running }),
    steps,
  };
}

/** Takes so many events of a watch, without bookmarks, as the page records them. */
type TakeEvents = (count: number) => Promise<readonly RecordedEvent[]>;

function eventsOf(body: AnswerBody): TakeEvents {
  const batches = watchLines(body);
  const waiting: RecordedEvent[] = [];
  return async (count) => {
    while (waiting.length < count) {
      const next = await batches.next();
      if (next.done === true) throw new Error("the watch has ended");
      const events = next.value.map((line): RecordedEvent => JSON.parse(line));
      waiting.push(...events.filter(({ type }) => type !== "BOOKMARK"));
    }
    return waiting.splice(0, count);
  };
}

const noting =
  (handle: Handle, sent: RecordedRequest[]): Handle =>
  async (exchange: Exchange) => {
    const { method, target, headers, body } = exchange;
    const answer = await handle(exchange);
    const text = isWatched(target) ? undefined : await answerText(answer.body);
    sent.push({
      method,
      target,
      headers: keptHeaders(isListed(headers) ? [...headers] : []),
      body: body instanceof Uint8Array ? decoder.decode(body) : "",
      status: answer.status,
      answer: text,
    });
    return text === undefined ? answer : { ...answer, body: text };
  };
