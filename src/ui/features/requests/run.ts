import { messageOf } from "../../../apimachinery/message-of.ts";
import type { AnswerHeader } from "../../../component-base/exchange.ts";
import { consoleAgent, readText, send } from "../../data/send.ts";
import { streamEvents } from "../../data/watch-stream.ts";
import { parseManifest } from "../../data/yaml.ts";
import { isWatch } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";
import { tellOfWatch } from "../../state/watch-news.ts";
import { createTimeline, emptyTimeline, type Timeline, type TimelineView } from "../../stream/timeline.ts";
import { headersOf, travelsAsJson, type Draft } from "./draft.ts";

/** An execution of a draft with its result. */
export interface Run {
  readonly id: string;
  readonly draft: Draft;
  readonly at: number;
  readonly phase: "sending" | "streaming" | "done" | "aborted" | "failed";
  readonly status: number;
  readonly headers: readonly AnswerHeader[];
  readonly text: string;
  readonly bytes: number;
  readonly durationMs: number;
  /** The error if the request could not be sent or the response not read. */
  readonly trouble: string;
  readonly timeline: TimelineView | undefined;
}

/** A run in progress. */
export interface Running {
  readonly abort: () => void;
  readonly timeline: Timeline | undefined;
  readonly finished: Promise<void>;
}

const begun = (id: string, draft: Draft, at: number): Run => ({
  id,
  draft,
  at,
  phase: "sending",
  status: 0,
  headers: [],
  text: "",
  bytes: 0,
  durationMs: 0,
  trouble: "",
  timeline: undefined,
});

/** Sends a draft. `tell` is called with each change of the run. */
export function startRun(page: Page, id: string, draft: Draft, tell: (run: Run) => void): Running {
  const control = new AbortController();
  const watching = isWatch(draft.method, draft.target);
  let run = begun(id, draft, page.clock.now());
  const started = page.clock.monotonic();
  const update = (part: Partial<Run>) =>
    tell((run = { ...run, ...part, durationMs: page.clock.monotonic() - started }));
  const timeline = watching ? createTimeline(page.clock.now, (view) => update({ timeline: view })) : undefined;
  const work = async () => {
    update({});
    const reply = await send(page.handle, consoleAgent, {
      method: draft.method,
      target: draft.target,
      headers: headersOf(draft),
      body: await bodyText(draft),
      signal: control.signal,
    });
    update({ status: reply.status, headers: reply.headers });
    if (timeline !== undefined && reply.status < 300) {
      update({ phase: "streaming", timeline: emptyTimeline });
      const news = tellOfWatch(page);
      news.opened(draft.target, headersOf(draft));
      for await (const events of streamEvents(reply.body)) {
        timeline.push(events);
        news.came(events);
        if (control.signal.aborted) break;
      }
      update({ phase: control.signal.aborted ? "aborted" : "done" });
      return;
    }
    const text = await readText(reply.body);
    update({ phase: control.signal.aborted ? "aborted" : "done", text, bytes: new Blob([text]).size });
  };
  const finished = work().catch((error: unknown) =>
    update(control.signal.aborted ? { phase: "aborted" } : { phase: "failed", trouble: messageOf(error) }),
  );
  return { abort: () => control.abort(), timeline, finished };
}

/** Returns the body as sent, with YAML converted to JSON if the content type requires it. */
export async function bodyText(draft: Draft): Promise<string> {
  if (draft.language === "json" || draft.body.trim() === "" || !travelsAsJson(draft.type)) return draft.body;
  return JSON.stringify(await parseManifest(draft.body));
}
